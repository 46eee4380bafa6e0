"""The face of Les colons de l'UTBohème towards people."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.errors import RulesError
from games.engine.types import Prompt, Result
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
    Words,
)
from games.kit.learning import Forecastable
from games.kit.progress import Comparison, Progress
from games.kit.quiz import Bank, read
from games.kit.recap import Happened, RecapCard
from games.kit.refusals import Because
from games.kit.tempo import Rounds
from games.utboheme import explain, forecasts, names, trading
from games.utboheme.deciding import card, decision_words, where_words
from games.utboheme.first_game import FIRST_GAME
from games.utboheme.forms import form_for
from games.utboheme.game import GAME
from games.utboheme.options_form import UtbohemeOptionsForm
from games.utboheme.progress import KINDS, comparison, progress
from games.utboheme.recap import recap
from games.utboheme.recap_heading import heading as recap_heading
from games.utboheme.refusals import because, refusal_words
from games.utboheme.rules.scenario import Scenario
from games.utboheme.rules.types import Options
from games.utboheme.rules.view import View
from games.utboheme.table import table
from games.utboheme.words import words_of

BANK = Path(__file__).parent / "quiz" / "bank.json"


class UtbohemeFace(Face):
    """See `Face`."""

    game = GAME
    first_game = FIRST_GAME
    advice = "aims#class"
    title = gettext_lazy("Les colons de l'UTBohème")
    summary = gettext_lazy(
        "Beer, sleep, coffee, course material and food: trade with the others, build your courses across the island, "
        "and be the first with ten points. For two to four players."
    )
    credits = gettext_lazy("A free adaptation of Catan by Klaus Teuber, made for a course at UTBM.")
    regions = (
        Region("island", "utboheme/island.html", "card u-card", "top"),
        Region("trade", "utboheme/trade.html", "card", "pair", replayed=False),
        Region("hand", "utboheme/hand.html", "card", "pair"),
        Region("players", "utboheme/players.html", "card", "board"),
        Region("orders", "utboheme/orders.html", "card", "pair", replayed=False),
    )
    scripts = ("games/view.js", "games/near.js", "utboheme/island.js")
    styles = ("utboheme/island.css",)
    options_form = UtbohemeOptionsForm

    def scenario_name(self, scenario: Scenario) -> str:
        """See `Face.scenario_name`."""
        return names.scenario_name(scenario)

    def roles(self, scenario: Scenario) -> tuple[RoleName, ...]:
        """See `Face.roles`."""
        return names.role_names(scenario)

    def heading(self, scenario: Scenario, view: View) -> Heading:
        """See `Face.heading`. Nobody knows how many turns there will be, unless there is a last round."""
        rounds = view.options.max_rounds
        turns = rounds * len(view.points) if rounds else view.turn
        if view.stage == "over":
            return Heading(_("The match is decided"), self.turn_title(scenario, view.turn), view.turn, view.turn)
        player = {"player": names.player_name(view.seat)}
        if not view.turn:
            return Heading(_("Foundation"), _("%(player)s founds") % player, 0, turns)
        words = {
            "roll": _("%(player)s throws the dice"),
            "discard": _("a seven: cards are discarded"),
            "robber": _("%(player)s moves the binôme glandeur"),
            "roads": _("%(player)s places free CC"),
            "act": _("%(player)s builds") if view.building else _("%(player)s trades and builds"),
        }
        return Heading(self.turn_title(scenario, view.turn), words[view.stage] % player, view.turn, turns)

    def turn_title(self, scenario: Scenario, turn: int) -> str:
        """See `Face.turn_title`."""
        return _("Turn %(turn)d") % {"turn": turn} if turn else _("Foundation")

    def until_words(self, scenario: Scenario, turn: int) -> str:
        """See `Face.until_words`."""
        return super().until_words(scenario, turn) if turn else _("to the foundation")

    def context(self, scene: Scene) -> dict[str, Any]:
        """See `Face.context`."""
        return table(scene)

    def decision(self, scene: Scene, bound: DecisionForm | None = None) -> DecisionCard | None:
        """See `Face.decision`."""
        return card(scene, bound)

    def form(self, scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None = None) -> DecisionForm:
        """See `Face.form`."""
        return form_for(scene, prompt, data)

    def thread_kinds(self) -> tuple[str, ...]:
        """See `Face.thread_kinds`."""
        return trading.THREAD_KINDS

    def explain_kinds(self, what: str) -> tuple[str, ...]:
        """See `Face.explain_kinds`."""
        return explain.explain_kinds(what)

    def explain(self, scene: Scene, what: str) -> Explanation | None:
        """See `Face.explain`."""
        return explain.explain(scene, what)

    def progress_kinds(self) -> tuple[str, ...]:
        """See `Face.progress_kinds`."""
        return KINDS

    def progress(self, scene: Scene) -> Progress:
        """See `Face.progress`."""
        heading = self.heading(scene.scenario, scene.view)
        return progress(scene, heading.title, heading.sub, heading.turns)

    def comparison_kinds(self) -> tuple[str, ...]:
        """See `Face.comparison_kinds`."""
        return KINDS

    def comparison(self, scene: Scene) -> Comparison:
        """See `Face.comparison`."""
        return comparison(scene)

    def expected_figures(self, scene: Scene) -> tuple[Figure, ...]:
        """See `Face.expected_figures`."""
        view: View = scene.view
        return (Figure("points", _("Your points"), target=view.figures.target, so_far=view.own_points),)

    def words(self, scenario: Scenario, event: Any) -> Words | None:
        """See `Face.words`."""
        return words_of(scenario, event)

    def recap(self, scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
        """See `Face.recap`."""
        return recap(scene, happened)

    def recap_heading(self, scene: Scene, decided: Sequence[Any]) -> str:
        """See `Face.recap_heading`."""
        return recap_heading(decided)

    def decision_words(self, scenario: Scenario, decision: Any) -> str:
        """See `Face.decision_words`."""
        return decision_words(decision)

    def where_words(self, scenario: Scenario, decision: Any) -> str:
        """See `Face.where_words`."""
        return where_words(decision)

    def refusal(self, scenario: Scenario, error: RulesError) -> str:
        """See `Face.refusal`."""
        return refusal_words(error) or super().refusal(scenario, error)

    def because(self, error: RulesError, seat: int) -> Because:
        """See `Face.because`."""
        return because(error)

    def score_words(self, scenario: Scenario, result: Result) -> str:
        """See `Face.score_words`."""
        best = [seat for seat, place in enumerate(result.places) if place == 1]
        words = {"players": names.players(best), "points": names.points(result.scores[best[0]])}
        return _("Won by %(players)s with %(points)s") % words

    def options_notes(self, scenario: Scenario, options: Options) -> tuple[str, ...]:
        """See `Seating.options_notes`. What differs from the usual match."""
        notes = []
        if options.phases == "free":
            notes.append(_("Trade and building may alternate in a turn."))
        if not options.player_trade:
            notes.append(_("Players do not trade with each other in this match."))
        if options.max_rounds:
            notes.append(_("The match ends after round %(rounds)d at the latest.") % {"rounds": options.max_rounds})
        return tuple(notes)

    def bot_names(self) -> Mapping[str, str]:
        """See `Face.bot_names`."""
        return {
            "random": _("random: whatever is allowed"),
            "greedy": _("greedy: buys what it can"),
            "strong": _("strong: looks ahead and trades"),
        }

    def rounds(self, scenario: Scenario, options: Options) -> Rounds:
        """See `Tempo.rounds`. As bots play: a race, and the more players the longer."""
        players = scenario.players[1]
        return Rounds(25 + 15 * players, 60 + 28 * players)

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


FACE = UtbohemeFace()
