"""A team's report as context of its templates, in the current language: one document for the page and for paper."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from statistics import median
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from classrooms.assess.analysis.document import analysis_context
from classrooms.assess.reports import talking_points
from classrooms.assess.reports.facts import Facts, parse_facts, stories_of
from classrooms.assess.reports.guide import guide_of
from classrooms.assess.reports.record import Record, record_of
from classrooms.assess.reports.surveys import polls_of_match, team_survey
from classrooms.drawing.charts import draw
from classrooms.models import Debrief
from classrooms.play.monitor.queries.interventions import deed_words, event_words
from games.public.matches import SeatStory, deals_own, scenario_of, seat_words, seed_is_public, until_of
from games.public.models import AuthorKind, Intervention
from games.ui import debriefs, faces
from games.ui.debriefs import Chart, Debriefing
from games.ui.faces import Face, RoleName

Row = dict[str, Any]
STOPPED: Final = "classrooms/reports/stopped.html"


def document(debrief: Debrief, language: str, *, paper: bool = False, full: bool = False) -> Row:
    """The context of the document's templates, for the page or for print (`paper`). `full` is the copy for people who
    run the match: it has a plan for the debrief.
    """
    match, facts = debrief.match, parse_facts(debrief.facts)
    face, scenario, debriefing = faces.get(facts.game), scenario_of(debrief.match), debriefs.get(facts.game)
    game_facts = debriefing.parse_facts(facts.game_facts)
    roles = face.words.roles(scenario)
    told, until = stories_of(match, facts), until_of(face, scenario)
    played_by = [seat_words(story, until, named=full) for story in told]
    record = record_of(match, facts, face, scenario, roles)
    aside = talking_points.aside_of(match)
    found = talking_points.found_in(match, facts, debriefing, scenario, game_facts, roles, aside)
    questions, headline = talking_points.questions(found, record), headline_of(facts, debriefing, scenario, game_facts)
    return {
        **debriefing.context(scenario, game_facts, played_by),
        **(analysis_context(match, language) if paper else {}),
        "talking": questions,
        "guide": guide_of(questions, headline) if full else None,
        "team_survey": team_survey(match),
        "polls": polls_of_match(match),
        "match": match,
        "facts": facts,
        "debrief": debrief,
        "face": face,
        "project": _("%(game)s, %(scenario)s") % {"game": face.title, "scenario": face.words.scenario(scenario)},
        "name": facts.team or facts.title or str(face.title),
        "headline": headline,
        "sheets": [STOPPED, *debriefing.stopped_sheets] if facts.is_stopped else debriefing.sheets,
        "so_far": debriefing.so_far(scenario, game_facts) if facts.is_stopped else None,
        "charts": _charts(debriefing.charts(scenario, game_facts)),
        "paper": paper,
        "people": _people(facts, told, face, scenario, named=full),
        "team_answers": aside.quiz,
        "talk": [{"message": m, "role": roles[m.seat] if m.seat is not None else None} for m in facts.messages],
        "deeds": _deeds(
            facts, face, scenario, roles, None if full else {person.id for story in told for person in story.own}
        ),
        "record": record,
        "log": record.turns,
        "log_left_out": 0,
        "one_day": timezone.localdate(facts.started_at) == timezone.localdate(facts.ended_at),
        "drew": aside.drew,
        "seed": match.seeds[0][1] if seed_is_public(match) else "",
        "own_cards": deals_own(match),
        "language": language,
    }


def shortened(shown: Row) -> Row:
    """The document with only those lines of the record that its questions cite."""
    record: Record = shown["record"]
    cited = {line["n"] for row in shown["talking"] for line in row["cites"]}
    return {**shown, "log": record.only(cited), "log_left_out": len(record.lines) - len(cited)}


def headline_of(facts: Facts, debriefing: Debriefing, scenario: Any, game_facts: Any) -> str:
    """The match in a few words; for a stopped match, its progress."""
    return (debriefing.stopped if facts.is_stopped else debriefing.headline)(scenario, game_facts)


def _charts(drawn: Iterable[Chart]) -> Mapping[str, Row]:
    """Drawings with their data."""
    return {chart.name: {"chart": chart, "svg": draw(chart)} for chart in drawn}


def _people(facts: Facts, told: Sequence[SeatStory], face: Face, scenario: Any, *, named: bool) -> list[Row]:
    """The people who decided for each seat, with numbers of decisions and the median time of an answer. `named` adds
    the names of people who made no move.
    """
    counts = Counter((move.seat, move.by) for move in facts.moves)
    kinds = [*_KINDS, *(rare for rare in _RARE if any(kind == rare for _seat, kind in counts))]
    bots, until = face.bot_names(), until_of(face, scenario)
    rows = []
    for story, role, fact in zip(told, face.words.roles(scenario), facts.seats, strict=True):
        seconds = [answer.seconds for answer in facts.answers if answer.seat == story.seat]
        bot = _("bot, %(strength)s") % {"strength": bots.get(fact.bot, fact.bot)} if fact.bot else _("bot")
        rows.append(
            {
                "role": role,
                "story": story,
                "played_by": seat_words(story, until, named=named, bot=bot),
                "counts": [counts[story.seat, kind] for kind in kinds],
                "has_plans": AuthorKind.PLAN in kinds,
                "has_paper": AuthorKind.PAPER in kinds,
                "answer": _duration(round(median(seconds))) if seconds else "",
            }
        )
    return rows


def _deeds(
    facts: Facts, face: Face, scenario: Any, roles: Sequence[RoleName], known: AbstractSet[int] | None
) -> list[Row]:
    """Interventions in words. People they concern are named if they are in `known`; None names all of them."""
    return [
        {
            "deed": deed,
            "about": deed.about if known is None or deed.about_id in known else "",
            "what": Intervention.Kind(deed.kind).label if deed.kind in Intervention.Kind else deed.kind,
            "words": event_words(face, scenario, deed.seat, deed.params)
            if deed.kind == Intervention.Kind.EVENT
            else deed_words(deed.kind, deed.params),
            "role": roles[deed.seat] if deed.seat is not None and deed.seat < len(roles) else None,
        }
        for deed in facts.deeds
    ]


_KINDS = (AuthorKind.PLAYER, AuthorKind.BOT, AuthorKind.DEADLINE, AuthorKind.INSTRUCTOR)
_RARE = (AuthorKind.PLAN, AuthorKind.PAPER)
"""The authors that have a column only if they moved."""


def _duration(seconds: int) -> str:
    if seconds < 60:
        return _("%(n)d\xa0s") % {"n": seconds}
    if seconds < 3600:
        return _("%(n)d\xa0min") % {"n": round(seconds / 60)}
    return _("%(n)d\xa0h") % {"n": round(seconds / 3600)}
