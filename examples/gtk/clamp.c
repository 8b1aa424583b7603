#include "clamp.h"

#define WIDEST 680

struct _ExpensesClamp {
  GtkWidget parent;
};

static GtkBuildableIface *parent_interface;
static void buildable_init(GtkBuildableIface *interface);
G_DEFINE_TYPE_WITH_CODE(ExpensesClamp, expenses_clamp, GTK_TYPE_WIDGET,
                        G_IMPLEMENT_INTERFACE(GTK_TYPE_BUILDABLE, buildable_init))

static void add_child(GtkBuildable *buildable, GtkBuilder *builder, GObject *child,
                      const char *type) {
  if (GTK_IS_WIDGET(child))
    gtk_widget_set_parent(GTK_WIDGET(child), GTK_WIDGET(buildable));
  else
    parent_interface->add_child(buildable, builder, child, type);
}

static void buildable_init(GtkBuildableIface *interface) {
  parent_interface = g_type_interface_peek_parent(interface);
  interface->add_child = add_child;
}

static GtkSizeRequestMode request_mode(GtkWidget *widget) {
  (void)widget;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline) {
  if (orientation == GTK_ORIENTATION_VERTICAL && size > WIDEST) size = WIDEST;
  gtk_widget_measure(gtk_widget_get_first_child(widget), orientation, size, minimum, natural,
                     minimum_baseline, natural_baseline);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  int inner = MIN(width, WIDEST);
  graphene_point_t origin = GRAPHENE_POINT_INIT((float)((width - inner) / 2), 0);
  gtk_widget_allocate(gtk_widget_get_first_child(widget), inner, height, baseline,
                      gsk_transform_translate(NULL, &origin));
}

static void expenses_clamp_dispose(GObject *object) {
  GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(object));
  if (child != NULL) gtk_widget_unparent(child);
  G_OBJECT_CLASS(expenses_clamp_parent_class)->dispose(object);
}

static void expenses_clamp_class_init(ExpensesClampClass *class) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = expenses_clamp_dispose;
  widget->get_request_mode = request_mode;
  widget->measure = measure;
  widget->size_allocate = size_allocate;
}

static void expenses_clamp_init(ExpensesClamp *clamp) {
  (void)clamp;
}
