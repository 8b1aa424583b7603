#include "chart.h"

#include <string.h>

#include "money.h"

#define MONTHS 12
#define HEIGHT 168
#define TOP 12
#define BOTTOM 26 /* the names of the months */
#define NAME 34   /* the width of a month's name */
#define TICKS 3   /* at most so many lines above the base */

struct _MonthChart {
  GtkWidget parent;
  Wide amount[MONTHS];
  Wide top;  /* what the highest line stands for */
  Wide step; /* and what lies between two */
  int32_t first; /* yyyymm01 */
  int digits;
  char currency[IEX_CURRENCY_TEXT];
  int hovered; /* -1: none */
};

G_DEFINE_TYPE(MonthChart, month_chart, GTK_TYPE_WIDGET)

static int32_t month_at(MonthChart *chart, int index) {
  int32_t month = 0;
  iex_date_add(chart->first, 0, index, 0, &month, NULL);
  return month;
}

static char *month_text(int32_t date, const char *format) {
  g_autoptr(GDateTime) month = g_date_time_new_local(date / 10000, date / 100 % 100, 1, 0, 0, 0);
  return month != NULL ? g_date_time_format(month, format) : g_strdup("");
}

static char *bar_text(MonthChart *chart, int index) {
  g_autofree char *month = month_text(month_at(chart, index), "%OB %Y");
  g_autofree char *amount = money_text_in(chart->amount[index], chart->digits, chart->currency);
  return g_strdup_printf("%s: %s", month, amount);
}

/* Chooses lines at 1, 2 or 5 times a power of ten, at most TICKS of them, none below a whole unit. */
static void scale(MonthChart *chart) {
  Wide highest = 0, step = 1;
  for (int i = 0; i < MONTHS; i++) highest = MAX(highest, chart->amount[i]);
  for (int i = 0; i < chart->digits; i++) step *= 10;
  for (int i = 0; step * TICKS < highest; i++) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  chart->step = step;
  chart->top = highest > 0 ? (highest + step - 1) / step * step : step;
}

/* Of the currencies, the one that the most expenses are in: amounts of several are never added. */
static const char *main_currency(const iex_total *totals, size_t count) {
  const char *best = "";
  int64_t most = 0;
  for (size_t i = 0; i < count; i++) {
    const char *currency = IEX_AT(iex_total, totals, i)->currency;
    int64_t expenses = 0;
    for (size_t k = 0; k < count; k++) {
      const iex_total *total = IEX_AT(iex_total, totals, k);
      if (strcmp(total->currency, currency) == 0) expenses += total->count;
    }
    if (expenses > most) most = expenses, best = currency;
  }
  return best;
}

void month_chart_show(MonthChart *chart, iex_totals *totals) {
  size_t count;
  const iex_total *rows = iex_totals_rows(totals, &count);
  const char *currency = main_currency(rows, count);
  int32_t last = 0;
  for (size_t i = 0; i < count; i++) last = MAX(last, IEX_AT(iex_total, rows, i)->month);
  /* Where a filter finds nothing, the months stay. */
  if (last == 0 && chart->first == 0) last = iex_date_today() / 100;
  if (last != 0) iex_date_add(last * 100 + 1, 0, 1 - MONTHS, 0, &chart->first, NULL);
  memset(chart->amount, 0, sizeof chart->amount);
  g_strlcpy(chart->currency, currency, sizeof chart->currency);
  for (size_t i = 0; i < count; i++) {
    const iex_total *total = IEX_AT(iex_total, rows, i);
    int index = (total->month / 100 - chart->first / 10000) * 12 + total->month % 100 -
                chart->first / 100 % 100;
    if (index < 0 || index >= MONTHS || strcmp(total->currency, currency) != 0) continue;
    chart->amount[index] = money_of(total);
    chart->digits = total->currency_digits;
  }
  scale(chart);
  g_autofree char *latest = bar_text(chart, MONTHS - 1);
  g_autofree char *spoken = g_strdup_printf("Spending by month. %s", count > 0 ? latest : "None");
  gtk_accessible_update_property(GTK_ACCESSIBLE(chart), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  gtk_widget_queue_draw(GTK_WIDGET(chart));
}

/* How many pixels an amount is high; only here is it divided, and only for pixels. */
static float height_of(MonthChart *chart, Wide amount, float full) {
  if (amount <= 0) return 0;
  return full * (float)((double)(int64_t)(amount * 100000 / chart->top) / 100000);
}

static PangoLayout *text_layout(MonthChart *chart, const char *text) {
  PangoLayout *layout = gtk_widget_create_pango_layout(GTK_WIDGET(chart), text);
  PangoAttrList *attributes = pango_attr_list_new();
  pango_attr_list_insert(attributes, pango_attr_scale_new(0.82));
  pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"));
  pango_layout_set_attributes(layout, attributes);
  pango_attr_list_unref(attributes);
  return layout;
}

/* Draws a text with its right edge or its middle at a place. */
static void draw_text(GtkSnapshot *snapshot, PangoLayout *layout, float x, float y, float align,
                      const GdkRGBA *colour) {
  int width, height;
  pango_layout_get_pixel_size(layout, &width, &height);
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT(x - (float)width * align, y));
  gtk_snapshot_append_layout(snapshot, layout, colour);
  gtk_snapshot_restore(snapshot);
}

static char *line_text(MonthChart *chart, Wide amount) {
  Wide unit = 1;
  for (int i = 0; i < chart->digits; i++) unit *= 10;
  return money_text(amount / unit, 0);
}

/* The width of the numbers beside the lines. */
static float axis_width(MonthChart *chart) {
  g_autofree char *text = line_text(chart, chart->top);
  g_autoptr(PangoLayout) layout = text_layout(chart, text);
  int width, height;
  pango_layout_get_pixel_size(layout, &width, &height);
  return (float)width + 12;
}

