"""Over the recordings that the project carries: every call fits its tool, and texts and metadata say the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from workbench.logs import discover, read
from workbench.model import ToolResult
from workbench.tools import (
    catalogue,
    files,
    find,
    jobs,
    present_call,
    present_result,
    search,
    shell,
    subagents,
    todo,
    web,
    workflow,
)
from workbench.tools.edits import hunk_diffs
from workbench.tools.wire import only_text


class Settled(msgspec.Struct):
    """One call with its result, and the metadata where the tool stores any."""

    name: str
    arguments: str
    result: ToolResult


@pytest.fixture(scope="session")
def events(recorded: Path) -> list:
    found = []
    for log in discover(recorded).found:
        rows = read(log).rows
        found += [
            (log.path, kind, json.loads(data))
            for kind, data in zip(rows.type, rows.data, strict=True)
            if kind in ("tool/call", "tool/result", "request/header")
        ]
    return found


@pytest.fixture(scope="session")
def settled(events: list) -> list[Settled]:
    calls = {(path, data["callId"]): data for path, kind, data in events if kind == "tool/call"}
    found, seen = [], set()
    for path, kind, data in events:
        if kind != "tool/result":
            continue
        (block,) = data["message"]["content"]
        call = calls.get((path, block["toolCallId"]))
        if call is None or (path, block["toolCallId"]) in seen:
            continue
        seen.add((path, block["toolCallId"]))
        result = ToolResult(
            content=tuple(block["content"]),
            is_error=block["isError"],
            meta=data.get("meta"),
            has_meta="meta" in data,
        )
        found.append(Settled(call["name"], call["arguments"], result))
    assert len(found) > 150
    return found


def fine(settled: list[Settled], name: str) -> Iterator[tuple[dict, str, object]]:
    """Arguments, text and metadata of the results of one tool that are no error."""
    number = 0
    for each in settled:
        if each.name == name and not each.result.is_error:
            number += 1
            words = only_text(each.result.content)
            assert words is not None
            yield json.loads(each.arguments), words, each.result.meta
    assert number, name


def without_descriptions(schema: object) -> object:
    if isinstance(schema, dict):
        return {
            name: without_descriptions(member)
            for name, member in schema.items()
            if name != "description" or not isinstance(member, str)
        }
    return [without_descriptions(item) for item in schema] if isinstance(schema, list) else schema


def test_our_schemas_are_the_ones_that_the_model_was_given(events: list) -> None:
    checked = set()
    for _, kind, data in events:
        if kind == "request/header":
            for offered in data["header"]["tools"]:
                ours = catalogue().get(offered["name"])
                if ours is not None and offered["name"] != "structured_output":
                    checked.add(ours.name)
                    assert without_descriptions(ours.parameters) == without_descriptions(offered["parameters"]), (
                        ours.name
                    )
    assert len(checked) >= 25


def test_every_call_that_the_harness_accepted_has_the_views_its_tool_declares(settled: list[Settled]) -> None:
    for each in settled:
        tool = find(each.name)
        if tool is None or each.result.is_error:
            continue
        if tool.present_call is not None:
            assert present_call(each.name, each.arguments).view is not None, each
        if tool.present_result is not None:
            assert present_result(each.name, each.arguments, each.result).view is not None, each


def test_read_texts_are_what_their_metadata_renders_to(settled: list[Settled]) -> None:
    read_tool = find("read")
    for arguments, words, meta in fine(settled, "read"):
        value = {name: meta[name] for name in ("path", "offset", "lines", "totalLines")}
        assert read_tool.output.render(arguments, value) == [{"type": "text", "text": words}]
        assert read_tool.output.presentation_meta(arguments, value) == meta
        assert files.parse_read(words).lines == tuple((line["number"], line["text"]) for line in meta["lines"])


def test_search_texts_say_what_their_metadata_says(settled: list[Settled]) -> None:
    for _, words, meta in fine(settled, "grep"):
        text = search.parse_grep(words)
        assert text.total == meta["total"]
        if not meta["truncated"]:
            assert [path for path, _ in text.files] == [file["path"] for file in meta["files"]]
    for _, words, meta in fine(settled, "glob"):
        assert list(search.parse_glob(words).paths) == meta["paths"]


def test_web_texts_are_what_their_metadata_renders_to(settled: list[Settled]) -> None:
    for arguments, words, meta in fine(settled, "web_search"):
        value = {"sources": meta["sources"], "truncated": meta["truncated"]}
        if "answer" in meta:
            value["content"] = meta["answer"]
        assert find("web_search").output.render(arguments, value) == [{"type": "text", "text": words}]
        assert [source.url for source in web.parse_search(words).sources] == [
            source["url"] for source in meta["sources"]
        ]


def test_stored_hunks_are_what_a_diff_of_them_gives(settled: list[Settled]) -> None:
    number = 0
    for name in ("write", "edit"):
        for _, _, meta in fine(settled, name):
            for diff in meta["diffs"]:
                number += 1
                old = "" if diff["oldText"] is None else diff["oldText"] + "\n"
                assert hunk_diffs(diff["path"], old, diff["newText"] + "\n") == [diff]
    assert number


def test_todo_texts_count_the_list(settled: list[Settled]) -> None:
    for arguments, words, _ in fine(settled, "todo_write"):
        assert todo.parse_counts(words) == todo.count(arguments["todos"])


def test_other_conventions_hold(settled: list[Settled]) -> None:
    for _, words, _ in fine(settled, "job_output"):
        assert jobs.parse_output(words) is not None
    for _, words, _ in fine(settled, "job_list"):
        assert jobs.parse_list(words)
    for _, words, _ in fine(settled, "list_agents"):
        assert subagents.parse_agents(words)
    for arguments, words, _ in fine(settled, "workflow"):
        assert workflow.parse_result(words).name == arguments["meta"]["name"]
    for arguments, words, _ in fine(settled, "bash"):
        text = shell.parse_result(words)
        assert text.has_marker or text.exit_code == 0
        assert not arguments.get("run_in_background") or shell.parse_result(words).body == words
