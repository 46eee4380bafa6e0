"""Master Builder's face towards people."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.errors import RulesError
from games.engine.types import Prompt, Result
from games.kit.faces import (
    DecisionCard,
    DecisionForm,
    Explanation,
    Face,
    Heading,
    Region,
    RoleName,
    Scene,
    Words,
)
from games.kit.learning import Forecastable
from games.kit.progress import Comparison, Progress
from games.kit.quiz import Bank, read
from games.kit.recap import Happened, RecapCard
from games.kit.refusals import Because
from games.kit.tempo import Rounds
from games.master_builder import board, deciding, explain, forecasts, names, progress, town
from games.master_builder.first_game import FIRST_GAME
from games.master_builder.forms import MasterBuilderOptionsForm, form_for
from games.master_builder.game import GAME
from games.master_builder.recap import recap
from games.master_builder.recap_heading import heading as recap_heading
from games.master_builder.refusals import because, refusal_words
from games.master_builder.rules.scenario import Scenario
from games.master_builder.rules.types import Options
from games.master_builder.rules.view import View
from games.master_builder.words import words_of

BANK = Path(__file__).parent / "quiz" / "bank.json"


class MasterBuilderFace(Face):
    """See `Face`."""

    game = GAME
    first_game = FIRST_GAME
    advice = "aims#running"
    title = gettext_lazy("Master Builder")
    summary = gettext_lazy(
        "A medieval town in six rounds: hire a crew, bid for contracts, plan who builds what, and pay the wages. "
        "Two to four architects; most money wins."
    )
    credits = gettext_lazy("After a game by Wolfgang Kramer and Hartmut Witt.")
    units_note = gettext_lazy("Figures in k are thousands of dollars.")
    regions = (
        Region("round", "master_builder/round.html", "card m-round", "top"),
        Region("market", "master_builder/market.html", "card", "board"),
        Region("firm", "master_builder/firm.html", "card", "board"),
        Region("town", "master_builder/town.html", "card plain", "board"),
        Region("players", "master_builder/players.html", "card", "pair"),
        Region("stacks", "master_builder/stacks.html", "card", "pair"),
    )
    scripts = ("master_builder/plan.js",)
    styles = ("master_builder/table.css",)
    options_form = MasterBuilderOptionsForm

    def scenario_name(self, scenario: Scenario) -> str:
        """See `Face.scenario_name`."""
        return names.scenario_name(scenario)

    def roles(self, scenario: Scenario) -> tuple[RoleName, ...]:
        """See `Face.roles`."""
        return names.role_names(scenario)

    def heading(self, scenario: Scenario, view: View) -> Heading:
        """See `Face.heading`."""
        if view.phase == "over":
            return Heading(_("The town stands"), self.turn_title(scenario, view.round), view.round, view.round)
        sub = _("round %(round)d of %(rounds)d") % {"round": view.round, "rounds": view.last_round}
        now = board.steps(view)[board.PHASE_OF[view.phase]].name
        return Heading(now, sub, view.round, view.last_round)

    def turn_title(self, scenario: Scenario, turn: int) -> str:
        """See `Face.turn_title`."""
        return _("Round %(round)d") % {"round": turn}

    def until_words(self, scenario: Scenario, turn: int) -> str:
        """See `Face.until_words`."""
        return _("to round %(round)d") % {"round": turn}

    def context(self, scene: Scene) -> dict[str, Any]:
        """See `Face.context`."""
        view: View = scene.view
        plots = town.plots(scene)
        seat = scene.seat
        return {
            "steps": board.steps(view),
            "drawn": board.drawn(scene),
            "first_player": names.role_names(scene.scenario)[view.first],
            "round_words": _("Round %(round)d of %(rounds)d") % {"round": view.round, "rounds": view.last_round},
            "early_end": view.last_round < view.sheet.rounds,
            "market": board.market(scene),
            "plots": plots,
            "town_wide": town.picture(plots, town.WIDE),
            "town_tall": town.picture(plots, town.TALL),
            "town_description": town.description(plots),
            "stack_rows": board.stacks(view),
            "player_rows": board.player_rows(scene),
            "track_length": board.TRACK,
            "wage_limit": view.sheet.wage_limit,
            "firm": board.own_firm(scene, seat) if seat is not None else None,
            "is_over": view.phase == "over",
        }

    def decision(self, scene: Scene, bound: DecisionForm | None = None) -> DecisionCard | None:
        """See `Face.decision`."""
        return deciding.card(scene, bound)

    def form(self, scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None = None) -> DecisionForm:
        """See `Face.form`."""
        return form_for(scene, prompt, data)

    def thread_kinds(self) -> tuple[str, ...]:
        """See `Face.thread_kinds`."""
        return board.THREAD_KINDS

    def record_kinds(self) -> tuple[str, ...]:
        """See `Face.record_kinds`."""
        return board.RECORD_KINDS

    def explain_kinds(self, what: str) -> tuple[str, ...]:
        """See `Face.explain_kinds`."""
        return explain.explain_kinds(what)

    def explain(self, scene: Scene, what: str) -> Explanation | None:
        """See `Face.explain`."""
        return explain.explain(scene, what)

    def progress_kinds(self) -> tuple[str, ...]:
        """See `Face.progress_kinds`."""
        return progress.KINDS

    def progress(self, scene: Scene) -> Progress:
        """See `Face.progress`."""
        heading = self.heading(scene.scenario, scene.view)
        return progress.progress(scene, heading.title, heading.sub)

    def comparison_kinds(self) -> tuple[str, ...]:
        """See `Face.comparison_kinds`."""
        return progress.KINDS

    def comparison(self, scene: Scene) -> Comparison:
        """See `Face.comparison`."""
        return progress.comparison(scene)

    def words(self, scenario: Scenario, event: Any) -> Words | None:
        """See `Face.words`."""
        return words_of(scenario, event)

    def recap(self, scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
        """See `Face.recap`."""
        return recap(scene, happened)

    def recap_heading(self, scene: Scene, decided: Sequence[Any]) -> str:
        """See `Face.recap_heading`."""
        return recap_heading(scene.scenario, decided)

    def decision_words(self, scenario: Scenario, decision: Any) -> str:
        """See `Face.decision_words`."""
        return deciding.ask(scenario, decision)

    def where_words(self, scenario: Scenario, decision: Any) -> str:
        """See `Face.where_words`."""
        return deciding.where_words(scenario, decision)

    def refusal(self, scenario: Scenario, error: RulesError) -> str:
        """See `Face.refusal`."""
        return refusal_words(scenario, error) or super().refusal(scenario, error)

    def because(self, error: RulesError, seat: int) -> Because:
        """See `Face.because`."""
        return because(error, seat)

    def score_words(self, scenario: Scenario, result: Result) -> str:
        """See `Face.score_words`."""
        best = [names.player_name(seat) for seat, place in enumerate(result.places) if place == 1]
        words = {"players": names.listed(best), "money": names.k(max(result.scores))}
        return _("Most money: %(players)s, %(money)s") % words

    def options_notes(self, scenario: Scenario, options: Options) -> tuple[str, ...]:
        """See `Seating.options_notes`. The variants that are played."""
        notes = (
            (options.choose_worker, _("Whoever hires may pay 1k, look through a stack and take any worker of it.")),
            (options.selective_events, _("Events are in the players' hands: the first player plays one of two.")),
            (options.rent_workers, _("Before building, workers can be rented to each other for the round.")),
            (options.extra_events, _("Two events happen in each round.")),
        )
        return tuple(note for is_on, note in notes if is_on)

    def bot_names(self) -> Mapping[str, str]:
        """See `Face.bot_names`."""
        return {
            "random": _("random: whatever is allowed"),
            "thrifty": _("thrifty: small crew, two buildings at a time"),
            "strong": _("strong: reckons income against wages"),
        }

    def turn_count(self, scenario: Scenario) -> int:
        """See `Tempo.turn_count`."""
        return scenario.rounds

    def rounds(self, scenario: Scenario, options: Options) -> Rounds:
        """See `Tempo.rounds`. As bots play: nearly five decisions of each player in each round, one after the other."""
        number = 5 * scenario.rounds * max(scenario.players)
        return Rounds(number, number)

    def quiz(self) -> Bank:
        """See `Learning.quiz`."""
        return read(BANK)

    def forecastables(self, scenario: Scenario) -> tuple[Forecastable, ...]:
        """See `Learning.forecastables`."""
        return forecasts.forecastables(scenario)

    def forecast_kinds(self) -> tuple[str, ...]:
        """See `Learning.forecast_kinds`."""
        return forecasts.FORECAST_KINDS

    def forecast_actuals(self, scenario: Scenario, events: Sequence[Any]) -> Mapping[int, Mapping[str, int]]:
        """See `Learning.forecast_actuals`."""
        return forecasts.forecast_actuals(events)


FACE = MasterBuilderFace()