static void draw_lines(MonthChart *chart, GtkSnapshot *snapshot, float left, float width,
                       float full, const GdkRGBA *colour) {
  GdkRGBA line = *colour, dim = *colour;
  line.alpha *= 0.12f;
  dim.alpha *= 0.6f;
  /* Without an amount there is nothing to measure: only the base. */
  Wide top = chart->currency[0] != '\0' ? chart->top : 0;
  for (Wide amount = 0; amount <= top; amount += chart->step) {
    float y = TOP + full - height_of(chart, amount, full);
    g_autofree char *text = line_text(chart, amount);
    g_autoptr(PangoLayout) layout = text_layout(chart, text);
    gtk_snapshot_append_color(snapshot, &line, &GRAPHENE_RECT_INIT(left, y, width - left, 1));
    draw_text(snapshot, layout, left - 10, y - 8, 1, &dim);
  }
}

static void draw_bar(MonthChart *chart, GtkSnapshot *snapshot, int index, float left, float slot,
                     float full, const GdkRGBA *colour) {
  float height = height_of(chart, chart->amount[index], full);
  float width = MIN(slot * 0.62f, 32), x = left + slot * (float)index + (slot - width) / 2;
  gboolean bright = chart->hovered == index || index == MONTHS - 1;
  gboolean on_dark = colour->red > 0.5f;
  GdkRGBA bar = on_dark  ? (bright ? (GdkRGBA){0.47f, 0.68f, 0.96f, 1}
                                   : (GdkRGBA){0.26f, 0.42f, 0.65f, 1})
                : bright ? (GdkRGBA){0.21f, 0.52f, 0.89f, 1}
                         : (GdkRGBA){0.6f, 0.76f, 0.95f, 1};
  GdkRGBA dim = *colour;
  dim.alpha *= 0.6f;
  if (height >= 1) {
    float radius = MIN(4, height);
    GskRoundedRect shape;
    gsk_rounded_rect_init(&shape, &GRAPHENE_RECT_INIT(x, TOP + full - height, width, height),
                          &GRAPHENE_SIZE_INIT(radius, radius), &GRAPHENE_SIZE_INIT(radius, radius),
                          &GRAPHENE_SIZE_INIT(0, 0), &GRAPHENE_SIZE_INIT(0, 0));
    gtk_snapshot_push_rounded_clip(snapshot, &shape);
    gtk_snapshot_append_color(snapshot, &bar, &shape.bounds);
    gtk_snapshot_pop(snapshot);
  }
  /* Where there is little room, not every month is named. The year stands at its first month. */
  int every = 1 + (int)(NAME / slot), before = index - every;
  if ((MONTHS - 1 - index) % every != 0) return;
  int32_t month = month_at(chart, index);
  gboolean begins = month / 10000 != month_at(chart, before) / 10000;
  g_autofree char *name = month_text(month, begins ? "%Y" : "%Ob");
  g_autoptr(PangoLayout) layout = text_layout(chart, name);
  draw_text(snapshot, layout, left + slot * ((float)index + 0.5f), TOP + full + 8, 0.5f,
            index == MONTHS - 1 ? colour : &dim);
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  MonthChart *chart = MONTH_CHART(widget);
  float width = (float)gtk_widget_get_width(widget);
  float full = (float)gtk_widget_get_height(widget) - TOP - BOTTOM, left = axis_width(chart);
  float slot = MAX((width - left) / MONTHS, 1);
  GdkRGBA colour;
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour);
  draw_lines(chart, snapshot, left, width, full, &colour);
  for (int i = 0; i < MONTHS; i++)
    draw_bar(chart, snapshot, i, left, slot, full, &colour);
}

static int index_at(MonthChart *chart, double x) {
  double left = axis_width(chart);
  double slot = (gtk_widget_get_width(GTK_WIDGET(chart)) - left) / MONTHS;
  return x < left || slot <= 0 ? -1 : MIN((int)((x - left) / slot), MONTHS - 1);
}

static void hover(MonthChart *chart, double x, double y) {
  (void)y;
  chart->hovered = index_at(chart, x);
  gtk_widget_queue_draw(GTK_WIDGET(chart));
}

static void leave(MonthChart *chart) {
  chart->hovered = -1;
  gtk_widget_queue_draw(GTK_WIDGET(chart));
}

static gboolean query_tooltip(GtkWidget *widget, int x, int y, gboolean keyboard,
                              GtkTooltip *tooltip) {
  MonthChart *chart = MONTH_CHART(widget);
  int index = keyboard ? MONTHS - 1 : index_at(chart, x);
  (void)y;
  if (index < 0 || chart->currency[0] == '\0') return FALSE;
  g_autofree char *text = bar_text(chart, index);
  gtk_tooltip_set_text(tooltip, text);
  return TRUE;
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
  (void)widget, (void)size;
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 320;
  *minimum_baseline = *natural_baseline = -1;
}

static void month_chart_class_init(MonthChartClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  widget->snapshot = snapshot;
  widget->measure = measure;
  widget->query_tooltip = query_tooltip;
  gtk_widget_class_set_css_name(widget, "chart");
  gtk_widget_class_set_accessible_role(widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static void month_chart_init(MonthChart *chart) {
  GtkEventController *motion = gtk_event_controller_motion_new();
  chart->hovered = -1;
  chart->step = chart->top = 1;
  g_signal_connect_swapped(motion, "motion", G_CALLBACK(hover), chart);
  g_signal_connect_swapped(motion, "leave", G_CALLBACK(leave), chart);
  gtk_widget_add_controller(GTK_WIDGET(chart), motion);
  gtk_widget_set_has_tooltip(GTK_WIDGET(chart), TRUE);
}
