"""What a screen reader finds in a program: its widgets by role, name and state, over D-Bus.

One call reads everything that was read before, as it is now; so reading the whole window again and
again costs little.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from gi.repository import Gio, GLib

# Numbers of the accessibility bus: its roles and states that occur here.
LABEL, LIST, LIST_ITEM, BUTTON, FIELD = 29, 31, 32, 43, 61
FOCUSED = 12
PATIENCE = 120000  # milliseconds, for one call
ROOT = "/org/a11y/atspi/accessible/root"


@dataclass
class Node:
    """A widget as it was when it was read."""

    path: str
    parent: str
    index: int
    child_count: int
    name: str
    role: int
    description: str
    states: int
    children: list["Node"] = field(default_factory=list)

    def has(self, state: int) -> bool:
        return bool(self.states >> state & 1)

    def all(self) -> Iterator["Node"]:
        """Yields it and what is in it, depth first, in the order of the screen."""
        yield self
        for child in self.children:
            yield from child.all()


class Reader:
    """Reads the widgets of one program."""

    def __init__(self) -> None:
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        answer = session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None
        )
        kind = Gio.DBusConnectionFlags
        self.bus = Gio.DBusConnection.new_for_address_sync(
            answer.unpack()[0],
            kind.AUTHENTICATION_CLIENT | kind.MESSAGE_BUS_CONNECTION,
            None,
            None,
        )
        self.program = ""

    def call(self, path: str, interface: str, method: str, *arguments: GLib.Variant) -> tuple:
        """Calls a method of a widget, and gives what it answers."""
        return self._call(self.program, path, f"org.a11y.atspi.{interface}", method, *arguments)

    def property(self, path: str, interface: str, name: str) -> object:
        """Reads a property of a widget."""
        arguments = (GLib.Variant("s", f"org.a11y.atspi.{interface}"), GLib.Variant("s", name))
        return self._call(self.program, path, "org.freedesktop.DBus.Properties", "Get", *arguments)[
            0
        ]

    def _call(self, name: str, path: str, interface: str, method: str, *arguments: GLib.Variant):
        values = GLib.Variant.new_tuple(*arguments) if arguments else None
        flags = Gio.DBusCallFlags.NONE
        return self.bus.call_sync(
            name, path, interface, method, values, None, flags, PATIENCE, None
        ).unpack()

    def find(self, process: int) -> bool:
        """Looks for the program that a process runs."""
        (programs,) = self._call(
            "org.a11y.atspi.Registry",
            ROOT,
            "org.a11y.atspi.Accessible",
            "GetChildren",
        )
        for name, _ in programs:
            (owner,) = self._call(
                "org.freedesktop.DBus",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus",
                "GetConnectionUnixProcessID",
                GLib.Variant("s", name),
            )
            if owner == process:
                self.program = name
                return True
        return False

    def _items(self) -> dict[str, Node]:
        (items,) = self.call("/org/a11y/atspi/cache", "Cache", "GetItems")
        return {
            own[1]: Node(own[1], up[1], index, count, name, role, about, bits[0] | bits[1] << 32)
            for own, _, up, index, count, _, name, role, about, bits in items
        }

    def read(self) -> Node:
        """Reads all widgets of the program; gives the program, with its windows in it."""
        while True:
            nodes = self._items()
            for node in nodes.values():
                if node.parent in nodes and node.parent != node.path:
                    nodes[node.parent].children.append(node)
            if all([self._settle(node, nodes) for node in nodes[ROOT].all()]):
                return nodes[ROOT]

    def _settle(self, node: Node, nodes: dict[str, Node]) -> bool:
        """Puts the children of a node in order; False when some were never read before.

        What is hidden stays among what was read: where that makes a difference, it is asked which
        ones are there.
        """
        node.children.sort(key=lambda child: child.index)
        if len(node.children) == node.child_count:
            return True
        try:
            (children,) = self.call(node.path, "Accessible", "GetChildren")
        except GLib.Error:  # it has gone meanwhile
            return False
        node.children = [nodes[path] for _, path in children if path in nodes]
        return len(node.children) == len(children)
