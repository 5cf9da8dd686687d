"""The lanes above the rows say by form what they say by colour: a failure is slit, what was stopped is hollow."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from workbench.widgets.bundle import script, style
from workbench.widgets.embedded import embedded
from workbench.widgets.source import TimelineSource

import workbench

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Replay</title>
<style>body {{ margin: 0 }} {css}</style></head><body><main id="place"></main>
<script type="application/json" id="data">{data}</script>
<script type="module">{js}
const made = embed(document.getElementById("place"), JSON.parse(document.getElementById("data").textContent));
globalThis.view = made.view;
made.ready.then(() => {{ globalThis.isReady = true; }});
</script></body></html>"""

FORMS = """() => {
  const canvas = view.strip.element.querySelector("canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const sharp = canvas.width / canvas.getBoundingClientRect().width;
  const found = [];
  for (const lane of view.strip.lanes) {
    if (lane.tracks !== 1 || lane.name !== "tools") continue;
    for (const row of lane.rows) {
      const x = view.strip.scale.x(view.index.clock[row]);
      const width = view.strip.scale.x(view.index.drawnEnd(row)) - x;
      if (width < 24) continue;
      const y = Math.round((lane.y + 4) * sharp);
      const [from, to] = [Math.ceil((x + 1) * sharp), Math.floor((x + width - 2) * sharp)];
      let empty = 0;
      for (let at = from; at < to; at++) empty += data[4 * (y * canvas.width + at) + 3] < 128 ? 1 : 0;
      found.push([view.index.status(row), empty / (to - from)]);
    }
  }
  return found;
}"""
"""Of each wide bar of the tools: its status, and what share of it is not filled along its middle."""
BOUNDS = {"ok": (0, 0.02), "timeout": (0.05, 0.4), "interrupted": (0.9, 1)}


@pytest.mark.parametrize(("folder", "wanted"), [("bash-foreground", "timeout"), ("ask-user", "interrupted")])
def test_a_bar_says_by_its_form_how_its_call_ended(
    browser: Browser, recorded: Path, tmp_path: Path, folder: str, wanted: str
) -> None:
    wb = workbench.open()
    wb.load(recorded / folder)
    session = wb.session(wb.sessions[0])
    data = json.dumps(embedded(TimelineSource(session.place, session.info, session.banner)))
    file = tmp_path / "strip.html"
    file.write_text(PAGE.format(css=style(), js=script(), data=data), "utf-8")
    page = browser.new_page(viewport={"width": 1100, "height": 700})
    page.goto(file.as_uri())
    page.wait_for_function("globalThis.isReady")
    page.wait_for_timeout(300)
    found = page.evaluate(FORMS)
    page.close()
    assert {"ok", wanted} <= {status for status, _ in found}
    for status, empty in found:
        low, high = BOUNDS[status]
        assert low <= empty <= high, status
