"""Two holders of one object, and two copies of one value.

An object is one thing, whoever holds it: each holder sees each change, and is told of it. A value
is what it says: a copy goes its own way.
"""

import copy

from iexpense import ObservableObject, Published, State


class User(ObservableObject):
    first_name = Published("Ada")
    last_name = Published("Lovelace")


class UserValue:
    first_name = State("Ada")
    last_name = State("Lovelace")


class Screen:
    """Shows a user, of either kind."""

    def __init__(self, name: str, user: "User | UserValue") -> None:
        self.name = name
        self.user = user

    def draw(self, field: str = "") -> None:
        print(f"  {self.name}: {self.user.first_name} {self.user.last_name}")


print("two holders of one object")
user = User()
left, right = Screen("left", user), Screen("right", user)
for screen in (left, right):
    user.subscribe(screen.draw)
    screen.draw()
print("the left one writes Grace Hopper")
left.user.first_name = "Grace"
left.user.last_name = "Hopper"

print("two copies of one value")
value = UserValue()
left, right = Screen("left", value), Screen("right", copy.copy(value))
for screen in (left, right):
    UserValue.first_name.binding(screen.user).subscribe(screen.draw)
    UserValue.last_name.binding(screen.user).subscribe(screen.draw)
    screen.draw()
print("the left one writes Grace Hopper")
left.user.first_name = "Grace"
left.user.last_name = "Hopper"
print("what the right one shows")
right.draw()
