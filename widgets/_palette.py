"""Inline styles for notebook outputs, where an untrusted reader strips sheets, variables, roles and data attributes.

One palette has to read on white and on black: text keeps the colour around it, quiet text is translucent, areas are
tinted by translucent greys and hues, and coloured text has the lightness that stands out equally from both. No grey
does: one that is 4.5:1 on white is less than that on the dark grey of a notebook. Every declaration is of a kind that
JupyterLab's sanitizer keeps.
"""

from __future__ import annotations

import re

RED, GREEN, AMBER, BLUE = "#da392d", "#278647", "#9d6c16", "#2d72e1"
PURPLE, TEAL, BROWN = "#ad4ebc", "#158290", "#bb5a15"
_MONO = "font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12px;line-height:1.5"
_GREY = "rgba(127,127,127,"
_WELL = f"margin:6px 0;background:{_GREY}.06);border-radius:6px;{_MONO}"
QUIET = "opacity:.7"
"""Quiet text: 5.9:1 on a light notebook, 9:1 on a dark one. It may not be said of what holds coloured or other quiet
text, which would be dimmed with it or twice; `_html.fragment` says it of the innermost text."""
_SMALL = f"font-size:12px;{QUIET}"
_RED_TINT, _GREEN_TINT = "rgba(218,57,45,", "rgba(39,134,71,"
_LIGHTNESS = 0.18
"""Relative luminance whose contrast with white equals that with black, about 4.6."""

_ANSI = (None, RED, GREEN, AMBER, BLUE, PURPLE, TEAL, None)
_TOKENS = {
    "keyword": PURPLE, "decorator": PURPLE, "string": GREEN, "number": BROWN, "constant": BROWN, "function": BLUE,
    "class": AMBER, "type": AMBER, "attribute": AMBER, "builtin": TEAL, "escape": TEAL, "tag": RED, "regex": RED,
    "inserted": GREEN, "deleted": RED,
}  # fmt: skip

