"""Where the writer puts the log of a session below its sessions folder.

`<sessions>/<project>/<session>/session.jsonl[.zstd]`: the project folder is made of the working folder, in such a way
that two of them may share one; the session folder is the id, written so that any id is one name.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

NO_FOLDER: Final = "_no-cwd"
"""Project folder of sessions without a working folder."""

_LONGEST: Final = 251
_KEPT: Final = re.compile(r"[A-Za-z0-9._-]")
_SEPARATORS: Final = re.compile(r"[/\\:]+")


def project_key(cwd: str) -> str:
    r"""Return the name of the project folder of a working folder.

    Each run of `/`, `\` and `:` becomes one `-`, what is no plain letter, digit, dot, underscore or dash becomes `~`
    and the four digits of its UTF-16 code unit; dashes in front fall away, the root is called `root`.

    Raises:
        ValueError: the path is empty.
    """
    if not cwd:
        raise ValueError("cannot encode an empty project path")
    readable = "".join(
        "-" if _SEPARATORS.match(part) else _escaped(part) for part in re.split(r"([/\\:]+)", cwd) if part
    )
    return f"--{(readable.lstrip('-') or 'root')[:_LONGEST]}--"


def encode_segment(name: str) -> str:
    """Return a session id, or any other text, as the name of one folder.

    Raises:
        ValueError: the name is empty.
    """
    if not name:
        raise ValueError("cannot encode an empty path segment")
    if name in (".", ".."):
        return "~002E" * len(name)
    return _escaped(name)


def session_folder(cwd: str | None, session_id: str) -> PurePath:
    """Return where a session lies below the sessions folder."""
    return PurePath(NO_FOLDER if cwd is None else project_key(cwd), encode_segment(session_id))


def _escaped(text: str) -> str:
    return "".join(
        letter if _KEPT.fullmatch(letter) else "".join(f"~{unit:04X}" for unit in _units(letter)) for letter in text
    )


def _units(letter: str) -> list[int]:
    """Return the one or two UTF-16 code units of a character."""
    raw = letter.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(raw[at : at + 2], "big") for at in range(0, len(raw), 2)]
