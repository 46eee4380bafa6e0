"""Dominato's face towards people."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.dominato import board, deciding, explain, forecasts, hand, names, players
from games.dominato.first_game import FIRST_GAME
from games.dominato.forms import DominatoOptionsForm, form_for
from games.dominato.game import GAME
from games.dominato.progress import comparison, progress
from games.dominato.recap import heading as recap_heading
from games.dominato.recap import recap
from games.dominato.refusals import because, refusal_words
from games.dominato.rules.scenario import Scenario
from games.dominato.rules.types import Options
from games.dominato.rules.view import View
from games.dominato.words import words_of
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

BANK = Path(__file__).parent / "quiz" / "bank.json"


class DominatoFace(Face):
    """See `Face`."""

    game = GAME
    first_game = FIRST_GAME
    advice = "aims#steps"
    title = gettext_lazy("Dominato")
    summary = gettext_lazy(
        "Red points count up, green points count down: lay a tile where a square equals the balance of another tile, "
        "and be the first without tiles. For pupils of 7 and up."
    )
    regions = (
        Region("layout", "dominato/table.html", "card d-card", "top"),
        Region("tiles", "dominato/tiles.html", "card", "pair"),
        Region("players", "dominato/players.html", "card", "pair"),
    )
    scripts = ("games/view.js", "games/near.js", "dominato/table.js")
    styles = ("dominato/table.css",)
    options_form = DominatoOptionsForm

    def scenario_name(self, scenario: Scenario) -> str:
        """See `Face.scenario_name`."""
        return names.scenario_name(scenario)

    def roles(self, scenario: Scenario) -> tuple[RoleName, ...]:
        """See `Face.roles`."""
        return names.role_names(scenario)

    def heading(self, scenario: Scenario, view: View) -> Heading:
        """See `Face.heading`."""
        title = _("Game %(game)d of %(games)d") % {"game": view.game, "games": view.games}
        if view.phase == "over":
            return Heading(_("All games are played"), title, view.games, view.games)
        words = {
            "play": _("%(player)s lays a tile"),
            "check": _("the tile of %(player)s is checked"),
            "give": _("%(player)s gives a tile"),
        }
        return Heading(title, words[view.phase] % {"player": names.player_name(_busy(view))}, view.game, view.games)

    def turn_title(self, scenario: Scenario, turn: int) -> str:
        """A turn of the record is a game of the match."""
        return _("Game %(game)d") % {"game": turn}

    def until_words(self, scenario: Scenario, turn: int) -> str:
        """See `Face.until_words`."""
        return _("to game %(game)d") % {"game": turn}

    def context(self, scene: Scene) -> dict[str, Any]:
        """See `Face.context`."""
        view: View = scene.view
        lays = any(prompt.kind == "play" for prompt in scene.own_prompts())
        return {
            "layout": board.table(view, lit=lays),
            "layout_lines": players.tiles_in_words(view),
            "layout_lit": lays,
            "helper": view.options.helper,
            "challenge": view.options.validation == "challenge",
            "own_tiles": hand.hand_tiles(view),
            "place_rows": players.rows(scene),
            "aside": view.aside,
        }

    def decision(self, scene: Scene, bound: DecisionForm | None = None) -> DecisionCard | None:
        """See `Face.decision`."""
        return deciding.card(scene, bound)

    def form(self, scene: Scene, prompt: Prompt, data: Mapping[str, Any] | None = None) -> DecisionForm:
        """See `Face.form`."""
        return form_for(scene, prompt, data)

    def explain_kinds(self, what: str) -> tuple[str, ...]:
        """See `Face.explain_kinds`."""
        return explain.explain_kinds(what)

    def explain(self, scene: Scene, what: str) -> Explanation | None:
        """See `Face.explain`."""
        return explain.explain(scene, what)

    def progress(self, scene: Scene) -> Progress:
        """See `Face.progress`."""
        heading = self.heading(scene.scenario, scene.view)
        return progress(scene, heading.title, heading.sub)

    def comparison(self, scene: Scene) -> Comparison:
        """See `Face.comparison`."""
        return comparison(scene)

    def expected_figures(self, scene: Scene) -> tuple[Figure, ...]:
        """See `Face.expected_figures`."""
        return (Figure("points", _("Your points"), note=_("few are good")),)

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
        return deciding.decision_words(decision)

    def where_words(self, scenario: Scenario, decision: Any) -> str:
        """See `Face.where_words`."""
        return deciding.where_words(decision)

    def refusal(self, scenario: Scenario, error: RulesError) -> str:
        """See `Face.refusal`."""
        return refusal_words(error) or super().refusal(scenario, error)

    def because(self, error: RulesError, seat: int) -> Because:
        """See `Face.because`."""
        return because(error)

    def score_words(self, scenario: Scenario, result: Result) -> str:
        """See `Face.score_words`."""
        best = [names.player_name(seat) for seat, place in enumerate(result.places) if place == 1]
        words = {"players": ", ".join(best), "points": min(result.scores)}
        return _("Fewest points: %(players)s, %(points)d") % words

    def bot_names(self) -> Mapping[str, str]:
        """See `Face.bot_names`."""
        return {
            "random": _("random: lays anything it may"),
            "greedy": _("greedy: the greatest link at once"),
            "strong": _("strong: thinks of the next turn"),
        }

    def rounds(self, scenario: Scenario, options: Options) -> Rounds:
        """See `Tempo.rounds`. As bots play: a player who stays away is asked once more for each claim."""
        games = options.games or scenario.players
        return Rounds(11 * games, (21 if scenario.players == 2 else 17) * games)

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


def _busy(view: View) -> int:
    """Whom the heading names: who lays, whose tile is checked, who gives."""
    window = view.window
    if view.phase == "play" or window is None:
        return view.seat
    return window.claimant if window.claimant is not None else window.seat


FACE = DominatoFace()
