/* Imports: a file that was read and compared with a store, and is yet to be committed. */
#ifndef IEXPENSE_IMPORT_HPP
#define IEXPENSE_IMPORT_HPP

#include <memory>

#include "rules.hpp"

namespace iexpense {

/* What will become of a row of a file. */
enum class row_status : std::int32_t {
  fresh = IEX_ROW_NEW,
  duplicate = IEX_ROW_DUPLICATE,
  suspected = IEX_ROW_SUSPECTED,
  left_out = IEX_ROW_LEFT_OUT,
  removed_earlier = IEX_ROW_REMOVED_EARLIER,
  rejected = IEX_ROW_REJECTED,
  excluded = IEX_ROW_EXCLUDED,
  differing = IEX_ROW_DIFFERING,
};

/* What an import or an export is doing. */
enum class import_phase : std::int32_t {
  read = IEX_PROGRESS_READ,    /* counts bytes */
  match = IEX_PROGRESS_MATCH,  /* counts expenses of the store */
  store = IEX_PROGRESS_STORE,  /* counts rows */
  write = IEX_PROGRESS_WRITE,  /* of an export: counts expenses */
};

/* How far an import or an export is. */
struct progress {
  import_phase phase;
  std::int64_t done;
  std::int64_t total;  /* 0: not known */
};

namespace detail {
/* Lives as long as the import, wherever that is moved. */
struct progress_listener {
  std::function<bool(const iexpense::progress &)> function;
  std::exception_ptr thrown;

  static std::int32_t run(void *context, const iex_progress *raw) noexcept {
    auto *self = static_cast<progress_listener *>(context);
    try {
      return self->function({static_cast<import_phase>(raw->phase), raw->done, raw->total}) ? 0 : 1;
    } catch (...) {
      self->thrown = std::current_exception();
      return 1;
    }
  }
};
}  // namespace detail

/* How to read a file. */
struct import_options {
  std::string profile;  /* JSON, or the name of a saved one */
  std::string account;  /* what the expenses were paid from */
  std::string format;   /* "csv", "json", …; "": told from the content */
  std::string name;     /* for the label; "": from the path */
  /* Runs now and then; false stops the import: cancelled_error. What it throws stops it too, and
   * is thrown by the call. It must not use the import itself. */
  std::function<bool(const iexpense::progress &)> progress;
};

/* One row of a file. */
class import_row {
 public:
  using raw_type = iex_import_row;
  explicit import_row(const iex_import_row &raw) noexcept : raw_(&raw) {}

  const iex_import_row &raw() const noexcept { return *raw_; }
  row_status status() const noexcept { return static_cast<row_status>(raw_->status); }
  std::int64_t line() const noexcept { return raw_->line; }
  std::int64_t column() const noexcept { return raw_->column; }
  std::int64_t duplicate_of() const noexcept { return raw_->duplicate_of; }
  /* What it will be stored as; nothing for a rejected one. */
  std::optional<expense_row> expense() const noexcept {
    if (!raw_->expense) return std::nullopt;
    return expense_row(*raw_->expense);
  }
  std::string_view column_name() const noexcept { return detail::view(raw_->column_name); }
  std::string_view cell() const noexcept { return detail::view(raw_->cell); }
  std::string_view reason() const noexcept { return detail::view(raw_->reason); }
  row_range<effect_row> effects() const noexcept { return {raw_->effects, raw_->effect_count}; }

 private:
  const iex_import_row *raw_;
};

using import_page =
    owned_rows<import_row, iex_import_page, iex_import_page_close, iex_import_page_rows>;

/* How sure it is how a file is to be read. */
enum class finding_state : std::int32_t {
  given = IEX_FINDING_GIVEN,          /* the profile says it */
  certain = IEX_FINDING_CERTAIN,      /* the whole file shows it */
  ambiguous = IEX_FINDING_AMBIGUOUS,  /* a question */
};

/* One thing that must be known to read a file. */
class finding {
 public:
  using raw_type = iex_finding;
  explicit finding(const iex_finding &raw) noexcept : raw_(&raw) {}

  finding_state state() const noexcept { return static_cast<finding_state>(raw_->state); }
  std::int64_t line() const noexcept { return raw_->line; }
  std::string_view key() const noexcept { return detail::view(raw_->key); }
  std::string_view value() const noexcept { return detail::view(raw_->value); }
  std::string_view text() const noexcept { return detail::view(raw_->text); }
  std::string_view example() const noexcept { return detail::view(raw_->example); }
  text_range candidates() const noexcept { return {raw_->candidates, raw_->candidate_count}; }

