"""The debrief as context of its templates, in the current language: one document for the page and for paper."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from classrooms.debriefs import svg
from classrooms.debriefs.facts import EventFact, Facts, read
from classrooms.debriefs.selectors import chart_data
from classrooms.models import Debrief
from games.kit import debriefs, plugins
from games.kit.plugins import GamePlugin, RoleName
from games.models import AuthorKind
from games.position import event_value, scenario_of
from games.selectors import seed_is_public

Row = dict[str, Any]


def document(debrief: Debrief, language: str, *, paper: bool = False) -> Row:
    """Everything that the document's templates show on the page, or in print (`paper`)."""
    match, facts = debrief.match, read(debrief.facts)
    plugin, scenario, debriefing = plugins.get(facts.game), scenario_of(debrief.match), debriefs.get(facts.game)
    game_facts = debriefing.read(facts.game_facts)
    roles = plugin.roles(scenario)
    held_by = [", ".join(seat.holders) or _("bot") for seat in facts.seats]
    return {
        **debriefing.context(scenario, game_facts, held_by),
        "match": match,
        "facts": facts,
        "debrief": debrief,
        "plugin": plugin,
        "project": _("%(game)s, %(scenario)s") % {"game": plugin.title, "scenario": plugin.scenario_name(scenario)},
        "name": facts.team or facts.title or str(plugin.title),
        "headline": debriefing.headline(scenario, game_facts),
        "sheets": debriefing.sheets,
        "charts": _charts(debrief, language, paper),
        "paper": paper,
        "people": _people(facts, plugin, roles),
        "talk": [{"message": m, "role": roles[m.seat] if m.seat is not None else None} for m in facts.messages],
        "log": _log(debrief, facts, plugin, roles),
        "one_day": timezone.localdate(facts.started_at) == timezone.localdate(facts.ended_at),
        "seed": match.seeds[0][1] if seed_is_public(match) else "",
        "language": language,
    }


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


_KINDS = (AuthorKind.PLAYER, AuthorKind.BOT, AuthorKind.DEADLINE, AuthorKind.INSTRUCTOR)


def _duration(seconds: int) -> str:
    if seconds < 60:
        return _("%(n)d\xa0s") % {"n": seconds}
    if seconds < 3600:
        return _("%(n)d\xa0min") % {"n": round(seconds / 60)}
    return _("%(n)d\xa0h") % {"n": round(seconds / 3600)}


def _log(debrief: Debrief, facts: Facts, plugin: GamePlugin, roles: Sequence[RoleName]) -> list[Row]:
    """Every event in words, by turn."""
    moves = {move.number: move for move in facts.moves}
    scenario = scenario_of(debrief.match)
    turns: dict[int, list[Row]] = {}
    for event in facts.events:
        words = _words(debrief, plugin, scenario, event)
        if words is None:
            continue
        move, seat = moves[event.move], event.data.get("seat")
        turns.setdefault(int(event.data.get("turn", 0)), []).append(
            {
                "at": move.at,
                "by": move.author or AuthorKind(move.by).label,
                "role": roles[seat] if seat is not None else None,
                "words": words,
            }
        )
    return [{"title": plugin.turn_title(scenario, turn), "lines": lines} for turn, lines in sorted(turns.items())]


def _words(debrief: Debrief, plugin: GamePlugin, scenario: Any, event: EventFact) -> str | None:
    """An event in a sentence. One that today's game no longer knows is told by its bare facts."""
    try:
        said = plugin.words(scenario, event_value(debrief.match, event.data))
    except (msgspec.ValidationError, LookupError):
        bare = {name: value for name, value in event.data.items() if name not in ("kind", "turn", "seat", "audience")}
        return ", ".join([str(event.data.get("kind", "")), *(f"{name}: {value}" for name, value in bare.items())])
    return None if said is None else said.html
