"""A replay is two outputs: a static form that a saved notebook keeps, and the widget."""

from __future__ import annotations

import pytest

import workbench


@pytest.fixture
def shown(recorded, monkeypatch):
    outputs = []
    monkeypatch.setattr("IPython.display.display", lambda data, raw: outputs.append(data))
    wb = workbench.open()
    wb.load(recorded / "goal")
    replay = wb.session(wb.sessions[0]).show()
    replay._ipython_display_()
    yield replay, outputs
    replay.close()


def test_the_static_form_comes_first_and_the_widget_second(shown):
    replay, (static, live) = shown
    assert set(static) == {"text/html", "text/plain"}
    assert "create_goal" in static["text/html"]
    assert set(live) == {"text/plain", "application/vnd.jupyter.widget-view+json"}
    assert replay.twin


def test_a_body_shows_its_rest_on_request(recorded):
    wb = workbench.open()
    wb.load(recorded / "bash-foreground")
    from workbench.widgets.source import TimelineSource

    session = wb.session(wb.sessions[0])
    source = TimelineSource(session.place, session.info, session.banner)
    rows = range(len(source.index()))
    row = next(row for row in rows if b"more:output" in source.body(row, highlight=False))
    assert len(source.act(row, "more:output")) > len(source.body(0, highlight=False))
    assert b"more:output" not in source.act(row, "more:output")
