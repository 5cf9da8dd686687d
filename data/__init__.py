"""Material that comes with the workbench: recorded sessions."""

from __future__ import annotations

from pathlib import Path

SESSIONS: Path = Path(__file__).resolve().parent / "sessions"
"""The folder of the recorded sessions; its README says how they were made."""
