"""Event types: which generation knows which, and which of them say in what turn and step they happened."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PACKED: Final = frozenset({"text-chunks", "reasoning-chunks", "tool-call-chunks"})
"""Storage tags of generations 0 and 1: one row that stands for several `assistant/chunk` events."""

_ALWAYS: Final = _words(
    """
    session/end-seed turn/start turn/end step/start step/end user/message assistant/message tool/call tool/result
    tool-workflow/run-start tool-workflow/agent-start tool-workflow/agent-end tool-workflow/run-end
    request/header request/context agent/inbox/spliced agent-preset/selected model/selection
    subagent/model-selection-policy subagent/descriptor approval/asked approval/decided approval/policy sandbox/mode
    permission/preset plan/mode todo/write goal/change schedule/change compaction/start compaction/summary
    compaction/prune compaction/end hook/invoked hook/result command/run command/done llm/retry llm/retry-started
    session/title session/title-llm-request feedback/record team/member team/task team/message/queued
    team/message/delivered session-log-deepseek/delivery-accepted web/deepseek-search-llm-request
    """
)
_CODE: Final = frozenset({"tool/code-dispatch-start", "tool/code-dispatch"})
_PTC: Final = frozenset({"tool/ptc-dispatch-start", "tool/ptc-dispatch"})
_SINCE_3: Final = _words(
    "system/message feedback/message-put feedback/message-delete deliverables/presented subagent/catalog"
)
_SINCE_4: Final = _words("developer/message image/offload workspace/changes")

_V0: Final = _ALWAYS | _CODE | {"assistant/chunk"} | PACKED
_V2: Final = _ALWAYS | _CODE | {"assistant/attempt"}
_V3: Final = _ALWAYS | _PTC | {"assistant/attempt"} | _SINCE_3

TYPES: Final[dict[int, frozenset[str]]] = {0: _V0, 1: _V0, 2: _V2, 3: _V3, 4: _V3 | _SINCE_4}
"""The types of each generation, storage tags among them."""

ANY: Final = frozenset().union(*TYPES.values())
"""Types that at least one generation knows."""

RENAMED: Final = {
    "steering/message": "user/message",
    "compact/start": "compaction/start",
    "compact/summary": "compaction/summary",
    "compact/end": "compaction/end",
    "compact/prune": "compaction/prune",
}
"""Names of the time before the first release, and what such rows are called since; generations 0 and 1 have them."""

RETIRED: Final = frozenset(RENAMED) | _words("request/header-delta mode/set")
"""All names of that time. The harness refuses those that have no other name since."""

MARKERS: Final = frozenset({"turn/start", "turn/end", "step/start", "step/end"})
"""Rows that open and close turns and steps."""

HAVE_STEP: Final = PACKED | _words(
    """
    assistant/chunk assistant/message assistant/attempt system/message developer/message tool/call tool/result
    llm/retry llm/retry-started
    """
)
"""Types whose data says the turn and the step."""

HAVE_TURN: Final = _words("hook/invoked hook/result compaction/start compaction/end deliverables/presented")
"""Types whose data says the turn alone."""


class TypeTable(dict[str, int]):
    """Numbers the types of one log as they come, and says by number what they are.

    `table[type]` gives the number and makes one for a new type. The lists are indexed by it: `size` is the length of
    the type in UTF-8, `within` 2 for types that say turn and step, 1 for those that say the turn, else 0, and
    `renamed` that a type has another name since.
    """

    def __init__(self, generation: int) -> None:
        super().__init__()
        self._types = TYPES.get(generation, ANY) | (frozenset(RENAMED) if generation < 2 else frozenset())
        self.names: list[str] = []
        self.size: list[int] = []
        self.known: list[bool] = []
        self.packed: list[bool] = []
        self.marker: list[bool] = []
        self.within: list[int] = []
        self.renamed: list[bool] = []

    def __missing__(self, name: str) -> int:
        number = self[name] = len(self.names)
        self.names.append(name)
        self.size.append(len(name.encode("utf-8", "surrogatepass")))
        self.known.append(name in self._types)
        self.packed.append(name in PACKED)
        self.marker.append(name in MARKERS)
        self.renamed.append(name in RENAMED)
        self.within.append(2 if name in HAVE_STEP else int(name in HAVE_TURN))
        return number
