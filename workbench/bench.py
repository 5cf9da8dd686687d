"""The workbench as a person holds it: what is loaded, the questions to it, its sessions.

Neither numpy nor DuckDB is imported here: a verb brings what it needs, so that the extension is there at once.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.errors import WorkbenchError, did_you_mean
from workbench.listed import listed
from workbench.replay.position import END, Position

if TYPE_CHECKING:
    import duckdb

    from workbench.findings import Coverage, Finding, Findings
    from workbench.logs import Found
    from workbench.model import Damage
    from workbench.progress import Progress
    from workbench.replay.timeline import Library, Timeline
    from workbench.report import Report
    from workbench.session import Session
    from workbench.store import Loaded, Store
    from workbench.toolbox import Toolbox

Source = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


class Workbench:
    """Recorded sessions in an in-memory DuckDB, and the cards of their calls.

    Example:
        >>> import workbench
        >>> wb = workbench.open()
        >>> wb.load("data/sessions")  # doctest: +SKIP
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()

    @cached_property
    def store(self) -> Store:
        """The database; made when it is first needed."""
        from workbench.store import Store

        return Store()

    @cached_property
    def _library(self) -> Library:
        from workbench.replay.timeline import Library

        return Library(self.store)

    def browse(self, path: Source | None = None) -> duckdb.DuckDBPyRelation:
        """List the sessions of a store by their headers, newest first, without loading them.

        Args:
            path: default is `$DSH_HOME/sessions`, else `~/.dsh/sessions`.

        Raises:
            WorkbenchError: no such path, or no session in it.
        """
        from workbench.browse import listing
        from workbench.logs import discover

        found = discover(path if path is not None else default_store()).found
        return listing(self.store.con, found)

    def load(self, path: Source, *, strict: bool = False) -> Report:
        """Read session logs into the store; what is there already and unchanged is left alone.

        Args:
            path: a file, a folder (searched), a pattern, or a list of these.
            strict: raise at the first warning or error of damage instead of noting it.

        Raises:
            WorkbenchError: no such path, no session log in it, or (strict) damage, with path, line, offset and code.
        """
        from workbench.logs import discover
        from workbench.model import Damage
        from workbench.progress import Progress
        from workbench.replay.query import records
        from workbench.report import Report
        from workbench.surfaces import prepare

        with self._lock:
            found = discover(path)
            loaded: list[str] = []
            already: list[str] = []
            rows = events = 0
            if strict:
                _refuse(found.damage, None)
            with Progress(len(found.found), sum(source.bytes for source in found.found)) as progress:
                taken_in = self._take(found.found, progress, strict=strict)
                self.store.note(found.damage)
                progress.facts()
                self.store.refresh()
            for source, taken in zip(found.found, taken_in, strict=True):
                if taken is None:
                    already.append(source.header.session_id)
                    continue
                loaded.append(taken.session_id)
                rows += taken.rows
                events += taken.events
            self._library.forget()
            prepare()
            damage = records(self.store.cursor(), "damage_of", sessions=loaded)
        return Report(
            sessions=tuple(loaded),
            already=tuple(already),
            rows=rows,
            events=events,
            damage=(*found.damage, *(Damage(**row) for row in damage)),
            skipped=found.skipped,
        )

    def _take(self, sources: Sequence[Found], progress: Progress, *, strict: bool) -> list[Loaded | None]:
        if not strict:
            return self.store.load_all(sources, progress=progress.load)
        return [self.store.load(source, partial(_refuse, path=source.shown)) for source in sources]

    def sql(self, query: str, /, **values: Any) -> duckdb.DuckDBPyRelation:
        """Ask the loaded sessions; `$name` in the query is bound to the value of that name.

        Returns:
            a DuckDB relation: `.df()`, `.fetchall()`, `.show()`, or a table in the notebook.

        Raises:
            WorkbenchError: the query does not run; the sentence says why.

        Example:
            >>> wb.sql("select state, count(*) from calls where name = $tool group by 1", tool="bash")  # doctest: +SKIP
        """
        from workbench.asking import ask

        return ask(self.store.con, query, values)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write what is loaded to one DuckDB file (`x.duckdb`) or to a folder of Parquet files with their schema.

        Raises:
            WorkbenchError: something is there already, or the place cannot be written.
        """
        from workbench.store.saving import save

        return save(self.store.cursor(), Path(path))

    @property
    def sessions(self) -> list[str]:
        """Ids of the loaded sessions, oldest first."""
        return self._library.session_ids()

    def session(self, prefix: str) -> Session:
        """Return a loaded session by its id or the beginning of its id.

        Raises:
            WorkbenchError: no session begins so, or several do; the sentence lists at most ten.
        """
        from workbench.session import Session

        known = self.sessions
        if prefix in known:
            return Session(self, prefix)
        close = [session_id for session_id in known if session_id.startswith(prefix)]
        if len(close) == 1:
            return Session(self, close[0])
        if not known:
            raise WorkbenchError("No session is loaded: load some first, wb.load(path).", code="no-sessions")
        if close:
            raise WorkbenchError(
                f"{len(close)} sessions begin with {prefix!r}: {listed(close)}. Give more of the id.",
                code="ambiguous-session",
            )
        advice = did_you_mean(prefix, (known_id[: len(prefix)] for known_id in known))
        raise WorkbenchError(
            f"No loaded session begins with {prefix!r}.{advice} Loaded: {listed(known)}.", code="unknown-session"
        )

    @cached_property
    def tools(self) -> Toolbox:
        """The harness's tools by name, and the registry: define, get, schemas, restrict, on, execute."""
        from workbench.toolbox import Toolbox

        return Toolbox()

    def gaps(self) -> Findings:
        """Return the verdicts of the gaps G1 to G11 on the loaded sessions, each with its rule and its rows."""
        from workbench.findings import Findings
        from workbench.gaps import gaps

        return Findings.of(gaps(self), self)

    def gap(self, number: str, **settings: Any) -> Finding:
        """Return one gap, such as `G4`; `.chart()` is its picture, `.evidence` its rows.

        Raises:
            WorkbenchError: there is no such gap.
        """
        from workbench.findings import Finding
        from workbench.gaps import gap

        return Finding.of(gap(self, number, **settings), self)

    def coverage(self) -> Coverage:
        """Return every tool with its ideal card, what is shown today, and each gap as the loaded sessions show it."""
        from workbench.findings import Coverage
        from workbench.gaps import gaps

        return Coverage(self.store, gaps(self))

    def timeline(self, session_id: str, position: Position = END) -> Timeline:
        """The timeline behind a session, at the end or at another moment, for drawings and exports."""
        self.store.warm(session_id)
        return self._library.timeline(session_id, position)

    def __repr__(self) -> str:
        return f"<Workbench: {len(self.sessions):,} sessions>"


def default_store() -> str:
    """Return where the harness keeps its sessions: `$DSH_HOME/sessions`, else `~/.dsh/sessions`."""
    home = os.environ.get("DSH_HOME", "").strip() or "~/.dsh"
    return os.path.join(os.path.expanduser(home), "sessions")  # noqa: PTH111, PTH118 - a home may be any text


def _refuse(damage: Iterable[Damage], path: str | None) -> None:
    for found in damage:
        if found.severity != "note":
            named = found.path or path
            line = "" if found.message.startswith(f"line {found.line} ") else f", line {found.line}"
            place = "" if found.line is None else f"{line}, byte {found.offset}"
            about = f"{named}{place}: " if named is not None and named not in found.message else ""
            raise WorkbenchError(
                f"{about}{found.message} ({found.code}).",
                code=found.code,
                path=named,
                line=found.line,
                offset=found.offset,
            )
