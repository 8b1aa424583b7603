/* What each month came to, as bars: twelve months in one currency. */
#pragma once
#include <gtk/gtk.h>
#include <iexpense.h>

#define MONTH_TYPE_CHART (month_chart_get_type())
G_DECLARE_FINAL_TYPE(MonthChart, month_chart, MONTH, CHART, GtkWidget)

/* Shows totals by month of the currency that most expenses are in; they stay the caller's. */
void month_chart_show(MonthChart *chart, iex_totals *totals);
