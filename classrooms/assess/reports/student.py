"""A student's report as context of its templates, in the current language: two pages on the student's own part."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from django.utils.translation import gettext as _

from classrooms.assess.analysis.card import card_of
from classrooms.assess.analysis.document import analysis_context
from classrooms.assess.reports import talking_points
from classrooms.assess.reports.document import headline_of
from classrooms.assess.reports.facts import Facts, parse_facts, stories_of
from classrooms.assess.reports.record import Record, record_of
from classrooms.models import Debrief, QuizAnswer, Session
from classrooms.play.monitor.queries.waiting_times import waiting_times_in
from classrooms.play.monitor.queries.waiting_words import time_words
from classrooms.play.monitor.waiting_times import LONGEST_MINUTES
from classrooms.play.questions.queries.session_questions import posed_questions
from games.public.matches import SeatStory, names_of, own_moves_in, scenario_of, seat_words, until_of
from games.public.models import Match
from games.ui import debriefs, faces
from games.ui.faces import RoleName
from games.ui.patterns import FoundPattern

Row = dict[str, Any]

QUESTIONS: Final = 3
ON_PAPER: Final = 2
"""The number of questions on the first sheet that leaves room for its tables."""
TURNING: Final = 3
OWN_LINES: Final = 14
"""The greatest number of listed decisions if the game has no sheet of the seat."""


def own_seats(match: Match, user: Any) -> list[int]:
    """The seats of a match in which the person made moves, including moves before a step back."""
    return sorted(own_moves_in([match], user)[match.pk])


def student_document(debrief: Debrief, user: Any, language: str, *, paper: bool = False) -> Row:
    """The context of the student's templates. `parts` are the seats in which the person made moves; decisions of others
    there are listed apart.
    """
    match, facts = debrief.match, parse_facts(debrief.facts)
    face, scenario, debriefing = faces.get(facts.game), scenario_of(match), debriefs.get(facts.game)
    game_facts, roles = debriefing.parse_facts(facts.game_facts), face.words.roles(scenario)
    record = record_of(match, facts, face, scenario, roles)
    aside = talking_points.aside_of(match)
    found = talking_points.found_in(match, facts, debriefing, scenario, game_facts, roles, aside)
    told = {story.seat: story for story in stories_of(match, facts)}
    seats = sorted(seat for seat, story in told.items() if story.part_of(user.pk))
    found = [each for each in found if _is_about(each, facts, told, user.pk)]
    questions = talking_points.own_questions(found, record, seats, ON_PAPER if paper else QUESTIONS)
    own_name = user.get_full_name()
    analysis = analysis_context(match, language)["analysis"]
    accounts = analysis["accounts"] if analysis and analysis["rivals"] else []
    own = {number for story in told.values() for number in story.part_of(user.pk)}
    return {
        "match": match,
        "card": None if face.for_pupils else card_of(match, own, language),
        "facts": facts,
        "debrief": debrief,
        "face": face,
        "project": _("%(game)s, %(scenario)s") % {"game": face.title, "scenario": face.words.scenario(scenario)},
        "name": own_name,
        "team": facts.team or facts.title,
        "headline": headline_of(facts, debriefing, scenario, game_facts),
        "target_lines": facts.result.get("targets", []),
        "on_task": _on_task(match, facts, own),
        "longest_minutes": LONGEST_MINUTES,
        "sheet": debriefing.seat_sheet,
        "parts": [
            {
                "role": roles[seat],
                "own": debriefing.seat_context(scenario, game_facts, seat),
                "account": accounts[seat] if accounts and _is_whole(told[seat], user.pk) else None,
                **_place(facts, seat),
                **_part(
                    told[seat], roles[seat], user.pk, record, until_of(face, scenario), bool(debriefing.seat_sheet)
                ),
            }
            for seat in seats
        ],
        "turning": _turning(analysis, found, record, told, user.pk, {each["key"] for each in questions}),
        "quiz": own_quiz(match, user),
        "talking": questions,
        "paper": paper,
        "language": language,
    }


def _on_task(match: Match, facts: Facts, own: AbstractSet[int]) -> str:
    """The time before the person's own moves, in words; empty without a move."""
    times = waiting_times_in([match], facts.ended_at).get(match.pk) if own else None
    return time_words(times.on_task(own)) if times is not None else ""


def _place(facts: Facts, seat: int) -> Row:
    scores, places = facts.result.get("scores", []), facts.result.get("places", [])
    known = seat < len(scores) and seat < len(places)
    return {"score": scores[seat], "place": places[seat], "of": len(scores)} if known else {"score": None}


