"""Which statements run for which rows: a type that is named in no file of facts would be drawn by none."""

from __future__ import annotations

import re

from workbench.logs.known import ANY, PACKED, RENAMED
from workbench.store import sql
from workbench.store.building import BUILD, NEEDED, types_of
from workbench.store.connect import names


def test_every_file_of_facts_says_what_it_is_about():
    known = ANY | PACKED | RENAMED.keys()
    for name in names("facts"):
        assert types_of(name), name
        assert types_of(name) <= known, name


def test_no_file_of_facts_chooses_types_by_a_pattern():
    """`like` and the macros for packed and surface types would hide a type from `types_of`."""
    for name in names("facts"):
        assert not re.search(r"\btype\)? (?:like|similar|~)|is_packed\(type\)|is_surface\(type\)", sql(name)), name


def test_what_a_derived_table_needs_is_an_event_type():
    assert NEEDED.keys() <= set(BUILD)
    for pattern in NEEDED.values():
        assert any(re.fullmatch(pattern, name) for name in ANY), pattern
