/* CIExpense is a header only: see include/CIExpense.h. */
