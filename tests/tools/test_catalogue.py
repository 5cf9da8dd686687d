"""The catalogue holds every tool of the harness: schema, contract, presenters, facts and what the survey says."""

from __future__ import annotations

import msgspec
import pytest

from workbench.model import ACTIONS, CARD_TYPES
from workbench.registry.schema import check_schema
from workbench.tools import catalogue, find
from workbench.tools.definition import Ideal, Tool

NAMES = [
    "bash",
    "pwsh",
    "read",
    "read_image",
    "write",
    "edit",
    "str_replace_editor",
    "grep",
    "glob",
    "web_search",
    "web_fetch",
    "todo_write",
    "skill",
    "job_output",
    "job_list",
    "job_kill",
    "subagent",
    "subagent_fork",
    "send_message",
    "interrupt_agent",
    "list_agents",
    "report",
    "workflow",
    "ralph",
    "run_code",
    "ask_user_question",
    "exit_plan_mode",
    "create_goal",
    "get_goal",
    "update_goal",
    "schedule_create",
    "schedule_list",
    "schedule_delete",
    "lsp",
    "session_search",
    "session_event_search",
    "session_trace",
    "session_event_trace",
    "session_event_read",
    "terminal_open",
    "terminal_send",
    "terminal_read",
    "terminal_signal",
    "terminal_close",
    "terminal_list",
    "cordis_define",
    "cordis_run",
    "cordis_stop",
    "cordis_undefine",
    "cordis_inspect_list",
    "cordis_inspect_query",
    "cordis_inspect_self",
    "spawn_teammate",
    "followup_task",
    "wait_agent",
    "team_task_create",
    "team_task_get",
    "team_task_list",
    "team_task_update",
    "structured_output",
    "present",
]
RETIRED = ["task_output", "task_list", "task_kill", "cordis_mount", "cordis_unmount", "cordis_inspect"]

TOOLS = list(catalogue().values())


def test_all_tools_are_there() -> None:
    assert sorted(catalogue()) == sorted([*NAMES, *RETIRED])
    assert sorted(tool.name for tool in TOOLS if tool.retired) == sorted(RETIRED)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
class TestEveryTool:
    def test_has_schemas_that_the_registry_enforces(self, tool: Tool) -> None:
        assert check_schema(tool.parameters) == []
        assert check_schema(tool.output.schema) == []
        assert tool.parameters["type"] == "object"
        assert "additionalProperties" not in tool.parameters, "unknown keys are accepted at the root"

    def test_is_described(self, tool: Tool) -> None:
        assert tool.description.endswith(".")
        assert tool.family in {"mcp", *(module for module in FAMILIES)}
        assert all(note.note.endswith(".") for note in tool.older)

    def test_names_a_card_that_exists(self, tool: Tool) -> None:
        assert tool.own_card is None or tool.own_card in CARD_TYPES

    def test_says_what_the_survey_wants(self, tool: Tool) -> None:
        ideal = tool.ideal
        assert isinstance(ideal, Ideal)
        msgspec.convert(msgspec.to_builtins(ideal), Ideal)  # the words are the ones that the types allow
        assert set(ideal.gaps) <= {f"G{number}" for number in range(1, 12)}
        assert set(ideal.forks) <= {f"F{number}" for number in range(1, 9)}
        order = ["client", "addition", "channel"]
        assert order.index(ideal.first_tier) <= order.index(ideal.tier)


FAMILIES = {
    "ask_user", "code", "cordis", "deliverables", "editor", "files", "goals", "jobs", "lsp", "plan", "schedule",
    "search", "sessions", "shell", "skill", "structured_output", "subagents", "team", "terminal", "todo", "web",
    "workflow",
}  # fmt: skip


def test_the_families_are_the_ones_known() -> None:
    assert {tool.family for tool in TOOLS} == FAMILIES


def test_which_tools_present_themselves() -> None:
    """What the harness declares; the others fall back to name, arguments and content."""
    calls = {tool.name for tool in TOOLS if tool.present_call}
    silent = {
        "subagent", "subagent_fork", "send_message", "interrupt_agent", "list_agents", "report", "ask_user_question",
        "structured_output", "present", "spawn_teammate", "followup_task", "wait_agent", "team_task_create",
        "team_task_get", "team_task_list", "team_task_update",
    }  # fmt: skip
    assert set(catalogue()) - calls == silent
    assert {tool.name for tool in TOOLS if tool.present_result} == {
        "bash", "pwsh", "read", "write", "edit", "grep", "glob", "web_search", "web_fetch", "workflow", "ralph",
        "exit_plan_mode", "terminal_send",
    }  # fmt: skip


def test_which_tools_store_metadata() -> None:
    assert {tool.name for tool in TOOLS if tool.output.presentation_meta} == {
        "read", "write", "edit", "grep", "glob", "web_search", "web_fetch", "terminal_send", "cordis_define",
        "cordis_run",
    }  # fmt: skip


def test_time_limits() -> None:
    assert {tool.name: tool.timeout_ms for tool in TOOLS if tool.timeout_ms} == {
        "grep": 30_000, "glob": 30_000, "web_search": 30_000, "web_fetch": 30_000, "lsp": 60_000,
        "session_search": 30_000, "session_event_search": 30_000,
    }  # fmt: skip


def test_which_tools_may_overlap() -> None:
    assert {tool.name for tool in TOOLS if tool.concurrency_safe} == {
        "read", "read_image", "web_search", "web_fetch", "subagent", "subagent_fork", "session_trace",
        "session_event_trace", "session_event_read",
    }  # fmt: skip


def test_own_cards() -> None:
    """The cards that a tool has whatever its view says."""
    cards: dict[str, set[str]] = {}
    for tool in TOOLS:
        if tool.own_card:
            cards.setdefault(tool.own_card, set()).add(tool.name)
    assert cards == {
        "code": {"run_code"},
        "subagent": {"subagent", "subagent_fork"},
        "progress": {"workflow", "ralph"},
        "job": {"bash", "pwsh", "job_output", "job_kill", "task_output", "task_kill"},
        "todo": {"todo_write"},
        "question": {"ask_user_question"},
        "list": {"job_list", "task_list", "list_agents", "terminal_list"},
        "mount": {name for name in catalogue() if name.startswith("cordis_")},
        "chip": {"skill", "structured_output"},
    }


def test_a_name_of_another_server_gives_the_family() -> None:
    found = find("mcp__demo__echo")
    assert found is not None
    assert (found.name, found.family, found.present_call) == ("mcp__demo__echo", "mcp", None)


@pytest.mark.parametrize("name", ["", "no_such_tool", "Bash", "<img src=x onerror=alert(1)>", "__class__", "mcp_"])
def test_a_name_nobody_knows_gives_none(name: str) -> None:
    assert find(name) is None


def test_every_kind_of_a_call_view_has_an_icon() -> None:
    from workbench.tools import present_call

    kinds = {
        present_call(name, arguments).view.kind
        for name, arguments in {
            "read": '{"file_path": "a"}', "grep": '{"pattern": "a"}', "web_fetch": '{"url": "a"}',
            "job_kill": '{"job_id": "a"}', "todo_write": '{"todos": []}', "cordis_undefine": '{"pluginId": "a"}',
            "str_replace_editor": '{"command": "insert", "path": "a"}',
        }.items()
    }  # fmt: skip
    assert kinds <= set(ACTIONS)
    assert kinds == {"read", "search", "fetch", "execute", "other", "delete", "edit"}
