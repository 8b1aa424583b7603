"""A parent's state, and a child that is bound to it: the star knows nothing of its parent, and yet
the parent's text follows the star."""

from iexpense import Binding, State


class StarButton:
    """A child: it has no state, but a binding on someone's."""

    def __init__(self, is_active: Binding[bool]) -> None:
        self.is_active = is_active

    def tap(self) -> None:
        print("tap the star")
        self.is_active.value = not self.is_active.value

    def __str__(self) -> str:
        return "★" if self.is_active.value else "☆"


class Screen:
    """The parent: it owns both states, and lends one."""

    is_active = State(False)
    has_large_title = State(True)

    def __init__(self) -> None:
        self.star = StarButton(Screen.is_active.binding(self))
        Screen.is_active.binding(self).subscribe(self.draw)
        Screen.has_large_title.binding(self).subscribe(self.draw)
        self.draw()

    def draw(self, _: object = None) -> None:
        print("  STAR BUTTON" if self.has_large_title else "  Star button")
        print(f"  {self.star} {'aktiv' if self.is_active else 'nicht aktiv'}")

    def toggle_title(self) -> None:
        print("toggle the title")
        self.has_large_title = not self.has_large_title


screen = Screen()
screen.star.tap()
screen.toggle_title()
screen.star.tap()
screen.toggle_title()
# The parent may write it too: then the star follows.
print("the parent sets it")
screen.is_active = True
# To write what is there already is no change, and nothing is drawn.
print("again")
screen.is_active = True
