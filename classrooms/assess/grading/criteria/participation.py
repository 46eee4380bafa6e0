"""Taking part: a student's own decisions in time, out of those of their role."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from classrooms.assess.grading.criterion import (
    CitedSeat,
    Criterion,
    Evidence,
    Facts,
    FactsBy,
    Nothing,
    Number,
    Params,
    Reason,
)
from classrooms.assess.grading.points import Share, percent, rounded
from classrooms.assess.grading.queries.collect import joined
from classrooms.assess.grading.queries.tables import PlayedTable, localized
from classrooms.play.monitor.queries.participation import OwnMoves


class AskedSeat(CitedSeat, frozen=True):
    """The `owed` decisions of a seat, shared by so many `people`: `own` ones in time and all others by their authors.
    `excused` ones are not among them. `moves` are numbers of the person's own moves.
    """

    people: int = 1
    owed: int = 0
    own: int = 0
    late: int = 0
    partner: int = 0
    bot: int = 0
    default: int = 0
    instructor: int = 0
    plan: int | None = None
    before: int | None = None
    after: int | None = None
    excused: int = 0
    moves: tuple[int, ...] = ()


class ParticipationFacts(Facts, frozen=True):
    """The seats of a student from the start to the end of their match."""

    seats: tuple[AskedSeat, ...] = ()


class Participation(Criterion[ParticipationFacts]):
    """The person's own decisions out of those of their seat, at most 1."""

    kind, order, facts = "participation", 30, ParticipationFacts
    name = gettext_lazy("taking part")
    rule = gettext_lazy(
        "Own moves in time, divided by the decisions asked of the role from the start of the match to its end. "
        "Decisions before a late arrival or after leaving early are among them. Excused decisions are not. An own "
        "move after its deadline counts %(late)d %%. People who share a role owe equal parts."
    )
    task = gettext_lazy("Take your decisions yourself and in time.")
    counts = gettext_lazy(
        "The decisions that you took yourself and in time, out of all that your role had in the match."
    )
    example = gettext_lazy("Example: 9 of 10 decisions give %(nine)s of %(best)s.")
    example_shares = {"nine": Fraction(9, 10)}
    usual_weights = (30, 30)
    params = {"late": Number(gettext_lazy("Percent that a late own move counts"), 0, 100)}
    of_match = True
    reasons = {
        "no_decisions": Reason(
            gettext_lazy("Nothing was asked of this seat yet."),
            gettext_lazy("Nothing was asked of your role yet."),
            until="match",
        )
    }

    def collect(self, evidence: Evidence) -> FactsBy:
        """The decisions of each seat of a person from start to end of the match, with their counts; late and early
        leavers included. A person without any move has nothing to judge.
        """
        tables, played = evidence.tables, evidence.played
        begun = {table.match.pk: table for table in tables if table.match is not None and table.match.started_at}
        found: FactsBy = {}
        for match_id, rows in played.counts.items():
            for (index, user), own in sorted(rows.items(), key=lambda row: row[0]):
                if own.required or own.excused or own.spared:
                    people = played.people(match_id, begun[match_id].places[index], user)
                    moves = played.numbers.get((match_id, index, user), ())
                    seat = _seat(begun[match_id], match_id, index, own, people, moves)
                    found[user] = joined(found.get(user), ParticipationFacts((seat,)))
        for user in found.keys() - (evidence.moved | played.present):
            found[user] = Nothing("absent")
        for table in tables:
            reason = "no_decisions" if table.match is not None and table.match.started_at else "not_started"
            for user in table.people:
                found.setdefault(user, Nothing(reason))
        return found

    def share(self, params: Params, facts: ParticipationFacts) -> Share:
        required, own = _decisions(params, facts)
        return min(Fraction(1), own / required) if required else None

    def staff_sentences(self, params: Params, facts: ParticipationFacts) -> Iterator[str]:
        for seat in facts.seats:
            values = {"role": localized(seat.role), "team": seat.team, "owed": seat.owed, "own": seat.own}
            if seat.people > 1:
                values["people"] = seat.people
                text = _("%(role)s in %(team)s, shared by %(people)d. Decisions: %(owed)d; own moves in time: %(own)d.")
            else:
                text = _("%(role)s in %(team)s. Decisions: %(owed)d; own moves in time: %(own)d.")
            yield text % values
            yield from _others(_by_author(seat))
            if seat.excused:
                yield _excused(seat.excused)
        required, own = _decisions(params, facts)
        if required:
            yield _("Taking part: %(own)s of %(owed)s decisions, which is %(share)s.") % {
                "own": _hundredths(own),
                "owed": _hundredths(required),
                "share": percent(min(Fraction(1), own / required)),
            }

    def student_sentences(self, params: Params, facts: ParticipationFacts, scale: int) -> Iterator[str]:
        for seat in facts.seats:
            values = {"role": localized(seat.role), "own": seat.own, "owed": seat.owed, "people": seat.people}
            if seat.people > 1:
                text = _("%(role)s, shared by %(people)d: you took %(own)d of %(owed)d decisions yourself and in time.")
            else:
                text = _("%(role)s: you took %(own)d of %(owed)d decisions yourself and in time.")
            yield text % values
            yield from _others(_by_reason(seat))
            if seat.excused:
                yield _excused(seat.excused)


