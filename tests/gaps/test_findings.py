"""What a person holds: the findings and the coverage as tables, charts and cards."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

import workbench
from workbench import strings
from workbench.bench import Workbench
from workbench.findings import Coverage, Finding, Findings
from workbench.gaps import PROBES


@pytest.fixture(scope="module")
def wb(recorded: Path) -> Workbench:
    made = workbench.open()
    made.load(recorded)
    return made


@pytest.fixture(scope="module")
def found(wb: Workbench) -> Findings:
    return wb.gaps()


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    strings.set_language("en")


class Rows(HTMLParser):
    """The words of every row of a table."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def rows(html: str) -> list[list[str]]:
    parser = Rows()
    parser.feed(html)
    return parser.rows


def test_the_table_has_a_row_a_gap_with_its_numbers_and_the_expression_for_its_rows(found: Findings) -> None:
    _, *table = rows(found.html())
    assert [row[0] for row in table] == list(PROBES)
    for row, gap in zip(table, found, strict=True):
        tally = gap.tally
        assert row[1] == gap.title
        assert row[2] == gap.verdict_words
        assert row[3:7] == [f"{n:,}" for n in (tally.n, tally.recorded, tally.joined, tally.missing)]
        assert row[7] == gap.key_number
        assert row[8] == f'wb.gap("{gap.number}").evidence'


def test_the_expression_gives_the_rows_that_are_counted(wb: Workbench, found: Findings) -> None:
    for row, gap in zip(rows(found.html())[1:], found, strict=True):
        assert eval(row[8], {"wb": wb}).aggregate("count(*)").fetchall() == [(gap.n,)]


def test_tables_follow_the_language(found: Findings) -> None:
    strings.set_language("zh")
    assert found[0].entry.title.zh in found.html()
    assert "未解决" in found.text()
    assert "未解决" in found[0].html()


def test_a_finding_says_its_rule_and_all_its_numbers(found: Findings) -> None:
    for gap in found:
        assert gap.rule in gap.html().replace("&quot;", '"').replace("&#x27;", "'").replace("&amp;", "&")
        bundle = gap._repr_mimebundle_()
        assert set(bundle) == {"text/html", "text/plain"}
        assert gap.verdict_words in bundle["text/plain"]
        assert all(f'wb.gap("{gap.number}").look("{look}")' in gap.html() for look in gap.looks)


def test_a_chart_is_one_expression_away(wb: Workbench) -> None:
    shown = wb.gap("G4").chart()._repr_mimebundle_()
    assert "precision" in shown["text/plain"]
    assert shown["image/png"].startswith("iVBOR")


def test_the_card_behind_a_finding(wb: Workbench) -> None:
    assert wb.gap("G1").card("longest").type == "terminal"
    waiting = wb.gap("G9").card("waits", "kind = 'approval'", at="asked")
    assert waiting.state == "waiting"
    assert wb.gap("G8").card(where="is_error", key="root_key").tool == "run_code"
    assert wb.gap("G1").card(where="tool = 'nothing of the kind'") is None


def test_coverage_is_a_matrix_a_table_and_two_charts(wb: Workbench) -> None:
    coverage = wb.coverage()
    assert isinstance(coverage, Coverage)
    names = [row[0] for row in rows(coverage.html())]
    assert names[0] == "tool"
    assert {"bash", "mcp__*", "workflow", "no_such_tool"} <= set(names)
    (counted,) = coverage.table.filter("tool = 'bash'").project("calls").fetchall()
    assert counted[0] > 50
    assert "bash" in coverage.chart()._repr_mimebundle_()["text/plain"]
    assert "G5" in coverage.levers()._repr_mimebundle_()["text/plain"]
    assert "bash" in coverage.text()


def test_findings_are_gaps_and_a_list(found: Findings) -> None:
    assert isinstance(found, list)
    assert all(isinstance(gap, Finding) for gap in found)
    assert len(found) == len(PROBES)


def test_an_empty_workbench_says_so_everywhere() -> None:
    empty = workbench.open()
    assert "not enough data" in empty.gaps().text()
    assert "Nothing to draw" in empty.gap("G4").chart()._repr_mimebundle_()["text/plain"]
    assert empty.gap("G4").card() is None
    assert "bash" in empty.coverage().html()
