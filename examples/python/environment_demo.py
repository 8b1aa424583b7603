"""An object in the environment: a screen that is pushed finds it, a modal finds what it is handed.

Without it the modal gets an error that it can show, and the program goes on.
"""

from iexpense import Environment, MissingObjectError, ObservableObject, Published


class Counter(ObservableObject):
    count = Published(0)


class Screen:
    """It is handed an environment, and takes from it what it needs."""

    def __init__(self, name: str, environment: Environment) -> None:
        self.name = name
        self.counter = environment[Counter]
        self.draw()

    def draw(self, field: str = "") -> None:
        print(f"  {self.name}: {self.counter.count}")

    def tap(self) -> None:
        print(f"tap in {self.name}")
        self.counter.count += 1


home = Environment("home")
home.put(Counter())
first = Screen("home", home)
first.counter.subscribe(first.draw)
first.tap()

print("push the detail")
pushed = Screen("detail", home.child("detail"))
pushed.counter.subscribe(pushed.draw)
pushed.tap()

print("show the settings")
settings = home.modal("settings")
try:
    Screen("settings", settings)
except MissingObjectError as error:
    print(f"  {error}")

print("show the settings, and hand the counter on")
settings.put(home[Counter])
Screen("settings", settings).tap()
