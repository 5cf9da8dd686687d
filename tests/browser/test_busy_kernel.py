"""A replay while its kernel is busy with other cells, and while none answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lab as labs
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

LOAD = "from workbench import data\nwb.load(data.SESSIONS / 'files')\nsession = wb.session(wb.sessions[0])"
SHOW = "session.show()"
WAIT = "import time\nfor _ in range(600): time.sleep(0.1)"
IS_RUNNING = f"""() => {labs.FIND}.content.widgets.at(-1).model.executionState === 'running'"""


@pytest.fixture
def running(lab: labs.Lab, visit: labs.Visit, write_notebook: Callable[..., str]) -> labs.Visit:
    """A notebook whose last cell goes on for a minute; it is interrupted afterwards."""
    labs.open_notebook(visit, lab, write_notebook("busy", LOAD, SHOW, WAIT))
    visit.page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
    return visit


def test_a_replay_is_there_and_opens_its_rows_while_a_later_cell_runs(running: labs.Visit) -> None:
    row = running.page.locator(".wbr-row.wbr-kind-diff").first
    row.locator(".wbr-head").click(timeout=40_000)
    row.locator(".wbr-body-content:not([aria-busy]) > *").first.wait_for(timeout=20_000)
    assert running.page.evaluate(IS_RUNNING)
    assert (
        running.page.locator(".jp-CodeCell", has_text="session.show()").locator(".jp-RenderedHTML:visible").count() == 0
    )
    labs.command(running, "notebook:interrupt-kernel")
