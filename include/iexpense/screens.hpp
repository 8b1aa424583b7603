/* State that screens share: objects, environments, sheets. */
#ifndef IEXPENSE_SCREENS_HPP
#define IEXPENSE_SCREENS_HPP

#include "state.hpp"

namespace iexpense {

/* An object with published fields, which all who hold it share. */
class object : public detail::handle<iex_object, iex_object_close> {
 public:
  using handle::handle;
  explicit object(std::string_view type)
      : handle(detail::get<iex_object *>(iex_object_open, detail::text(type).c_str())) {}

  /* Gives it a field; its kind is that of what it begins with. */
  iexpense::binding publish(std::string_view name, const value &first) {
    const iex_value raw = first.raw();
    return iexpense::binding(detail::get<iex_binding *>(iex_object_publish, get(),
                                                        detail::text(name).c_str(), &raw));
  }
  iexpense::binding binding(std::string_view name) const {
    return iexpense::binding(
        detail::get<iex_binding *>(iex_object_binding, get(), detail::text(name).c_str()));
  }
  /* Runs void(std::string_view field) after each change of a field. */
  template <class Function>
  subscription subscribe(Function &&function) {
    using kept = std::decay_t<Function>;
    return subscription(detail::get<std::uint64_t>(
        iex_object_subscribe, get(), detail::tell_field<kept>,
        static_cast<void *>(detail::keep(std::forward<Function>(function))),
        detail::destroy<kept>));
  }
};

/* Where screens find the objects that they share. */
class environment : public detail::handle<iex_environment, iex_environment_close> {
 public:
  using handle::handle;
  explicit environment(std::string_view name = {})
      : handle(detail::get<iex_environment *>(iex_environment_open, detail::text(name).c_str())) {}

  /* That of a screen which is pushed: it inherits. */
  environment child(std::string_view name = {}) const {
    return environment(detail::get<iex_environment *>(iex_environment_child, get(),
                                                      detail::text(name).c_str()));
  }
  /* That of a modal screen: it inherits nothing. */
  environment modal(std::string_view name = {}) const {
    return environment(detail::get<iex_environment *>(iex_environment_modal, get(),
                                                      detail::text(name).c_str()));
  }
  void put(const object &shared) { detail::call(iex_environment_put, get(), shared.get()); }
  object find(std::string_view type) const {
    return object(detail::get<iex_object *>(iex_environment_find, get(),
                                            detail::text(type).c_str()));
  }
};

/* A screen over another one, shown while its binding is true. */
class sheet : public detail::handle<iex_sheet, iex_sheet_close> {
 public:
  using handle::handle;
  explicit sheet(const binding &presented)
      : handle(detail::get_mapped<iex_sheet *>(iex_sheet_open, presented.get(),
                                               static_cast<iex_draft *>(nullptr),
                                               static_cast<iex_dismiss_callback>(nullptr),
                                               static_cast<void *>(nullptr),
                                               static_cast<iex_free_callback>(nullptr))) {}
  /* Runs void() after each dismissal; one with a draft is opened by draft::sheet. */
  template <class Function>
  sheet(const binding &presented, Function &&on_dismiss)
      : sheet(open(presented, nullptr, std::forward<Function>(on_dismiss))) {}
  template <class Function>
  static sheet open(const binding &presented, iex_draft *draft, Function &&on_dismiss) {
    using kept = std::decay_t<Function>;
    return sheet(detail::get_mapped<iex_sheet *>(
        iex_sheet_open, presented.get(), draft, detail::tell_nothing<kept>,
        static_cast<void *>(detail::keep(std::forward<Function>(on_dismiss))),
        detail::destroy<kept>));
  }

  void present() {
    detail::call_mapped(iex_sheet_present, get(), static_cast<iex_value *>(nullptr));
  }
  void present(const value &about) {
    const iex_value raw = about.raw();
    detail::call_mapped(iex_sheet_present, get(), static_cast<const iex_value *>(&raw));
  }
  bool presented() const { return (describe().flags & IEX_SHEET_PRESENTED) != 0; }
  /* Whether its draft has changes that are not saved. */
  bool unsaved() const { return (describe().flags & IEX_SHEET_UNSAVED) != 0; }
  /* What it was presented with. */
  std::optional<value> about() const {
    const iex_value *raw = describe().value;
    return raw ? std::optional<value>(*raw) : std::nullopt;
  }
  /* unsaved_error when its draft has changes that are not saved. */
  void dismiss() { detail::call_mapped(iex_sheet_dismiss, get(), 0u); }
  /* Forgets what its draft has that is not saved. */
  void dismiss_discarding() {
    detail::call_mapped(iex_sheet_dismiss, get(), static_cast<std::uint32_t>(IEX_DISMISS_DISCARD));
  }

 private:
  iex_sheet_state describe() const {
    iex_sheet_state raw{};
    raw.struct_size = sizeof raw;
    detail::call_mapped(iex_sheet_describe, get(), &raw);
    return raw;
  }
};

}  // namespace iexpense

#endif
