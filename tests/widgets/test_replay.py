"""The widget's Python side: questions in, answers out, without a kernel."""

from __future__ import annotations

import json
import re
import runpy
import threading
import time
from pathlib import Path

import pytest
from workbench.widgets.bundle import script
from workbench.widgets.embedded import embedded
from workbench.widgets.labels import labels
from workbench.widgets.protocol import MAX_BODIES, VERSION
from workbench.widgets.replay import Replay

from workbench import model
from workbench.replay.index import CHUNK, unpack

Synthetic = runpy.run_path(str(Path(__file__).with_name("synthetic.py")))["Synthetic"]


class Front:
    """A front end's side of one view: asks, and keeps what the model says."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.heard: list[tuple[dict, list[bytes]]] = []
        replay.send = lambda content, buffers=None: self.heard.append((content, buffers or []))

    def ask(self, **question) -> tuple[dict, list[bytes]]:
        self.replay._handle_custom_msg({"id": "v:1", **question}, [])
        return self.heard.pop()


@pytest.fixture
def source():
    return Synthetic(5_000, failing=(3,))


@pytest.fixture
def front(source):
    replay = Replay(source)
    yield Front(replay)
    replay.close()


def test_hello_gives_meta_the_head_and_the_first_and_last_texts(front):
    answer, buffers = front.ask(type="hello", v=VERSION, since=0)
    assert answer["type"] == "welcome"
    assert (answer["id"], answer["rows"], answer["since"]) == ("v:1", 5_000, 0)
    assert answer["chunks"] == [(0, CHUNK), (2 * CHUNK, 5_000)]
    assert len(buffers) == 3
    assert len(unpack(buffers[0])["clock"]) == 5_000
    assert answer["meta"]["kinds"][answer["meta"]["kinds"].index("terminal")] == "terminal"
    assert answer["meta"]["labels"]["filter.errors"] == "Errors only"


def test_hello_from_a_later_row_gives_only_what_comes_after(front):
    answer, buffers = front.ask(type="hello", v=VERSION, since=4_999)
    assert answer["since"] == 2 * CHUNK
    assert answer["chunks"] == [(2 * CHUNK, 5_000)]
    assert len(unpack(buffers[0])["clock"]) == 5_000 - 2 * CHUNK


def test_texts_come_by_chunk(front):
    answer, buffers = front.ask(type="index", start=CHUNK, stop=2 * CHUNK)
    assert (answer["type"], answer["start"], answer["stop"]) == ("index", CHUNK, 2 * CHUNK)
    assert len(unpack(buffers[0])["seq"]) == CHUNK


def test_bodies_come_one_a_buffer_and_a_bad_row_does_not_take_its_neighbours(front):
    answer, buffers = front.ask(type="body", rows=[2, 3, 4], highlight=False)
    assert answer["rows"] == [2, 3, 4]
    assert answer["failed"] == {"3": "ValueError: row 3 is made to fail"}
    assert json.loads(buffers[0])[0]["n"] == ["Body of row 2."]
    assert buffers[1] == b""
    assert json.loads(buffers[2])[0]["n"] == ["Body of row 4."]


def test_rows_that_do_not_exist_are_left_out_and_one_answer_is_bounded(front):
    answer, _ = front.ask(type="body", rows=[-1, 5_000, "1", None, 7], highlight=True)
    assert answer["rows"] == [7]
    answer, _ = front.ask(type="body", rows=list(range(100)), highlight=False)
    assert answer["rows"] == list(range(MAX_BODIES))


@pytest.mark.parametrize(
    "question",
    [{}, {"type": "unknown"}, {"type": "index"}, {"type": "hello"}, {"type": "act", "row": 1, "action": "x"}],
)
def test_what_cannot_be_answered_is_a_sentence(front, question):
    answer, buffers = front.ask(**question)
    assert answer["type"] == "error"
    assert answer["id"] == "v:1"
    assert answer["message"].endswith(".")
    assert buffers == []


def test_an_action_is_answered_with_the_new_body(source):
    source.act = lambda row, action: json.dumps([f"{action} of {row}"]).encode()
    front = Front(Replay(source))
    answer, buffers = front.ask(type="act", row=5, action="more:2")
    assert (answer["type"], answer["rows"], json.loads(buffers[0])) == ("body", [5], ["more:2 of 5"])
    front.replay.close()


def test_a_change_is_told_with_a_running_number_and_shows_in_the_next_answers(front, source):
    front.ask(type="hello", v=VERSION, since=0)
    source.rows = source.rows[:4_000]
    front.replay.changed(start=3_999)
    said, _ = front.heard.pop()
    assert said == {"type": "changed", "n": 1, "rows": 4_000, "start": 3_999, "revision": 1}
    answer, _ = front.ask(type="hello", v=VERSION, since=3_999)
    assert (answer["rows"], answer["n"], answer["revision"]) == (4_000, 1, 1)
    answer, _ = front.ask(type="ping")
    assert answer["revision"] == 1


def test_the_source_is_asked_by_one_thread_at_a_time(source):
    inside = 0
    worst = 0

    def body(row: int, highlight: bool) -> bytes:
        nonlocal inside, worst
        inside += 1
        worst = max(worst, inside)
        time.sleep(0.002)
        inside -= 1
        return b"[]"

    source.body = body
    front = Front(Replay(source))
    ask = lambda: front.replay._handle_custom_msg({"id": "v:1", "type": "body", "rows": [1, 2, 3]}, [])  # noqa: E731
    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert worst == 1
    assert len(front.heard) == 8
    front.replay.close()


def test_the_saved_state_has_nothing_of_the_session(front):
    front.ask(type="hello", v=VERSION, since=0)
    state = front.replay.get_state()
    assert {name for name in state if not name.startswith("_")} <= {"layout", "tabbable", "tooltip", "twin"}
    assert "importer" not in json.dumps({name: str(value) for name, value in state.items()})


def test_the_output_has_a_view_a_static_form_and_a_text_that_is_the_same_every_time(source):
    first, second = Replay(source), Replay(source)
    data, metadata = first._repr_mimebundle_()
    assert metadata == {}
    assert data["text/plain"] == "Replay(session-synthetic-0001, 5000 rows)"
    assert data["text/plain"] == second._repr_mimebundle_()[0]["text/plain"]
    assert data["text/html"] == second._repr_mimebundle_()[0]["text/html"]
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == first.model_id
    first.close()
    second.close()


def test_the_static_form_is_the_session_s_own_where_it_is_given(source):
    replay = Replay(source, html=lambda: "<p>static</p>")
    assert replay._repr_mimebundle_()[0]["text/html"] == "<p>static</p>"
    replay.close()


def test_close_lets_go_of_everything(source):
    replay = Replay(source)
    layout = replay.layout
    front = Front(replay)
    replay.close()
    assert replay.comm is None
    assert layout.comm is None
    assert repr(replay) == "Replay(closed)"
    replay._handle_custom_msg({"id": "v:1", "type": "hello", "v": VERSION, "since": 0}, [])
    assert front.heard == []
    replay.close()


def test_embedded_data_holds_nothing_that_could_end_a_script():
    source = Synthetic(200)
    source.rows[0]["title"] = "</script><script>alert(1)</script>"
    text = json.dumps(embedded(source))
    assert "<" not in text
    assert text == json.dumps(embedded(source))


def test_every_word_that_the_script_asks_for_has_a_label_in_both_languages():
    used = set(re.findall(r'labels\??\.?\["([\w.-]+)"\]|say\([\w.]*labels, "([\w.-]+)"', script()))
    names = {first or second for first, second in used}
    names |= {f"status.{name}" for name in (*model.STATES, *model.OUTCOMES)}
    names |= {f"kind.{name}" for name in model.TIMELINE_KINDS}
    names |= {f"duration.{name}" for name in model.DURATION_KINDS}
    assert len(names) > 50
    for language in ("en", "zh-CN"):
        assert names - labels(language).keys() == set()


def test_a_label_with_two_forms_has_one_of_its_own_for_one():
    assert labels()["header.calls"] == "{n} calls"
    assert labels()["header.calls.one"] == "{n} call"
