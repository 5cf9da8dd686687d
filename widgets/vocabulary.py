"""What the browser needs to read an index: the names behind its numbers, and the words to show."""

from __future__ import annotations

from typing import Any

from workbench.widgets.element import allow_list
from workbench.widgets.labels import labels

from workbench import model


def full_meta(meta: dict[str, Any]) -> dict[str, Any]:
    """Return a source's meta with the vocabularies, labels and the allow-list of elements added; the source's win."""
    return {
        "kinds": list(model.ROW_KINDS),
        "actions": list(model.ACTIONS),
        "states": list(model.STATES),
        "outcomes": list(model.OUTCOMES),
        "duration_kinds": list(model.DURATION_KINDS),
        "labels": labels(meta.get("language") or "en"),
        "allow": allow_list(),
        "tools": [],
        "t0": 0,
        **meta,
    }
