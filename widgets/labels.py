"""The words of the front end: the part of the one table of strings that the browser fills itself."""

from __future__ import annotations

from typing import Final

from workbench import model, strings

PREFIXES: Final = (
    "badge.",
    "body.",
    "copy.",
    "duration.",
    "failure.",
    "filter.",
    "header.",
    "kernel.",
    "keys.",
    "kind.",
    "lane.",
    "list.",
    "row.",
    "strip.",
)
"""Beginnings of the keys that the browser uses."""


def labels(language: str = "en") -> dict[str, str]:
    """Return the browser's labels in a language: `zh` and its variants are Chinese, everything else English.

    A text with two forms gives two labels: its own for all numbers but one, and `<key>.one`. A state or an outcome is
    `status.<word>` for the browser, since a row shows either.
    """
    table = strings.TABLES["zh" if language.lower().startswith("zh") else "en"]
    found: dict[str, str] = {}
    for key, text in table.items():
        if not key.startswith(PREFIXES):
            continue
        if isinstance(text, str):
            found[key] = text
        else:
            found[f"{key}.one"], found[key] = text
    found |= {f"status.{state}": str(table[f"state.{state}"]) for state in model.STATES}
    found |= {f"status.{outcome}": str(table[f"outcome.{outcome}"]) for outcome in model.OUTCOMES}
    return found
