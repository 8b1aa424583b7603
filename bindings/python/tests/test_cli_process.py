"""The command as a program among others: pipes, locales, locks, what is missing or damaged."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import iexpense
import pytest
from commanding import SECONDS, command_line, environment, program
from iexpense.cli import main


@pytest.fixture
def filled(path: Path) -> Path:
    with iexpense.open(path, currency="EUR", relaxed=True) as store:
        store.add_many([{"name": f"Café {i}", "amount": "3.50"} for i in range(3000)])
    return path


def shell(line: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Runs a line of bash in which `iexpense` is the command."""
    words = " ".join(f"'{word}'" for word in command_line())
    return subprocess.run(
        ["bash", "-c", f'set -o pipefail; iexpense() {{ {words} "$@"; }}; {line}'],
        capture_output=True,
        encoding="utf-8",
        env=environment(**more),
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("command", ["list -n all", "list -n all --json", "export --format csv"])
def test_a_broken_pipe_is_quiet(filled: Path, command: str) -> None:
    done = shell(f"iexpense {command} | head -n 2", IEXPENSE_STORE=str(filled))
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 2


def test_a_full_disk_is_an_error(filled: Path) -> None:
    done = shell("iexpense list -n all > /dev/full", IEXPENSE_STORE=str(filled))
    assert done.returncode == 1
    assert done.stderr == "error: No space left on device\n"


def test_where_the_store_is(tmp_path: Path) -> None:
    program("add", "Lunch", "1", "--currency", "EUR", XDG_DATA_HOME=str(tmp_path / "data"))
    default = tmp_path / "data" / "iexpense" / "expenses.db"
    assert default.exists()
    assert default.parent.stat().st_mode & 0o777 == 0o700
    program("add", "Lunch", "1", "--currency", "EUR", HOME=str(tmp_path / "home"))
    assert (tmp_path / "home" / ".local" / "share" / "iexpense" / "expenses.db").exists()
    ran = program("list", XDG_DATA_HOME="relative", HOME=str(tmp_path / "home"))
    assert "Lunch" in ran.out
    other = tmp_path / "other.db"
    ran = program("list", IEXPENSE_STORE=str(other), status=1)
    assert f"there is no store at {other} yet" in ran.err
    ran = program("list", "--store", default, IEXPENSE_STORE=str(other))
    assert "Lunch" in ran.out
    nowhere = tmp_path / "nowhere" / "x.db"
    ran = program("add", "Lunch", "1", "--currency", "EUR", "--store", nowhere, status=1)
    assert "the folder does not exist" in ran.err


@pytest.mark.parametrize(
    ("locale", "shows"), [("C.UTF-8", "Café →"), ("C", "Caf"), ("POSIX", "Caf")]
)
def test_every_locale_can_list(path: Path, locale: str, shows: str) -> None:
    with iexpense.open(path, currency="EUR") as store:
        store.add("Café →", "1")
    more = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert shows in program("--store", path, "list", **more).out
    (row,) = json.loads(program("--store", path, "list", "--json", **more).out)
    assert row["name"] == "Café →"


def test_an_encoding_that_has_no_such_letters(path: Path) -> None:
    with iexpense.open(path, currency="EUR") as store:
        store.add("Café →", "1")
    for encoding, shows in (("ascii", "Caf\\xe9 \\u2192"), ("latin-1", "Caf\udce9 \\u2192")):
        ran = program("--store", path, "list", PYTHONIOENCODING=encoding)
        assert shows in ran.out
        ran = program("--store", path, "find", "cafe", "--json", PYTHONIOENCODING=encoding)
        assert json.loads(ran.out)[0]["name"] == "Café →"


def test_a_name_that_is_no_text(path: Path) -> None:
    iexpense.open(path, currency="EUR").close()
    ran = program("--store", path, "add", "Caf\udce9", "1", status=1)
    assert "name can't be written as UTF-8" in ran.err


def test_a_path_that_is_no_text(tmp_path: Path) -> None:
    path = f"{tmp_path}/caf\udce9.db"
    ran = program("--store", path, "add", "Lunch", "1", "--currency", "EUR", status=1)
    assert "is not UTF-8" in ran.err


def test_without_rich_it_says_what_to_install(tmp_path: Path) -> None:
    for name in ("rich", "shtab"):
        (tmp_path / f"{name}.py").write_text(
            f"raise ModuleNotFoundError('there is no {name}', name='{name}')"
        )
    source = f"{tmp_path}{os.pathsep}{os.environ['PYTHONPATH']}"
    ran = program("list", status=1, PYTHONPATH=source)
    assert ran.err == (
        "error: the command line needs rich, which is missing\nhint: pip install 'iexpense[cli]'\n"
    )
    (tmp_path / "rich.py").unlink()
    ran = program("completion", "bash", status=1, PYTHONPATH=source)
    assert "completion needs shtab" in ran.err
    assert "pip install 'iexpense[cli]'" in ran.err


def test_a_store_that_another_program_writes(filled: Path) -> None:
    with iexpense.open(filled) as store:
        transaction = store.transaction("long")
        with transaction:
            store.add("Uncommitted", "1")
            assert program("--store", filled, "check").out.startswith("ok: 3,000 expenses")
            ran = program("--store", filled, "add", "Lunch", "1", status=1)
    assert "hint: another program is writing: try again when it is done" in ran.err


def test_stores_that_cannot_be_opened(filled: Path, tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a store, but long enough to be looked at" * 100)
    ran = program("--store", text, "list", status=1)
    assert "is not an iexpense store\nhint: to read it into a store: iexpense import" in ran.err
    assert "is a directory" in program("--store", tmp_path, "list", status=1).err

    newer = tmp_path / "newer.db"
    newer.write_bytes(_with_version(filled.read_bytes(), 999))
    ran = program("--store", newer, "list", status=1)
    assert "hint: pip install --upgrade 'iexpense[cli]'" in ran.err

    damaged = tmp_path / "damaged.db"
    content = bytearray(filled.read_bytes())
    content[4096 * 3 : 4096 * 12] = b"\xff" * (4096 * 9)
    damaged.write_bytes(content)
    ran = program("--store", damaged, "check", status=1)
    assert "hint: put the latest backup in its place" in ran.err


def _with_version(content: bytes, version: int) -> bytes:
    """A store file whose `user_version`, at byte 60 of SQLite's header, is another."""
    return content[:60] + version.to_bytes(4, "big") + content[64:]


def test_watch_for_scripts(path: Path) -> None:
    iexpense.open(path, currency="EUR").close()
    with subprocess.Popen(
        command_line("--store", path, "watch", "--json"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        assert watching.stderr.readline().startswith("watching ")
        program("--store", path, "add", "Lunch", "12.50")
        told = json.loads(watching.stdout.readline())
        watching.terminate()
    assert (told["origin"], told["kind"], told["added"]) == ("iexpense", "edit", [1])
    assert told["text"].endswith("added 1 expense (Lunch 12.50 EUR)")
    assert program("--store", path, "watch", "--seconds", "0").out == ""


def test_questions_are_never_asked_of_a_pipe(path: Path) -> None:
    giro = Path(__file__).resolve().parents[3] / "examples" / "data" / "giro.csv"
    iexpense.open(path, currency="EUR").close()
    ran = program("--store", path, "import", giro, status=1, input="DMY\nEUR\nrefund\n")
    assert "leaves 3 questions open, and nothing was stored" in ran.err
    assert "\x1b" not in ran.out + ran.err


@pytest.mark.skipif(sys.platform != "linux", reason="bash completion is tried on Linux")
def test_bash_completes(path: Path) -> None:
    (path.parent / "giro.csv").touch()
    script = 'source <(iexpense completion bash); complete() { COMP_WORDS=(iexpense "$@"); '
    script += 'COMP_CWORD=$#; COMPREPLY=(); _shtab_iexpense; echo "${COMPREPLY[@]}"; }; '
    script += f"cd {path.parent}; complete tot; complete rules ap; complete import --dry; "
    done = shell(f"{script} complete import gi")
    assert done.stdout.split() == ["totals", "apply", "--dry-run", "giro.csv"], done


FISH = {
    "tot": ["totals"],
    "rules ap": ["apply"],
    "--store x.db rules --store y.db ap": ["apply"],
    "import --dry": ["--dry-run"],
    "import gi": ["giro.csv"],
    "list --store gi": ["giro.csv"],
    "export --format b": ["beancount"],
    "list --month gi": [],
    "profiles ": ["remove", "save", "show"],
    "completion f": ["fish"],
}


def test_fish_completes(path: Path) -> None:
    require("fish")
    (path.parent / "giro.csv").touch()
    source = program("completion", "fish").out
    (path.parent / "it.fish").write_text(source)
    script = f"cd {path.parent}; source it.fish; " + "; echo =; ".join(
        f"complete -C 'iexpense {words}'" for words in FISH
    )
    done = subprocess.run(
        ["fish", "--no-config", "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    found = [
        sorted(line.split("\t")[0] for line in part.splitlines() if line)
        for part in done.stdout.split("=\n")
    ]
    assert found == list(FISH.values())


def test_zsh_takes_its_script(path: Path) -> None:
    require("zsh")
    script = path.parent / "_iexpense"
    script.write_text(program("completion", "zsh").out)
    line = f'autoload -U compinit; compinit -D -u; eval "$(<{script})"; print $_comps[iexpense]'
    done = subprocess.run(["zsh", "-f", "-c", line], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("_shtab_iexpense\n", "")


def require(shell: str) -> None:
    """Skips the test, aloud, where the shell is not there."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed: its completion was not tried")


def test_closed_outputs_are_no_crash(filled: Path) -> None:
    for line in ("iexpense list >&-", "iexpense list 2>&-", "iexpense remove 99999 >&- 2>&-"):
        done = shell(line, IEXPENSE_STORE=str(filled))
        assert done.returncode == ("remove" in line)
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("place", ["in the code of a module", "in a callback that may not raise"])
def test_ctrl_c_ends_it_while_its_modules_are_loaded(path: Path, place: str) -> None:
    script = f"""
import os, signal, sys, weakref
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "iexpense.cli._main":
            press = lambda *ignored: os.kill(os.getpid(), signal.SIGINT)
            if {"callback" in place}:
                gone = Finder()
                weak = weakref.ref(gone, press)
                del gone
            else:
                press()
sys.meta_path.insert(0, Finder())
from iexpense.cli import main
sys.exit(main(["--store", {str(path)!r}, "add", "Lunch", "1", "--currency", "EUR"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        env=environment(),
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")
    assert not path.exists()


def test_loading_the_command_leaves_ctrl_c_as_it_was(path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    main(["--store", str(path), "list"])
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("wrong", ["-3", "0", "x", "1.5"])
@pytest.mark.parametrize("command", ["list", "history"])
def test_a_limit_that_is_none(filled: Path, command: str, wrong: str) -> None:
    ran = program(command, f"--limit={wrong}", status=2, IEXPENSE_STORE=str(filled))
    assert f"{wrong!r} is not a number from 1, nor all" in ran.err


def test_an_export_that_cannot_be_written_names_its_file(filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "none" / "all.csv"
    ran = program("export", target, status=1, IEXPENSE_STORE=str(filled))
    assert ran.err.startswith(f"error: {target}: ")
