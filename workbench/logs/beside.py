"""Several generations of one session in one folder: which is read, and what is said about the others.

The writer keeps older generations beside the new one, named `session.vN.jsonl[.zstd]`; a name without a number is
generation 0.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.logs.damage import HEADER, damage
from workbench.logs.generations import KNOWN, named
from workbench.logs.rows import Discovery, Found
from workbench.model import Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from workbench.model import Damage

LOG_NAME: Final = re.compile(r"session(?:\.v(\d{1,9}))?\.jsonl(?:\.zstd)?")


def choose(group: Sequence[Found]) -> Discovery:
    """Return what is read of the logs of one session in one folder: the highest generation that is known.

    A newer one that is not known is never replaced without a word: it is named in the notes of the one that is read,
    or, if there is none, in the damage. The same generation in two encodings is read twice.
    """
    known = [log.generation for log in group if log.generation in KNOWN]
    highest = max(known, default=None)
    found, skipped, wrong = [], [], []
    for log in group:
        if log.generation == highest:
            found.append(with_notes(log, (other for other in group if other is not log)))
        elif log.generation in KNOWN:
            reason = f"generation {highest} of the same session lies beside it and was read instead"
            skipped.append(Skipped(path=log.path, reason=reason))
        else:
            skipped.append(Skipped(path=log.path, reason=not_read(log)))
            if highest is None:
                wrong.append(
                    damage(
                        "unsupported-generation", f"{log.path} was not read: {not_read(log)}", path=log.path, **HEADER
                    )
                )
    return Discovery(found=tuple(found), skipped=tuple(skipped), damage=tuple(wrong))


def not_read(log: Found) -> str:
    """Return why a log of an unknown generation is not read."""
    return f"it is format generation {log.generation}; this version reads generation {named()}"


def with_notes(log: Found, others: Iterable[Found]) -> Found:
    """Return the log with notes about its name, and about other generations of it in the same folder."""
    return with_others(msgspec.structs.replace(log, notes=(*log.notes, *_about_name(log))), others)


def with_others(log: Found, others: Iterable[Found]) -> Found:
    """Return the log with notes about other generations of it in the same folder."""
    return msgspec.structs.replace(log, notes=(*log.notes, *(_about_other(log, other) for other in others)))


def _about_name(log: Found) -> tuple[Damage, ...]:
    name = LOG_NAME.fullmatch(Path(log.path).name)
    if name is None or int(name[1] or 0) == log.generation:
        return ()
    if name[1] is None:
        message = f"the file name has no number; it was read as generation {log.generation}, as its header says"
        return (damage("name-without-number", message, **HEADER),)
    message = f"the file name says generation {name[1]}, the header {log.generation}; it was read by its header"
    return (damage("name-disagrees", message, **HEADER),)


def _about_other(log: Found, other: Found) -> Damage:
    name = Path(other.path).name
    if other.generation not in KNOWN:
        message = (
            f"{name} beside it is format generation {other.generation}, which this version does not read (it reads "
            f"{named()}); generation {log.generation} was read instead and may hold less"
        )
        return damage("newer-generation", message, **HEADER)
    if other.generation == log.generation:
        return damage("same-generation", f"{name} beside it is the same generation of the same session", **HEADER)
    if other.generation > log.generation:
        message = f"{name} beside it is the newer generation {other.generation} of the same session"
    else:
        message = f"{name} beside it is generation {other.generation} of the same session and was left alone"
    return damage("other-generation", message, **HEADER)
