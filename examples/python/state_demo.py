"""State: a switch that shows a hint, and a circle that changes its colour with each tap.

Nobody calls draw: the screen subscribes to its states, and draws itself after each change.
"""

from enum import Enum

from iexpense import Binding, State


class Colour(Enum):
    GREEN = "green"
    RED = "red"
    BLUE = "blue"


class Screen:
    """It owns its states: to it they are plain attributes, and each screen has its own."""

    shows_hint = State(False)
    colour = State(Colour.GREEN)

    def __init__(self) -> None:
        # The binding is handed down; the value stays here.
        self.switch = Switch(Screen.shows_hint.binding(self))
        Screen.shows_hint.binding(self).subscribe(self.draw)
        Screen.colour.binding(self).subscribe(self.draw)
        self.draw()

    def draw(self, _: object = None) -> None:
        print(f"  [{'x' if self.shows_hint else ' '}] hint    ({self.colour.value})")
        if self.shows_hint:
            print("  Tap the circle.")

    def tap_circle(self) -> None:
        print("tap the circle")
        colours = list(Colour)
        self.colour = colours[(colours.index(self.colour) + 1) % len(colours)]


class Switch:
    """It knows nothing of the screen: what it needs is something to read and to write."""

    def __init__(self, is_on: Binding[bool]) -> None:
        self.is_on = is_on

    def tap(self) -> None:
        print("tap the switch")
        self.is_on.value = not self.is_on.value


screen = Screen()
screen.switch.tap()
screen.tap_circle()
screen.tap_circle()
screen.tap_circle()
screen.switch.tap()
