"""Long work: its progress bar, and Ctrl-C, which leaves nothing half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from iexpense import Phase, Progress
from rich.console import Console, RenderableType
from rich.constrain import Constrain
from rich.progress import (
    BarColumn,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.progress import Progress as Bar

if TYPE_CHECKING:
    from typing_extensions import Self

_SAYS = {
    Phase.READ: "reading",
    Phase.MATCH: "comparing",
    Phase.STORE: "storing",
    Phase.WRITE: "writing",
    Phase.DRAW: "drawing",
}


class _Line(Bar):
    """A bar that leaves the end of its line free: there a terminal writes ^C, which would else
    begin another line, and that would be wiped out in place of the bar.
    """

    def __init__(self, *columns: ProgressColumn, console: Console, **more: Any) -> None:
        self._screen = console
        super().__init__(*columns, console=console, **more)

    def get_renderables(self) -> Iterator[RenderableType]:
        for renderable in super().get_renderables():
            yield Constrain(renderable, self._screen.width - len("^C") - 1)


def _bar(console: Console) -> Bar:
    return _Line(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        expand=True,
        disable=not console.is_terminal,
    )


class Showing:
    """Shows how far a long work is while the `with` block runs: called with each progress.

    Ctrl-C may stop it anywhere, so that it is for work of which nothing is seen until it is whole.
    """

    def __init__(self, console: Console, name: str) -> None:
        self._name = name
        self._bar = _bar(console)
        self._phase: Phase | None = None
        self._task = self._bar.add_task(name, total=None)

    def __call__(self, progress: Progress) -> None:
        if progress.phase is not self._phase:
            self._phase = progress.phase
            self._bar.reset(self._task, description=f"{self._name}: {_SAYS[progress.phase]}")
        self._bar.update(self._task, completed=progress.done, total=progress.total or None)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Ends the bar. Older versions of Rich would write an empty line for one that is not
        shown."""
        if not self._bar.disable:
            self._bar.stop()


class Working(Showing):
    """Shows how far an import or export is, and stops it at Ctrl-C.

    Ctrl-C takes effect in a call of the library's progress alone: it either stops the work, and
    nothing is stored or written, or it comes too late, and `stopped` says so.
    """

    def __init__(self, console: Console, name: str) -> None:
        super().__init__(console, name)
        self.stopped = False
        self._handler: Any = None

    def __call__(self, progress: Progress) -> None:
        self.check()
        super().__call__(progress)

    def check(self) -> None:
        """Stops here when Ctrl-C came."""
        if self.stopped:
            raise KeyboardInterrupt

    def __enter__(self) -> Self:
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._handler = signal.signal(signal.SIGINT, self._stop)
        return super().__enter__()

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
            self._handler = None

    def _stop(self, number: int, frame: object) -> None:
        self.stopped = True
