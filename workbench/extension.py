"""`%load_ext workbench`: the name `wb`, the magic `%wb`, and the completion of its words.

Loading imports neither pandas nor widgets; a verb brings what it needs.
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import workbench
from workbench import completing
from workbench.errors import WorkbenchError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable

SHOWN_ROWS = 1000
"""Rows of a query that a cell shows; the named relation holds all of them."""

HELP = """\
%wb browse [path]         list a store of sessions, by their headers only
%wb load path [--strict]  read a file, a folder, or a pattern
%wb sessions              the sessions that are loaded
%wb show session [call]   a session, or one card of it; the start of an id is enough
%wb sql query             ask the loaded sessions; $name is bound from the notebook
%%wb sql [name]           the same with the query below; name keeps the result

The workbench itself is `wb` (or workbench.current())."""


def load(shell: Any) -> None:
    """Put `wb`, the magic and its completion into an IPython shell."""
    from IPython.core.magic import no_var_expand

    from workbench.namesake import refuse_namesake

    refuse_namesake()
    wb = workbench.current()
    if shell.user_ns.setdefault("wb", wb) is not wb:
        print("The name wb is taken: the workbench is workbench.current().")
    # Without this IPython pastes the value of `$name` into the query; it has to be bound.
    shell.register_magic_function(no_var_expand(_magic(shell)), "line_cell", "wb")
    if completing.matcher not in shell.Completer.custom_matchers:
        shell.Completer.custom_matchers.append(completing.matcher)


def unload(shell: Any) -> None:
    """Take away what `load` put there, and nothing that a person has put in its place."""
    if shell.user_ns.get("wb") is workbench.current():
        del shell.user_ns["wb"]
    for kind in ("line", "cell"):
        shell.magics_manager.magics[kind].pop("wb", None)
    if completing.matcher in shell.Completer.custom_matchers:
        shell.Completer.custom_matchers.remove(completing.matcher)


def _magic(shell: Any) -> Callable[..., object]:
    """The function behind `%wb` and `%%wb`; its value is what the cell shows."""

    def wb(line: str, cell: str | None = None) -> object:
        """Explore recorded sessions; `%wb` alone prints the verbs."""
        verb, _, rest = line.strip().partition(" ")
        if cell is not None and verb != "sql":
            raise WorkbenchError("A cell begins with %%wb sql, and its query stands below.", code="usage")
        if not verb or verb in ("help", "-h", "--help"):
            print(HELP)
            return None
        if verb == "sql":
            return _sql_line(shell, rest) if cell is None else _sql_cell(shell, rest.strip(), cell)
        if verb not in VERBS:
            advice = did_you_mean(verb, [*VERBS, "sql"])
            raise WorkbenchError(f"%wb has no verb {verb!r}.{advice} %wb alone lists them.", code="usage")
        return VERBS[verb](_words(rest))

    return wb


def _words(text: str) -> list[str]:
    """Split as a shell does, so that a path may stand in quotes."""
    try:
        return shlex.split(text)
    except ValueError:
        raise WorkbenchError("A quotation mark is not closed.", code="usage") from None


def _browse(words: list[str]) -> object:
    if len(words) > 1:
        raise WorkbenchError("Say %wb browse, or %wb browse path.", code="usage")
    return workbench.current().browse(*words)


def _load(words: list[str]) -> object:
    strict = "--strict" in words
    paths = [word for word in words if word != "--strict"]
    if not paths:
        raise WorkbenchError("Say what to load: %wb load path.", code="usage")
    return workbench.current().load(paths[0] if len(paths) == 1 else paths, strict=strict)


def _sessions(words: list[str]) -> object:
    if words:
        raise WorkbenchError("Say %wb sessions; %wb show session shows one.", code="usage")
    query = "select session_id, title, created_at, generation, parent_session, open from sessions order by created_at"
    return workbench.current().sql(query).df()


def _show(words: list[str]) -> object:
    if not 1 <= len(words) <= 2:
        raise WorkbenchError("Say which one: %wb show session, or %wb show session call.", code="usage")
    session = workbench.current().session(words[0])
    return session.show() if len(words) == 1 else session.card(words[1]).show()


VERBS: dict[str, Callable[[list[str]], object]] = {
    "browse": _browse,
    "load": _load,
    "sessions": _sessions,
    "show": _show,
}


def _sql_line(shell: Any, query: str) -> object:
    """All rows as a frame, so that `frame = %wb sql …` is whole."""
    relation = _ask(shell, query)
    return None if relation is None else relation.df()


def _sql_cell(shell: Any, name: str, query: str) -> object:
    """The first rows as a frame; the relation is kept under the name."""
    if name and not name.isidentifier():
        raise WorkbenchError(f"{name!r} cannot be a name: say %%wb sql name, with the query below.", code="usage")
    relation = _ask(shell, query)
    if relation is None:
        return None
    if name:
        shell.user_ns[name] = relation
    frame = relation.limit(SHOWN_ROWS + 1).df()
    if len(frame) > SHOWN_ROWS:
        held = f"{name} holds all" if name else "%%wb sql name keeps all"
        print(f"The first {SHOWN_ROWS} rows; {held}.")
        frame = frame.iloc[:SHOWN_ROWS]
    return frame


def _ask(shell: Any, query: str) -> Any:
    """Run statements in order, each with the names it uses bound from the notebook; the last one's relation."""
    import duckdb

    if not query.strip():
        raise WorkbenchError("Say what to ask: %wb sql query, or %%wb sql with the query below.", code="usage")
    relation = None
    try:
        for statement in duckdb.extract_statements(query):
            relation = workbench.current().sql(statement.query, **_bound(shell, statement.named_parameters))
    except duckdb.Error as fault:
        raise WorkbenchError(str(fault), code="sql") from None
    return relation


def _bound(shell: Any, names: set[str]) -> dict[str, object]:
    if not all(name.isidentifier() for name in names):
        raise WorkbenchError("Write $name for a value, with a name of the notebook.", code="sql")
    missing = sorted(name for name in names if name not in shell.user_ns)
    if missing:
        raise WorkbenchError(f"${missing[0]} has no value: set {missing[0]} in the notebook first.", code="sql")
    return {name: shell.user_ns[name] for name in names}
