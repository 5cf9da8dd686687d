"""The command `workbench`: the same verbs as in a notebook, for a shell."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.bench import Workbench
    from workbench.model import Damage

app = typer.Typer(
    name="workbench",
    help="Explore recorded sessions of a coding agent: every tool call as a card.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

LISTED = 20
"""Most files or damages that are listed one by one."""

PathArgument = Annotated[str, typer.Argument(metavar="PATH", help="A log, a folder that is searched, or a pattern.")]


@app.command()
def lab(
    notebook: Annotated[Path | None, typer.Argument(help="The notebook to open; without one, the folder.")] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser, where there is one.")] = True,
) -> None:
    """Start JupyterLab with the workbench, on a free port of this machine, and print its address."""
    from workbench import lab as server

    server.run(notebook, browser=browser)


@app.command()
def browse(
    path: Annotated[
        str | None, typer.Argument(metavar="[PATH]", help="A store of sessions; the agent's own without one.")
    ] = None,
) -> None:
    """List the sessions of a store, by their headers only."""
    import workbench

    for session_id, created_at, cwd, place in (
        workbench.open().browse(path).project("session_id, created_at, cwd, path").fetchall()
    ):
        _say(f"{created_at:%Y-%m-%d %H:%M:%S}  {session_id:<44}  {cwd or '-'}  {place}")


@app.command()
def load(
    path: PathArgument,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first damage.")] = False,
) -> None:
    """Read sessions whole and say what is in them: sessions, rows, events, damage, files left out."""
    import workbench

    report = workbench.open().load(path, strict=strict)
    _say(repr(report))
    _list("skipped", [f"{skipped.path}: {skipped.reason}" for skipped in report.skipped])
    _list("damage", [_damage(found) for found in report.damage])


@app.command()
def show(
    path: PathArgument,
    session: Annotated[
        str | None, typer.Argument(help="The start of a session's id; needed if there are several.")
    ] = None,
    card: Annotated[str | None, typer.Option(help="Show one card: the call's id, or the card's key.")] = None,
) -> None:
    """Show a session, or one card of it, as text."""
    import workbench

    wb = workbench.open()
    wb.load(path)
    chosen = wb.session(session if session is not None else _only_root(wb))
    _print(chosen.text() if card is None else chosen.card(card).text())


def _damage(found: Damage) -> str:
    """One line: the file and the place in it, the code, what it is."""
    place = "" if found.line is None else f":{found.line}"
    return f"{found.path or found.session_id or '-'}{place} {found.severity} {found.code}: {found.message}"


@app.command()
def gaps(
    path: PathArgument,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the whole as one page to present, offline.")
    ] = None,
    lang: Annotated[str, typer.Option("--lang", metavar="en|zh", help="The language of the words.")] = "en",
) -> None:
    """Measure the eleven gaps that keep a call from being shown well, and print or write the verdicts."""
    import workbench
    from workbench import strings
    from workbench.gaps.facts import facts
    from workbench.gaps.picture import lined
    from workbench.surfaces import gaps_page

    if lang not in strings.TABLES:
        raise WorkbenchError(f"There is no language {lang!r}: choose en or zh.", code="usage")
    if html is not None and not html.absolute().parent.is_dir():
        raise WorkbenchError(f"There is no folder {html.absolute().parent} to write into.", code="no-such-path")
    wb = workbench.open()
    wb.load(path)
    before = strings.language()
    strings.set_language(lang)
    try:
        found = wb.gaps()
        loaded = facts(wb.store)
        _print(loaded.said())
        for line, gap in zip(
            lined([(f"{gap.number:<3} {gap.verdict_words}", f"n={gap.n:,}") for gap in found]), found, strict=True
        ):
            _say(f"{line}  {strings.t('gaps.line', title=gap.title, number=gap.key_number)}")
        if loaded.scripted():
            _print(loaded.scripted() or "")
        if html is not None:
            html.write_text(gaps_page(wb.store, found), "utf-8")
            _say(str(html))
    finally:
        strings.set_language(before)


@app.command()
def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Throw it away; the logs themselves are not touched.")] = False,
    lang: Annotated[str, typer.Option("--lang", metavar="en|zh", help="The language of the words.")] = "en",
) -> None:
    """Say what is kept of logs that were read: where, how many, how large. Kept logs open at once."""
    from workbench import strings
    from workbench.progress import size
    from workbench.store import cache as kept

    if lang not in strings.TABLES:
        raise WorkbenchError(f"There is no language {lang!r}: choose en or zh.", code="usage")
    with strings.speaking(lang):
        folder = kept.place()
        if folder is None:
            _print(strings.t("cache.off"))
            return
        known = kept.entries()
        held = sum(entry.bytes for entry in known)
        logs = [part.path for entry in known if entry.manifest is not None for part in entry.manifest.parts]
        if clear:
            _say(strings.t("cache.cleared", n=kept.clear(), size=size(held)))
            return
        if known:
            _say(strings.t("cache.holds", n=len(logs), size=size(held), limit=size(kept.LIMIT), folder=str(folder)))
        else:
            _say(strings.t("cache.empty", folder=str(folder)))
        if logs:
            _say(strings.t("cache.newest", path=logs[-1]))
        _print(strings.t("cache.hint"))


def _list(heading: str, lines: list[str]) -> None:
    if lines:
        _print(f"{heading}:")
    for line in lines[:LISTED]:
        _say(f"  {line}")
    if len(lines) > LISTED:
        _print(f"  … and {len(lines) - LISTED:,} more")


def _say(line: str) -> None:
    _print(_plain(line))


def _plain(line: str) -> str:
    """One line for a terminal: what a log or a file name hides in it for the terminal is shown, not obeyed."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)


def _print(text: str) -> None:
    """Print, and end quietly where the reader has gone away (`| head`)."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # The interpreter flushes once more at its end: into nothing, not into the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


def _only_root(wb: Workbench) -> str:
    """The id of the one session that no other session started, or the empty prefix, which fits them all."""
    roots = wb.sql("select session_id from sessions where parent_session is null").fetchall()
    return str(roots[0][0]) if len(roots) == 1 else ""


def main() -> None:
    """Run the command line: a fault that a user can cause is one sentence on stderr and exit code 1."""
    from workbench.namesake import refuse_namesake

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        refuse_namesake()
        app(prog_name="workbench")
    except WorkbenchError as fault:
        print(_plain(str(fault)), file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