 private:
  const iex_finding *raw_;
};

/* A file to import. Its summary, findings and profile live until it is answered or closed. */
class file_import : public detail::handle<iex_import, iex_import_close> {
 public:
  /* store::import_file and store::import_bytes read better. */
  static file_import from_file(iex_store *store, std::string_view path, const import_options &how) {
    return open(how, [&](const iex_import_options *raw, iex_import **opened, iex_error *e) {
      return iex_import_open(store, detail::text(path).c_str(), raw, opened, e);
    });
  }
  static file_import from_bytes(iex_store *store, std::string_view bytes,
                                const import_options &how) {
    return open(how, [&](const iex_import_options *raw, iex_import **opened, iex_error *e) {
      return iex_import_open_bytes(store, bytes.data(), bytes.size(), raw, opened, e);
    });
  }

  /* The numbers of rows, the format, one readable line, and more; its texts live as long as it. */
  iex_import_summary summary() const {
    iex_import_summary raw{};
    raw.struct_size = sizeof raw;
    detail::call(iex_import_describe, get(), &raw);
    return raw;
  }
  std::string_view text() const { return detail::view(summary().text); }
  import_page read(std::int64_t offset = 0, std::int64_t limit = INT64_MAX) const {
    return import_page(
        detail::get<iex_import_page *>(iex_import_read, get(), offset, limit));
  }
  /* How the file is read: what is given, what it shows, what is open. */
  row_range<finding> findings() const && = delete;
  row_range<finding> findings() const & noexcept {
    std::size_t count = 0;
    const iex_finding *first = iex_import_findings(get(), &count);
    return {first, count};
  }
  /* Answers questions, by a JSON object, and reads the file again. */
  void answer(std::string_view profile) {
    const detail::text json(profile);
    report([&](iex_error *e) { return iex_import_answer(get(), json.c_str(), e); });
  }
  /* The profile that it is read with, for store::save_profile. */
  std::string_view profile() const noexcept { return detail::view(iex_import_profile(get())); }
  /* Takes a row out of what will be stored. */
  void exclude(std::int64_t row) { set_row(row, IEX_ROW_EXCLUDED); }
  /* Takes a row into what will be stored. */
  void include(std::int64_t row) { set_row(row, IEX_ROW_NEW); }
  /* Changes what a row will be stored as. */
  void edit_row(std::int64_t row, const edit &values) {
    const detail::raw_expense raw(values.value());
    detail::call(iex_import_edit_row, get(), row, &raw.get(), values.fields().bits());
  }
  /* Runs the store's rules on the rows. */
  iexpense::effects apply_rules() { return rules_run(0); }
  iexpense::effects try_rules() { return rules_run(IEX_RULES_DRY_RUN); }
  void take_back_rules() { rules_run(IEX_RULES_TAKE_BACK); }
  /* Stores the rows as one change, which one undo takes back. */
  step commit() {
    iex_step raw{};
    report([&](iex_error *e) { return iex_import_commit(get(), &raw, e); });
    return step(raw);
  }

 private:
  using listener = detail::progress_listener;

  explicit file_import(std::shared_ptr<listener> heard) : heard_(std::move(heard)) {}

  template <class Open>
  static file_import open(const import_options &how, Open &&opening) {
    const detail::text profile(how.profile), account(how.account), format(how.format),
        name(how.name);
    file_import result(std::make_shared<listener>(listener{how.progress, nullptr}));
    iex_import_options raw{};
    raw.struct_size = sizeof raw;
    raw.profile = profile.or_null();
    raw.account = account.or_null();
    raw.format = format.or_null();
    raw.name = name.or_null();
    if (how.progress) raw.progress = listener::run;
    raw.progress_context = result.heard_.get();
    iex_import *opened = nullptr;
    result.report([&](iex_error *e) { return opening(&raw, &opened, e); });
    static_cast<handle &>(result) = handle(opened);
    return result;
  }
  /* Calls what tells of progress, and throws what the listener threw. */
  template <class Call>
  void report(Call &&call) {
    if (!heard_) detail::check(IEX_ERROR_HANDLE);
    iex_error raw;
    // Closed by its own callback, the listener must outlive the call.
    const std::shared_ptr<listener> heard = heard_;
    heard->thrown = nullptr;
    const iex_status status = call(&raw);
    if (status == IEX_OK) return;
    if (heard->thrown) std::rethrow_exception(std::exchange(heard->thrown, nullptr));
    detail::raise(status, raw);
  }
  void set_row(std::int64_t row, std::int32_t status) {
    detail::call(iex_import_set_row, get(), row, status);
  }
  iexpense::effects rules_run(std::uint32_t flags) {
    return iexpense::effects(
        detail::get<iex_effects *>(iex_import_apply_rules, get(), flags));
  }
  std::shared_ptr<listener> heard_;
};

}  // namespace iexpense

#endif
