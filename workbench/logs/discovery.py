"""Where logs are: files, folders, globs and lists → the logs in them, and what else was met."""

from __future__ import annotations

import glob
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from workbench.errors import WorkbenchError
from workbench.logs.damage import damage
from workbench.logs.generations import KNOWN, named
from workbench.logs.rows import Discovery, Found
from workbench.logs.sniff import Other, sniff
from workbench.model import Damage, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TEMPORARY: Final = re.compile(r".+\.[0-9a-f]{12}\.tmp")
_LOG_NAME: Final = re.compile(r"session(?:\.v(\d{1,9}))?\.jsonl(?:\.zstd)?")
_PASSED_OVER: Final = frozenset({".git", ".venv", "node_modules", "__pycache__", ".ipynb_checkpoints"})
_CHOICES: Final = 3


def discover(path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> Discovery:
    """Find the session logs that a path means: a file, a folder (searched), a glob, or several of these.

    Any file is a log whose first line is a session header, whatever its name. Of generations of the same session side
    by side the highest that is known is taken; a file that is named itself is taken as it is.

    Raises:
        WorkbenchError: `no-such-path`, `no-sessions`, `not-a-session-log`, `other-agent`, `unsupported-generation` or
            `unreadable`; the sentence says what to do.
    """
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    search = _Search()
    for one in paths:
        search.add(os.fspath(one))
    return search.result(", ".join(os.fspath(one) for one in paths[:_CHOICES]) or "an empty list")


class _Search:
    """Collects what several paths give; a file that is met twice counts once."""

    def __init__(self) -> None:
        self.found: list[Found] = []
        self.skipped: list[Skipped] = []
        self.damage: list[Damage] = []
        self._met: set[str] = set()

    def add(self, path: str) -> None:
        """Add what one path gives."""
        place = Path(path).expanduser()
        if place.is_dir():
            self._folder(_walk(place, self.skipped))
        elif place.exists():
            self._file(place)
        elif glob.has_magic(path):
            matches = [Path(match) for match in sorted(glob.glob(str(place), recursive=True))]
            files = [file for match in matches if match.is_dir() for file in _walk(match, self.skipped)]
            self._folder([*(match for match in matches if not match.is_dir()), *files])
        else:
            raise WorkbenchError(
                f"There is no file or folder {path!r}; check the spelling, or give the folder that holds the sessions.",
                code="no-such-path",
                path=path,
            )

    def result(self, asked: str) -> Discovery:
        """Return everything, or say why there is nothing."""
        if not self.found:
            raise self._nothing(asked)
        return Discovery(found=tuple(self.found), skipped=tuple(self.skipped), damage=tuple(self.damage))

    def _nothing(self, asked: str) -> WorkbenchError:
        for entry in self.damage:
            if entry.code == "unsupported-generation":
                return WorkbenchError(
                    f"Nothing under {asked} can be read: {entry.message}.", code=entry.code, path=asked
                )
        for entry in self.skipped:
            if "it is a session of" in entry.reason or "it is a transcript of" in entry.reason:
                sentence = f"{asked} holds no dsh session, but those of another agent: {entry.path}: {entry.reason}."
                return WorkbenchError(sentence, code="other-agent", path=entry.path)
        looked = f"{len(self.skipped)} other file{'s were' if len(self.skipped) != 1 else ' was'} met"
        return WorkbenchError(
            f"No session log was found in {asked} ({looked}); give the folder that holds the sessions, such as "
            "~/.dsh/sessions, or a session.jsonl or session.jsonl.zstd file.",
            code="no-sessions",
            path=asked,
        )

    def _new(self, file: Path) -> bool:
        real = os.path.realpath(file)
        if real in self._met:
            return False
        self._met.add(real)
        return True

    def _file(self, file: Path) -> None:
        """Take a file that was named itself, or say why it is no log."""
        if not self._new(file):
            return
        result = sniff(file)
        if isinstance(result, Other):
            codes = {"foreign": "other-agent", "unreadable": "unreadable"}
            hint = "give the session.jsonl or session.jsonl.zstd of a dsh session, or a folder to search."
            sentence = f"{str(file)!r} is no dsh session log: {result.reason}; {hint}"
            raise WorkbenchError(sentence, code=codes.get(result.kind, "not-a-session-log"), path=str(file))
        if result.generation not in KNOWN:
            raise WorkbenchError(
                f"{str(file)!r} is format generation {result.generation}; this version reads generation {named()}: "
                "use a newer version of the workbench, or an older generation of the log if one lies beside it.",
                code="unsupported-generation",
                path=str(file),
                generation=result.generation,
            )
        others = [
            other
            for name in sorted(os.listdir(file.parent))
            if _LOG_NAME.fullmatch(name) and _LOG_NAME.fullmatch(file.name) and name != file.name
            if isinstance(other := sniff(file.parent / name), Found)
            and other.header.session_id == result.header.session_id
        ]
        self.found.append(_with_notes(result, others))

    def _folder(self, files: Iterable[Path]) -> None:
        """Take the logs among the files of a search; files of one session side by side are one log."""
        groups: dict[tuple[str, str], list[Found]] = {}
        for file in files:
            if not self._new(file):
                continue
            result = sniff(file)
            if isinstance(result, Other):
                self.skipped.append(Skipped(path=str(file), reason=result.reason))
                if result.kind == "empty" and _LOG_NAME.fullmatch(file.name):
                    self.damage.append(damage("empty-file", f"{file} is named like a log and is empty"))
                continue
            own = (str(file.parent), result.header.session_id) if _LOG_NAME.fullmatch(file.name) else (str(file), "")
            groups.setdefault(own, []).append(result)
        for group in groups.values():
            known = [log for log in group if log.generation in KNOWN]
            if not known:
                for log in group:
                    reason = f"it is format generation {log.generation}; this version reads generation {named()}"
                    self.skipped.append(Skipped(path=log.path, reason=reason))
                    self.damage.append(damage("unsupported-generation", f"{log.path}: {reason}"))
                continue
            highest = max(log.generation for log in known)
            for log in known:
                if log.generation == highest:
                    self.found.append(_with_notes(log, [other for other in group if other is not log]))
                else:
                    reason = f"generation {highest} of the same session lies beside it and was read instead"
                    self.skipped.append(Skipped(path=log.path, reason=reason))
            for log in group:
                if log.generation not in KNOWN:
                    reason = f"it is format generation {log.generation}; this version reads generation {named()}"
                    self.skipped.append(Skipped(path=log.path, reason=reason))


def _with_notes(log: Found, others: Iterable[Found]) -> Found:
    """Return the log with notes about its name, and about other generations of it in the same folder."""
    notes = list(log.notes)
    named_as = _LOG_NAME.fullmatch(Path(log.path).name)
    if named_as is not None and named_as[1] is not None and int(named_as[1]) != log.generation:
        message = f"the file name says generation {named_as[1]}, its header says {log.generation}; the header counts"
        notes.append(damage("name-disagrees", message))
    elif named_as is not None and named_as[1] is None and log.generation:
        message = f"the file name has no number; it was read as generation {log.generation}, as its header says"
        notes.append(damage("name-without-number", message))
    for other in others:
        name = Path(other.path).name
        if other.generation not in KNOWN:
            message = (
                f"{name} beside it is generation {other.generation}, which this version does not read; generation "
                f"{log.generation} was read, which may be older than what {name} holds"
            )
            notes.append(damage("newer-generation", message))
        elif other.generation == log.generation:
            notes.append(damage("same-generation", f"{name} beside it is the same generation of the same session"))
        else:
            message = f"{name} beside it is generation {other.generation} of the same session and was left alone"
            notes.append(damage("older-generation", message))
    return Found(
        path=log.path,
        encoding=log.encoding,
        generation=log.generation,
        header=log.header,
        bytes=log.bytes,
        notes=tuple(notes),
    )


def _walk(folder: Path, skipped: list[Skipped]) -> Iterator[Path]:
    """Yield the files under a folder in the order of their names, links to folders not followed."""

    def cannot(fault: OSError) -> None:
        skipped.append(Skipped(path=str(fault.filename), reason=f"it cannot be read: {fault.strerror}"))

    for place, folders, names in os.walk(folder, onerror=cannot):
        for name in sorted(_PASSED_OVER.intersection(folders)):
            skipped.append(Skipped(path=str(Path(place) / name), reason="folders of this name are not searched"))
        folders[:] = sorted(set(folders) - _PASSED_OVER)
        for name in sorted(names):
            path = Path(place) / name
            if _TEMPORARY.fullmatch(name):
                skipped.append(Skipped(path=str(path), reason="it is a temporary file of a writer"))
            elif name.startswith("."):
                skipped.append(Skipped(path=str(path), reason="hidden files are not opened"))
            else:
                yield path
