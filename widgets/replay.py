"""The one widget: a session's rows, drawn in the browser from a columnar index, with bodies given when they are opened.

Nothing of a log is in the widget's traits, so a saved notebook holds only the script and the style sheet. All else is
asked for in messages (`widgets/protocol.py`).
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, ClassVar

import anywidget
import traitlets
from workbench.widgets.bundle import script, style
from workbench.widgets.element import el, to_fragment_html
from workbench.widgets.protocol import MAX_BODIES, MAX_CHUNKS, VERSION, Acting
from workbench.widgets.vocabulary import full_meta

from workbench.errors import WorkbenchError
from workbench.replay.index import CHUNK, Index, chunks, pack_chunk, pack_head
from workbench.strings import t

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from workbench.widgets.protocol import ReplaySource

    Reply = tuple[dict[str, Any], list[bytes]]

_WIDGET_MIME = "application/vnd.jupyter.widget-view+json"


class Replay(anywidget.AnyWidget):
    """A live replay of a source's rows.

    Messages may arrive on any thread (JupyterLab serves them beside a running cell): the source is called under a lock,
    one call at a time.

    Args:
        source: where the rows come from.
        html: gives the static form that stands beside the widget for front ends without widgets; default: one line.
    """

    _esm: ClassVar[str] = script()
    _css: ClassVar[str] = style()
    twin = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether a static form stands in front of the widget, which a live view hides."""

    def __init__(self, source: ReplaySource, html: Callable[[], str] | None = None) -> None:
        super().__init__()
        self._source: ReplaySource | None = source
        self._html = html
        self._lock = threading.RLock()
        self._index: Index | None = None
        self._revision = 0
        self._pushed = 0
        self.on_msg(self._asked)
        _answer_beside_cells(self.comm)

    # -------------------------------------------------------------------------------------------- static forms

    def __repr__(self) -> str:
        with self._lock:
            if self._source is None:
                return "Replay(closed)"
            meta = self._source.meta()
            rows = len(self._current())
            return f"Replay({meta.get('session_id', '')}, {rows} {'row' if rows == 1 else 'rows'})"

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        plain = repr(self)
        if self._source is None or self.comm is None:
            return {"text/plain": plain}, {}
        view = {"version_major": 2, "version_minor": 1, "model_id": self.model_id}
        return {"text/plain": plain, "text/html": self._static_html(), _WIDGET_MIME: view}, {}

    def _ipython_display_(self, **_: Any) -> None:
        """Show the static form and then the widget, as two outputs: a saved notebook keeps the first."""
        from IPython.display import display

        data, _metadata = self._repr_mimebundle_()
        if self._html is not None and _WIDGET_MIME in data:
            self.twin = True
            display({name: data[name] for name in ("text/html", "text/plain")}, raw=True)
            data.pop("text/html")
            data["text/plain"] = t("static.live")
        display(data, raw=True)

    def _static_html(self) -> str:
        if self._html is not None:
            return self._html()
        return to_fragment_html(el("p", f"{self!r}: run this cell in a notebook to see it."))

    # ------------------------------------------------------------------------------------------------- life

    def changed(self, start: int = 0) -> None:
        """Tell every view that rows from `start` on changed or were added; they ask for what they need."""
        with self._lock:
            if self._source is None:
                return
            self._index = None
            self._revision += 1
            self._pushed += 1
            rows = len(self._current())
            message = {"type": "changed", "n": self._pushed, "rows": rows, "start": start, "revision": self._revision}
        self.send(message)

    def close(self) -> None:
        """Close the views and let go of the source; the widget cannot be shown again."""
        with self._lock:
            self._source = None
            self._index = None
            self._html = None
        layout = self.layout
        super().close()
        if layout is not None:
            layout.close()

    # ----------------------------------------------------------------------------------------------- messages

    def _asked(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Answer one question; whatever goes wrong becomes a sentence at the place that asked."""
        question = content if isinstance(content, dict) else {}
        try:
            with self._lock:
                if self._source is None:
                    return
                answer, buffers = self._answer(question)
        except Exception as error:  # noqa: BLE001 — a source or a drawing may raise anything; a view must hear of it
            answer, buffers = {"type": "error", "message": _sentence(error)}, []
        self.send({**answer, "id": str(question.get("id", ""))}, buffers)

    def _answer(self, question: dict[str, Any]) -> Reply:
        kind = question.get("type")
        if kind == "hello":
            return self._hello(_number(question, "since"))
        if kind == "ping":
            return {"type": "pong", "revision": self._revision}, []
        if kind == "index":
            return self._chunk(_number(question, "start"), _number(question, "stop"))
        if kind == "body":
            return self._bodies(_rows(question, len(self._current())), bool(question.get("highlight")))
        if kind == "act":
            return self._act(_number(question, "row"), str(question.get("action", "")))
        raise WorkbenchError(
            "This page asks something that the kernel does not know: reload the page.", code="protocol"
        )

    def _hello(self, since: int) -> Reply:
        index = self._current()
        rows = len(index)
        since = max(0, min(since, rows)) // CHUNK * CHUNK
        bounds = chunks(rows)[since // CHUNK :]
        if len(bounds) > MAX_CHUNKS:
            bounds = [*bounds[: MAX_CHUNKS - 1], bounds[-1]]
        answer = {
            "type": "welcome",
            "v": VERSION,
            "meta": full_meta(self._live_source().meta()),
            "rows": rows,
            "since": since,
            "chunk": CHUNK,
            "chunks": bounds,
            "revision": self._revision,
            "n": self._pushed,
        }
        return answer, [pack_head(index, since), *(pack_chunk(index, start, stop) for start, stop in bounds)]

    def _chunk(self, start: int, stop: int) -> Reply:
        start = max(0, start // CHUNK * CHUNK)
        answer = {"type": "index", "start": start, "stop": stop, "revision": self._revision}
        return answer, [pack_chunk(self._current(), start, min(stop, start + CHUNK))]

    def _bodies(self, rows: Sequence[int], highlight: bool) -> Reply:
        failed: dict[str, str] = {}
        buffers: list[bytes] = []
        for row in rows:
            try:
                buffers.append(self._live_source().body(row, highlight))
            except Exception as error:  # noqa: BLE001 — one bad row must not take its neighbours with it
                failed[str(row)] = _sentence(error)
                buffers.append(b"")
        return self._body_answer(rows, failed, highlight), buffers

    def _act(self, row: int, action: str) -> Reply:
        source = self._live_source()
        if not isinstance(source, Acting):
            raise WorkbenchError("This view has no actions.", code="no-action")
        return self._body_answer([row], {}, highlight=True), [source.act(row, action)]

    def _body_answer(self, rows: Sequence[int], failed: dict[str, str], highlight: bool) -> dict[str, Any]:
        return {
            "type": "body",
            "rows": list(rows),
            "failed": failed,
            "highlight": highlight,
            "revision": self._revision,
        }

    def _current(self) -> Index:
        if self._index is None:
            self._index = self._live_source().index()
        return self._index

    def _live_source(self) -> ReplaySource:
        if self._source is None:
            raise WorkbenchError("This replay is closed: show the session again.", code="closed")
        return self._source


def _answer_beside_cells(comm: Any) -> None:
    """Take a comm's messages where the front end sent them, which is beside a running cell.

    From 7.4 on, ipykernel hands them to the shell that opened the comm, for cells that wait for a widget's answer. A
    replay whose cell is followed by others would stay empty until the last of them is done.
    """
    if hasattr(comm, "_reply_subshell_for"):
        comm._reply_subshell_for = lambda _data, subshell: subshell  # noqa: SLF001 - there is no public way


def _number(question: dict[str, Any], name: str) -> int:
    value = question.get(name)
    if not isinstance(value, int):
        raise WorkbenchError(f"This page sent no {name}: reload the page.", code="protocol")
    return value


def _rows(question: dict[str, Any], rows: int) -> list[int]:
    wanted = question.get("rows")
    wanted = wanted if isinstance(wanted, list) else []
    return [row for row in wanted if isinstance(row, int) and 0 <= row < rows][:MAX_BODIES]


def _sentence(error: Exception) -> str:
    return str(error) if isinstance(error, WorkbenchError) else f"{type(error).__name__}: {error}"