def _decisions(params: Params, facts: ParticipationFacts) -> tuple[Fraction, Fraction]:
    """The number of decisions to answer, and the person's own ones. Several `people` of a seat share its decisions
    equally. An own move that was late counts `late` percent.
    """
    required = sum((Fraction(seat.owed, seat.people) for seat in facts.seats), Fraction(0))
    late = params.get("late", 0)
    return required, sum((seat.own + Fraction(seat.late * late, 100) for seat in facts.seats), Fraction(0))


def _others(counts: Sequence[tuple[int, str]]) -> Iterator[str]:
    rest = [words % {"n": number} for number, words in counts if number]
    if rest:
        yield _("Of the others: %(list)s.") % {"list": pgettext("between the items of a list", ", ").join(rest)}


def _by_author(seat: AskedSeat) -> Sequence[tuple[int, str]]:
    """The decisions of a role that its student did not take in time, by their authors."""
    before, after, plan = seat.before or 0, seat.after or 0, seat.plan or 0
    return [
        (before, ngettext("%(n)d before arrival", "%(n)d before arrival", before)),
        (after, ngettext("%(n)d after leaving", "%(n)d after leaving", after)),
        (seat.late, ngettext("%(n)d own move too late", "%(n)d own moves too late", seat.late)),
        (seat.partner, ngettext("%(n)d answered by a partner", "%(n)d answered by partners", seat.partner)),
        (seat.bot, ngettext("%(n)d played by a bot", "%(n)d played by bots", seat.bot)),
        (
            seat.default,
            ngettext("%(n)d default when the time was up", "%(n)d defaults when the time was up", seat.default),
        ),
        (plan, ngettext("%(n)d by an away plan", "%(n)d by an away plan", plan)),
        (
            seat.instructor,
            ngettext("%(n)d moved by the instructor", "%(n)d moved by the instructor", seat.instructor),
        ),
    ]


def _by_reason(seat: AskedSeat) -> Sequence[tuple[int, str]]:
    """The same for students, by the reasons."""
    return [
        (seat.before or 0, _("%(n)d before you came")),
        (seat.after or 0, _("%(n)d after you left")),
        (seat.late, _("%(n)d too late")),
        (seat.default, _("%(n)d at the deadline")),
        (seat.plan or 0, _("%(n)d by your away plan")),
        (seat.partner + seat.bot + seat.instructor, _("%(n)d by others")),
    ]


def _excused(number: int) -> str:
    return ngettext(
        "%(n)d more decision is excused and does not count.",
        "%(n)d more decisions are excused and do not count.",
        number,
    ) % {"n": number}


def _hundredths(number: Fraction) -> str:
    return formats.localize(rounded(number * 100) / 100 if number.denominator > 1 else int(number))


def _seat(
    table: PlayedTable, match_id: int, index: int, own: OwnMoves, people: int, moves: tuple[int, ...]
) -> AskedSeat:
    return AskedSeat(
        match=match_id,
        team=table.team.name,
        seat=index,
        role=table.places[index].words,
        people=people,
        owed=own.required,
        own=own.own_in_time,
        late=own.late,
        partner=own.by_partner,
        bot=own.by_bot,
        default=own.by_default,
        instructor=own.by_instructor,
        plan=own.by_plan or None,
        before=own.before or None,
        after=own.after or None,
        excused=own.excused + own.spared,
        moves=moves,
    )


CRITERION = Participation()
