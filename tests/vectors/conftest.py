"""Counts the vectors that were skipped, and says so at the end of the run."""

from __future__ import annotations

from collections import Counter

import pytest

_skipped: Counter[str] = Counter()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """Remember why a vector was skipped."""
    report = (yield).get_result()
    if report.skipped and "vector" in item.keywords:
        reason = call.excinfo.value.msg if call.excinfo is not None else "skipped"
        _skipped[str(reason)] += 1


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known that says: this test is one vector."""
    config.addinivalue_line("markers", "vector: one test vector of the harness, by its id")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many vectors were skipped, by reason."""
    if not any(
        "vector" in report.keywords
        for reports in terminalreporter.stats.values()
        for report in reports
        if isinstance(report, pytest.TestReport)
    ):
        return
    terminalreporter.write_line(f"vectors skipped: {sum(_skipped.values())}")
    for reason, number in sorted(_skipped.items()):
        terminalreporter.write_line(f"  {number}: {reason}")
