"""Real commands with the time of every piece of their output: what a progress channel would have to carry.

The recording that comes with the workbench was made by `record_all`; run it again to have one of your own machine. The
commands read and write nothing but a folder that is made for them.
"""

from __future__ import annotations

import os
import selectors
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec

from workbench.data import SESSIONS
from workbench.errors import WorkbenchError
from workbench.model import Value

FILE: Path = SESSIONS.parent / "channel" / "commands.jsonl"
"""The recording, one command a line."""
STREAMS: tuple[Literal["stdout", "stderr"], ...] = ("stdout", "stderr")
_READ = 65_536
_PARTS = 24
_TWO = "for i in 1 2 3 4 5 6; do echo out $i; echo warning $i >&2; sleep 0.25; done; exit 3"


class Chunk(Value, frozen=True, kw_only=True, array_like=True):
    """What one read of a pipe gave: milliseconds since the start, 0 for stdout or 1 for stderr, and the text."""

    at: float
    stream: int
    text: str


class Command(Value, frozen=True, kw_only=True):
    """One command: what was run, how long it took, how it ended, and its output as it came."""

    name: str
    command: str
    ms: float
    exit_code: int
    chunks: tuple[Chunk, ...]

    def text(self, stream: int) -> str:
        """Return all that came on one stream."""
        return "".join(chunk.text for chunk in self.chunks if chunk.stream == stream)


class Recipe(Value, frozen=True, kw_only=True):
    """A command to record; `python` stands for the interpreter that records, `needs` for a program it has to have."""

    name: str
    argv: tuple[str, ...]
    needs: str | None = None


RECIPES: tuple[Recipe, ...] = (
    Recipe(name="steady lines", argv=("sh", "-c", "for i in $(seq 1 30); do echo line $i; sleep 0.1; done")),
    Recipe(name="listing", argv=("ls", "-R", "package")),
    Recipe(name="flood", argv=("sh", "-c", "for i in 1 2 3 4; do seq 1 3500; sleep 0.2; done")),
    Recipe(name="compile", argv=("make", "-B"), needs="cc"),
    Recipe(name="tests", argv=("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_slow.py")),
    Recipe(name="progress bar", argv=("python", "-u", "bar.py")),
    Recipe(name="buffered lines", argv=("python", "lines.py")),
    Recipe(name="two streams", argv=("sh", "-c", _TWO)),
)  # fmt: skip


@cache
def commands() -> tuple[Command, ...]:
    """Return the recorded commands that come with the workbench."""
    return read(FILE)


def read(path: Path) -> tuple[Command, ...]:
    """Read a recording of commands.

    Raises:
        WorkbenchError: the file cannot be read, or is no such recording.
    """
    try:
        return tuple(msgspec.json.decode(line, type=Command) for line in path.read_bytes().splitlines())
    except OSError as error:
        raise WorkbenchError(f"{path} cannot be read: {error.strerror}.", code="no-such-path", path=str(path)) from None
    except msgspec.DecodeError as error:
        raise WorkbenchError(f"{path} is no recording of commands: {error}.", code="not-commands") from None


def record_all(path: Path = FILE, recipes: Iterable[Recipe] = RECIPES) -> tuple[Command, ...]:
    """Run the commands one after another in a new folder and write the recording; those whose program is missing wait.

    Returns:
        What was recorded.
    """
    with TemporaryDirectory() as folder:
        _prepare(Path(folder))
        found = tuple(
            record(recipe.name, recipe.argv, Path(folder))
            for recipe in recipes
            if recipe.needs is None or shutil.which(recipe.needs) is not None
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(msgspec.json.encode(command) + b"\n" for command in found))
    return found


def record(name: str, argv: Sequence[str], folder: Path) -> Command:
    """Run one command in a folder, without input, and note when each piece of its output came."""
    real = [sys.executable if word == "python" and at == 0 else word for at, word in enumerate(argv)]
    environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    began = time.monotonic()
    with subprocess.Popen(  # noqa: S603 - the commands are those above, or the caller's own
        real, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        chunks = tuple(_pieces(process, began))
        exit_code = process.wait()
    shown = argv[2] if tuple(argv[:2]) == ("sh", "-c") else " ".join(argv)
    ms = round((time.monotonic() - began) * 1000, 1)
    return Command(name=name, command=shown, ms=ms, exit_code=exit_code, chunks=chunks)


# ---------------------------------------------------------------------------------------------------- inside


def _pieces(process: subprocess.Popen[bytes], began: float) -> Iterable[Chunk]:
    with selectors.DefaultSelector() as selector:
        for number, pipe in enumerate((process.stdout, process.stderr)):
            if pipe is not None:
                selector.register(pipe, selectors.EVENT_READ, number)
        while selector.get_map():
            for key, _ in selector.select():
                data = os.read(key.fd, _READ)
                if not data:
                    selector.unregister(key.fileobj)
                    continue
                at = round((time.monotonic() - began) * 1000, 1)
                yield Chunk(at=at, stream=key.data, text=data.decode("utf-8", "replace"))


def _prepare(folder: Path) -> None:
    """Make what the commands work on: a copy of this package, a small program in C, some slow tests and scripts."""
    shutil.copytree(Path(__file__).parent.parent, folder / "package", ignore=shutil.ignore_patterns("__pycache__"))
    body = "#include <stdio.h>\nint f%d(int n) { int unused; return n + %d; }\n"
    for part in range(_PARTS):
        (folder / f"part{part}.c").write_text(body % (part, part), "utf-8")
    objects = " ".join(f"part{part}.o" for part in range(_PARTS))
    (folder / "Makefile").write_text(f"CFLAGS = -O2 -Wall\nall: {objects}\n", "utf-8")
    tests = (
        "import time\nimport pytest\n@pytest.mark.parametrize('n', range(40))\ndef test_one(n):\n    time.sleep(.04)\n"
    )
    (folder / "test_slow.py").write_text(tests, "utf-8")
    bar = "import time\nfor n in range(0, 101, 2):\n    print(f'\\r{n:3}%', end='')\n    time.sleep(.03)\nprint()\n"
    (folder / "bar.py").write_text(bar, "utf-8")
    (folder / "lines.py").write_text(
        "import time\nfor n in range(20):\n    print('step', n)\n    time.sleep(.1)\n", "utf-8"
    )
