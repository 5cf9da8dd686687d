"""The envelope that the file tools write around their text: path, what it is, and content lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench import markers
from workbench.model import Value
from workbench.tools.wire import texts

if TYPE_CHECKING:
    from workbench.model import Json

_ENVELOPE = re.compile(markers.READ_ENVELOPE_WHOLE)


class Envelope(Value, frozen=True, kw_only=True):
    """What the text of a `read`, `read_image` or `write` result says: a path, what it is, and the content lines."""

    path: str
    kind: str
    body: str


def enveloped(path: str, kind: str, body: str) -> list[Json]:
    """Return content of one text: the body in its envelope."""
    return texts(f"<path>{path}</path>\n<type>{kind}</type>\n<content>\n{body}\n</content>")


def parse_envelope(words: str) -> Envelope | None:
    """Read the envelope around the text of a file result, None where there is none."""
    found = _ENVELOPE.fullmatch(words)
    return None if found is None else Envelope(path=found[1], kind=found[2], body=found[3])
