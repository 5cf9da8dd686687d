"""Where logs are: files, folders, globs and lists → the logs in them, and what else was met."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from workbench.errors import WorkbenchError
from workbench.logs.beside import LOG_NAME, choose, not_read, with_notes, with_others
from workbench.logs.damage import HEADER, damage
from workbench.logs.generations import KNOWN
from workbench.logs.rows import Discovery, Found, Other
from workbench.logs.sniff import sniff
from workbench.model import Damage, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterator

_TEMPORARY: Final = re.compile(r".+\.[0-9a-f]{12}\.tmp")
_PASSED_OVER: Final = frozenset({".git", ".venv", "node_modules", "__pycache__", ".ipynb_checkpoints"})
_NAMED: Final = 3


def _paths(path: object) -> list[str]:
    listed = [path] if isinstance(path, str | os.PathLike) or not isinstance(path, Iterable) else list(path)
    paths: list[str] = []
    for one in listed:
        if not isinstance(one, str | os.PathLike) or not os.fspath(one):
            sentence = f"{one!r} is no path: give a file, a folder, a pattern, or a list of these."
            raise WorkbenchError(sentence, code="no-such-path")
        paths.append(os.fsdecode(one))
    return paths


def discover(path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> Discovery:
    """Find the session logs that a path means: a file, a folder (searched), a glob, or several of these.

    Any file is a log whose first line is a session header, whatever its name. Of generations of the same session side
    by side the highest that is known is taken; a file that is named itself is taken as it is.

    Raises:
        WorkbenchError: `no-such-path`, `no-sessions`, `not-a-session-log`, `other-agent`, `unsupported-generation` or
            `unreadable`; the sentence says what to do.
    """
    paths = _paths(path)
    search = _Search()
    for one in paths:
        search.add(os.fspath(one))
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    asked = ", ".join(repr(os.fspath(one)) for one in paths[:_NAMED]) + more if paths else "an empty list"
    return search.result(asked)


class _Search:
    """Collects what several paths give; a file that is met twice counts once."""

    def __init__(self) -> None:
        self.found: list[Found] = []
        self.skipped: list[Skipped] = []
        self.damage: list[Damage] = []
        self._foreign: Skipped | None = None
        self._met: set[tuple[int, int]] = set()

    def add(self, path: str) -> None:
        """Add what one path gives."""
        place = Path(path).expanduser()
        if place.is_dir():
            self._search(_walk(place, self.skipped))
        elif place.exists():
            self._take(place)
        elif glob.has_magic(path):
            self._search(_matches(str(place), self.skipped), is_whole=False)
        else:
            raise WorkbenchError(
                f"There is no file or folder {path!r}; check the spelling, or give the folder that holds the sessions.",
                code="no-such-path",
                path=path,
            )

    def result(self, asked: str) -> Discovery:
        """Return everything, or say why there is nothing."""
        if self.found:
            return Discovery(found=tuple(self.found), skipped=tuple(self.skipped), damage=tuple(self.damage))
        for entry in self.damage:
            cure = (
                "use a newer version of the workbench" if entry.code == "unsupported-generation" else "repair the file"
            )
            sentence = f"No session in {asked} can be read: {entry.message}; {cure}, or give another folder."
            raise WorkbenchError(sentence, code=entry.code, path=entry.path, line=entry.line, offset=entry.offset)
        if self._foreign is not None:
            raise WorkbenchError(
                f"There is no dsh session in {asked}, but those of another agent: {self._foreign.path!r} was not read, "
                f"{self._foreign.reason}; give the folder that holds the dsh sessions, such as ~/.dsh/sessions.",
                code="other-agent",
                path=self._foreign.path,
            )
        others = "1 other file was" if len(self.skipped) == 1 else f"{len(self.skipped)} other files were"
        raise WorkbenchError(
            f"There is no session log in {asked} ({others} met); give the folder that holds the sessions, such as "
            "~/.dsh/sessions, or a session.jsonl or session.jsonl.zstd file.",
            code="no-sessions",
            path=asked,
        )

    def _take(self, file: Path) -> None:
        """Take a file that was named itself, or say why it is no log."""
        if not self._is_new(file):
            return
        logs = sniff(file)
        if isinstance(logs, Other):
            codes = {"foreign": "other-agent", "unreadable": "unreadable", "unsupported": "unsupported-generation"}
            raise WorkbenchError(
                f"{str(file)!r} is no dsh session log that can be read: {logs.reason}; give the session.jsonl or "
                "session.jsonl.zstd of a dsh session, or a folder to search.",
                code=codes.get(logs.kind, "not-a-session-log"),
                path=str(file),
                **HEADER,
            )
        if all(log.generation not in KNOWN for log in logs):
            raise WorkbenchError(
                f"{str(file)!r} was not read: {not_read(logs[0])}; use a newer version of the workbench, or an older "
                "generation of the log if one lies beside it.",
                code="unsupported-generation",
                path=str(file),
                generation=logs[0].generation,
                **HEADER,
            )
        for log in logs:
            if log.generation in KNOWN:
                self.found.append(with_notes(log, _others(file, log) if LOG_NAME.fullmatch(file.name) else ()))
            else:
                self._add(choose([log]))

    def _search(self, files: Iterable[Path], *, is_whole: bool = True) -> None:
        """Take the logs among files that were found; those of one session side by side are one log.

        Where the files are not the whole of their folders, the others there are told of, but not taken.
        """
        groups: dict[tuple[str, str], list[Found]] = {}
        for file in files:
            if self._is_new(file):
                logs = sniff(file)
                if isinstance(logs, Other):
                    self._skip(file, logs)
                else:
                    place = file.parent if LOG_NAME.fullmatch(file.name) else file
                    for log in logs:
                        groups.setdefault((str(place), log.header.session_id), []).append(log)
        for group in groups.values():
            chosen = choose(group)
            self._add(chosen if is_whole else replace(chosen, found=tuple(_told(log, group) for log in chosen.found)))

    def _add(self, chosen: Discovery) -> None:
        self.found += chosen.found
        self.skipped += chosen.skipped
        self.damage += chosen.damage

    def _skip(self, file: Path, why: Other) -> None:
        skipped = Skipped(path=str(file), reason=why.reason)
        self.skipped.append(skipped)
        if why.kind == "foreign":
            self._foreign = self._foreign or skipped
        elif why.kind == "unsupported":
            message = f"{file} was not read: {why.reason}"
            self.damage.append(damage("unsupported-generation", message, path=str(file), **HEADER))
        elif LOG_NAME.fullmatch(file.name):
            code = {"empty": "empty-file", "unreadable": "unreadable"}.get(why.kind, "no-header")
            message = f"{file} is named like a session log and was not read: {why.reason}"
            self.damage.append(damage(code, message, path=str(file), **HEADER))

    def _is_new(self, file: Path) -> bool:
        try:
            facts = file.stat()
        except OSError:  # told by `sniff`
            return True
        key = (facts.st_dev, facts.st_ino)
        new = key not in self._met
        self._met.add(key)
        return new


def _told(log: Found, group: list[Found]) -> Found:
    """Return a log with notes about others of its session beside it that are not in the group."""
    file = Path(log.path)
    if not LOG_NAME.fullmatch(file.name):
        return log
    met = {other.path for other in group}
    return with_others(log, (other for other in _others(file, log) if other.path not in met))


def _others(file: Path, log: Found) -> Iterator[Found]:
    """Yield the other logs of the same session in the same folder."""
    try:
        beside = sorted(file.parent.iterdir())
    except OSError:
        return
    for path in beside:
        if path.name != file.name and LOG_NAME.fullmatch(path.name):
            logs = sniff(path)
            if not isinstance(logs, Other):
                yield from (other for other in logs if other.header.session_id == log.header.session_id)


def _matches(pattern: str, skipped: list[Skipped]) -> Iterator[Path]:
    """Yield the files that a pattern means; folders among them are searched."""
    for match in sorted(glob.glob(pattern, recursive=True)):  # noqa: PTH207 - the pattern may be absolute
        path = Path(match)
        if path.is_dir():
            yield from _walk(path, skipped)
        else:
            yield path


def _walk(folder: Path, skipped: list[Skipped]) -> Iterator[Path]:
    """Yield the files under a folder in the order of their names; links to folders are not followed."""

    def cannot(fault: OSError) -> None:
        skipped.append(Skipped(path=str(fault.filename), reason=f"it cannot be read: {fault.strerror}"))

    for place, folders, names in os.walk(folder, onerror=cannot):
        skipped += [
            Skipped(path=str(Path(place) / name), reason="folders of this name are not searched")
            for name in sorted(_PASSED_OVER.intersection(folders))
        ]
        folders[:] = sorted(set(folders) - _PASSED_OVER)
        parent = Path(place)
        for name in sorted(names):
            path = parent / name
            if _TEMPORARY.fullmatch(name):
                skipped.append(Skipped(path=str(path), reason="it is a temporary file of a writer"))
            elif name.startswith("."):
                skipped.append(Skipped(path=str(path), reason="hidden files are not opened"))
            else:
                yield path