_STYLES: dict[str, str] = {
    # tags
    "p": "margin:6px 0;white-space:pre-line",
    "table": "border-collapse:collapse;margin:4px 0;font-size:12px",
    "tr": f"background:none;border-bottom:1px solid {_GREY}.25)",
    "td": "padding:2px 16px 2px 0;text-align:left;vertical-align:top",
    "th": f"padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-weight:500;{QUIET}",
    "summary": "cursor:pointer;font-size:12px",
    "blockquote": f"margin:6px 0;padding:0 0 0 12px;border-left:3px solid {_GREY}.4)",
    "ins": f"background:{_GREEN_TINT}.35);text-decoration:none",
    "del": f"background:{_RED_TINT}.35);text-decoration:none",
    "pre": "white-space:pre;overflow-x:auto",
    "code": f"padding:0 4px;border-radius:3px;background:{_GREY}.15);font-size:12px",
    "samp": "background:none;padding:0;font-size:12px;line-height:1.5",
    "h3": "margin:10px 0 4px;font-size:15px;font-weight:600",
    "h4": "margin:10px 0 4px;font-size:14px;font-weight:600",
    "h5": "margin:10px 0 4px;font-size:13px;font-weight:600",
    "h6": "margin:10px 0 4px;font-size:13px;font-weight:600",
    "figure": "margin:6px 0",
    # blocks
    "wb-code": f"{_WELL};padding:8px 12px;display:flex",
    "wb-terminal": f"{_WELL};padding:8px 12px",
    "wb-plain": f"{_WELL};padding:8px 12px;white-space:pre-wrap;overflow-wrap:break-word",
    "code.wb-source": "padding:0;background:none;white-space:pre;line-height:1.5",
    "wb-gutter": f"flex:none;padding-right:12px;text-align:right;white-space:pre;{QUIET}",
    "wb-lang": f"margin:8px 0 0;{_SMALL}",
    "wb-diff": _WELL,
    "wb-diff-head": f"padding:5px 12px;border-bottom:1px solid {_GREY}.25)",
    "wb-diff-count": QUIET,
    "wb-diff-body": "overflow-x:auto;padding:4px 0",
    "wb-diff-lines": "white-space:pre;display:inline-block;min-width:100%;vertical-align:top",
    "wb-diff-gap": f"padding:0 12px;{QUIET}",
    "wb-line": f"display:flex;min-height:18px;border-left:3px solid {_GREY}0)",
    "wb-added": f"background:{_GREEN_TINT}.15);border-left:3px solid {GREEN}",
    "wb-removed": f"background:{_RED_TINT}.15);border-left:3px solid {RED}",
    "wb-no": f"flex:none;width:2.8em;padding-right:.6em;text-align:right;{QUIET}",
    "wb-sign": "flex:none;width:1.4em;text-align:center",
    "wb-scroll": "overflow-x:auto",
    "wb-right": "text-align:right;white-space:nowrap",
    "wb-center": "text-align:center",
    "wb-fold-body": f"margin:2px 0 6px 5px;padding-left:12px;border-left:1px solid {_GREY}.3)",
    "wb-json": f"{_WELL};padding:8px 12px;white-space:pre-wrap;overflow-wrap:break-word",
    "wb-json-row": "padding-left:15px",
    "wb-json-body": f"margin-left:5px;padding-left:9px;border-left:1px solid {_GREY}.3)",
    "wb-json-key": f"color:{BLUE}",
    "wb-json-count": QUIET,
    "code.wb-json-raw": "padding:0;background:none;white-space:pre-wrap",
    "wb-lanes": f"margin:6px 0;padding:6px 12px;background:{_GREY}.09);border-radius:6px;font-size:12px",
    "wb-lane": "display:flex;align-items:center;min-height:20px",
    "wb-lane-label": f"flex:none;width:11em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;{QUIET}",
    "wb-lane-track": f"position:relative;flex:1;height:12px;background:{_GREY}.12)",
    "wb-span": "position:absolute;top:0;height:12px;min-width:3px;box-sizing:border-box;background:rgba(90,130,180,.8)",
    "wb-hidden": "font-size:0",
    "img": "max-width:100%;max-height:420px;width:auto;height:auto",
    "span.wb-picture": f"display:inline-block;padding:8px 12px;border:1px dashed {_GREY}.5)",
    "wb-placeholder": f"padding:8px 12px;border:1px dashed {_GREY}.5)",
    "wb-more": f"display:inline-block;{_SMALL}",
    # words
    "wb-note": f"margin:4px 0;{_SMALL}",
    "wb-label": f"margin:8px 0 2px;{_SMALL}",
    "wb-meta": _SMALL,
    "wb-time": _SMALL,
    "wb-state": "font-size:12px",
    "wb-bad": f"color:{RED}",
    "wb-path": _MONO,
    "wb-address": _MONO,
    "wb-badge": f"padding:0 6px;border:1px solid {_GREY}.5);border-radius:9px;font-size:11px",
    "wb-badge-warn": f"border-color:{AMBER}",
    "wb-badge-bad": f"color:{RED};border-color:{RED}",
    "wb-kv-row": "display:flex;font-size:12px",
    "wb-kv-name": f"flex:none;width:11em;{QUIET}",
    "wb-kv-value": "white-space:pre-wrap;overflow-wrap:break-word;min-width:0",
    "wb-head": (
        "display:inline-block;width:95%;vertical-align:top;font-size:13px;line-height:1.6;overflow-wrap:break-word"
    ),
    "wb-icon": f"display:inline-block;width:1.4em;{QUIET}",
    "wb-tool": _MONO,
    "wb-hint": f"{QUIET};font-size:12px",
    "wb-bar": "display:block;width:100%;height:6px;margin:4px 0 6px",
    # card types
    "wb-section": "font-size:12px",
    "wb-rail": f"margin:2px 0 6px 7px;padding-left:10px;border-left:1px solid {_GREY}.3)",
    "wb-error": f"padding-left:6px;border-left:2px solid {RED}",
    "wb-warn": f"color:{AMBER}",
    "wb-strong": "font-weight:500",
    "wb-description": _SMALL,
    "wb-prompt": f"{_WELL};padding:8px 12px",
    "wb-prompt-line": "white-space:pre-wrap;overflow-wrap:break-word",
    "wb-cwd": QUIET,
    "wb-sigil": QUIET,
    "wb-ending": _SMALL,
    "wb-spill": _SMALL,
    "wb-job-calls": "font-size:12px",
    "wb-button": f"padding:1px 8px;border:1px solid {_GREY}.5);border-radius:4px;font-size:12px",
    "wb-chip": f"padding:1px 10px;border-radius:10px;background:{_GREY}.15);{_MONO}",
    "wb-id": f"{_MONO};{QUIET}",
    "wb-not-done": f"padding-left:8px;border-left:1px dashed {_GREY}.6)",
    "wb-match": f"display:flex;white-space:pre-wrap;overflow-wrap:break-word;{_MONO}",
    "mark": "background:rgba(220,180,40,.35)",
    "wb-agent": "font-size:12px",
    "wb-agent-label": "font-weight:500",
    "wb-approval": (
        f"margin:4px 0 6px;padding:5px 10px;border-left:3px solid {_GREY}.5);background:{_GREY}.09);font-size:12px"
    ),
    "wb-phase": "font-size:12px",
    "wb-message": "font-family:inherit;font-size:13px",
    "code.wb-command": "padding:0;background:none;font-weight:600",
    "wb-question": "margin:3px 0;font-size:13px;font-weight:500",
    "wb-options": "margin:4px 0;font-size:13px;padding:0;list-style:none",
    "wb-todos": "margin:4px 0;font-size:13px;padding:0;list-style:none",
    "wb-paths": f"margin:4px 0;padding:0;list-style:none;{_MONO}",
    "wb-snippet": _SMALL,
    # coverage
    "wb-cell": "padding:0 6px;border:1px solid transparent;border-radius:4px",
    "wb-fill-full": f"background:{BLUE};color:#ffffff",
    "wb-fill-half": f"background:rgba(45,114,225,.18);border:1px solid {BLUE}",
    "wb-fill-hollow": f"border:1px dashed {AMBER}",
    # the cells of a terminal
    "wb-bold": "font-weight:600",
    "wb-dim": QUIET,
    "wb-italic": "font-style:italic",
    "wb-underline": "text-decoration:underline",
    "wb-strike": "text-decoration:line-through",
    "wb-bg-swap": f"background:{_GREY}.35)",
}
_STYLES |= {f"wb-t-{name}": f"color:{colour}" for name, colour in _TOKENS.items()}
_STYLES |= {
    "wb-t-comment": f"{QUIET};font-style:italic",
    "wb-t-heading": "font-weight:600",
    "wb-t-error": "text-decoration:underline",
}
_STYLES |= {"wb-dot-completed": f"color:{GREEN}", "wb-dot-done": QUIET}
_STYLES |= {f"wb-dot-{state}": f"color:{BLUE}" for state in ("running", "streaming", "proposed")}
_STYLES |= {f"wb-dot-{state}": f"color:{RED}" for state in ("failed", "denied")}
_STYLES |= {"wb-dot-waiting": f"color:{AMBER}"}
for _index, _colour in enumerate((*_ANSI, *_ANSI)):
    if _colour is not None:
        _STYLES[f"wb-fg-{_index}"] = f"color:{_colour}"
        _tint = ",".join(str(int(_colour[at : at + 2], 16)) for at in (1, 3, 5))
        _STYLES[f"wb-bg-{_index}"] = f"background:rgba({_tint},.3)"
    else:
        _STYLES[f"wb-bg-{_index}"] = f"background:{_GREY}.3)"
