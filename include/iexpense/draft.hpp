/* Drafts: the form of one expense. */
#ifndef IEXPENSE_DRAFT_HPP
#define IEXPENSE_DRAFT_HPP

#include "screens.hpp"

namespace iexpense {

/* How to open a draft. */
struct draft_options {
  std::string decimal_mark;     /* "." or ","; "": that of the host's numbers */
  std::optional<edit> defaults; /* what a new expense begins with */
};

/* What is wrong with the text of a field. */
class problem {
 public:
  using raw_type = iex_problem;
  explicit problem(const iex_problem &raw) noexcept : raw_(&raw) {}

  iexpense::field field() const noexcept { return static_cast<iexpense::field>(raw_->field); }
  iex_status status() const noexcept { return raw_->status; }
  std::string_view message() const noexcept { return detail::view(raw_->message); }

 private:
  const iex_problem *raw_;
};

/* How a draft stands. */
struct draft_state {
  std::int64_t id;   /* the expense that it edits; 0: one that is yet to be added */
  bool savable;      /* there is no problem and no conflict, and the expense is there */
  bool has_changes;  /* something would be lost if the draft were closed */
  bool removed;      /* the expense was removed by someone */
  fields changed;    /* say something else than in the beginning */
  fields conflicts;  /* someone else has changed them too, to another value */
};

/* The form of one expense, from typed texts to one saved change. */
class draft : public detail::handle<iex_draft, iex_draft_close> {
 public:
  using handle::handle;

  /* The text of a field, valid until the next call of this for it. */
  std::string_view text(field one) const {
    const char *found = iex_draft_text(get(), number(one));
    if (!found) throw argument_error("the draft is closed, or the field has no text");
    return found;
  }
  draft &set(field one, std::string_view text) {
    detail::call(iex_draft_set, get(), number(one), detail::text(text).c_str());
    return *this;
  }
  /* What keeps it from being saved; valid until the next call of this. */
  row_range<problem> problems() const {
    const auto found = detail::list<const iex_problem *>(
        [&](std::size_t *n, iex_error *e) { return iex_draft_problems(get(), n, e); });
    return {found.first, found.second};
  }
  /* What could be chosen for a field; valid until the next call of this for it. */
  text_range choices(field one) const {
    const auto found = detail::list<const char *const *>(
        [&](std::size_t *n, iex_error *e) { return iex_draft_choices(get(), number(one), n, e); });
    return {found.first, found.second};
  }
  draft_state state() const {
    iex_draft_state raw{};
    raw.struct_size = sizeof raw;
    detail::call(iex_draft_describe, get(), &raw);
    return {raw.id,
            (raw.flags & IEX_DRAFT_SAVABLE) != 0,
            (raw.flags & IEX_DRAFT_CHANGED) != 0,
            (raw.flags & IEX_DRAFT_REMOVED) != 0,
            fields(raw.changed),
            fields(raw.conflicts)};
  }
  /* Settles conflicts: takes what others have stored. */
  void take_theirs(fields some) { resolve(some, IEX_DRAFT_TAKE_THEIRS); }
  /* Settles conflicts: stores what the draft says over it. */
  void keep_mine(fields some) { resolve(some, IEX_DRAFT_KEEP_MINE); }
  /* Saves it as one change and gives the expense's id. */
  std::int64_t save() { return detail::get<std::int64_t>(iex_draft_save, get()); }
  void discard() { detail::call(iex_draft_discard, get()); }
  /* The text of a field as a binding. */
  iexpense::binding binding(field one) {
    return iexpense::binding(
        detail::get<iex_binding *>(iex_draft_binding, get(), number(one)));
  }
  /* A sheet that can't be dismissed while the draft has changes that are not saved. */
  template <class Function>
  iexpense::sheet sheet(const iexpense::binding &presented, Function &&on_dismiss) {
    return iexpense::sheet::open(presented, get(), std::forward<Function>(on_dismiss));
  }

 private:
  static std::int32_t number(field one) noexcept { return static_cast<std::int32_t>(one); }
  void resolve(fields some, std::int32_t how) {
    detail::call(iex_draft_resolve, get(), some.bits(), how);
  }
};

}  // namespace iexpense

#endif
