"""Students to check before publishing: no mark, a mark from few lines, zero, far from the class, or an open query."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from classrooms.assess.grading.points import scaled
from classrooms.assess.grading.queries.distribution import quantile
from classrooms.assess.grading.queries.mark_queries import QueryThread, queries_of
from classrooms.assess.grading.queries.mark_table import MarkTable, Row, localized_mark
from classrooms.assess.grading.queries.tables import PlayedTable, localized
from classrooms.models import Participation
from games.public.matches import SeatStory, scenario_of, seat_words, stories_in, until_of
from games.ui import faces

THIN: Final = 60
"""A mark from less than this percentage of the rubric is shown, whatever minimum the rubric has."""
FEWEST: Final = 5
"""The least number of marks for which distance from the class is measured."""
FAR: Final = 2
FAR_OF_SCALE: Final = Fraction(1, 5)
"""A mark is far from the class by two measures. Its distance from the median is more than `FAR` times the median
distance, and at least this part of the scale.
"""


@dataclass(frozen=True)
class Usual:
    """The range of marks that are not far from the class, and its middle, as shares of the best mark."""

    low: Fraction
    middle: Fraction
    high: Fraction


@dataclass(frozen=True)
class Unusual:
    """A student to check: `number` in the drawing, the unusual points (`what`, and `more` in small), the `facts` in
    sentences, and an open query.
    """

    number: int
    row: Row
    codes: tuple[str, ...]
    what: str
    more: str
    facts: tuple[str, ...]
    query: QueryThread | None = None

    @property
    def has_mark(self) -> bool:
        """Does the student have a mark?"""
        return bool(self.row.final)

    @property
    def is_decided(self) -> bool:
        """Did an instructor decide the final mark by hand?"""
        by_hand = self.row.participation is not None and not self.row.participation.is_proposed
        return by_hand or self.row.choice is not None

    @property
    def done(self) -> str:
        """The last choice about the final mark: keep, set, empty or excuse; empty for none."""
        if self.row.mark_state == "excused":
            return "excuse"
        return self.row.choice.kind if self.row.choice is not None else ""


@dataclass(frozen=True)
class Group:
    """Students in the same case: the heaviest thing that is unusual about each is `code`."""

    code: str
    what: str
    members: tuple[Unusual, ...]

    @property
    def key(self) -> str:
        """The group's name in addresses and forms."""
        never = self.code == "absent" and self.members[0].row.state == "never_came"
        return "never" if never else self.code

    @property
    def undecided(self) -> tuple[Unusual, ...]:
        """Students whose final mark has no choice yet."""
        return tuple(each for each in self.members if not each.is_decided)

    @property
    def decided(self) -> tuple[Unusual, ...]:
        """Students whose final mark has a choice."""
        return tuple(each for each in self.members if each.is_decided)

    @property
    def has_marks(self) -> bool:
        """Does every student of the group have a mark?"""
        return all(each.has_mark for each in self.members)

    @property
    def word(self) -> str:
        """The word in place of their marks; empty if they have marks."""
        return self.members[0].row.word


def grouped(found: Sequence[Unusual]) -> list[Group]:
    """Equal cases together, in the order of the first of each."""
    cases: dict[tuple[str, bool], list[Unusual]] = {}
    for each in found:
        cases.setdefault((each.codes[0], each.row.state == "never_came"), []).append(each)
    return [Group(code, members[0].what, tuple(members)) for (code, _never), members in cases.items()]


def usual_range(shares: Sequence[Fraction]) -> Usual | None:
    """The range around the median; None for too few marks."""
    found = sorted(shares)
    if len(found) < FEWEST:
        return None
    middle = quantile(found, Fraction(1, 2))
    spread = quantile(sorted(abs(share - middle) for share in found), Fraction(1, 2))
    reach = max(FAR * spread, FAR_OF_SCALE)
    return Usual(max(Fraction(0), middle - reach), middle, min(Fraction(1), middle + reach))


def shares_of(sheet: MarkTable) -> dict[int, Fraction]:
    """Final marks as shares of the best mark, by user. The rounded marks are used."""
    return {row.enrolment.user_id: Fraction(row.final) / sheet.book.scale for row in sheet.rows if row.final}


def unusual(sheet: MarkTable) -> list[Unusual]:
    """Students to check, those without a mark first, in a constant number of queries."""
    usual = usual_range(list(shares_of(sheet).values()))
    asked = {query.user.pk: query for query in queries_of(sheet.book.session) if query.is_open}
    found = []
    for row in sheet.rows:
        codes = codes_of(row, sheet, usual, asked.get(row.enrolment.user_id))
        if codes:
            found.append((row, codes))
    found.sort(key=lambda each: ORDER.index(each[1][0]))
    told = _stories(sheet, [row for row, _codes in found])
    return [
        Unusual(
            number=number,
            row=row,
            codes=codes,
            what=_what(codes[0], row),
            more=_more(codes, row, sheet, usual),
            facts=tuple(_facts(row, codes, sheet, told.get(row.enrolment.user_id, ()))),
            query=asked.get(row.enrolment.user_id),
        )
        for number, (row, codes) in enumerate(found, start=1)
    ]


