"""Dominato's user interface: pages, forms and texts."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.catalogue.dominato import aims, board, commands, deciding, explain, forecasts, hand, names, players, recap
from games.catalogue.dominato.board import writes_balances
from games.catalogue.dominato.first_game import FIRST_GAME
from games.catalogue.dominato.forms import DominatoOptionsForm, form_for
from games.catalogue.dominato.game import GAME
from games.catalogue.dominato.lying import places_in_words
from games.catalogue.dominato.printed import PRINTED
from games.catalogue.dominato.progress import comparison, progress
from games.catalogue.dominato.refusals import REFUSALS
from games.catalogue.dominato.rules.scenario import Scenario
from games.catalogue.dominato.rules.types import Options
from games.catalogue.dominato.rules.view import View
from games.catalogue.dominato.words import words_of
from games.engine.types import Result
from games.ui.expected import Figure
from games.ui.faces import (
    Face,
    Heading,
    Region,
    Scene,
)
from games.ui.nouns import named
from games.ui.seats import player_name
from games.ui.tempo import Rounds


def _heading(scenario: Scenario, view: View) -> Heading:
    title = _("Game %(game)d of %(games)d") % {"game": view.game, "games": view.games}
    if view.phase == "over":
        return Heading(_("All games are played"), title, view.games, view.games)
    words = {
        "play": _("%(The_player)s lays a tile"),
        "check": _("the tile %(of_player)s is checked"),
        "give": _("%(The_player)s gives a tile"),
    }
    return Heading(title, words[view.phase] % named(player=player_name(_busy(view))), view.game, view.games)


def _turn_title(scenario: Scenario, turn: int) -> str:
    """The title of a game of the match."""
    return _("Game %(game)d") % {"game": turn}


def _until_words(scenario: Scenario, turn: int) -> str:
    return _("to game %(game)d") % {"game": turn}


def _context(scene: Scene) -> dict[str, Any]:
    view: View = scene.view
    lays = any(prompt.kind == "play" for prompt in scene.own_prompts())
    layout = board.table(view, lit=lays)
    return {
        "layout": layout,
        "layout_places": places_in_words(view, tuple(target.number for target in layout.targets)),
        "layout_lines": players.tiles_in_words(view),
        "layout_lit": lays,
        "layout_tells": board.tells_places(view),
        "helper": writes_balances(view.options),
        "challenge": view.options.validation == "challenge",
        "own_tiles": hand.hand_tiles(view),
        "place_rows": players.rows(scene),
        "aside": view.aside,
    }


def _score_words(scenario: Scenario, result: Result) -> str:
    best = [player_name(seat) for seat, place in enumerate(result.places) if place == 1]
    words = {"players": ", ".join(best), "points": min(result.scores)}
    return _("Fewest points: %(players)s, %(points)d") % words


def _rounds(scenario: Scenario, options: Options) -> Rounds:
    """The number of decision rounds, from bots' matches. An absent player has one more prompt for each claim."""
    games = options.games or scenario.players
    return Rounds(11 * games, (21 if scenario.players == 2 else 17) * games)


def _busy(view: View) -> int:
    """The seat for the heading: the player in turn, the one whose tile is checked, or the one who gives."""
    window = view.window
    if view.phase == "play" or window is None:
        return view.seat
    return window.claimant if window.claimant is not None else window.seat


def _options_notes(scenario: Scenario, options: Options) -> tuple[str, ...]:
    """The note for players that the teacher can see their errors by name."""
    if not options.error_map:
        return ()
    return (_("Your teacher sees which errors you make, to help you. Your school has agreed."),)


FACE = Face(
    game=GAME,
    options_notes=_options_notes,
    first_game=FIRST_GAME,
    for_pupils=True,
    advice="aims#steps",
    title=gettext_lazy("Dominato"),
    cover="dominato/cover.svg",
    length=gettext_lazy("10 to 20 minutes a game"),
    teaches=gettext_lazy("adding numbers of opposite sign, and checking the sum of another"),
    summary=gettext_lazy(
        "Red points count up, green points count down: lay a tile where a square equals the balance of another tile, "
        "and be the first without tiles. For pupils of 7 and up."
    ),
    decides_on_drawing=True,
    regions=(
        Region("layout", "dominato/table.html", "card d-card", "top"),
        Region("tiles", "dominato/tiles.html", "card", "pair"),
        Region("players", "dominato/players.html", "card", "pair"),
    ),
    scripts=("games/view.js", "games/near.js", "dominato/table.js", "dominato/speak.js"),
    styles=("dominato/table.css",),
    printed=PRINTED,
    options_form=DominatoOptionsForm,
    bots={
        "random": gettext_lazy("random: lays anything it may"),
        "greedy": gettext_lazy("greedy: the greatest link at once"),
        "strong": gettext_lazy("strong: thinks of the next turn"),
    },
    scenario_name=names.scenario_name,
    roles=names.role_names,
    aim=aims.aim,
    ending=aims.ending,
    ending_kinds=aims.ENDING_KINDS,
    heading=_heading,
    turn_title=_turn_title,
    until_words=_until_words,
    rounds_taken=_rounds,
    context=_context,
    decision=deciding.card,
    form=form_for,
    command=commands.command,
    lists_commands=commands.lists_commands,
    decision_words=deciding.decision_words,
    where_words=deciding.where_words,
    describe_event=words_of,
    silent_kinds=("dealt",),
    recap=recap.recap,
    recap_heading=recap.heading,
    explain=explain.explain,
    explain_kinds=explain.explain_kinds,
    refusals=REFUSALS,
    score_words=_score_words,
    expected_figures=lambda scene: (Figure("points", pgettext("pupil", "Your points"), note=_("few are good")),),
    progress=progress,
    comparison=comparison,
    forecastables=forecasts.forecastables,
    forecast_kinds=forecasts.FORECAST_KINDS,
    forecast_actuals=forecasts.forecast_actuals,
)