def _is_about(found: FoundPattern, facts: Facts, told: Mapping[int, SeatStory], user_id: int) -> bool:
    """Does the pattern concern the person's own moves? In a seat that was theirs for the whole match, all
    patterns do.
    """
    numbers = {number for story in told.values() for number in story.part_of(user_id)}
    whole = {seat for seat, story in told.items() if _is_whole(story, user_id)}
    if whole & set(found.hit.seats):
        return True
    return any(facts.events[place].move in numbers for place in found.hit.events if place < len(facts.events))


def _is_whole(story: SeatStory, user_id: int) -> bool:
    """Did only this person act for the seat? Deadlines and stand-ins may have made up to a quarter of its decisions."""
    own = story.part_of(user_id)
    alone = all(stretch.numbers == own for stretch in story.stretches) and len(story.stretches) == 1
    return alone and 4 * len(own) >= 3 * len(story.all_numbers)


def _part(
    story: SeatStory, role: RoleName, user_id: int, record: Record, until: Callable[[int], str], has_sheet: bool
) -> Row:
    """A person's part in a seat: `numbers` of their moves, its beginning and end, and decisions of others. The game's
    sheet of the seat is used only if nobody else acted for the seat, except for single decisions.
    """
    numbers = story.part_of(user_id)
    mine = [stretch for stretch in story.stretches if any(person.id == user_id for person in stretch.people)]
    whole = _is_whole(story, user_id)
    return {
        "seat": story.seat,
        "numbers": numbers,
        "whole": whole,
        "since": mine[0].since,
        "until": mine[-1].until,
        "played_by": seat_words(story, until, named=False),
        "beside": names_of(person for person in story.own if person.id != user_id),
        "not_mine": len(set(story.all_numbers) - set(numbers)),
        "all": len(story.all_numbers),
        "others": _shortened(_lines_of(record, story.seat, role, set(story.all_numbers) - set(numbers))),
        "uses_sheet": has_sheet and whole,
        "lines": [] if has_sheet and whole else _shortened(_lines_of(record, story.seat, role, set(numbers))),
    }


def _lines_of(record: Record, seat: int, role: RoleName, numbers: AbstractSet[int]) -> list[Row]:
    """The lines of a role for these moves of its seat. Consequences, such as a card or the end of a turn, were decided
    by nobody and are left out.
    """
    lines = (line for turn in record.turns for line in turn["lines"] if line["seat"] == seat and line["role"] == role)
    return [line for line in lines if line["move"] in numbers]


def _shortened(lines: list[Row]) -> list[Row]:
    """The first and the last lines of a long list."""
    half = OWN_LINES // 2
    return lines if len(lines) <= OWN_LINES else [*lines[:half], *lines[-half:]]


def _turning(
    analysis: Row | None,
    found: Sequence[FoundPattern],
    record: Record,
    told: Mapping[int, SeatStory],
    user_id: int,
    asked_already: set[str],
) -> list[Row]:
    """The person's decisions that brought most, by the analysis if there is one (`made` is then set). Otherwise
    patterns on the own part that the questions do not use. The summary card has the costliest decisions.
    """
    own = {number for story in told.values() for number in story.part_of(user_id)}
    if analysis is not None:
        rows = sorted(analysis["best"], key=lambda row: row["number"])
        return [row for row in rows if row["number"] in own]
    seats = {seat for seat, story in told.items() if story.part_of(user_id)}
    more = [each for each in found if set(each.hit.seats) & seats and each.key not in asked_already]
    ordered = sorted(more, key=lambda each: (-each.hit.weight, each.key))[:TURNING]
    return [talking_points.pattern_row(each, record) for each in ordered]


def own_quiz(match: Match, user: Any) -> list[Row]:
    """The questions that the person answered, with the right answers."""
    play_session = Session.objects.filter(session_teams__match=match).first() if match.supervised else None
    if play_session is None:
        return []
    given = {
        answer.question_id: answer for answer in QuizAnswer.objects.filter(question__session=play_session, user=user)
    }
    return [
        {
            "text": each.words.text,
            "own": each.words.options[given[each.row.pk].choice],
            "right": each.words.options[each.words.right],
            "is_right": given[each.row.pk].is_right,
            "explanation": each.words.explanation,
        }
        for each in posed_questions(play_session)
        if each.row.pk in given and given[each.row.pk].choice < len(each.words.options)
    ]
