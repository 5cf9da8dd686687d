"""English: what the cache and a long load say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from workbench.strings import Text

TABLE: Final[dict[str, Text]] = {
    "cache.off": "The cache is switched off (WORKBENCH_CACHE=off): every log is read anew.",
    "cache.holds": (
        "{n} log that was read is kept: {size} of at most {limit}, in {folder}",
        "{n} logs that were read are kept: {size} of at most {limit}, in {folder}",
    ),
    "cache.empty": "Nothing is kept yet, in {folder}",
    "cache.newest": "last used: {path}",
    "cache.cleared": ("{n} log is kept no more: {size} are free.", "{n} logs are kept no more: {size} are free."),
    "cache.hint": "Throw it away: workbench cache --clear. Go without it: WORKBENCH_CACHE=off. Put it elsewhere: "
    "WORKBENCH_CACHE=<folder>.",
    "load.progress": "Loading: {done} of {n} logs, {bytes} of {all}",
    "load.facts": "Loading: what {n} logs say of their calls",
}
