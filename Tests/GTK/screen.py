"""Drives the window of examples/gtk as its user does, and reads it as a screen reader does.

Every wait is for a condition, so that a slow machine is only slow.
"""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import gi

gi.require_version("Gdk", "4.0")
from accessible import FIELD, FOCUSED, LABEL, LIST, LIST_ITEM, Node, Reader  # noqa: E402
from gi.repository import Gdk, Gio, GLib  # noqa: E402

ID = "org.iexpense.Expenses"
PATH = "/org/iexpense/Expenses"
PATIENCE = 300  # seconds; far more than is needed
Answer = TypeVar("Answer")


class Window:
    """One run of the program, with one window."""

    def __init__(self, *arguments: str) -> None:
        environment = os.environ | {"G_DEBUG": "fatal-warnings"}
        self.process = subprocess.Popen(
            [os.environ["IEXPENSE_WINDOW"], *arguments], env=environment
        )
        self.reader = Reader()
        self.width, self.height = 720, 860
        wait("the program", self._find)
        wait("its list", lambda: self.find(LIST, "Expenses"))
        self._take_keyboard()

    def _find(self) -> bool:
        assert self.process.poll() is None, f"it ended with {self.process.returncode}"
        return self.reader.find(self.process.pid)

    def _take_keyboard(self) -> None:
        """Gives it the keyboard, as a window manager would."""
        search = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Expenses$"]
        found = subprocess.run(search, stdout=subprocess.PIPE, text=True, check=True).stdout
        self.number = found.split()[-1]
        subprocess.run(["xdotool", "windowfocus", "--sync", self.number], check=True)
        subprocess.run(["xdotool", "mousemove", "370", "20"], check=True)

    def resize(self, width: int, height: int) -> None:
        """Gives it another size, of which it takes no less than it needs."""
        self.width, self.height = width, height
        subprocess.run(["xdotool", "windowsize", self.number, str(width), str(height)], check=True)

    def extents(self, node: Node) -> tuple[int, int, int, int]:
        """Gives left, top, width and height of a widget within the window."""
        where = (node.path, "Component", "GetExtents", GLib.Variant("u", 1))
        return self.reader.call(*where)[0]

    def find(self, role: int, name: str) -> Node | None:
        """Gives the first widget of a role and a name; None: there is none."""
        return next((n for n in self.reader.read().all() if (n.role, n.name) == (role, name)), None)

    def rows(self) -> list[str]:
        """Reads the rows of the list, sections too, as they are spoken."""
        expenses = self.find(LIST, "Expenses")
        return [row.name for row in expenses.children if row.role == LIST_ITEM] if expenses else []

    def field(self, name: str) -> Node:
        """Waits for the field of a sheet, or of a row that is edited."""
        return wait(f"the field {name}", lambda: self.find(FIELD, name))

    def text(self, name: str) -> str:
        """Reads what stands in a field."""
        path = self.field(name).path
        length = self.reader.property(path, "Text", "CharacterCount")
        return self.reader.call(
            path, "Text", "GetText", GLib.Variant("i", 0), GLib.Variant("i", length)
        )[0]

    def labels(self) -> list[str]:
        return [node.name for node in self.reader.read().all() if node.role == LABEL]

    def focused(self) -> str:
        """Gives the name of what has the keyboard."""
        return next((node.name for node in self.reader.read().all() if node.has(FOCUSED)), "")

    def keys(self, *keys: str) -> None:
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], check=True)

    def type(self, text: str) -> None:
        subprocess.run(["xdotool", "type", "--delay", "2", text], check=True)

    def click(self, node: Node) -> None:
        """Clicks into the middle of a widget, once it has its place."""

        def place() -> tuple[int, int, int, int] | None:
            before, after = self.extents(node), self.extents(node)
            return after if before == after and after[2] > 0 and after[3] > 0 else None

        x, y, width, height = wait(f"the place of {node.name}", place)
        middle = (str(x + width // 2), str(y + height // 2))
        subprocess.run(["xdotool", "mousemove", *middle, "click", "1"], check=True)

    def act(self, name: str, parameter: GLib.Variant | None = None) -> None:
        """Runs an action of the window or, with "app.", of the program, over D-Bus."""
        path = PATH if name.startswith("app.") else f"{PATH}/window/1"
        arguments = GLib.Variant(
            "(sava{sv})", (name.removeprefix("app."), [parameter] if parameter else [], {})
        )
        Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
            ID,
            path,
            "org.gtk.Actions",
            "Activate",
            arguments,
            None,
            Gio.DBusCallFlags.NONE,
            PATIENCE * 1000,
        )

    def copied(self) -> list[list[str]]:
        """Copies the whole list, as the menu does, and reads the clipboard."""
        clipboard = Gdk.Display.open(os.environ["DISPLAY"]).get_clipboard()
        loop = GLib.MainLoop()
        texts: list[str] = []

        def read(source: Gdk.Clipboard, result: Gio.AsyncResult) -> None:
            texts.append(source.read_text_finish(result))
            loop.quit()

        self.act("copy")
        wait("the copy", lambda: "Copied the list" in self.labels())
        clipboard.read_text_async(None, read)
        loop.run()
        return [line.split("\t") for line in texts[0].splitlines()]

    def picture(self, name: str) -> None:
        """Keeps a picture of the window once it stands still, without its frame."""
        path = Path(os.environ["IEXPENSE_PICTURES"]) / f"{name}.png"
        inside = f"{self.width - 10}x{self.height - 10}+5+5"
        command = ["import", "-window", "root", "-crop", inside, "+repage"]
        last = b""
        for _ in range(40):
            time.sleep(0.2)
            data = subprocess.run([*command, "rgb:-"], stdout=subprocess.PIPE, check=True).stdout
            if data == last:
                break
            last = data
        subprocess.run([*command, str(path)], check=True)

    def colours(self, left: int, top: int, width: int = 1, height: int = 1) -> list[bytes]:
        """Gives the red, green and blue of each point of a piece of the screen."""
        place = f"{width}x{height}+{left}+{top}"
        command = ["import", "-window", "root", "-crop", place, "-depth", "8", "rgb:-"]
        data = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
        return [data[at : at + 3] for at in range(0, len(data), 3)]

    def quit(self) -> None:
        """Ends the program by its action, and raises unless it ended well, without a leak."""
        self.act("app.quit")
        status = self.process.wait(PATIENCE)
        assert status == 0, f"it ended with {status}"

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def wait(what: str, condition: Callable[[], Answer]) -> Answer:
    """Waits until a condition holds, and gives what it answered."""
    end = time.monotonic() + PATIENCE
    while True:
        problem = ""
        answer = None
        try:
            answer = condition()
        except GLib.Error as error:  # what was found has gone meanwhile
            problem = f": {error.message}"
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain for {what}{problem}")
        time.sleep(0.1)  # asking costs the program time too
