"""Long work: its progress bar, and Ctrl-C, which leaves nothing half done."""

from __future__ import annotations

import signal
import threading
from types import TracebackType
from typing import Any

from iexpense import Phase, Progress
from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

_SAYS = {
    Phase.READ: "reading",
    Phase.MATCH: "comparing",
    Phase.STORE: "storing",
    Phase.WRITE: "writing",
}


def _bar(console: Console) -> Bar:
    return Bar(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        expand=True,
        disable=not console.is_terminal,
    )


def _end(bar: Bar) -> None:
    """Ends a bar. Older versions of Rich would write an empty line for one that is not shown."""
    if not bar.disable:
        bar.stop()


class Working:
    """Shows how far an import or export is while the `with` block runs, and stops it at Ctrl-C.

    Called with each progress of the library. Ctrl-C takes effect in such a call alone: it either
    stops the work, and nothing is stored or written, or it comes too late, and `stopped` says so.
    """

    def __init__(self, console: Console, name: str) -> None:
        self.stopped = False
        self._name = name
        self._bar = _bar(console)
        self._phase: Phase | None = None
        self._task = self._bar.add_task(name, total=None)
        self._handler: Any = None

    def __call__(self, progress: Progress) -> None:
        self.check()
        if progress.phase is not self._phase:
            self._phase = progress.phase
            self._bar.reset(self._task, description=f"{self._name}: {_SAYS[progress.phase]}")
        self._bar.update(self._task, completed=progress.done, total=progress.total or None)

    def check(self) -> None:
        """Stops here when Ctrl-C came."""
        if self.stopped:
            raise KeyboardInterrupt

    def __enter__(self) -> Working:
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._handler = signal.signal(signal.SIGINT, self._stop)
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        _end(self._bar)
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._handler)
            self._handler = None

    def _stop(self, number: int, frame: object) -> None:
        self.stopped = True


class Steps:
    """Shows which of a few steps is being done while the `with` block runs.

    Ctrl-C may stop it anywhere: what is done here is only seen once it is whole.
    """

    def __init__(self, console: Console, name: str) -> None:
        self._name = name
        self._bar = _bar(console)
        self._task = self._bar.add_task(name, total=None)

    def next(self, doing: str) -> None:
        """Begins the next step."""
        self._bar.update(self._task, description=f"{self._name}: {doing}")

    def __enter__(self) -> Steps:
        self._bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        _end(self._bar)
