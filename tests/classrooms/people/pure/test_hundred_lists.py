"""Of a hundred class lists no line is silently wrong, and at least 95 are taken without a change of the file."""

from collections import Counter
from dataclasses import replace

import pytest

from classrooms.people.services import (
    rosters_checks,
    rosters_columns,
    rosters_decoding,
    rosters_headings,
    rosters_reading,
    rosters_tables,
    rosters_time,
    rosters_workbooks,
)
from classrooms.people.services.rosters_checks import Known, checked
from classrooms.people.services.rosters_notes import RosterUnreadable
from classrooms.people.services.rosters_reading import read_file, read_table
from tests.classrooms.people.hundred import File
from tests.classrooms.people.hundred_more import FILES


def found_in(file: File) -> File:
    """What becomes of a file, in the words of the table."""
    none = dict.fromkeys(("names", "family", "mails", "numbers", "teams", "extra"), ())
    try:
        reading = read_file(file.content)
    except RosterUnreadable:
        return replace(file, outcome="refused", bad=(), notes=(), **none)
    asks = reading.asks
    if asks and file.chosen:
        known = (*file.chosen, *[""] * 40)[: len(reading.columns.meanings)]
        reading = read_table(reading.table, replace(reading.columns, meanings=known, unsure=frozenset()))
    lines = checked(reading.rows, Known())
    good = [line for line in lines if not line.problems]
    return replace(
        file,
        outcome="asked" if asks else "taken",
        names=tuple(line.name for line in good),
        family=tuple(line.family_name for line in good),
        mails=tuple(line.email for line in good),
        numbers=tuple(line.student_number for line in good),
        teams=tuple(line.team for line in good),
        extra=tuple(line.extra_time for line in good),
        bad=tuple(problem["code"] for line in lines for problem in line.problems),
        notes=tuple(note.code for note in reading.notes),
    )


@pytest.mark.parametrize("file", FILES, ids=[file.title for file in FILES])
def test_a_list_becomes_what_it_must(file):
    assert found_in(file) == file


def test_ninety_five_of_a_hundred_are_taken_without_a_change_of_the_file():
    outcomes = Counter(file.outcome if file.names else "refused" for file in FILES)

    assert len({file.title for file in FILES}) == len(FILES) >= 100
    assert (outcomes["taken"] + outcomes["asked"]) * 100 >= 95 * len(FILES)


def same(value):
    """A rule that changes nothing."""
    return value


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
    "sep=": (rosters_tables, "_delimiter_said", lambda *_: ""),
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
"""Each rule of the reader, and what it is when it is switched off."""


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_needed_by_a_list(rule, monkeypatch):
    module, name, off = RULES[rule]
    monkeypatch.setattr(module, name, off)

    assert any(_differs(file) for file in FILES)


def _differs(file: File) -> bool:
    try:
        return found_in(file) != file
    except Exception:  # noqa: BLE001  a reader without a rule may do anything
        return True


@pytest.mark.parametrize("meaning", sorted({*rosters_headings.WORDS}))
def test_each_kind_of_heading_is_needed_by_a_list(meaning, monkeypatch):
    kept = {word: each for word, each in rosters_headings.MEANINGS.items() if each != meaning}
    monkeypatch.setattr(rosters_headings, "MEANINGS", kept)

    assert any(_differs(file) for file in FILES)
