"""Puts libiexpense.so.1 into the package and gives the wheel the machine's tag.

The library is taken from $IEXPENSE_LIBRARY, else from build/ at the top of the checkout, else it
is built there by `make build`. Everything else stands in pyproject.toml.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.errors import SetupError

LIBRARY = "libiexpense.so.1"
HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent


def library() -> Path:
    """Finds the library, or builds it."""
    named = os.environ.get("IEXPENSE_LIBRARY")
    if named:
        if not Path(named).is_file():
            raise SetupError(f"IEXPENSE_LIBRARY names {named}, which is not a file")
        return Path(named)
    built = TOP / "build" / LIBRARY
    if built.is_file():
        return built
    if (TOP / "Package.swift").is_file() and shutil.which("swift") and shutil.which("make"):
        print(f"{built} is not there: building it", file=sys.stderr)
        subprocess.run(["make", "-C", str(TOP), "build"], check=True)
        if built.is_file():
            return built
        raise SetupError(f"make build ran, and {built} is still not there")
    raise SetupError(
        f"{LIBRARY} is missing: it is not at {built}, and there is no Swift toolchain to build it. "
        f"Set IEXPENSE_LIBRARY to the path of a built {LIBRARY}."
    )


class BuildWithLibrary(build_py):
    """build_py, and then the library beside the modules."""

    def run(self) -> None:
        super().run()
        package = HERE / "src" if self.editable_mode else Path(self.build_lib)
        target = package / "iexpense" / LIBRARY
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        if self.editable_mode:
            # The modules are imported from src, and the next build is to be seen there too.
            target.symlink_to(library().resolve())
        else:
            shutil.copyfile(library(), target)


class PlatformWheel(bdist_wheel):
    """A wheel for one platform and any Python 3: the library is loaded with ctypes."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self) -> tuple[str, str, str]:
        _, _, platform = super().get_tag()
        return "py3", "none", platform


class BinaryDistribution(Distribution):
    """Installs into platlib, since the package holds machine code."""

    def has_ext_modules(self) -> bool:
        return True


setup(
    distclass=BinaryDistribution,
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel},
)
