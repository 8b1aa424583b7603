"""Writes what an installed Python package says of itself, and its command, from pyproject.toml."""

import sys
import tomllib
from pathlib import Path


def main() -> None:
    project, info, commands = (Path(argument) for argument in sys.argv[1:])
    said = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {said['name']}",
        f"Version: {said['version']}",
        f"Summary: {said['description']}",
        f"Requires-Python: {said['requires-python']}",
    ]
    for extra, packages in said.get("optional-dependencies", {}).items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {package}; extra == "{extra}"' for package in packages]
    (info / "METADATA").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (info / "INSTALLER").write_text("debian\n", encoding="utf-8")
    scripts = said.get("scripts", {})
    entries = [f"{name} = {target}" for name, target in scripts.items()]
    (info / "entry_points.txt").write_text(
        "\n".join(["[console_scripts]", *entries]) + "\n", encoding="utf-8"
    )
    for name, target in scripts.items():
        module, function = target.split(":")
        command = commands / name
        command.write_text(
            f"#!/usr/bin/python3\nimport sys\n\nfrom {module} import {function}\n\n"
            f"sys.exit({function}())\n",
            encoding="utf-8",
        )
        command.chmod(0o755)


if __name__ == "__main__":
    main()
