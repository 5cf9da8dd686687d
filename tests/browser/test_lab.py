"""What the other browser tests stand on: notebooks run in a real JupyterLab, and nothing leaves the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lab as labs
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_notebook_runs_in_the_kernel_that_loads_the_workbench(
    lab: labs.Lab, visit: labs.Visit, write_notebook: Callable[..., str]
) -> None:
    path = write_notebook("smoke", "print(type(wb).__name__, 6 * 7)", "%wb")
    labs.open_notebook(visit, lab, path)
    labs.run_all(visit)
    assert labs.errors(visit) == []
    outputs = visit.page.locator(".jp-OutputArea-output")
    assert outputs.nth(0).inner_text().strip() == "Workbench 42"
    assert "%wb show session" in outputs.nth(1).inner_text()


def test_an_error_of_the_workbench_is_one_sentence(
    lab: labs.Lab, visit: labs.Visit, write_notebook: Callable[..., str]
) -> None:
    path = write_notebook("sentence", "wb.load('no-such-folder')")
    labs.open_notebook(visit, lab, path)
    labs.run_all(visit)
    shown = visit.page.locator(".jp-OutputArea-output").inner_text().strip()
    assert "no-such-folder" in shown
    assert "\n" not in shown
    assert "Traceback" not in shown


def test_no_popup_covers_a_fresh_page(lab: labs.Lab, visit: labs.Visit, write_notebook: Callable[..., str]) -> None:
    labs.open_notebook(visit, lab, write_notebook("calm", "1"))
    visit.page.wait_for_timeout(500)
    assert visit.page.locator(".jp-Dialog, .Toastify__toast").count() == 0


def test_another_machine_cannot_be_reached(visit: labs.Visit, lab: labs.Lab) -> None:
    visit.page.goto(f"{lab.url}/lab?token={labs.TOKEN}", wait_until="domcontentloaded")
    reached = visit.page.evaluate("() => fetch('http://192.0.2.1/', { mode: 'no-cors' }).then(() => true, () => false)")
    assert reached is False
    assert visit.outside == ["http://192.0.2.1/"]
    visit.outside.clear()


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_the_theme_can_be_switched(
    theme: str, lab: labs.Lab, visit: labs.Visit, write_notebook: Callable[..., str]
) -> None:
    labs.open_notebook(visit, lab, write_notebook("theme", "1"))
    labs.set_theme(visit, theme)
    assert visit.page.evaluate("() => document.body.dataset.jpThemeName") == theme
