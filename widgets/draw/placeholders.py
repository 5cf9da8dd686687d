"""Words that the harness puts into the text of an MCP result in the place of blocks that it does not keep."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench.widgets.draw.parts import link
from workbench.widgets.element import Element, el

from workbench.strings import t

if TYPE_CHECKING:
    from collections.abc import Callable

_KEPT = r"raw (?:image|audio|resource) data remains available to programmatic callers\]"
_LINES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Element]], ...] = (
    (
        re.compile(rf"\[image unavailable: ([^;\]]{{1,80}}); ([^\]]{{1,400}}?)(?:; {_KEPT}|\])"),
        lambda found: _told(t("media.harness_image", type=found[1], reason=found[2])),
    ),
    (
        re.compile(rf"\[audio result unsupported: ([^;\]]{{1,80}}); {_KEPT}"),
        lambda found: _told(t("media.harness_audio", type=found[1])),
    ),
    (
        re.compile(rf"\[embedded resource unsupported; {_KEPT}"),
        lambda _: _told(t("media.harness_resource")),
    ),
    (
        re.compile(r"\[unsupported MCP content type: ([^\]]{1,80})\]"),
        lambda found: _told(t("media.harness_other", type=found[1])),
    ),
    (
        re.compile(r"\[resource link unavailable: ([^\]]{1,200})\]"),
        lambda found: _told(found[0][1:-1]),
    ),
    (
        re.compile(r"Resource link: (.{0,400}?) \(([^()\s]{1,2000})\)"),
        lambda found: el("div", f"{t('block.resource')} ", link(found[2], found[1] or None), cls="wb-resource"),
    ),
)
_HINT = re.compile(
    r"\[(?:image|resource link) unavailable: |\[(?:audio result|embedded resource|unsupported MCP)|Resource link: "
)
MOST = 200
"""Lines of a text that are looked at; the harness writes one for each block."""


def placeholders(text: str) -> tuple[str | Element, ...] | None:
    """Return a text parted at the words of the harness, which stand for what it left out; None where there are none.

    Only whole lines are taken: a server could write the same words, so the text itself stays in the fold below.
    """
    if not _HINT.search(text[:20_000]):
        return None
    lines = text.split("\n")
    if len(lines) > MOST:
        return None
    parts: list[str | Element] = []
    held: list[str] = []
    for line in lines:
        drawn = next((draw(found) for pattern, draw in _LINES if (found := pattern.fullmatch(line))), None)
        if drawn is None:
            held.append(line)
            continue
        if held:
            parts.append("\n".join(held))
            held = []
        parts.append(drawn)
    if held:
        parts.append("\n".join(held))
    return tuple(parts) if any(not isinstance(part, str) for part in parts) else None


def _told(words: str) -> Element:
    return el("div", words, cls="wb-placeholder")
