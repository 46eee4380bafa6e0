"""A student's report as context of its templates, in the current language: two pages about the own part."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from classrooms.analysis.document import analysis_context
from classrooms.debriefs import talking
from classrooms.debriefs.document import headline_of
from classrooms.debriefs.facts import Facts, read
from classrooms.debriefs.record import Record, record_of
from classrooms.models import Debrief, QuizAnswer, Session
from classrooms.selectors.asked import asked
from games import selectors as matches
from games.kit import debriefs, plugins
from games.kit.patterns import Found
from games.kit.plugins import RoleName
from games.models import Match, SeatHolder
from games.position import scenario_of

Row = dict[str, Any]

QUESTIONS: Final = 3
TURNING: Final = 3
OWN_LINES: Final = 14
"""Own decisions that are listed for a game that has no sheet of a seat."""


def own_seats(match: Match, user: Any) -> list[int]:
    """The seats that somebody holds in a match or in a branch it comes from, or held when they left it."""
    path = [branch.match_id for branch in matches.branches([match])[match.pk]]
    rows = SeatHolder.objects.filter(seat__match__in=path, user=user).values_list("seat__index", flat=True)
    return sorted(set(rows))


def student_document(debrief: Debrief, user: Any, language: str, *, paper: bool = False) -> Row:
    """What the student's templates show. `parts` are the seats that the person held."""
    match, facts = debrief.match, read(debrief.facts)
    plugin, scenario, debriefing = plugins.get(facts.game), scenario_of(match), debriefs.get(facts.game)
    game_facts, roles = debriefing.read(facts.game_facts), plugin.roles(scenario)
    record = record_of(match, facts, plugin, scenario, roles)
    found = talking.found_in(match, facts, debriefing, scenario, game_facts, roles)
    seats = own_seats(match, user)
    questions = talking.own_questions(found, record, seats, QUESTIONS)
    own_name = user.get_full_name()
    return {
        "match": match,
        "facts": facts,
        "debrief": debrief,
        "plugin": plugin,
        "project": _("%(game)s, %(scenario)s") % {"game": plugin.title, "scenario": plugin.scenario_name(scenario)},
        "name": own_name,
        "team": facts.team or facts.title,
        "headline": headline_of(facts, debriefing, scenario, game_facts),
        "target_lines": facts.result.get("targets", []),
        "sheet": debriefing.seat_sheet,
        "parts": [
            {
                "role": roles[seat],
                "own": debriefing.seat_context(scenario, game_facts, seat),
                **_place(facts, seat),
                "lines": [] if debriefing.seat_sheet else own_lines(record, seat),
            }
            for seat in seats
        ],
        "turning": _turning(match, found, record, roles, seats, {each["key"] for each in questions}, language),
        "quiz": own_quiz(match, user),
        "talking": questions,
        "paper": paper,
        "language": language,
    }


def _place(facts: Facts, seat: int) -> Row:
    scores, places = facts.result.get("scores", []), facts.result.get("places", [])
    known = seat < len(scores) and seat < len(places)
    return {"score": scores[seat], "place": places[seat], "of": len(scores)} if known else {"score": None}


def own_lines(record: Record, seat: int) -> list[Row]:
    """The first and the last lines about a seat that itself moved."""
    lines = [line for turn in record.turns for line in turn["lines"] if line["seat"] == seat]
    half = OWN_LINES // 2
    return lines if len(lines) <= OWN_LINES else [*lines[:half], *lines[-half:]]


def _turning(
    match: Match,
    found: Sequence[Found],
    record: Record,
    roles: Sequence[RoleName],
    seats: Sequence[int],
    asked_already: set[str],
    language: str,
) -> list[Row]:
    """The own decisions at which the project turned, by the analysis where there is one (`made` is then there); else
    what the patterns found about the own seats, besides what is asked.
    """
    analysis = analysis_context(match, language, paper=True)["analysis"]
    if analysis is not None:
        own_roles = [roles[seat] for seat in seats]
        return [{**row, "unit": analysis["unit"]} for row in analysis["turning"] if row["role"] in own_roles]
    own = [each for each in found if set(each.hit.seats) & set(seats) and each.key not in asked_already]
    ordered = sorted(own, key=lambda each: (-each.hit.weight, each.key))[:TURNING]
    return [talking.shown(each, record) for each in ordered]


def own_quiz(match: Match, user: Any) -> list[Row]:
    """The questions that the person answered, with what was right."""
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
        for each in asked(play_session)
        if each.row.pk in given and given[each.row.pk].choice < len(each.words.options)
    ]
