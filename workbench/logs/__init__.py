"""Bytes on disk → rows: where logs are, how they are framed, what stands in their lines, and what is damaged."""

from workbench.logs.columns import Rows
from workbench.logs.damage import CODES
from workbench.logs.discovery import discover
from workbench.logs.readers import read
from workbench.logs.reading import Following, Growing, Reading, Rewritten
from workbench.logs.rows import Discovery, Encoding, Found, LogRead, LogState

__all__ = [
    "CODES",
    "Discovery",
    "Encoding",
    "Following",
    "Found",
    "Growing",
    "LogRead",
    "LogState",
    "Reading",
    "Rewritten",
    "Rows",
    "discover",
    "read",
]
