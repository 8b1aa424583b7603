/* Failures as exceptions, and what keeps them from crossing the C boundary. */
#ifndef IEXPENSE_ERROR_HPP
#define IEXPENSE_ERROR_HPP

#include <iexpense.h>

#include <cstdio>
#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

namespace iexpense {

/* What every failure of the library is thrown as; what() says what, where and why. */
class error : public std::runtime_error {
 public:
  error(iex_status status, const iex_error &raw)
      : std::runtime_error(raw.message),
        status_(status),
        sqlite_code_(raw.sqlite_code),
        system_code_(raw.system_code),
        field_(raw.field) {}
  error(iex_status status, const std::string &message, std::int32_t field = -1)
      : std::runtime_error(message), status_(status), field_(field) {}

  iex_status status() const noexcept { return status_; }           /* IEX_ERROR_… */
  const char *name() const noexcept { return iex_status_name(status_); }
  std::int32_t sqlite_code() const noexcept { return sqlite_code_; } /* SQLite's, or 0 */
  std::int32_t system_code() const noexcept { return system_code_; } /* errno, or 0 */
  std::int32_t field() const noexcept { return field_; } /* the field at fault, or -1 */

 private:
  iex_status status_;
  std::int32_t sqlite_code_ = 0, system_code_ = 0, field_ = -1;
};

/* A failure of one status, so that it can be caught: catch (const iexpense::not_found &). */
template <iex_status Status>
class error_of : public error {
 public:
  explicit error_of(const iex_error &raw) : error(Status, raw) {}
  explicit error_of(const std::string &message, std::int32_t field = -1)
      : error(Status, message, field) {}
};

using argument_error = error_of<IEX_ERROR_ARGUMENT>;
using handle_error = error_of<IEX_ERROR_HANDLE>;
using encoding_error = error_of<IEX_ERROR_ENCODING>;
using invalid_error = error_of<IEX_ERROR_INVALID>;
using overflow_error = error_of<IEX_ERROR_OVERFLOW>;
using currency_error = error_of<IEX_ERROR_CURRENCY>;
using not_found = error_of<IEX_ERROR_NOT_FOUND>;
using conflict_error = error_of<IEX_ERROR_CONFLICT>;
using busy_error = error_of<IEX_ERROR_BUSY>;
using read_only_error = error_of<IEX_ERROR_READ_ONLY>;
using transaction_error = error_of<IEX_ERROR_TRANSACTION>;
using not_a_store = error_of<IEX_ERROR_NOT_A_STORE>;
using newer_error = error_of<IEX_ERROR_NEWER>;
using damaged_error = error_of<IEX_ERROR_DAMAGED>;
using full_error = error_of<IEX_ERROR_FULL>;
using io_error = error_of<IEX_ERROR_IO>;
using missing_error = error_of<IEX_ERROR_MISSING>;
using not_a_file = error_of<IEX_ERROR_NOT_A_FILE>;
using permission_error = error_of<IEX_ERROR_PERMISSION>;
using forked_error = error_of<IEX_ERROR_FORKED>;
using format_error = error_of<IEX_ERROR_FORMAT>;
using ambiguous_error = error_of<IEX_ERROR_AMBIGUOUS>;
using cancelled_error = error_of<IEX_ERROR_CANCELLED>;
using unsaved_error = error_of<IEX_ERROR_UNSAVED>;

/* Runs for what a callback throws where no call can throw it again: see iexpense.hpp. */
using callback_error_handler = std::function<void(std::exception_ptr)>;

namespace detail {

struct handler_slot {
  std::mutex lock;
  callback_error_handler handler;
};

inline handler_slot &slot() {
  // Never destroyed: what goes at the end of the program may still throw.
  static handler_slot &shared = *new handler_slot;
  return shared;
}

/* The message of any exception. */
inline std::string message(const std::exception_ptr &thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception &e) {
    return e.what();
  } catch (...) {
    return "an exception that is no std::exception";
  }
}

/* Gives an exception to the handler; without one, says it on the standard error. */
inline void unhandled(const std::exception_ptr &thrown) noexcept {
  try {
    callback_error_handler handler;
    {
      std::lock_guard<std::mutex> guard(slot().lock);
      handler = slot().handler;
    }
    if (handler)
      handler(thrown);
    else
      std::fprintf(stderr, "iexpense: a callback threw: %s\n", message(thrown).c_str());
  } catch (...) {
  }
}

/* Keeps what callbacks throw during a call on this thread, for the call to throw it again. */
template <class Kind>
class capture {
 public:
  capture() noexcept : outer_(innermost) { innermost = this; }
  /* What the call has not thrown, since it did not fail or failed with something else. */
  ~capture() {
    innermost = outer_;
    if (thrown_) unhandled(thrown_);
  }
  capture(const capture &) = delete;
  capture &operator=(const capture &) = delete;

  void rethrow() {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }
  static void keep(std::exception_ptr thrown) noexcept {
    if (innermost && !innermost->thrown_)
      innermost->thrown_ = std::move(thrown);
    else
      unhandled(thrown);
  }

 private:
  static inline thread_local capture *innermost = nullptr;
  capture *outer_;
  std::exception_ptr thrown_;
};

using dispatching = capture<struct dispatch_kind>;  /* subscribers, in store::dispatch */
using mapping = capture<struct map_kind>;           /* functions of binding::map, in get and set */

template <iex_status Status>
bool raise_if(iex_status status, const iex_error &raw) {
  if (status == Status) throw error_of<Status>(raw);
  return false;
}

template <iex_status... Status>
[[noreturn]] void raise_one(iex_status status, const iex_error &raw,
                            std::integer_sequence<iex_status, Status...>) {
  (void)(raise_if<Status + 1>(status, raw) || ...);
  throw error(status, raw);
}

/* Throws the exception of a status. */
[[noreturn]] inline void raise(iex_status status, const iex_error &raw) {
  raise_one(status, raw, std::make_integer_sequence<iex_status, IEX_ERROR_UNSAVED>());
}

inline void check(iex_status status) {
  if (status != IEX_OK)
    raise(status, iex_error{status, 0, 0, -1, "the handle is closed, or of another kind"});
}

/* Calls a function that takes an iex_error last, and throws what it fails with. */
template <class Function, class... Arguments>
void call(Function function, Arguments... arguments) {
  iex_error raw;
  const iex_status status = function(arguments..., &raw);
  if (status != IEX_OK) raise(status, raw);
}

/* Calls a function whose last argument before the error receives the result. */
template <class Result, class Function, class... Arguments>
Result get(Function function, Arguments... arguments) {
  Result result{};
  call(function, arguments..., &result);
  return result;
}

/* A function of the caller's as the context of a C callback: nothing that it throws gets out. */
template <class Function>
void destroy(void *context) {
  delete static_cast<Function *>(context);
}

}  // namespace detail

/* Sets what runs for what a callback throws where no call can throw it again; nullptr: it is said
 * on the standard error. Any thread may call it; it runs on the thread of the callback. */
inline void on_callback_error(callback_error_handler handler) {
  std::lock_guard<std::mutex> guard(detail::slot().lock);
  detail::slot().handler.swap(handler);  // the old one goes after the lock
}

/* The version of the library that is loaded, such as "0.1.0". */
inline const char *version() noexcept { return iex_version(); }

/* How many handles are open in this process, of every kind. */
inline std::int64_t handle_count() noexcept { return iex_handle_count(); }

}  // namespace iexpense

#endif