_STYLES["wb-fg-8"] = QUIET

_SPANS = {
    "wb-state-running": f"background:{BLUE}",
    "wb-state-streaming": f"background:{BLUE}",
    "wb-state-proposed": f"background:none;border:1px solid {BLUE}",
    "wb-state-waiting": f"background:{_GREY}.1);border:2px dotted {AMBER}",
    "wb-state-failed": f"background:{_RED_TINT}.75);border-bottom:3px solid {RED}",
    "wb-state-denied": f"background:{_RED_TINT}.75);border-bottom:3px solid {RED}",
    "wb-state-interrupted": f"background:{_GREY}.3);border:1px dashed {_GREY}.9)",
    "wb-state-cancelled": f"background:{_GREY}.3);border:1px dashed {_GREY}.9)",
    "wb-state-unknown": f"background:{_GREY}.3);border:1px dashed {_GREY}.9)",
}
_VARIABLE = re.compile(r"--wb-([a-z]+): (?:rgb\((\d+), (\d+), (\d+)\)|([0-9.]+%));")


def inline(tag: str, cls: str, variables: str) -> str:
    """Return the inline style of an element by its tag, its classes and our variables; empty where it has none."""
    names = cls.split(" ") if cls else []
    found = [_STYLES.get(tag)]
    found += [_STYLES.get(f"{tag}.{name}") or _STYLES.get(name) for name in names]
    if "wb-span" in names:
        found += [_SPANS.get(name) for name in names]
    for variable, red, green, blue, share in _VARIABLE.findall(variables):
        if variable == "fg" and red:
            found.append("color:rgb({},{},{})".format(*readable(int(red), int(green), int(blue))))
        elif variable == "bg" and red:
            found.append(f"background:rgba({red},{green},{blue},.3)")
        elif share:
            found.append(f"{'left' if variable == 'at' else 'width'}:{share}")
    return ";".join(filter(None, found))


def readable(red: int, green: int, blue: int) -> tuple[int, int, int]:
    """Return a colour of the same hue that stands out from white and from black alike; channels are 0 to 255."""
    linear = [_to_linear(min(channel, 255) / 255) for channel in (red, green, blue)]
    lightness = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    if lightness > _LIGHTNESS:
        linear = [channel * _LIGHTNESS / lightness for channel in linear]
    else:
        towards_white = (_LIGHTNESS - lightness) / (1 - lightness)
        linear = [channel + towards_white * (1 - channel) for channel in linear]
    first, second, third = (round(255 * _from_linear(channel)) for channel in linear)
    return first, second, third


def _to_linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _from_linear(channel: float) -> float:
    return channel * 12.92 if channel <= 0.0031308 else float(1.055 * channel ** (1 / 2.4) - 0.055)
