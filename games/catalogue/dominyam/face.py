"""Dominyam's user interface: pages, forms and texts."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.dominyam import aims, board, commands, deciding, explain, forecasts, hands, names, recap
from games.catalogue.dominyam.first_game import FIRST_GAME
from games.catalogue.dominyam.forms import DominyamOptionsForm, form_for
from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.printed import PRINTED
from games.catalogue.dominyam.progress import KINDS, comparison, progress
from games.catalogue.dominyam.refusals import REFUSALS
from games.catalogue.dominyam.rules.scenario import Scenario
from games.catalogue.dominyam.rules.table import best_sum
from games.catalogue.dominyam.rules.types import Options, step_of
from games.catalogue.dominyam.rules.view import View
from games.catalogue.dominyam.words import words_of
from games.engine.types import Result
from games.ui.faces import (
    Face,
    Heading,
    Region,
    Scene,
    to_numbered_turn,
)
from games.ui.nouns import named
from games.ui.seats import player_name
from games.ui.tempo import Rounds


def _heading(scenario: Scenario, view: View) -> Heading:
    """The heading of a turn. The game's turn numbers go down; the platform counts up."""
    if view.ended is not None:
        return Heading(_("The meal is over"), names.ending(view.ended), step_of(view.turn), step_of(1))
    sub = _("target %(target)d") % {"target": view.target}
    return Heading(_turn_title(scenario, step_of(view.turn)), sub, step_of(view.turn), step_of(1))


def _turn_title(scenario: Scenario, turn: int) -> str:
    return _("Turn %(turn)d") % {"turn": step_of(turn)}


def _context(scene: Scene) -> dict[str, Any]:
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
        "won": hands.won(scene) if view.ended is not None else (),
        "hand": hands.hand_of(view, shown),
        "hand_role": names.role_names(scene.scenario)[shown],
        "hand_named": named(role=names.role_names(scene.scenario)[shown]),
    }


def _score_words(scenario: Scenario, result: Result) -> str:
    points = names.points(max(result.scores))
    if len(result.scores) == 1:
        return points
    best = [player_name(seat) for seat, place in enumerate(result.places) if place == 1]
    return _("Most points: %(players)s, %(points)s") % {"players": ", ".join(best), "points": points}


def _rounds(scenario: Scenario, options: Options) -> Rounds:
    """The number of decision rounds, from bots' matches: about as many turns with two players as with ten."""
    return Rounds(scenario.turns + 2, 5 * scenario.turns // 2)


FACE = Face(
    game=GAME,
    first_game=FIRST_GAME,
    advice="aims#running",
    title=gettext_lazy("Dominyam"),
    cover="dominyam/cover.svg",
    length=gettext_lazy("half an hour to an hour"),
    teaches=gettext_lazy("chances, expected values, and why a good decision can end badly"),
    summary=gettext_lazy(
        "A spiral of dominoes, eaten two at a time with five dice: weigh what is likely against what it is worth. "
        "Alone or with up to fourteen players."
    ),
    decides_on_drawing=True,
    regions=(
        Region("spiral", "dominyam/spiral.html", "card y-card", "top"),
        Region("hand", "dominyam/hand.html", "card", "pair"),
        Region("players", "dominyam/players.html", "card", "pair"),
    ),
    scripts=("dominyam/dice.js",),
    styles=("dominyam/spiral.css",),
    printed=PRINTED,
    options_form=DominyamOptionsForm,
    bots={
        "random": gettext_lazy("random: whatever is allowed"),
        "greedy": gettext_lazy("greedy: the likeliest pair at once"),
        "strong": gettext_lazy("strong: weighs all throws"),
    },
    scenario_name=names.scenario_name,
    roles=names.role_names,
    aim=aims.aim,
    ending=aims.ending,
    ending_kinds=aims.ENDING_KINDS,
    heading=_heading,
    turn_title=_turn_title,
    until_words=lambda scenario, turn: to_numbered_turn(scenario, step_of(turn)),
    turn_count=lambda scenario: step_of(1),
    rounds_taken=_rounds,
    context=_context,
    decision=deciding.card,
    form=form_for,
    command=commands.command,
    decision_words=deciding.decision_words,
    where_words=deciding.where_words,
    describe_event=words_of,
    record_kinds=("guessed",),  # at most two in a turn, if chances are guessed
    silent_kinds=("turn_begun",),
    recap=recap.recap,
    recap_heading=recap.heading,
    explain=explain.explain,
    explain_kinds=explain.explain_kinds,
    refusals=REFUSALS,
    score_words=_score_words,
    ranking=names.ranking,
    progress_kinds=KINDS,
    progress=progress,
    comparison_kinds=KINDS,
    comparison=comparison,
    forecastables=forecasts.forecastables,
    forecast_kinds=forecasts.FORECAST_KINDS,
    forecast_actuals=forecasts.forecast_actuals,
)
