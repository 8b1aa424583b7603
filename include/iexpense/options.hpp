/* How a store is opened, and what it is written as. */
#ifndef IEXPENSE_OPTIONS_HPP
#define IEXPENSE_OPTIONS_HPP

#include <iexpense.h>

#include <cstdint>
#include <string>

namespace iexpense {

/* How to open a store. */
struct options {
  std::string currency;    /* the default one, given once, mostly when the store is created */
  std::string origin;      /* who makes the changes; "": the program's name */
  bool read_only = false;
  bool relaxed = false;    /* a commit may be lost when the machine loses power */
  bool existing = false;   /* do not create */
  std::int32_t busy_timeout_ms = 0;  /* 0: 5000, -1: not at all */
};

/* File formats for export. */
enum class format : std::int32_t {
  json = IEX_FORMAT_JSON,
  csv = IEX_FORMAT_CSV,
  items = IEX_FORMAT_ITEMS,  /* the list of the tutorial's app */
  qif = IEX_FORMAT_QIF,
  ledger = IEX_FORMAT_LEDGER,
  hledger = IEX_FORMAT_HLEDGER,
  beancount = IEX_FORMAT_BEANCOUNT,
};

}  // namespace iexpense

#endif
