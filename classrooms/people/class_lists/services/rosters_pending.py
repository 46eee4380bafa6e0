"""A class list whose columns a person must name. Until then it is kept only in the page, signed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.core import signing
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.models import Course
from classrooms.people.class_lists.services.rosters_columns import Columns, columns_of
from classrooms.people.class_lists.services.rosters_headings import CHOICES, compact
from classrooms.people.class_lists.services.rosters_notes import Note, RosterUnreadable, Table
from classrooms.people.class_lists.services.rosters_reading import Reading, read_table

SALT: Final = "classrooms.people.class_lists.columns"
MAX_AGE: Final = 24 * 60 * 60
SHOWN_LINES: Final = 5
MOST_REMEMBERED: Final = 12

CHOICE_NAMES: Final = {
    "": gettext_lazy("Leave out"),
    "last": gettext_lazy("Family name"),
    "first": gettext_lazy("Given name"),
    "name": gettext_lazy("Full name"),
    "email": gettext_lazy("E-mail"),
    "student_number": gettext_lazy("Student number"),
    "group": gettext_lazy("Class group (not kept)"),
    "team": gettext_lazy("Playing team"),
    "extra_time": gettext_lazy("Extra time"),
}


@dataclass(frozen=True)
class PendingList:
    """A list whose columns are being named."""

    table: Table
    columns: Columns
    source: str

    def signed(self, course: Course) -> str:
        """The whole list as a signed text."""
        table = self.table
        notes = [[note.code, note.params] for note in table.notes]
        parts = [course.pk, table.lines, notes, table.spaced, self.columns.head, self.source]
        return signing.dumps(parts, salt=SALT, compress=True)


def pending_list_in(text: str, course: Course) -> PendingList:
    """The list of a page. Raises RosterUnreadable for an expired or forged one."""
    try:
        pk, lines, notes, spaced, head, source = signing.loads(text, salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature as fault:
        raise RosterUnreadable(reason=_("This page is too old. Send the list again.")) from fault
    if pk != course.pk:
        raise RosterUnreadable(reason=_("This page is too old. Send the list again."))
    table = Table(tuple((number, cells) for number, cells in lines), tuple(Note(*note) for note in notes), spaced)
    asked = PendingList(table, columns_of(table, {}, plain=not head), source)
    return asked if asked.columns.head == head else with_first_line_as_headings(asked)


def with_first_line_as_headings(asked: PendingList) -> PendingList:
    """The same list with headings in its first line."""
    number, cells = asked.table.lines[0]
    headings = (*cells, *[""] * (len(asked.columns.meanings) - len(cells)))
    return replace(asked, columns=replace(asked.columns, head=number, headings=headings))


def named(asked: PendingList, meanings: Sequence[str]) -> Reading:
    """The list read with the chosen columns. Raises RosterUnreadable."""
    if len(meanings) != len(asked.columns.meanings) or not set(meanings) <= {*CHOICES, ""}:
        raise RosterUnreadable(reason=_("Say of each column what it is."))
    if not {"name", "last", "first"} & set(meanings):
        raise RosterUnreadable(reason=_("Say which column holds the names."))
    if any(meanings.count(each) > 1 for each in ("name", "email", "student_number", "team", "extra_time")):
        raise RosterUnreadable(reason=_("Only parts of a name can stand in several columns."))
    if "name" in meanings and {"last", "first"} & set(meanings):
        raise RosterUnreadable(reason=_("Choose full names or their parts, not both."))
    return read_table(asked.table, replace(asked.columns, meanings=tuple(meanings), unsure=frozenset()))


@transaction.atomic
def columns_remember(*, course: Course, columns: Columns) -> None:
    """Remember the columns: the next list of this course with the same headings is read without a question."""
    if not any(columns.headings):
        return
    row = Course.objects.select_for_update().get(pk=course.pk)
    kept = [(key, said) for key, said in row.list_columns.items() if key != columns.key]
    row.list_columns = dict([*kept, (columns.key, list(columns.meanings))][-MOST_REMEMBERED:])
    row.save(update_fields=["list_columns"])


def page_of(asked: PendingList, chosen: Mapping[int, str]) -> dict[str, Any]:
    """The context of the page: each column with its choices, and the first lines below the headings."""
    columns, lines = asked.columns, asked.table.lines
    body = [line for line in lines if line[0] > columns.head]
    width = len(columns.meanings)
    heads: list[dict[str, Any]] = [
        {
            "index": index,
            "number": index + 1,
            "heading": columns.headings[index],
            "unsure": index in columns.unsure,
            "chosen": chosen.get(index, meaning),
            "filled": sum(index < len(cells) and bool(cells[index]) for _number, cells in body),
        }
        for index, meaning in enumerate(columns.meanings)
    ]
    shown = [(number, (list(cells) + [""] * width)[:width]) for number, cells in body[:SHOWN_LINES]]
    return {
        "heads": heads,
        "choices": CHOICE_NAMES.items(),
        "shown": shown,
        "others": max(0, len(body) - SHOWN_LINES),
        "lines": len(body),
        "has_group": any("gr" in compact(head["heading"]) for head in heads if head["unsure"]),
        "no_headings": not columns.head,
    }
