"""Each rule of the reader of class lists is needed by one of a hundred lists."""

from dataclasses import replace

import pytest

from classrooms.people.class_lists.services import (
    rosters_checks,
    rosters_columns,
    rosters_decoding,
    rosters_headings,
    rosters_reading,
    rosters_tables,
    rosters_time,
    rosters_workbooks,
)
from tests.classrooms.people.class_lists.hundred_more import FILES
from tests.classrooms.people.class_lists.reading_hundred import found_in
from tests.needed import is_needed, same

RULES = {
    "the line of headings is looked for": (rosters_columns, "HEAD_LINES", 1),
    "one known heading is enough in the first line": (rosters_columns, "_head", lambda lines: None),
    "unknown headings are known by what stands below": (rosters_columns, "_looks_like_headings", lambda *_: False),
    "a column that counts lines": (rosters_columns, "_is_count", lambda *_: False),
    "doubts": (rosters_columns, "_doubts", lambda *_: ()),
    "half a name": (rosters_columns, "_is_half", lambda *_: False),
    "a lone part of a name": (rosters_columns, "_lone_name", lambda *_: False),
    "cells that contradict": (rosters_columns, "_surprises", lambda *_: False),
    "cells that are no names": (rosters_columns, "is_no_name", lambda *_: False),
    "the usual order fits": (rosters_columns, "_fits", lambda *_: True),
    "two cells of words": (rosters_columns, "_has_parts", lambda *_: False),
    "numbers of an export": (rosters_columns, "is_number_column", lambda *_: False),
    "sums": (rosters_reading, "_is_sum", lambda *_: False),
    "one part alone": (rosters_reading, "_marked_alone", lambda rows: tuple(replace(r, alone=False) for r in rows)),
    "parts of a typed name": (rosters_reading, "_parts", lambda name: (name, "", "")),
    "a hash before numbers": (rosters_reading, "_bare_number", same),
    "logins of Canvas": (rosters_reading, "is_canvas", lambda *_: False),
    "sep=": (rosters_tables, "_declared_delimiter", lambda *_: ""),
    "the delimiter of known headings": (rosters_tables, "_delimiter", lambda *_: ","),
    "the frame of a drawn table": (rosters_tables, "_without_frame", same),
    "accents": (rosters_tables, "mended", lambda lines: (lines, ())),
    "pages": (rosters_tables, "is_marked_up", lambda *_: False),
    "addresses in one line": (rosters_tables, "apart", same),
    "hidden rows": (rosters_workbooks, "hidden_rows", lambda *_: set()),
    "the sheet with headings": (rosters_workbooks, "_score", lambda *_: 0),
    "zeros of a format": (rosters_workbooks, "_zeros", lambda *_: 0),
    "lost digits": (rosters_workbooks, "SURE_DIGITS", 10**300),
    "Mac Roman": (rosters_decoding, "strangeness", lambda *_: 0),
    "Canvas's own numbers": (rosters_headings, "is_canvas", lambda *_: False),
    "weak numbers": (rosters_headings, "WEAK", frozenset()),
    "second family names": (rosters_headings, "_once", lambda found, _heads: found),
    "errors": (rosters_checks, "is_fault", lambda *_: False),
    "rounded numbers": (rosters_checks, "is_scientific", lambda *_: False),
    "dates": (rosters_checks, "is_date", lambda *_: False),
    "lost letters": (rosters_checks, "has_lost_letters", lambda *_: False),
    "a yes": (rosters_time, "YES", frozenset()),
    "a no": (rosters_time, "NO", frozenset()),
}
"""Each rule of the reader, with its replacement when it is switched off."""


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_needed_by_a_list(rule, monkeypatch):
    assert is_needed(monkeypatch, RULES[rule], found_in, FILES)


@pytest.mark.parametrize("meaning", sorted({*rosters_headings.WORDS}))
def test_each_kind_of_heading_is_needed_by_a_list(meaning, monkeypatch):
    kept = {word: each for word, each in rosters_headings.MEANINGS.items() if each != meaning}

    assert is_needed(monkeypatch, (rosters_headings, "MEANINGS", kept), found_in, FILES)
