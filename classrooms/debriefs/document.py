"""A team's report as context of its templates, in the current language: one document for the page and for paper."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, Final

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classrooms.analysis.document import analysis_context
from classrooms.debriefs import svg, talking
from classrooms.debriefs.facts import Facts, read
from classrooms.debriefs.guide import guide_of
from classrooms.debriefs.record import Record, record_of
from classrooms.debriefs.selectors import chart_data
from classrooms.debriefs.surveys import team_survey
from classrooms.models import Debrief
from classrooms.selectors.interventions import deed_words
from classrooms.selectors.team_answers import team_answers
from games.kit import debriefs, plugins
from games.kit.debriefs import Debriefing
from games.kit.plugins import GamePlugin, RoleName
from games.models import AuthorKind, Intervention
from games.position import scenario_of
from games.selectors import seed_is_public

Row = dict[str, Any]
STOPPED: Final = "classrooms/debrief/stopped.html"


def document(debrief: Debrief, language: str, *, paper: bool = False, full: bool = False) -> Row:
    """Everything that the document's templates show on the page, or in print (`paper`). `full` is the copy of whoever
    runs the match: with a plan for the debriefing.
    """
    match, facts = debrief.match, read(debrief.facts)
    plugin, scenario, debriefing = plugins.get(facts.game), scenario_of(debrief.match), debriefs.get(facts.game)
    game_facts = debriefing.read(facts.game_facts)
    roles = plugin.roles(scenario)
    held_by = [", ".join(seat.holders) or _("bot") for seat in facts.seats]
    record = record_of(match, facts, plugin, scenario, roles)
    found = talking.found_in(match, facts, debriefing, scenario, game_facts, roles)
    questions, headline = talking.questions(found, record), headline_of(facts, debriefing, scenario, game_facts)
    return {
        **debriefing.context(scenario, game_facts, held_by),
        **(analysis_context(match, language, paper=True) if paper else {}),
        "talking": questions,
        "guide": guide_of(questions, headline) if full else None,
        "team_survey": team_survey(match),
        "match": match,
        "facts": facts,
        "debrief": debrief,
        "plugin": plugin,
        "project": _("%(game)s, %(scenario)s") % {"game": plugin.title, "scenario": plugin.scenario_name(scenario)},
        "name": facts.team or facts.title or str(plugin.title),
        "headline": headline,
        "sheets": [STOPPED, *debriefing.stopped_sheets] if facts.is_stopped else debriefing.sheets,
        "so_far": debriefing.so_far(scenario, game_facts) if facts.is_stopped else None,
        "charts": _charts(debrief, language, paper),
        "paper": paper,
        "people": _people(facts, plugin, roles),
        "team_answers": team_answers(match),
        "talk": [{"message": m, "role": roles[m.seat] if m.seat is not None else None} for m in facts.messages],
        "deeds": _deeds(facts, roles),
        "record": record,
        "log": record.turns,
        "log_left_out": 0,
        "one_day": timezone.localdate(facts.started_at) == timezone.localdate(facts.ended_at),
        "seed": match.seeds[0][1] if seed_is_public(match) else "",
        "language": language,
    }


def shortened(shown: Row) -> Row:
    """The document with those lines of the record alone that its questions cite."""
    record: Record = shown["record"]
    cited = {line["n"] for row in shown["talking"] for line in row["cites"]}
    return {**shown, "log": record.only(cited), "log_left_out": len(record.lines) - len(cited)}


def headline_of(facts: Facts, debriefing: Debriefing, scenario: Any, game_facts: Any) -> str:
    """The match in a few words; of one that was stopped, how far it came."""
    return (debriefing.stopped if facts.is_stopped else debriefing.headline)(scenario, game_facts)


def _charts(debrief: Debrief, language: str, paper: bool) -> Mapping[str, Row]:
    """Drawings with their data. A chart that was not drawn is shown by its numbers alone."""
    drawn = dict(debrief.charts.filter(language=language).values_list("name", "svg"))
    if paper:
        drawn = {name: svg.for_paper(text) for name, text in drawn.items()}
    return {chart.name: {"chart": chart, "svg": SafeString(drawn.get(chart.name, ""))} for chart in chart_data(debrief)}


def _people(facts: Facts, plugin: GamePlugin, roles: Sequence[RoleName]) -> list[Row]:
    """Who decided for each seat how often, and how long an answer took (the middle one)."""
    counts = Counter((move.seat, move.by) for move in facts.moves)
    rows, bots = [], plugin.bot_names()
    for seat, role in enumerate(roles):
        seconds = [answer.seconds for answer in facts.answers if answer.seat == seat]
        rows.append(
            {
                "role": role,
                "held_by": ", ".join(facts.seats[seat].holders)
                or _("bot, %(strength)s") % {"strength": bots.get(facts.seats[seat].bot, facts.seats[seat].bot)},
                "counts": [counts[seat, kind] for kind in _KINDS],
                "answer": _duration(round(median(seconds))) if seconds else "",
            }
        )
    return rows


def _deeds(facts: Facts, roles: Sequence[RoleName]) -> list[Row]:
    """What was done by those who ran the match, in words."""
    return [
        {
            "deed": deed,
            "what": Intervention.Kind(deed.kind).label if deed.kind in Intervention.Kind else deed.kind,
            "words": deed_words(deed.kind, deed.params),
            "role": roles[deed.seat] if deed.seat is not None and deed.seat < len(roles) else None,
        }
        for deed in facts.deeds
    ]


_KINDS = (AuthorKind.PLAYER, AuthorKind.BOT, AuthorKind.DEADLINE, AuthorKind.INSTRUCTOR)


def _duration(seconds: int) -> str:
    if seconds < 60:
        return _("%(n)d\xa0s") % {"n": seconds}
    if seconds < 3600:
        return _("%(n)d\xa0min") % {"n": round(seconds / 60)}
    return _("%(n)d\xa0h") % {"n": round(seconds / 3600)}
