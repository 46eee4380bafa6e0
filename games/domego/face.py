"""Domego's face towards people."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.domego import away, board, board_table, explain, forecasts, recap, thens
from games.domego.cells import cells
from games.domego.counters import counters, expected_figures, facts
from games.domego.first_game import FIRST_GAME
from games.domego.forms import DomegoOptionsForm, form_for
from games.domego.game import GAME
from games.domego.names import activity_name, numbered_activity, role_name, role_names, said
from games.domego.own_sheet import around_the_table, own_sheet
from games.domego.past import RECORD_KINDS, past_of
from games.domego.progress import COMPARISON_KINDS, PROGRESS_KINDS, comparison, progress
from games.domego.prompted import card, decision_words, where_words
from games.domego.quantities import signed
from games.domego.refusals import because, refusal_words
from games.domego.rules.scenario import Scenario
from games.domego.rules.types import Options
from games.domego.rules.view import View
from games.domego.seating import fixed_for, notes_on
from games.domego.talks import THREAD_KINDS
from games.domego.tempo import rounds_of
from games.domego.words import words_of
from games.engine.errors import RulesError
from games.engine.types import Prompt, Result
from games.kit.away import PlanForm
from games.kit.expected import Figure
from games.kit.faces import (
    DecisionCard,
    DecisionForm,
    Explanation,
    Face,
    Heading,
    Region,
    RoleName,
    Scene,
    TargetLine,
    Words,
)
from games.kit.learning import Forecastable
from games.kit.progress import Comparison, Progress
from games.kit.quiz import Bank, read
from games.kit.recap import Happened, RecapCard
from games.kit.refusals import Because
from games.kit.tempo import Rounds

BANK = Path(__file__).parent / "quiz" / "bank.json"


class DomegoFace(Face):
    """See `Face`."""

    game = GAME
    advice = "aims#preparation"
    graded_options = {"price_cap_percent": 150}  # noqa: RUF012
    title = gettext_lazy("Domego")
    summary = gettext_lazy(
        "One building in twelve activities: six firms with aims of their own agree on prices, share the risks and "
        "answer for the delay together."
    )
    credits = gettext_lazy("A game by Franck Taillandier, University of Bordeaux.")
    units_note = gettext_lazy("Figures in k are thousands of kopecs.")
    regions = (
        Region("counters", "domego/counters.html", "expected", "top"),
        Region("board", "domego/board.html", "card plain", "board"),
        Region("sheet", "domego/sheet.html", "card", "pair", replayed=False),
        Region("seats", "domego/seats.html", "card", "pair"),
    )
    scripts = ("domego/preview.js",)
    draws_expected = True
    options_form = DomegoOptionsForm
    first_game = FIRST_GAME

    def scenario_name(self, scenario: Scenario) -> str:
        """See `Face.scenario_name`."""
        return said(scenario.name) or str(self.title)

    def roles(self, scenario: Scenario) -> tuple[RoleName, ...]:
        """See `Face.roles`."""
        return role_names(scenario)

    def heading(self, scenario: Scenario, view: View) -> Heading:
        """See `Face.heading`."""
        last = len(view.sheet.activities)
        if view.phase == "over":
            sub = _("%(last)d activities") % {"last": last}
            return Heading(_("Project complete"), sub, last, last)
        sub = _("activity %(turn)d of %(last)d") % {"turn": view.turn, "last": last}
        return Heading(activity_name(scenario, view.turn), sub, view.turn, last)

    def turn_title(self, scenario: Scenario, turn: int) -> str:
        """See `Face.turn_title`."""
        if not 1 <= turn <= len(scenario.activities):
            return super().turn_title(scenario, turn)
        return numbered_activity(scenario, turn)

    def until_words(self, scenario: Scenario, turn: int) -> str:
        """See `Face.until_words`."""
        return _("to activity %(turn)d") % {"turn": turn}

    def context(self, scene: Scene) -> dict[str, Any]:
        """See `Face.context`."""
        view: View = scene.view
        made = cells(scene.scenario, view, past_of(scene.record))
        return {
            "counters": counters(view),
            "facts": facts(view, scene.seat),
            "board_words": board_table.days_words(view),
            "board_wide": board.wide(made),
            "board_tall": board.tall(made),
            "board_description": board_table.description(view),
            "board_rows": board_table.rows(scene.scenario, made),
            "own": own_sheet(scene.scenario, view, scene.seat, scene.expected) if scene.seat is not None else None,
            "places": around_the_table(scene),
            "over": view.phase == "over",
            "left_out": ("sheet",) if scene.seat is None and view.phase == "over" else (),
        }

    def decision(self, scene: Scene, bound: DecisionForm | None = None) -> DecisionCard | None:
        """See `Face.decision`."""
        return card(scene, bound)

    def form(self, scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None = None) -> DecisionForm:
        """See `Face.form`."""
        return form_for(scene, prompt, data)

    def plan_form(self, scene: Scene, data: Mapping[str, Any] | None = None, plan: Any = None) -> PlanForm:
        """See `Away.plan_form`."""
        return away.AwayForm(data, face=self, scene=scene, plan=plan)

    def plan_words(self, scene: Scene, plan: Any) -> tuple[str, ...]:
        """See `Away.plan_words`."""
        return away.plan_words(scene, plan)

    def expected_figures(self, scene: Scene) -> tuple[Figure, ...]:
        """See `Face.expected_figures`."""
        return expected_figures(scene.view, scene.seat)

    def expected_against(self, option: str) -> str:
        """See `Face.expected_against`."""
        return thens.against(option)

    def thread_kinds(self) -> tuple[str, ...]:
        """See `Face.thread_kinds`."""
        return THREAD_KINDS

    def record_kinds(self) -> tuple[str, ...]:
        """See `Face.record_kinds`."""
        return (*RECORD_KINDS, "placed")

    def explain_kinds(self, what: str) -> tuple[str, ...]:
        """See `Face.explain_kinds`."""
        return explain.explain_kinds(what)

    def explain(self, scene: Scene, what: str) -> Explanation | None:
        """See `Face.explain`."""
        return explain.explain(scene, what)

    def progress_kinds(self) -> tuple[str, ...]:
        """See `Face.progress_kinds`."""
        return PROGRESS_KINDS

    def progress(self, scene: Scene) -> Progress:
        """See `Face.progress`."""
        heading = self.heading(scene.scenario, scene.view)
        return progress(scene, heading.title, heading.sub)

    def comparison_kinds(self) -> tuple[str, ...]:
        """See `Face.comparison_kinds`."""
        return COMPARISON_KINDS

    def comparison(self, scene: Scene) -> Comparison:
        """See `Face.comparison`."""
        return comparison(scene)

    def words(self, scenario: Scenario, event: Any) -> Words | None:
        """See `Face.words`."""
        return words_of(scenario, event)

    def recap(self, scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
        """See `Face.recap`."""
        return recap.recap(scene, happened)

    def recap_heading(self, scene: Scene, decided: Sequence[Any]) -> str:
        """See `Face.recap_heading`."""
        return recap.heading(scene, decided)

    def decision_words(self, scenario: Scenario, decision: Any) -> str:
        """See `Face.decision_words`."""
        return decision_words(scenario, decision)

    def where_words(self, scenario: Scenario, decision: Any) -> str:
        """See `Face.where_words`."""
        return where_words(scenario, decision)

    def refusal(self, scenario: Scenario, error: RulesError) -> str:
        """See `Face.refusal`."""
        return refusal_words(error) or super().refusal(scenario, error)

    def because(self, error: RulesError, seat: int) -> Because:
        """See `Face.because`."""
        return because(error, seat)

    def score_words(self, scenario: Scenario, result: Result) -> str:
        """See `Face.score_words`."""
        best = [role_name(scenario, seat) for seat, place in enumerate(result.places) if place == 1]
        words = {"roles": ", ".join(best), "points": signed(max(result.scores))}
        return _("Most points: %(roles)s, %(points)s") % words

    def target_lines(self, scenario: Scenario, result: Result) -> tuple[TargetLine, ...]:
        """See `Face.target_lines`."""
        names = {"delay": _("Delay"), "cost": _("Cost"), "failures": _("Failures")}
        return tuple(
            TargetLine(names[each.name], each.value, each.target, each.met, max(0, each.value - each.target))
            for each in result.targets
        )

    def options_for_people(
        self, scenario: Scenario, options: Options, hands: Sequence[frozenset[int]]
    ) -> Mapping[str, Any]:
        """See `Seating.options_for_people`."""
        return fixed_for(scenario, options, hands)

    def options_notes(self, scenario: Scenario, options: Options) -> tuple[str, ...]:
        """See `Seating.options_notes`."""
        return notes_on(scenario, options)

    def bot_names(self) -> Mapping[str, str]:
        """See `Face.bot_names`."""
        return {
            "minimal": _("minimal: places only what is required"),
            "balanced": _("balanced: some reductions"),
            "cautious": _("cautious: all against risk"),
        }

    def turn_count(self, scenario: Scenario) -> int:
        """See `Tempo.turn_count`."""
        return len(scenario.activities)

    def rounds(self, scenario: Scenario, options: Options) -> Rounds:
        """See `Tempo.rounds`."""
        return rounds_of(scenario, options)

    def quiz(self) -> Bank:
        """See `Learning.quiz`."""
        return read(BANK)

    def forecastables(self, scenario: Scenario) -> tuple[Forecastable, ...]:
        """See `Learning.forecastables`."""
        return forecasts.forecastables()

    def forecast_kinds(self) -> tuple[str, ...]:
        """See `Learning.forecast_kinds`."""
        return forecasts.FORECAST_KINDS

    def forecast_actuals(self, scenario: Scenario, events: Sequence[Any]) -> Mapping[int, Mapping[str, int]]:
        """See `Learning.forecast_actuals`."""
        return forecasts.forecast_actuals(events)


FACE = DomegoFace()
