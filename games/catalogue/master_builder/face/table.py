"""The table of Master Builder: its regions, the card that asks, and the forms that answer."""

from typing import Any, Final

from django.utils.translation import gettext as _

from games.catalogue.master_builder import names, town
from games.catalogue.master_builder.face import board, commands, deciding, people
from games.catalogue.master_builder.face.forms import form_for
from games.catalogue.master_builder.rules.view import View
from games.ui.faces import Region, Scene, TablePart


def context(scene: Scene) -> dict[str, Any]:
    """The contents of the regions of the table page."""
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


TABLE: Final = TablePart(
    regions=(
        Region("town", "master_builder/town.html", "card m-town-card", "top"),
        Region("round", "master_builder/round.html", "card m-round", "board"),
        Region("market", "master_builder/market.html", "card", "board"),
        Region("firm", "master_builder/firm.html", "card", "board"),
        Region("players", "master_builder/players.html", "card", "pair"),
        Region("stacks", "master_builder/stacks.html", "card", "pair"),
    ),
    decides_on_drawing=True,
    scripts=("games/view.js", "master_builder/plan.js"),
    styles=("master_builder/table.css",),
    context=context,
    record_kinds=board.RECORD_KINDS,
    decision=deciding.card,
    form=form_for,
    thread_kinds=board.THREAD_KINDS,
    command=commands.command,
)
