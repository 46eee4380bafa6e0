"""Domego's user interface: pages, forms and texts."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalogue.domego import aims, board_region, commands, explain, forecasts, recap, thens
from games.catalogue.domego.away import AwayForm
from games.catalogue.domego.counters import counters, expected_figures, facts
from games.catalogue.domego.first_game import FIRST_GAME
from games.catalogue.domego.forms import DomegoOptionsForm, form_for
from games.catalogue.domego.game import GAME
from games.catalogue.domego.names import activity_name, numbered_activity, role_names
from games.catalogue.domego.own_sheet import around_the_table, own_sheet
from games.catalogue.domego.past import RECORD_KINDS
from games.catalogue.domego.printed import PRINTED
from games.catalogue.domego.progress import COMPARISON_KINDS, PROGRESS_KINDS, comparison, progress
from games.catalogue.domego.prompted import card, decision_words, where_words
from games.catalogue.domego.refusals import REFUSALS
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.view import View
from games.catalogue.domego.seating import fixed_for, notes_on
from games.catalogue.domego.talks import THREAD_KINDS
from games.catalogue.domego.tempo import rounds_of
from games.catalogue.domego.words import words_of
from games.engine.types import Result
from games.ui.faces import (
    Face,
    Heading,
    Region,
    Scene,
    TargetLine,
    numbered_turn,
)
from games.ui.languages import localized
from games.ui.role_benchmarks import reach_of

TITLE = gettext_lazy("Domego")


def _heading(scenario: Scenario, view: View) -> Heading:
    last = len(view.sheet.activities)
    if view.phase == "over":
        sub = _("%(last)d activities") % {"last": last}
        return Heading(_("Project complete"), sub, last, last)
    sub = _("activity %(turn)d of %(last)d") % {"turn": view.turn, "last": last}
    return Heading(activity_name(scenario, view.turn), sub, view.turn, last)


def _turn_title(scenario: Scenario, turn: int) -> str:
    if not 1 <= turn <= len(scenario.activities):
        return numbered_turn(scenario, turn)
    return numbered_activity(scenario, turn)


def _until_words(scenario: Scenario, turn: int) -> str:
    return _("to activity %(turn)d") % {"turn": turn}


def _context(scene: Scene) -> dict[str, Any]:
    view: View = scene.view
    return {
        "counters": counters(view),
        "facts": facts(view, scene.seat),
        "own": own_sheet(scene.scenario, view, scene.seat, scene.expected) if scene.seat is not None else None,
        "places": around_the_table(scene),
        "over": view.phase == "over",
        "left_out": ("sheet",) if scene.seat is None and view.phase == "over" else (),
    }


def _score_words(scenario: Scenario, result: Result) -> str:
    met, of = sum(each.met for each in result.targets), len(result.targets)
    return ngettext("%(met)d of %(of)d target met", "%(met)d of %(of)d targets met", of) % {"met": met, "of": of}


def _target_lines(scenario: Scenario, result: Result) -> tuple[TargetLine, ...]:
    names = {"delay": _("Duration"), "cost": _("Cost"), "failures": _("Failures")}
    return tuple(
        TargetLine(names[each.name], each.value, each.target, each.met, max(0, each.value - each.target))
        for each in result.targets
    )


FACE = Face(
    game=GAME,
    advice="aims#preparation",
    reach=lambda scenario: reach_of(GAME, scenario),
    graded_options={"price_cap_percent": 150, "price_floor_percent": 50},
    title=TITLE,
    cover="domego/cover.svg",
    length=gettext_lazy("about two hours in a room, about three weeks over days"),
    teaches=gettext_lazy("negotiating, planning against risk, and why an hour spent early saves several on site"),
    summary=gettext_lazy(
        "One building in twelve activities: six firms with aims of their own agree on prices, share the risks and "
        "answer for the duration together."
    ),
    credits=gettext_lazy("A game by Franck Taillandier, University of Bordeaux."),
    units_note=gettext_lazy("Figures in k are thousands of kopecs."),
    regions=(
        Region("counters", "domego/counters.html", "expected", "top"),
        Region("board", "domego/board.html", "card plain", reads=board_region.reads, shows=board_region.shows),
        Region("sheet", "domego/sheet.html", "card", "pair", replayed=False),
        Region("seats", "domego/seats.html", "card", "pair"),
    ),
    scripts=("domego/preview.js",),
    draws_expected=True,
    options_form=DomegoOptionsForm,
    printed=PRINTED,
    first_game=FIRST_GAME,
    bots={
        "random": gettext_lazy("random: any move the rules allow"),
        "minimal": gettext_lazy("minimal: places only what is required"),
        "balanced": gettext_lazy("balanced: some reductions"),
        "cautious": gettext_lazy("cautious: all against risk"),
        "expert": gettext_lazy("expert: plays for the three targets"),
    },
    scenario_name=lambda scenario: localized(scenario.name) or str(TITLE),
    roles=role_names,
    aim=aims.aim,
    ending=aims.ending,
    ending_kinds=aims.ENDING_KINDS,
    heading=_heading,
    turn_title=_turn_title,
    until_words=_until_words,
    turn_count=lambda scenario: len(scenario.activities),
    rounds_taken=rounds_of,
    context=_context,
    decision=card,
    form=form_for,
    command=commands.command,
    decision_words=decision_words,
    where_words=where_words,
    thread_kinds=THREAD_KINDS,
    record_kinds=(*RECORD_KINDS, "placed"),
    describe_event=words_of,
    silent_kinds=("activity_begun", "allocated"),
    recap=recap.recap,
    recap_heading=recap.heading,
    explain=explain.explain,
    explain_kinds=explain.explain_kinds,
    refusals=REFUSALS,
    score_words=_score_words,
    target_lines=_target_lines,
    expected_figures=lambda scene: expected_figures(scene.view, scene.seat),
    expected_against=thens.against,
    options_for_people=fixed_for,
    options_notes=notes_on,
    progress_kinds=PROGRESS_KINDS,
    progress=progress,
    comparison_kinds=COMPARISON_KINDS,
    comparison=comparison,
    forecastables=forecasts.forecastables,
    forecast_kinds=forecasts.FORECAST_KINDS,
    forecast_actuals=forecasts.forecast_actuals,
    plan_form=AwayForm,
)
