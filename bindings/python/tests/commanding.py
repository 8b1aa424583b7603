"""Runs the command `iexpense`: in this process, in one of its own, and in a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from iexpense.cli import main

SECONDS = 120
"""How long a test waits for what must come: long, since the machine may be busy."""


class Ran(NamedTuple):
    status: int
    out: str
    err: str


class Command:
    """The command in this process, on one store."""

    def __init__(self, store: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.store = store
        self._capsys = capsys

    def __call__(self, *words: str, status: int = 0) -> Ran:
        """Runs a command line, which must end with `status`."""
        self._capsys.readouterr()
        ended = main(["--store", str(self.store), *words])
        ran = Ran(ended, *self._capsys.readouterr())
        assert ended == status, ran
        assert "Traceback" not in ran.err
        return ran


def environment(**more: str) -> dict[str, str]:
    """The environment of a program: no colours asked for, no width, no store of the user's."""
    left_out = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "IEXPENSE_STORE", "XDG_DATA_HOME")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return {**kept, "TERM": "xterm-256color", **more}


def command_line(*words: object) -> list[str]:
    """The words that start the command as a program of its own."""
    return [sys.executable, "-W", "error", "-m", "iexpense", *map(str, words)]


def program(*words: object, status: int = 0, input: str | None = None, **more: str) -> Ran:
    """Runs the command as a program of its own."""
    done = subprocess.run(
        command_line(*words),
        input=input,
        stdin=subprocess.DEVNULL if input is None else None,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=SECONDS,
        env=environment(**more),
        check=False,
    )
    ran = Ran(done.returncode, done.stdout, done.stderr)
    assert ran.status == status, ran
    return ran


class Terminal:
    """The command in a terminal of its own: reads what it shows, and types."""

    def __init__(self, *words: object, columns: int = 100, **more: str) -> None:
        self.raw = ""
        self._seen = 0
        self._screen, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        # Its own session, whose terminal this is, so that Ctrl-C reaches it and nobody else.
        self._process = subprocess.Popen(
            ["setsid", "--ctty", *command_line(*words)],
            stdin=side,
            stdout=side,
            stderr=side,
            env=environment(**more),
        )
        os.close(side)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: Any) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._screen)

    @property
    def text(self) -> str:
        """All that was shown, without colours and movements."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.raw).replace("\r", "")

    def expect(self, wanted: str) -> None:
        """Waits until a text is shown behind the one that was expected before."""
        deadline = time.monotonic() + SECONDS
        while (place := self.text.find(wanted, self._seen)) < 0:
            assert time.monotonic() < deadline, (wanted, self.text)
            assert self._read(), (wanted, self.text)
        self._seen = place + len(wanted)

    def type(self, text: str) -> None:
        """Types, with the Enter key behind it."""
        os.write(self._screen, f"{text}\n".encode())

    def press(self, key: str) -> None:
        """Presses a control key: "C" is Ctrl-C."""
        # Python misses a Ctrl-C between the prompt and its reading, as any program does that reads.
        time.sleep(0.2)
        os.write(self._screen, bytes([ord(key) - 64]))

    def ends(self, status: int = 0) -> str:
        """Waits for the end and tells all that was shown."""
        deadline = time.monotonic() + SECONDS
        while self._read():
            assert time.monotonic() < deadline, self.text
        assert self._process.wait(SECONDS) == status, self.text
        assert "Traceback" not in self.text
        return self.text

    def _read(self) -> bool:
        """Reads what there is; False: the command has closed the terminal."""
        if not select.select([self._screen], [], [], 1)[0]:
            return True
        try:
            data = os.read(self._screen, 65536)
        except OSError:
            return False
        self.raw += data.decode("utf-8", "replace")
        return bool(data)
