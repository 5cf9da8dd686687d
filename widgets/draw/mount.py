"""The mount card: a plugin that the model wrote, with what it brings and needs, or a look at the running harness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.look import MOST_ITEMS
from workbench.widgets.draw.parts import label, meta, note, pairs, some
from workbench.widgets.draw.prose import prose
from workbench.widgets.draw.rail import rail
from workbench.widgets.draw.raw import json_nodes
from workbench.widgets.draw.small import content
from workbench.widgets.draw.text import plain
from workbench.widgets.element import Fold, el

from workbench.model import MountDetail
from workbench.strings import has, t

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel, Section


def mount(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return a plugin: what it is, its programs, what it brings and waits for, and what the harness answered."""
    detail = card.detail
    if not isinstance(detail, MountDetail):
        return (*rail(look), *content(card, look))
    if detail.action == "inspect":
        return (*_sections(detail, look), *rail(look), *(() if detail.sections else content(card, look)))
    refused = (note(t(f"mount.refused.{detail.refusal}"), bad=True),) if detail.refusal else ()
    plugin = (*some(_about(detail)), *_brings(detail), *_programs(detail, look))
    return (*refused, *plugin, *rail(look), *content(card, look))


def _about(detail: MountDetail) -> Node | None:
    key = f"mount.action.{detail.action}"
    state = detail.status or (t(key) if has(key) else None)
    return pairs(
        (
            (t("name.kind"), t(key) if has(key) else detail.action),
            (t("mount.plugin"), " · ".join(part for part in (detail.name, detail.plugin_id) if part) or None),
            (t("mount.purpose"), detail.purpose),
            (t("mount.package"), detail.package_id),
            (t("mount.run_id"), detail.run_id),
            (t("mount.state"), state if detail.status else None),
            (t("mount.waiting"), ", ".join(detail.waiting) or None),
        )
    )


def _brings(detail: MountDetail) -> Iterator[Node]:
    """Yield what a program brings and needs; its text is all that the log has of it."""
    if not detail.provides and not detail.needs:
        return
    brought = ", ".join(t(f"mount.{what}", name=name) for what, name in detail.provides)
    yield from some(
        pairs(((t("mount.provides"), brought or None), (t("mount.needs"), ", ".join(detail.needs) or None))),
        meta(el("span", t("mount.by_text"), cls="wb-origin")),
    )


def _programs(detail: MountDetail, look: Look) -> Iterator[Node]:
    for half, program in detail.sources:
        yield label(t(f"mount.{half}") if half else t("mount.source"))
        yield from plain(program, look, "source" if half is None else f"source-{half}", lang="typescript")


def _sections(detail: MountDetail, look: Look) -> Iterator[Node]:
    """Yield the sections of a look at the harness; one without a heading stands open."""
    for number, section in enumerate(detail.sections[: 2 * MOST_ITEMS]):
        inside = _section(section, look, f"section-{number}")
        if section.heading is None:
            yield from inside
            continue
        size = el("span", f" · {t('size.characters', n=len(section.text))}", cls="wb-meta")
        is_open = len(detail.sections) <= 3 or f"section-{number}" in look.shown
        yield Fold((el("span", section.heading), size), inside, open=is_open, key=f"section-{number}")
    left = len(detail.sections) - 2 * MOST_ITEMS
    if left > 0:
        yield note(t("more.blocks", n=left))


def _section(section: Section, look: Look, what: str) -> tuple[Node, ...]:
    if not section.text:
        return (note(t("mount.empty_section")),)
    return json_nodes(section.text, look, what) if section.is_json else prose(section.text, look, what)