ORDER: Final = ("absent", "too_little", "unfinished", "excused", "empty", "replaced", "zero", "thin", "far", "queried")


def codes_of(row: Row, sheet: MarkTable, usual: Usual | None, query: QueryThread | None) -> tuple[str, ...]:
    """All unusual points of a row, the most important first."""
    share = Fraction(row.final) / sheet.book.scale if row.final else None
    state = row.participation.state if row.participation is not None else ""
    found = {
        row.mark_state: bool(row.mark_state),
        "replaced": state == Participation.State.REPLACED and row.mark_state != "excused",
        "zero": share == 0,
        "thin": share is not None and row.judged * 100 < THIN,
        "far": share is not None and usual is not None and not usual.low <= share <= usual.high,
        "queried": query is not None,
    }
    return tuple(code for code in ORDER if found.get(code))


def _what(code: str, row: Row) -> str:
    return {
        "absent": _("Never came") if row.state == "never_came" else _("Absent"),
        "too_little": _("Not enough to judge"),
        "unfinished": _("The match is not over"),
        "excused": _("Excused"),
        "empty": _("Left empty"),
        "replaced": _("Left the table"),
        "zero": _("Zero"),
        "thin": _("From a small part of the rubric"),
        "far": _("Far from the class"),
        "queried": _("Queried"),
    }[code]


def _more(codes: tuple[str, ...], row: Row, sheet: MarkTable, usual: Usual | None) -> str:
    words = [_what(code, row) for code in codes[1:]]
    if codes[0] == "absent" and row.participation is not None and row.participation.is_proposed:
        words.insert(0, _("absent") if row.state == "never_came" else _("no own move"))
    if codes[0] == "too_little":
        share = {"share": sheet.book.smallest_share}
        words.insert(0, _("under %(share)d %% of the rubric") % share if row.judged else _("nothing to judge"))
    if "far" in codes and usual is not None:
        distance = abs(Fraction(row.final) / sheet.book.scale - usual.middle)
        number = localized_mark(scaled(distance, sheet.book.scale, sheet.book.decimals))
        below = Fraction(row.final) / sheet.book.scale < usual.middle
        said_so = _("%(number)s below the median") if below else _("%(number)s above the median")
        words.append(said_so % {"number": number})
    return pgettext("between the items of a list", ", ").join(words)


def _facts(row: Row, codes: tuple[str, ...], sheet: MarkTable, told: Sequence[str]) -> list[str]:
    """Sentences that rest on the stored facts alone."""
    facts = list(told)
    seats = row.participation.facts.get("seats", []) if row.participation is not None else []
    for seat in seats:
        values = {"role": localized(seat["role"]), "own": seat["own"], "of": seat["of"]}
        facts.append(_("%(role)s: %(own)d of %(of)d decisions are their own.") % values)
    if not seats and row.state == "none":
        facts.append(_("No seat in this session."))
    if row.mark_state in ("", "too_little", "empty"):
        judged = [cell.line.name for cell in row.cells if cell.judged and cell.line.weight]
        lines = pgettext("between the items of a list", ", ").join(judged)
        values = {"share": row.judged_percent, "lines": lines}
        if judged:
            facts.append(_("%(share)d %% of the rubric can be judged: %(lines)s.") % values)
        else:
            facts.append(_("Nothing of the rubric can be judged."))
    if "zero" in codes or "far" in codes:
        separator = pgettext("between marks with decimals", "; ")
        points = [f"{cell.line.name} {cell.mark_text}" for cell in row.cells if cell.value and cell.line.weight]
        facts.append(_("Of %(best)d: %(lines)s.") % {"best": sheet.book.scale, "lines": separator.join(points)})
    if row.participation is not None and row.participation.reason:
        facts.append(row.participation.reason)
    return facts


def _stories(sheet: MarkTable, rows: Sequence[Row]) -> dict[int, list[str]]:
    """The people who decided at the seats of absent or barely active students. One sentence per seat, in the
    current language.
    """
    wanted = {row.enrolment.user_id for row in rows if _is_about_seats(row)}
    tables = [table for table in sheet.tables if table.match is not None and wanted & table.people]
    told = stories_in(table.match for table in tables if table.match is not None)
    found: dict[int, list[str]] = {}
    for table in tables:
        for user in sorted(wanted):
            for place in table.places:
                if user in place.ever:
                    words = _story(table, place.index, localized(place.words), told)
                    if words:
                        found.setdefault(user, []).append(words)
    return found


def _is_about_seats(row: Row) -> bool:
    state = row.participation.state if row.participation is not None else ""
    return state in (Participation.State.ABSENT, Participation.State.REPLACED) or row.mark_state == "too_little"


def _story(table: PlayedTable, seat: int, role: str, told: Mapping[int, tuple[SeatStory, ...]]) -> str:
    match = table.match
    story = next((each for each in told.get(match.pk if match else 0, ()) if each.seat == seat), None)
    if match is None or story is None or not (story.stretches or story.idle):
        return ""
    face = faces.get(match.game)
    words = seat_words(story, until_of(face, scenario_of(match)), named=True)
    return _("%(role)s: %(who)s.") % {"role": role, "who": words}
