/* Stores: one file of expenses each. */
#ifndef IEXPENSE_STORE_HPP
#define IEXPENSE_STORE_HPP

#include "draft.hpp"
#include "import.hpp"
#include "options.hpp"
#include "view.hpp"

namespace iexpense {

class transaction;

/* An open store. Any member may be called on any thread; it must outlive what it lent. */
class store : public detail::handle<iex_store, iex_store_close> {
 public:
  using handle::handle;
  explicit store(std::string_view path, const options &how = {})
      : handle(open(detail::text(path).c_str(), how, 0)) {}
  /* A store without a file. */
  static store memory(const options &how = {}) {
    return store(open(nullptr, how, IEX_OPEN_MEMORY));
  }

  // The store itself.

  /* Nothing: expenses must name their currency. */
  std::optional<std::string> default_currency() const {
    const auto found = detail::get<iex_money>(iex_store_default_currency, get());
    return *found.currency ? std::optional<std::string>(found.currency) : std::nullopt;
  }
  void register_currency(std::string_view code, std::int32_t digits) {
    detail::call(iex_store_register_currency, get(), detail::text(code).c_str(), digits);
  }
  /* Reads "12.50" or "12.50 USD", in the currencies of the store. */
  money parse(std::string_view text, std::string_view currency = {}) const {
    return money(detail::get<iex_money>(iex_store_parse_amount, get(),
                                        detail::text(text).c_str(),
                                        detail::text(currency).c_str()));
  }
  std::string text(const money &amount) const {
    char written[IEX_AMOUNT_TEXT];
    detail::call(iex_store_amount_text, get(), amount.amount_minor,
                 detail::text(amount.currency).c_str(), static_cast<char *>(written));
    return written;
  }
  std::int64_t revision() const { return detail::get<std::int64_t>(iex_store_revision, get()); }
  void set_busy_timeout(std::int32_t milliseconds) {
    detail::call(iex_store_set_busy_timeout, get(), milliseconds);
  }
  /* Copies the whole store into a new file. */
  void backup(std::string_view path) const {
    detail::call(iex_store_backup, get(), detail::text(path).c_str());
  }
  /* Checks the whole file; damaged_error with the first problem. */
  void check() const { detail::call(iex_store_check, get()); }

  // Expenses.

  std::int64_t add(const expense &value) {
    const detail::raw_expense raw(value);
    return detail::get<std::int64_t>(iex_store_add, get(), &raw.get());
  }
  /* add("Train", "89.90") */
  std::int64_t add(std::string_view name, std::string_view amount) {
    return add(expense(name, parse(amount)));
  }
  /* Adds all of them as one change, or none; gives the id of the first. */
  std::int64_t add_many(const std::vector<expense> &values) {
    std::vector<detail::raw_expense> kept;
    std::vector<iex_expense> raw;
    kept.reserve(values.size());
    raw.reserve(values.size());
    for (const expense &value : values) raw.push_back(kept.emplace_back(value).get());
    return detail::get<std::int64_t>(iex_store_add_many, get(),
                                     static_cast<const iex_expense *>(raw.data()), raw.size());
  }
  /* update(id, edit().amount(1350)) */
  void update(std::int64_t id, const edit &values) {
    const detail::raw_expense raw(values.value());
    iex_expense with_id = raw.get();
    with_id.id = id;
    detail::call(iex_store_update, get(), static_cast<const iex_expense *>(&with_id),
                 values.fields().bits());
  }
  void remove(std::int64_t id) { remove(std::vector<std::int64_t>{id}); }
  /* Removes all of them as one change, or none. */
  void remove(const std::vector<std::int64_t> &ids) {
    detail::call(iex_store_remove, get(), ids.data(), ids.size());
  }
  page read(const std::vector<std::int64_t> &ids) const {
    return page(detail::get<iex_page *>(iex_store_get, get(), ids.data(), ids.size()));
  }
  expense read(std::int64_t id) const { return read(std::vector<std::int64_t>{id})[0]; }

  // Transactions: what happens inside is one change, whole or not at all.

  /* Rolled back when it goes without a commit. */
  transaction begin(std::string_view label = {});
  /* Runs the function in a transaction: rolled back when it throws, committed when it returns. */
  template <class Function>
  void transact(std::string_view label, Function &&function);

  // Views and totals.

  iexpense::view view(const query &which = {}) const {
    const detail::raw_query raw(which);
    return iexpense::view(detail::get<iex_view *>(iex_view_open, get(), raw.get()));
  }
  iexpense::totals totals(group by = group::none, const query &which = {},
                          bool wide = false) const {
    const detail::raw_query raw(which);
    return iexpense::totals(detail::get<iex_totals *>(iex_store_totals, get(), raw.get(),
                                                      static_cast<std::uint32_t>(by),
                                                      wide ? IEX_TOTALS_WIDE : 0u));
  }

