/* iexpense.hpp: the library for C++17 and newer, over iexpense.h; there is nothing to link besides.
 *
 * SPDX-License-Identifier: MIT
 *
 *     #include <iexpense.hpp>
 *     #include <iostream>
 *
 *     int main() {
 *       iexpense::options euros;
 *       euros.currency = "EUR";
 *       iexpense::store store("spending.db", euros);
 *       auto told = store.subscribe(
 *           [](const iexpense::change &change) { std::cout << change.describe() << "\n"; });
 *       store.add("Train", "89.90");
 *       for (const auto row : store.view())
 *         std::cout << row.name() << "  " << row.amount().text() << "\n";
 *     }
 *
 * Handles. Each class that holds a handle closes it when it goes, is moved and never copied, and
 * gives the C handle by get() for what iexpense.h has besides. Closing a store closes all that it
 * lent: what is left of that throws handle_error or is empty, and goes without harm.
 *
 * Texts are taken as std::string_view, and an embedded NUL is refused. What comes back is a
 * std::string_view into what it came in: a page, totals, a change. Give a page a name before you
 * keep a row of it, and assign a row to an expense to keep it for longer.
 *
 * Exceptions. What fails throws an error of its status, such as not_found or busy_error. No
 * exception crosses the C boundary. What a subscriber throws never comes out of the call that made
 * the change, since the change is stored: it is thrown by the dispatch that ran it, and otherwise
 * given to the handler of on_callback_error. What an import's progress function throws stops the
 * import and is thrown by its call. What a function of binding::map throws is thrown by the read or
 * the set that fails by it, and otherwise given to that handler, as when a subscriber is told.
 *
 * Threads are as in iexpense.h: any member may be called on any thread, but no object may be moved
 * or destroyed while another thread uses it.
 */
#ifndef IEXPENSE_HPP
#define IEXPENSE_HPP

#if !defined(__cplusplus) || __cplusplus < 201703L
#error "iexpense.hpp needs C++17"
#endif

#include "iexpense/transaction.hpp"

#endif
