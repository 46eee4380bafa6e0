"""Master Builder's user interface: pages, forms and texts."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.master_builder import (
    aims,
    board,
    commands,
    deciding,
    explain,
    forecasts,
    names,
    people,
    progress,
    town,
)
from games.catalogue.master_builder.first_game import FIRST_GAME
from games.catalogue.master_builder.forms import MasterBuilderOptionsForm, form_for
from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.printed import PRINTED
from games.catalogue.master_builder.recap import recap
from games.catalogue.master_builder.recap_heading import heading as recap_heading
from games.catalogue.master_builder.refusals import REFUSALS
from games.catalogue.master_builder.rules.scenario import Scenario
from games.catalogue.master_builder.rules.types import Options
from games.catalogue.master_builder.rules.view import View
from games.catalogue.master_builder.words import words_of
from games.engine.types import Result
from games.ui.faces import (
    Face,
    Heading,
    Region,
    Scene,
)
from games.ui.tempo import Rounds


def _heading(scenario: Scenario, view: View) -> Heading:
    if view.phase == "over":
        return Heading(_("The town stands"), _turn_title(scenario, view.round), view.round, view.round)
    sub = _("round %(round)d of %(rounds)d") % {"round": view.round, "rounds": view.last_round}
    now = board.steps(view)[board.PHASE_OF[view.phase]].name
    return Heading(now, sub, view.round, view.last_round)


def _turn_title(scenario: Scenario, turn: int) -> str:
    return _("Round %(round)d") % {"round": turn}


def _until_words(scenario: Scenario, turn: int) -> str:
    return _("to round %(round)d") % {"round": turn}


def _context(scene: Scene) -> dict[str, Any]:
    view: View = scene.view
    plots = town.plots(scene)
    seat = scene.seat
    asks_to_hire = any(prompt.kind in ("draft", "hire") for prompt in scene.own_prompts())
    return {
        "steps": board.steps(view),
        "drawn": board.drawn(scene),
        "first_player": names.players_named(player=view.first),
        "round_words": _("Round %(round)d of %(rounds)d") % {"round": view.round, "rounds": view.last_round},
        "early_end": view.last_round < view.sheet.rounds,
        "market": board.market(scene),
        "plots": plots,
        "town_width": town.width(plots),
        "town_height": town.HEIGHT,
        "town_at": town.middle(plots),
        "town_ground": town.GROUND,
        "town_hill": town.hill(plots),
        "town_description": town.description(plots),
        "stack_rows": [] if asks_to_hire else board.stacks(view),
        "asks_to_hire": asks_to_hire,
        "is_hiring": view.phase == "hire",
        "is_market": view.phase == "contracts",
        "player_rows": board.player_rows(scene),
        "own_crew": people.crew_of(view, seat) if seat is not None else [],
        "taken": people.taken_words(scene, seat) if seat is not None else [],
        "traits": people.traits(view.sheet),
        "track_length": board.TRACK,
        "track_ticks": board.ticks(view),
        "wage_limit": view.sheet.wage_limit,
        "firm": board.own_firm(scene, seat) if seat is not None else None,
        "is_over": view.phase == "over",
    }


def _score_words(scenario: Scenario, result: Result) -> str:
    best = [names.player_name(seat) for seat, place in enumerate(result.places) if place == 1]
    words = {"players": names.listed(best), "money": names.k(max(result.scores))}
    return _("Most money: %(players)s, %(money)s") % words


def _options_notes(scenario: Scenario, options: Options) -> tuple[str, ...]:
    """The texts of the active variants."""
    notes = (
        (options.choose_worker, _("A player who hires may pay 1k, look through a stack and take any worker of it.")),
        (
            options.selective_events and options.refills,
            _("Events are in the players' hands: the first player plays one of two, and draws another."),
        ),
        (
            options.selective_events and not options.refills,
            _("Two events are in each player's hand: the first player plays one, and none is drawn for it."),
        ),
        (options.rent_workers, _("Before building, workers can be rented to each other for the round.")),
        (options.extra_events, _("Two events happen in each round.")),
        (
            options.proposal is True,
            _("The best plan may be asked for; in the debrief such a round counts half among the own plans."),
        ),
    )
    return tuple(note for is_on, note in notes if is_on)


def _rounds(scenario: Scenario, options: Options) -> Rounds:
    """The number of decision rounds, from bots' matches: nearly five decisions of each player in each round, one after
    the other.
    """
    number = 5 * scenario.rounds * max(scenario.players)
    return Rounds(number, number)


FACE = Face(
    game=GAME,
    first_game=FIRST_GAME,
    advice="aims#running",
    title=gettext_lazy("Master Builder"),
    cover="master_builder/cover.svg",
    length=gettext_lazy("about two hours for four"),
    teaches=gettext_lazy("fixed costs, what a contract is worth before it is bid for, and planning a crew"),
    summary=gettext_lazy(
        "A medieval town in six rounds: hire a crew, bid for contracts, plan who builds what, and pay the wages. "
        "Two to four architects; most money wins."
    ),
    credits=gettext_lazy("After a game by Wolfgang Kramer and Hartmut Witt."),
    units_note=gettext_lazy("Figures in k are thousands of dollars."),
    decides_on_drawing=True,
    regions=(
        Region("town", "master_builder/town.html", "card m-town-card", "top"),
        Region("round", "master_builder/round.html", "card m-round", "board"),
        Region("market", "master_builder/market.html", "card", "board"),
        Region("firm", "master_builder/firm.html", "card", "board"),
        Region("players", "master_builder/players.html", "card", "pair"),
        Region("stacks", "master_builder/stacks.html", "card", "pair"),
    ),
    scripts=("games/view.js", "master_builder/plan.js"),
    styles=("master_builder/table.css",),
    printed=PRINTED,
    options_form=MasterBuilderOptionsForm,
    bots={
        "random": gettext_lazy("random: whatever is allowed"),
        "thrifty": gettext_lazy("thrifty: small crew, two buildings at a time"),
        "strong": gettext_lazy("strong: reckons income against wages"),
    },
    scenario_name=names.scenario_name,
    roles=names.role_names,
    aim=aims.aim,
    ending=aims.ending,
    ending_kinds=aims.ENDING_KINDS,
    heading=_heading,
    turn_title=_turn_title,
    until_words=_until_words,
    turn_count=lambda scenario: scenario.rounds,
    rounds_taken=_rounds,
    context=_context,
    decision=deciding.card,
    form=form_for,
    command=commands.command,
    decision_words=deciding.ask,
    where_words=deciding.where_words,
    thread_kinds=board.THREAD_KINDS,
    record_kinds=board.RECORD_KINDS,
    describe_event=words_of,
    recap=recap,
    recap_heading=recap_heading,
    explain=explain.explain,
    explain_kinds=explain.explain_kinds,
    refusals=REFUSALS,
    score_words=_score_words,
    options_notes=_options_notes,
    progress_kinds=progress.KINDS,
    progress=progress.progress,
    comparison_kinds=progress.KINDS,
    comparison=progress.comparison,
    forecastables=forecasts.forecastables,
    forecast_kinds=forecasts.FORECAST_KINDS,
    forecast_actuals=forecasts.forecast_actuals,
)