  // Drafts and fields.

  iexpense::draft draft(const draft_options &how = {}) { return open_draft(0, how); }
  iexpense::draft draft(std::int64_t id, const draft_options &how = {}) {
    return open_draft(id, how);
  }
  /* A field of a stored expense: setting it is an update that can be undone. */
  iexpense::binding binding(std::int64_t id, field one) {
    return iexpense::binding(
        detail::get<iex_binding *>(iex_store_binding, get(), id, static_cast<std::int32_t>(one)));
  }

  // Changes.

  /* Runs void(const change &) for every change. */
  template <class Function>
  subscription subscribe(Function &&function) {
    using kept = std::decay_t<Function>;
    return subscription(detail::get<std::uint64_t>(
        iex_store_subscribe, get(), detail::tell_change<kept>,
        static_cast<void *>(detail::keep(std::forward<Function>(function))),
        detail::destroy<kept>));
  }
  template <class Function>
  subscription subscribe(const subscription_options &which, Function &&function) {
    using kept = std::decay_t<Function>;
    iex_subscription_options raw{};
    raw.struct_size = sizeof raw;
    raw.flags = (which.initial ? IEX_SUBSCRIBE_INITIAL : 0u) |
                (which.skip_own ? IEX_SUBSCRIBE_SKIP_OWN : 0u);
    raw.fields = which.fields.bits();
    raw.delivery = which.queued ? IEX_DELIVER_QUEUED : IEX_DELIVER_NOW;
    return subscription(detail::get<std::uint64_t>(
        iex_store_subscribe_with, get(), &raw, detail::tell_change<kept>,
        static_cast<void *>(detail::keep(std::forward<Function>(function))),
        detail::destroy<kept>));
  }
  /* Tells what this and other programs have changed, on this thread; waits, -1: without end. Gives
   * how many callbacks ran. What one of them throws is thrown here when all have run. */
  std::int64_t dispatch(std::int32_t timeout_ms = 0) {
    detail::dispatching kept;
    const auto told = detail::get<std::int64_t>(iex_store_dispatch, get(), timeout_ms);
    kept.rethrow();
    return told;
  }
  /* Readable when dispatch has something to do; not to be read from or closed. */
  int fd() const { return detail::get<std::int32_t>(iex_store_fd, get()); }
  /* Takes the next change, if there is one: the form for those who want no callback. */
  std::optional<owned_change> next_change(std::int32_t timeout_ms = 0) {
    const auto *found = detail::get<const iex_change *>(iex_store_next_change, get(), timeout_ms);
    return found ? std::optional<owned_change>(owned_change(found)) : std::nullopt;
  }
  /* Runs void() when changes begin to wait; it must only wake the host. */
  template <class Function>
  void set_wake(Function &&function) {
    using kept = std::decay_t<Function>;
    detail::call(iex_store_set_wake, get(), detail::tell_nothing<kept>,
                 static_cast<void *>(detail::keep(std::forward<Function>(function))),
                 detail::destroy<kept>);
  }
  void clear_wake() {
    detail::call(iex_store_set_wake, get(), static_cast<iex_wake_callback>(nullptr),
                 static_cast<void *>(nullptr), static_cast<iex_free_callback>(nullptr));
  }

  // Undo and history.

  step undo(undo_of whose = undo_of::mine) {
    return step(detail::get<iex_step>(iex_store_undo, get(), static_cast<std::uint32_t>(whose)));
  }
  step redo(undo_of whose = undo_of::mine) {
    return step(detail::get<iex_step>(iex_store_redo, get(), static_cast<std::uint32_t>(whose)));
  }
  step undo_revision(std::int64_t revision) {
    return step(detail::get<iex_step>(iex_store_undo_revision, get(), revision));
  }
  /* Past changes, the latest first; of one expense, with its id. */
  iexpense::history history(std::int64_t id = 0, std::int64_t before = 0,
                            std::int64_t limit = INT64_MAX) const {
    return iexpense::history(
        detail::get<iex_history *>(iex_store_history, get(), id, before, limit));
  }

  // Files.

