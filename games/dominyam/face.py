"""Dominyam's face towards people."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.dominyam import board, deciding, explain, forecasts, hands, names
from games.dominyam.first_game import FIRST_GAME
from games.dominyam.forms import DominyamOptionsForm, form_for
from games.dominyam.game import GAME
from games.dominyam.progress import KINDS, comparison, progress
from games.dominyam.recap import heading as recap_heading
from games.dominyam.recap import recap
from games.dominyam.refusals import because, refusal_words
from games.dominyam.rules.scenario import Scenario
from games.dominyam.rules.table import best_sum
from games.dominyam.rules.types import Options, step_of
from games.dominyam.rules.view import View
from games.dominyam.words import words_of
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

BANK = Path(__file__).parent / "quiz" / "bank.json"


class DominyamFace(Face):
    """See `Face`."""

    game = GAME
    first_game = FIRST_GAME
    advice = "aims#running"
    title = gettext_lazy("Dominyam")
    summary = gettext_lazy(
        "A spiral of dominoes, eaten two at a time with five dice: weigh what is likely against what it is worth. "
        "Alone or with up to fourteen players."
    )
    regions = (
        Region("spiral", "dominyam/spiral.html", "card y-card", "top"),
        Region("hand", "dominyam/hand.html", "card", "pair"),
        Region("players", "dominyam/players.html", "card", "pair"),
    )
    scripts = ("dominyam/dice.js",)
    styles = ("dominyam/spiral.css",)
    options_form = DominyamOptionsForm

    def scenario_name(self, scenario: Scenario) -> str:
        """See `Face.scenario_name`."""
        return names.scenario_name(scenario)

    def roles(self, scenario: Scenario) -> tuple[RoleName, ...]:
        """See `Face.roles`."""
        return names.role_names(scenario)

    def heading(self, scenario: Scenario, view: View) -> Heading:
        """See `Face.heading`. Turn numbers run down; the platform counts up."""
        if view.ended is not None:
            return Heading(_("The meal is over"), names.ending(view.ended), step_of(view.turn), step_of(1))
        sub = _("target %(target)d") % {"target": view.target}
        return Heading(self.turn_title(scenario, step_of(view.turn)), sub, step_of(view.turn), step_of(1))

    def turn_title(self, scenario: Scenario, turn: int) -> str:
        """See `Face.turn_title`."""
        return _("Turn %(turn)d") % {"turn": step_of(turn)}

    def until_words(self, scenario: Scenario, turn: int) -> str:
        """See `Face.until_words`."""
        return super().until_words(scenario, step_of(turn))

    def context(self, scene: Scene) -> dict[str, Any]:
        """See `Face.context`."""
        view: View = scene.view
        shown = scene.seat if scene.seat is not None else view.seat
        return {
            "spiral_width": board.WIDTH,
            "spiral_height": board.HEIGHT,
            "tiles": board.tiles(view),
            "links": board.links(view),
            "spiral_description": board.description(view),
            "pair_rows": board.pair_rows(view),
            "target_words": board.target_words(view, best_sum(view.dominoes, view.left)) if view.ended is None else "",
            "places_left": len(view.left),
            "dice_of_now": view.dice,
            "player_rows": hands.player_rows(scene),
            "hand": hands.hand_of(view, shown),
            "hand_role": names.role_names(scene.scenario)[shown],
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

    def progress_kinds(self) -> tuple[str, ...]:
        """See `Face.progress_kinds`."""
        return KINDS

    def progress(self, scene: Scene) -> Progress:
        """See `Face.progress`."""
        heading = self.heading(scene.scenario, scene.view)
        return progress(scene, heading.title, heading.sub)

    def comparison_kinds(self) -> tuple[str, ...]:
        """See `Face.comparison_kinds`."""
        return KINDS

    def comparison(self, scene: Scene) -> Comparison:
        """See `Face.comparison`."""
        return comparison(scene)

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
        return deciding.decision_words(scenario, decision)

    def where_words(self, scenario: Scenario, decision: Any) -> str:
        """See `Face.where_words`."""
        return deciding.where_words(scenario, decision)

    def refusal(self, scenario: Scenario, error: RulesError) -> str:
        """See `Face.refusal`."""
        return refusal_words(error) or super().refusal(scenario, error)

    def because(self, error: RulesError, seat: int) -> Because:
        """See `Face.because`."""
        return because(error)

    def score_words(self, scenario: Scenario, result: Result) -> str:
        """See `Face.score_words`."""
        points = names.points(max(result.scores))
        if len(result.scores) == 1:
            return points
        best = [names.player_name(seat) for seat, place in enumerate(result.places) if place == 1]
        return _("Most points: %(players)s, %(points)s") % {"players": ", ".join(best), "points": points}

    def ranking(self, scenario: Scenario, options: Options) -> str:
        """See `Face.ranking`. Whoever plays alone plays for the score, and each way of counting has its list."""
        return names.ranking(scenario, options)

    def bot_names(self) -> Mapping[str, str]:
        """See `Face.bot_names`."""
        return {
            "random": _("random: whatever is allowed"),
            "greedy": _("greedy: the likeliest pair at once"),
            "strong": _("strong: weighs all throws"),
        }

    def turn_count(self, scenario: Scenario) -> int:
        """See `Tempo.turn_count`."""
        return step_of(1)

    def rounds(self, scenario: Scenario, options: Options) -> Rounds:
        """See `Tempo.rounds`. As bots play: a race that takes about as many turns with two players as with ten."""
        return Rounds(scenario.turns + 2, 5 * scenario.turns // 2)

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
        return forecasts.forecast_actuals(events, scenario.players)


FACE = DominyamFace()
