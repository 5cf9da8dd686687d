"""Select Graphic Rendition: the parameters of `ESC [ … m` as a style."""

from __future__ import annotations

Style = tuple[int, int, int]
"""`(flags, foreground, background)`, see [`workbench.terminal.Screen`][]."""

BOLD, DIM, ITALIC, UNDERLINE, INVERSE, STRIKE = 1, 2, 4, 8, 16, 32
PLAIN: Style = (0, -1, -1)
RGB = 0x1000000

_ON = {1: BOLD, 2: DIM, 3: ITALIC, 4: UNDERLINE, 7: INVERSE, 9: STRIKE, 21: UNDERLINE}
_OFF = {22: BOLD | DIM, 23: ITALIC, 24: UNDERLINE, 27: INVERSE, 29: STRIKE}
_EXTENDED = (38, 48, 58)


def select(style: Style, params: str) -> Style:
    """Return the style after `ESC [ params m`. Unknown parameters change nothing; concealed text stays readable."""
    flags, fore, back = style
    parts = params.split(";")
    at = 0
    while at < len(parts):
        code, *rest = (_number(part) for part in parts[at].split(":"))
        at += 1
        if code in _EXTENDED:
            if not rest:
                rest = [_number(part) for part in parts[at : at + 4]]
                at += _taken(rest)
            elif len(rest) > 4:
                # the form with colons has a colour space between the kind and the three parts
                rest = [rest[0], *rest[2:]]
            colour = _colour(rest)
            fore = colour if code == 38 and colour is not None else fore
            back = colour if code == 48 and colour is not None else back
        elif code == 0:
            flags, fore, back = PLAIN
        elif code == 4 and rest == [0]:
            flags &= ~UNDERLINE
        elif code in _ON:
            flags |= _ON[code]
        elif code in _OFF:
            flags &= ~_OFF[code]
        else:
            fore = _basic(code, 30, 90, fore)
            back = _basic(code, 40, 100, back)
    return flags, fore, back


def _basic(code: int, normal: int, bright: int, before: int) -> int:
    if normal <= code < normal + 8:
        return code - normal
    if bright <= code < bright + 8:
        return code - bright + 8
    return -1 if code == normal + 9 else before


def _taken(rest: list[int]) -> int:
    """How many parameters an extended colour takes."""
    return {5: 2, 2: 4}.get(rest[0] if rest else -1, 1)


def _colour(parts: list[int]) -> int | None:
    if len(parts) >= 2 and parts[0] == 5:
        return min(parts[1], 255)
    if len(parts) >= 4 and parts[0] == 2:
        red, green, blue = (min(part, 255) for part in parts[1:4])
        return RGB | red << 16 | green << 8 | blue
    return None


def _number(part: str) -> int:
    return int(part) if part.isdigit() and len(part) < 7 else 0
