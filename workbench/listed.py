"""Words in a sentence: as many as a person reads, and how many more there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

CHOICES = 10
"""Most words that a sentence lists."""


def listed(words: Sequence[str]) -> str:
    """Return the first words, and the number of the others."""
    shown = ", ".join(words[:CHOICES])
    return f"{shown} and {len(words) - CHOICES} more" if len(words) > CHOICES else shown
