"""The user interface of Les colons de l'UTBohème: pages, forms and texts."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.utboheme import aims, commands, explain, forecasts, names, trading
from games.catalogue.utboheme.deciding import card, decision_words, where_words
from games.catalogue.utboheme.first_game import FIRST_GAME
from games.catalogue.utboheme.forms import form_for
from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.options_form import UtbohemeOptionsForm
from games.catalogue.utboheme.printed import PRINTED
from games.catalogue.utboheme.progress import KINDS, comparison, progress
from games.catalogue.utboheme.recap import recap
from games.catalogue.utboheme.recap_heading import heading as recap_heading
from games.catalogue.utboheme.refusals import REFUSALS
from games.catalogue.utboheme.rules.scenario import Scenario
from games.catalogue.utboheme.rules.types import Options
from games.catalogue.utboheme.rules.view import View
from games.catalogue.utboheme.table import table
from games.catalogue.utboheme.words import located, words_of
from games.engine.types import Result
from games.ui.expected import Figure
from games.ui.faces import (
    Face,
    Heading,
    Region,
    Scene,
    to_numbered_turn,
)
from games.ui.seats import players_named
from games.ui.tempo import Rounds


def _heading(scenario: Scenario, view: View) -> Heading:
    """The heading of a turn. The total number of turns is unknown, unless there is a last round."""
    rounds = view.options.max_rounds
    turns = rounds * len(view.points) if rounds else view.turn
    if view.stage == "over":
        return Heading(_("The match is decided"), _turn_title(scenario, view.turn), view.turn, view.turn)
    player = players_named(player=view.seat)
    if not view.turn:
        return Heading(_("Foundation"), _("%(The_player)s founds") % player, 0, turns)
    words = {
        "roll": _("%(The_player)s throws the dice"),
        "discard": _("a seven: cards are discarded"),
        "robber": _("%(The_player)s moves the binôme glandeur"),
        "roads": _("%(The_player)s places free CC"),
        "act": _("%(The_player)s builds") if view.building else _("%(The_player)s trades and builds"),
    }
    return Heading(_turn_title(scenario, view.turn), words[view.stage] % player, view.turn, turns)


def _turn_title(scenario: Scenario, turn: int) -> str:
    return _("Turn %(turn)d") % {"turn": turn} if turn else _("Foundation")


def _until_words(scenario: Scenario, turn: int) -> str:
    return to_numbered_turn(scenario, turn) if turn else _("to the foundation")


def _expected_figures(scene: Scene) -> tuple[Figure, ...]:
    view: View = scene.view
    return (Figure("points", _("Your points"), target=view.figures.target, so_far=view.own_points),)


def _score_words(scenario: Scenario, result: Result) -> str:
    best = [seat for seat, place in enumerate(result.places) if place == 1]
    words = {"players": names.players_text(best), "points": names.points(result.scores[best[0]])}
    return _("Won by %(players)s with %(points)s") % words


def _options_notes(scenario: Scenario, options: Options) -> tuple[str, ...]:
    """The options that differ from the usual match, in words."""
    notes = []
    if options.phases == "free":
        notes.append(_("Trade and building may alternate in a turn."))
    if not options.player_trade:
        notes.append(_("Players do not trade with each other in this match."))
    if options.max_rounds:
        notes.append(_("The match ends after round %(rounds)d at the latest.") % {"rounds": options.max_rounds})
    return tuple(notes)


def _rounds(scenario: Scenario, options: Options) -> Rounds:
    """The number of decision rounds, from bots' matches: more players need more."""
    players = scenario.players[1]
    return Rounds(25 + 15 * players, 60 + 28 * players)


FACE = Face(
    game=GAME,
    first_game=FIRST_GAME,
    advice="aims#class",
    title=gettext_lazy("Les colons de l'UTBohème"),
    cover="utboheme/cover.svg",
    length=gettext_lazy("60 to 90 minutes"),
    teaches=gettext_lazy("expected value and luck, exchange, and planning under constraints"),
    summary=gettext_lazy(
        "Beer, sleep, coffee, course material and food: trade with the others, build your courses across the island, "
        "and be the first with ten points. For two to four players."
    ),
    credits=gettext_lazy("A free adaptation of Catan by Klaus Teuber, made for a course at UTBM."),
    decides_on_drawing=True,
    regions=(
        Region("island", "utboheme/island.html", "card u-card", "first"),
        Region("hand", "utboheme/hand.html", "card", "board"),
        Region("trade", "utboheme/trade.html", "card", "pair", replayed=False),
        Region("players", "utboheme/players.html", "card", "board"),
        Region("orders", "utboheme/orders.html", "card", "pair", replayed=False),
    ),
    scripts=("games/view.js", "games/near.js", "utboheme/island.js", "utboheme/cards.js"),
    styles=("utboheme/island.css", "utboheme/cards.css"),
    printed=PRINTED,
    options_form=UtbohemeOptionsForm,
    bots={
        "random": gettext_lazy("random: whatever is allowed"),
        "greedy": gettext_lazy("greedy: buys what it can"),
        "strong": gettext_lazy("strong: looks ahead and trades"),
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
    context=table,
    decision=card,
    form=form_for,
    command=commands.command,
    decision_words=decision_words,
    where_words=where_words,
    thread_kinds=trading.THREAD_KINDS,
    describe_event=words_of,
    words_here=lambda view, html: located(view.board, html),
    silent_kinds=("hand_revealed",),
    recap=recap,
    recap_heading=recap_heading,
    explain=explain.explain,
    explain_kinds=explain.explain_kinds,
    refusals=REFUSALS,
    score_words=_score_words,
    expected_figures=_expected_figures,
    options_notes=_options_notes,
    progress_kinds=KINDS,
    progress=progress,
    comparison_kinds=KINDS,
    comparison=comparison,
    forecastables=forecasts.forecastables,
    forecast_kinds=forecasts.FORECAST_KINDS,
    forecast_actuals=forecasts.forecast_actuals,
)
