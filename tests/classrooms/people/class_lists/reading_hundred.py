"""Reads the class lists of `hundred`."""

from dataclasses import replace

from classrooms.people.class_lists.services.rosters_checks import KnownMembers, checked
from classrooms.people.class_lists.services.rosters_notes import RosterUnreadable
from classrooms.people.class_lists.services.rosters_reading import read_file, read_table
from tests.classrooms.people.class_lists.hundred import File


def found_in(file: File) -> File:
    """The actual result of a file, in the same form as the expected one."""
    none = dict.fromkeys(("names", "family", "mails", "numbers", "teams", "extra"), ())
    try:
        reading = read_file(file.content)
    except RosterUnreadable:
        return replace(file, outcome="refused", bad=(), notes=(), **none)
    asks = reading.asks
    if asks and file.chosen:
        known = (*file.chosen, *[""] * 40)[: len(reading.columns.meanings)]
        reading = read_table(reading.table, replace(reading.columns, meanings=known, unsure=frozenset()))
    lines = checked(reading.rows, KnownMembers())
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
