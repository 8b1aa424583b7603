"""Subscriptions: one C callback for each kind, which finds the Python callable by a number.

C holds the number, never a Python object, so that nothing that C may still call can be collected.
What is subscribed to owns the subscription (for a view, its store); this module's table only knows
it, so that a store and the callables that refer to it can be collected together.
"""

from __future__ import annotations

import ctypes
import itertools
import weakref
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Callable, Protocol

from . import _abi
from ._call import call, keep_stop, lib, thread
from ._change import Change
from ._viewchange import ViewChange
from .errors import HandleError, field_bits

if TYPE_CHECKING:
    from types import TracebackType

    from ._store import Store
    from ._view import Expenses

Subscriber = Callable[[Change], object]
ViewSubscriber = Callable[[ViewChange], object]

ErrorHandler = Callable[[Exception, "Subscription"], object]

_known: weakref.WeakValueDictionary[int, Subscription] = weakref.WeakValueDictionary()
_numbers = itertools.count(1)


class Source(Protocol):
    """What keeps subscriptions, and says who is told of an exception of a subscriber."""

    _subscriptions: dict[int, Subscription]

    @property
    def on_error(self) -> ErrorHandler | None: ...


class Keeper:
    """The source of what belongs to no store. It refers to none of it, so that what nobody has
    subscribed to goes without the collector."""

    def __init__(self) -> None:
        self._subscriptions: dict[int, Subscription] = {}
        self.on_error: ErrorHandler | None = None


class Kept:
    """The `on_error` of what has a keeper."""

    _keeper: Keeper

    @property
    def on_error(self) -> ErrorHandler | None:
        """Called with what a subscriber raises, and its subscription; None: as unraisable."""
        return self._keeper.on_error

    @on_error.setter
    def on_error(self, handler: ErrorHandler | None) -> None:
        self._keeper.on_error = handler


class Subscription:
    """A callable that is told of the changes of one thing, until it is cancelled."""

    def __init__(self, source: Source, callback: Any, keeps: Any = None) -> None:
        if not callable(callback):
            raise TypeError(f"a subscriber must be callable, and {callback!r} is not")
        self._source = source
        self._callback: Any = callback
        # A view or a binding that nobody else holds goes on for its subscriber.
        self._keeps = keeps
        self._key = next(_numbers)
        self._number = 0
        self._cancelled = False

    @property
    def active(self) -> bool:
        """Whether it may still be told of changes."""
        return self._callback is not None and not self._cancelled

    def cancel(self) -> None:
        """Ends it; again is nothing. When this returns, the callable is not running and never
        will again; called inside a callback, that holds once the callback has returned."""
        self._cancelled = True
        if self._number:
            lib.iex_subscription_cancel(self._number)

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.cancel()

    def __repr__(self) -> str:
        if not self.active:
            return "<Subscription, ended>"
        return f"<Subscription of {self._callback!r}>"

    def _read(self, pointer: Any) -> Any:
        """Makes what the callable gets of what the library hands over; None: it is not to run."""
        return pointer

    def _run(self, callback: Any, event: Any) -> None:
        callback(event)

    def _free(self) -> None:
        """Lets the callable go, which may be the last that holds other things."""
        self._source._subscriptions.pop(self._key, None)
        self._callback = self._keeps = None


def subscribe(
    store: Store,
    callback: Subscriber,
    initial: bool,
    skip_own: bool,
    fields: Iterable[str] | None,
    queued: bool,
) -> Subscription:
    """Registers a callable with the library, for the changes of a store."""
    flags = _abi.IEX_SUBSCRIBE_INITIAL if initial else 0
    flags |= _abi.IEX_SUBSCRIBE_SKIP_OWN if skip_own else 0
    options = _abi.iex_subscription_options(
        ctypes.sizeof(_abi.iex_subscription_options),
        flags,
        0 if fields is None else field_bits(fields),
        _abi.IEX_DELIVER_QUEUED if queued else _abi.IEX_DELIVER_NOW,
    )
    subscription = _ChangeSubscription(store, Change, callback)
    function = lib.iex_store_subscribe_with
    return register(subscription, function, store._use(), options, _DELIVER)


def subscribe_view(store: Store, view: Expenses[Any], callback: ViewSubscriber) -> Subscription:
    """Registers a callable with the library, for the changes of a view."""
    subscription = _ChangeSubscription(store, ViewChange, callback, view)
    return register(subscription, lib.iex_view_subscribe, view._use(), _DELIVER_VIEW)


class _ChangeSubscription(Subscription):
    def __init__(
        self, store: Store, kind: type[Change | ViewChange], callback: Any, view: Any = None
    ) -> None:
        super().__init__(store, callback, view)
        self._guard = store._guard
        self._kind = kind

    def _read(self, pointer: int) -> Change | ViewChange | None:
        try:
            with self._guard:
                return self._kind(pointer, self._guard)
        except HandleError:
            # Another thread is closing the store.
            return None


def register(subscription: Subscription, function: Any, *arguments: Any) -> Subscription:
    """Hands a subscription to a function of the library, with these arguments before it."""
    number = ctypes.c_uint64()
    # Known before the call: an initial change arrives within it.
    key = known(subscription)
    try:
        call(function, *arguments, key, FREE, number)
    finally:
        subscription._number = number.value
        if subscription._cancelled:
            subscription.cancel()
    return subscription


def known(subscription: Subscription) -> int:
    """Makes a subscription known, and tells the number that the library is to hold for it."""
    _known[subscription._key] = subscription
    subscription._source._subscriptions[subscription._key] = subscription
    return subscription._key


def deliver(key: int, pointer: Any) -> None:
    """Runs the subscriber of one number; what it raises never reaches C."""
    thread.callbacks += 1
    try:
        subscription = _known.get(key)
        if subscription is not None and subscription.active:
            _tell(subscription, pointer)
    except Exception:
        # Leaving a ctypes callback by an exception is how it gets to sys.unraisablehook.
        raise
    except BaseException as stop:
        keep_stop(stop)
    finally:
        thread.callbacks -= 1


def _tell(subscription: Subscription, pointer: int) -> None:
    callback = subscription._callback
    if callback is None:
        return
    # Not inside another callback: this thread waits for changes, and this is one.
    told = thread.told if thread.callbacks == 1 else None
    event = None
    try:
        event = subscription._read(pointer)
        if event is None:
            return
        if told is not None:
            told.count += 1
        subscription._run(callback, event)
    except Exception as error:
        if told is not None and told.error is None:
            # To be raised from the call that waits.
            told.error = error
            return
        handler = subscription._source.on_error
        if handler is None:
            raise
        handler(error, subscription)
    finally:
        if isinstance(event, (Change, ViewChange)):
            event._end()


def _free(key: int) -> None:
    subscription = _known.pop(key, None)
    if subscription is not None:
        subscription._free()


_DELIVER = _abi.iex_change_callback(deliver)
_DELIVER_VIEW = _abi.iex_view_callback(deliver)
FREE = _abi.iex_free_callback(_free)