  /* Reads a file and changes nothing: commit stores it. */
  file_import import_file(std::string_view path, const import_options &how = {}) {
    return file_import::from_file(get(), path, how);
  }
  file_import import_bytes(std::string_view bytes, const import_options &how = {}) {
    return file_import::from_bytes(get(), bytes, how);
  }
  /* The expenses as a file; `guard`: in CSV, a ' before what looks like a formula. `progress` runs
   * now and then; false stops the export: cancelled_error, and what it throws is thrown here. */
  std::string export_as(format as, const query &which = {}, bool guard = false,
                        std::function<bool(const progress &)> progress = nullptr) const {
    const detail::raw_query raw(which);
    detail::progress_listener listener{std::move(progress), nullptr};
    iex_export_options options{};
    options.struct_size = sizeof options;
    options.flags = guard ? IEX_EXPORT_GUARD : 0u;
    if (listener.function) options.progress = detail::progress_listener::run;
    options.progress_context = &listener;
    iex_bytes *made = nullptr;
    iex_error error;
    const iex_status status = iex_store_export(get(), static_cast<std::int32_t>(as), raw.get(),
                                               &options, &made, &error);
    if (listener.thrown) std::rethrow_exception(listener.thrown);
    if (status != IEX_OK) detail::raise(status, error);
    const detail::handle<iex_bytes, iex_bytes_close> bytes(made);
    std::size_t size = 0;
    const void *data = iex_bytes_data(bytes.get(), &size);
    return std::string(static_cast<const char *>(data), size);
  }

  // Arrow tables.

  /* The expenses of a query, in columns of these fields; empty: all. */
  iexpense::arrow_stream arrow_stream(const query &which = {}, fields some = {},
                                      arrow_flags how = arrow_flags::none) const {
    const detail::raw_query raw(which);
    return iexpense::arrow_stream(
        detail::get<ArrowArrayStream>(iex_store_arrow_stream, get(), raw.get(), some.bits(),
                                      static_cast<std::uint32_t>(how)));
  }
  /* Adds the rows of a table as one change; gives the id of the first and how many there were. */
  std::pair<std::int64_t, std::int64_t> add_arrow(iexpense::arrow_stream &&table) {
    ArrowArrayStream raw = table.release();
    std::pair<std::int64_t, std::int64_t> added;
    detail::call(iex_store_add_arrow, get(), &raw, &added.first, &added.second);
    return added;
  }

  // Profiles and rules.

  void save_profile(std::string_view name, std::string_view json) {
    detail::call(iex_store_save_profile, get(), detail::text(name).c_str(),
                 detail::text(json).c_str());
  }
  void remove_profile(std::string_view name) {
    detail::call(iex_store_remove_profile, get(), detail::text(name).c_str());
  }
  iexpense::profiles profiles() const {
    return iexpense::profiles(detail::get<iex_profiles *>(iex_store_profiles, get()));
  }
  /* At a position from 0; -1: where the one with its name stands, else at the end. */
  void save_rule(std::string_view json, std::int64_t position = -1) {
    detail::call(iex_store_save_rule, get(), detail::text(json).c_str(), position);
  }
  void remove_rule(std::string_view name) {
    detail::call(iex_store_remove_rule, get(), detail::text(name).c_str());
  }
  void move_rule(std::string_view name, std::int64_t position) {
    detail::call(iex_store_move_rule, get(), detail::text(name).c_str(), position);
  }
  iexpense::rules rules() const {
    return iexpense::rules(detail::get<iex_rules *>(iex_store_rules, get()));
  }
  /* Which rules have set the fields of an expense to what they are now. */
  effects rule_effects(std::int64_t id) const {
    return effects(detail::get<iex_effects *>(iex_store_rule_effects, get(), id));
  }

 private:
  static iex_store *open(const char *path, const options &how, std::uint32_t flags) {
    const detail::text currency(how.currency), origin(how.origin);
    iex_options raw{};
    raw.struct_size = sizeof raw;
    raw.flags = flags | (how.read_only ? IEX_OPEN_READ_ONLY : 0u) |
                (how.relaxed ? IEX_OPEN_RELAXED : 0u) | (how.existing ? IEX_OPEN_EXISTING : 0u);
    raw.currency = currency.or_null();
    raw.origin = origin.or_null();
    raw.busy_timeout_ms = how.busy_timeout_ms;
    return detail::get<iex_store *>(iex_store_open, path, &raw);
  }
  iexpense::draft open_draft(std::int64_t id, const draft_options &how) {
    const detail::text mark(how.decimal_mark);
    std::optional<detail::raw_expense> defaults;
    iex_draft_options raw{};
    raw.struct_size = sizeof raw;
    raw.decimal_mark = mark.or_null();
    if (how.defaults) {
      raw.defaults = &defaults.emplace(how.defaults->value()).get();
      raw.default_fields = how.defaults->fields().bits();
    }
    return iexpense::draft(detail::get<iex_draft *>(iex_draft_open, get(), id, &raw));
  }
};

}  // namespace iexpense

#endif
