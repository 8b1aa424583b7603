# The header for C++ as HTML. A warning is an error; what a name says by itself has no text.
@INCLUDE               = .ci/docs/Doxyfile
PROJECT_NAME           = "iexpense for C++"
INPUT                  = include/iexpense.hpp include/iexpense
INPUT_FILTER           = "python3 .ci/docs/cpp_filter.py"
HTML_OUTPUT            = cpp
OPTIMIZE_OUTPUT_FOR_C  = NO
TYPEDEF_HIDES_STRUCT   = NO
EXTRACT_ALL            = YES
CLASS_GRAPH            = TEXT
SHOW_HEADERFILE        = NO
WARN_NO_PARAMDOC       = NO
EXCLUDE_SYMBOLS        = iexpense::detail iexpense::detail::*
