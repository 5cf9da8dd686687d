"""The data of a replay as one JSON value to stand in a page, read by the embedded transport in `static/transport.js`.

Only numbers and base64 of gzip are in it, so that nothing of a log can end the script element that holds it.
"""

from __future__ import annotations

import base64
import gzip
import json
from typing import TYPE_CHECKING, Any, Final

from workbench.widgets.protocol import VERSION
from workbench.widgets.vocabulary import full_meta

from workbench.replay.index import CHUNK, chunks, pack_chunk, pack_head

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.widgets.protocol import ReplaySource

GROUP: Final = 64
"""Bodies that are packed together: alike texts share their gzip window, and opening a row unpacks one group."""


def embedded(source: ReplaySource, body: Callable[[int], bytes | None] | None = None) -> dict[str, Any]:
    """Return a source's data for a page.

    Args:
        source: where the rows come from.
        body: the body of a row as element-tree JSON, None for one that is left out; default: the source's, highlighted.
    """
    index = source.index()
    give = body if body is not None else lambda row: source.body(row, True)
    return {
        "v": VERSION,
        "rows": len(index),
        "chunk": CHUNK,
        "group": GROUP,
        "meta": _packed(json.dumps(full_meta(source.meta())).encode()),
        "head": _packed(pack_head(index)),
        "chunks": [_packed(pack_chunk(index, start, stop)) for start, stop in chunks(len(index))],
        "bodies": [
            _packed(_group([give(row) or b"" for row in range(start, min(len(index), start + GROUP))]))
            for start in range(0, len(index), GROUP)
        ],
    }


def _group(bodies: list[bytes]) -> bytes:
    sizes = [len(bodies), *(len(body) for body in bodies)]
    return b"".join((*(size.to_bytes(4, "little") for size in sizes), *bodies))


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 6, mtime=0)).decode()
