"""Questions for the debrief: patterns found in a match, in words, with the lines of the record that show them."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from classrooms.assess.reports.facts import Facts, stories_of
from classrooms.assess.reports.record import Record
from classrooms.play.questions.queries.team_answers import TeamLine, team_answers
from games.public.models import Match
from games.ui import analysis, patterns
from games.ui.debriefs import Debriefing
from games.ui.faces import RoleName
from games.ui.patterns import AnswerTime, FoundPattern, Logged, QuestionTally, Trace, TracedMove
from games.ui.patterns_general import GENERAL, Played

Row = dict[str, Any]

CITED = 6
"""The greatest number of record lines named with a question."""


@dataclass(frozen=True)
class Aside:
    """The input of patterns beside the frozen facts: the team's quiz results, and whether chance played a part."""

    quiz: Sequence[TeamLine]
    drew: bool


def aside_of(match: Match) -> Aside:
    """The same for one match."""
    return Aside(team_answers(match), drew(match))


def found_in(
    match: Match,
    facts: Facts,
    debriefing: Debriefing,
    scenario: Any,
    game_facts: Any,
    roles: Sequence[RoleName],
    aside: Aside,
) -> list[FoundPattern]:
    """All findings of the general patterns and the game's own, in the current language. A game's own patterns judge
    whole matches, so a stopped match has none of them.
    """
    trace = trace_of(match, facts, roles, aside)
    unit = str(analysis.get(match.game).scored)
    general = GENERAL.look(Played(trace, tuple(facts.result.get("scores", ())), unit))
    own = [] if facts.is_stopped else debriefing.patterns(scenario, game_facts, trace)
    return [*own, *general]


def drew(match: Match) -> bool:
    """Did chance play any part in the match?"""
    return match.moves.exclude(draws=[]).exists()


def trace_of(match: Match, facts: Facts, roles: Sequence[RoleName], aside: Aside) -> Trace:
    """The record in the form for patterns: frozen facts with the current quiz results."""
    return Trace(
        roles=tuple(role.name for role in roles),
        held=tuple(story.was_played for story in stories_of(match, facts)),
        events=tuple(
            Logged(
                place,
                event.move,
                str(event.data.get("kind", "")),
                int(event.data.get("turn", 0)),
                event.data.get("seat"),
                event.data,
            )
            for place, event in enumerate(facts.events)
        ),
        moves=tuple(TracedMove(move.number, move.seat, move.by) for move in facts.moves),
        answers=tuple(AnswerTime(answer.seat, answer.key, answer.seconds) for answer in facts.answers),
        messages=tuple(message.seat for message in facts.messages),
        deeds=tuple((deed.kind, deed.number) for deed in facts.deeds),
        quiz=tuple(QuestionTally(line.asked.words.text, line.right, line.given) for line in aside.quiz),
        options=json.loads(match.options),
        drew=aside.drew,
    )


def questions(found: Iterable[FoundPattern], record: Record, most: int = patterns.MOST) -> list[Row]:
    """The questions of a team, the most important first."""
    return [pattern_row(each, record) for each in patterns.ranked(found, most)]


def own_questions(found: Sequence[FoundPattern], record: Record, seats: Iterable[int], most: int) -> list[Row]:
    """Questions for the person of these seats."""
    return [pattern_row(each, record) for each in patterns.about(found, seats, most)]


def pattern_row(found: FoundPattern, record: Record) -> Row:
    """A pattern in the form for templates."""
    cited = record.cited(found.hit.events)
    return {
        "key": found.key,
        "theme": found.theme,
        "theme_name": theme_name(found.theme),
        "fact": found.hit.fact,
        "ask": found.hit.ask,
        "prompt": found.prompt,
        "listen": listen(found.theme),
        "cites": cited[:CITED],
        "more": max(0, len(cited) - CITED),
        "turn": cited[0]["turn"] if cited else 0,
    }


def theme_name(theme: str) -> str:
    """The theme of a question, in a word or two."""
    return {
        "result": _("Result"),
        "time": _("Time"),
        "cost": _("Cost"),
        "risk": _("Risk"),
        "money": _("Money"),
        "agreement": _("Agreements"),
        "ruin": _("Bankruptcy"),
        "fairness": _("Fairness"),
        "cooperation": _("Working together"),
        "process": _("Way of working"),
        "knowledge": _("Rules"),
        "transfer": _("Transfer"),
    }.get(theme, theme)


def listen(theme: str) -> str:
    """Advice for instructors about the answers to questions of a theme."""
    return {
        "result": _("Listen for causes well before the end, and for numbers from the record."),
        "time": _("Listen for care taken early against repairs made late, and for who pays for time that all gain."),
        "cost": _("Listen for the difference between a price and a worth, and for buying without a plan."),
        "risk": _("Listen for who carries a risk and who could have avoided it: are they the same?"),
        "money": _("Listen for cash in hand against profit on paper."),
        "agreement": _("Listen for what each side believed of the other, and what it could have asked."),
        "ruin": _("Listen for the first sign, not for the last blow, and keep blame out of it."),
        "fairness": _("Listen for whether people judge by the rules, by effort or by result."),
        "cooperation": _("Listen for what was expected and never said."),
        "process": _("Listen for how decisions came about, not only for which ones."),
        "knowledge": _("Have the rule explained by one who had it right."),
        "transfer": _("Listen for a concrete case from work, a placement or a course."),
    }.get(theme, "")
