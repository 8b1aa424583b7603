"""What can be closed is a context manager that closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from types import TracebackType

_Self = TypeVar("_Self", bound="Closing")


class Closing:
    """The `with` of a class that has a close."""

    __slots__ = ()

    def close(self) -> None:
        """Ends it."""
        raise NotImplementedError

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
