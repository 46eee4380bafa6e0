"""Findings in the debriefs of a session, for the class report. They are kept in the cache until a debrief is made anew,
an answer of the quiz comes in, or an update of the site changes its words.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

from django.utils.translation import get_language

from classrooms.assess.reports import talking_points
from classrooms.assess.reports.facts import parse_facts
from classrooms.assess.reports.style import style_of
from classrooms.models import Debrief, Session
from classrooms.play.questions.queries.team_answers import TeamLine, answers_of_teams, members_of
from games.public.base import kept_values
from games.public.matches import scenario_of
from games.public.models import Match, Move
from games.ui import debriefs, faces
from games.ui.patterns import FoundPattern

KEPT_FOR: Final = 24 * 3600
AT_ONCE: Final = 8
"""Debriefs in memory at a time: each has some hundred kB of facts."""


def findings_in(play_session: Session, matches: Sequence[Match]) -> dict[int, list[FoundPattern]]:
    """The findings of each of these matches of the session that has a debrief, by match id, in the current language.
    The number of queries grows with nothing.
    """
    quiz = answers_of_teams(play_session, members_of(matches)) if matches else {}
    rows = Debrief.objects.filter(match__in=[match.pk for match in matches]).values_list("match_id", "digest")
    keys = {_key(match_id, digest, quiz[match_id]): match_id for match_id, digest in rows}
    return kept_values(list[FoundPattern], keys, lambda missing: _computed(missing, quiz), KEPT_FOR)


def _key(match_id: int, digest: str, quiz: Sequence[TeamLine]) -> str:
    language = get_language() or ""
    answers = [(line.asked.words.text, line.right, line.given) for line in quiz]
    told = sha256(repr((digest, answers, language, style_of(language))).encode()).hexdigest()
    return f"findings-{match_id}-{told[:32]}"


def _computed(
    missing: Sequence[int], quiz: Mapping[int, Sequence[TeamLine]]
) -> Iterator[tuple[int, str, list[FoundPattern]]]:
    moves = Move.objects.filter(match__in=missing).exclude(draws=[])
    drew = set(moves.order_by().values_list("match_id", flat=True).distinct())
    rows = Debrief.objects.filter(match__in=missing).select_related("match").defer("match__state")
    for debrief in rows.iterator(chunk_size=AT_ONCE):
        match, facts = debrief.match, parse_facts(debrief.facts)
        debriefing, scenario = debriefs.get(facts.game), scenario_of(match)
        found = talking_points.found_in(
            match,
            facts,
            debriefing,
            scenario,
            debriefing.parse_facts(facts.game_facts),
            faces.get(facts.game).words.roles(scenario),
            talking_points.Aside(quiz[match.pk], drew=match.pk in drew),
        )
        yield match.pk, _key(match.pk, debrief.digest, quiz[match.pk]), found
