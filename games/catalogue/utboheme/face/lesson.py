"""The texts of the first game, a guided lesson: founding, income, a trade, building, and the seven."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.utboheme import names
from games.catalogue.utboheme.face.targets import free_crossings, places_for
from games.catalogue.utboheme.lesson import LEARNER
from games.catalogue.utboheme.rules.board import dots, layout
from games.catalogue.utboheme.rules.events import (
    CcBuilt,
    CcFounded,
    Harvested,
    Offered,
    RobberMoved,
    Rolled,
    Traded,
    TurnBegun,
    UvFounded,
)
from games.catalogue.utboheme.rules.moves import BuildCc, BuildUv, Confirm, EndTurn, MoveRobber, Offer
from games.catalogue.utboheme.rules.resources import INDEX, NONE, RESOURCES, Cards, plus
from games.catalogue.utboheme.rules.topology import bits, mask_of
from games.catalogue.utboheme.rules.view import View
from games.ui.faces import Learned, LessonPart, Moment, Step
from games.ui.seats import players_named

OTHER: Final = 1 - LEARNER


def own(moment: Moment, kind: type) -> list[Any]:
    """The learner's events of this kind."""
    return [event for event in moment.events_of(kind) if event.seat == LEARNER]


def turn(moment: Moment) -> int:
    """The number of the current turn; 0 while founding."""
    return max((event.turn for event in moment.events_of(TurnBegun)), default=0)


def prompt_key(moment: Moment, kind: str) -> str | None:
    """The key of an open prompt of this kind."""
    return next((prompt.key for prompt in moment.prompts if prompt.kind == kind), None)


def founding_uv(moment: Moment) -> tuple[str, Any] | None:
    """The free crossing with the most dots; among equals the one with the most kinds of resource."""
    key, view = prompt_key(moment, "found_uv"), moment.view
    if key is None:
        return None
    table = layout(view.board)

    def worth(crossing: int) -> tuple[int, int, int]:
        kinds = {table.resource[hexagon] for hexagon in table.hexagons_at[crossing]}
        return table.dots_at[crossing], len(kinds), -crossing

    return key, BuildUv(max(bits(free_crossings(view)), key=worth))


def paving(moment: Moment) -> tuple[str, Any] | None:
    """The path that leads to the best crossing beyond it."""
    for kind in ("found_cc", "act"):
        key, places = prompt_key(moment, kind), places_for(moment.view, LEARNER, kind).get("cc", ())
        if key is not None and places:
            return key, BuildCc(max(places, key=lambda path: (_beyond(moment.view, path), -path)))
    return None


def _beyond(view: View, path: int) -> int:
    """The dots at the end of a path that the learner has no piece on."""
    table, held = layout(view.board), mask_of(view.uv[LEARNER])
    return max((table.dots_at[end] for end in table.ends[path] if not held >> end & 1), default=0)


def swap(view: View) -> tuple[str, str] | None:
    """The pair (given, got) for the one card that a CC still lacks; the given card is one that it does not need. None
    otherwise.
    """
    lacking = [name for name, cost, held in zip(RESOURCES, view.figures.cc_cost, view.hand, strict=True) if cost > held]
    spare = [held - cost for held, cost in zip(view.hand, view.figures.cc_cost, strict=True)]
    most = max(range(len(spare)), key=lambda index: (spare[index], -index))
    return (RESOURCES[most], lacking[0]) if len(lacking) == 1 and spare[most] > 0 else None


def offering(moment: Moment) -> tuple[str, Any] | None:
    """An offer of one card for the one that a CC lacks."""
    key, found = prompt_key(moment, "act"), swap(moment.view)
    if key is None or found is None:
        return None
    amounts: dict[str, Any] = {found[0]: 1, found[1]: -1}
    return key, Offer(OTHER, **amounts)


def confirming(moment: Moment) -> tuple[str, Any] | None:
    """The answer that carries out the learner's accepted offer."""
    key = prompt_key(moment, "act")
    for offer in moment.view.offers:
        if key is not None and offer.seat == LEARNER and offer.answers[OTHER] == "accepted":
            return key, Confirm(offer.number, OTHER)
    return None


def ending(moment: Moment) -> tuple[str, Any] | None:
    key = prompt_key(moment, "act")
    return None if key is None else (key, EndTurn())


def robbing(moment: Moment) -> tuple[str, Any] | None:
    """The opponent's best hexagon without a piece of the learner."""
    key, view = prompt_key(moment, "robber"), moment.view
    if key is None or not view.hand_counts[OTHER]:
        return None
    table = layout(view.board)
    mine, theirs = ({*view.uv[seat], *view.upgraded[seat]} for seat in (LEARNER, OTHER))
    found = [
        hexagon
        for hexagon in range(len(view.board.land))
        if hexagon != view.robber and theirs & set(table.touching[hexagon]) and not mine & set(table.touching[hexagon])
    ]
    if not found:
        return None
    best = max(found, key=lambda hexagon: (dots(view.board.tokens[hexagon]), -hexagon))
    return key, MoveRobber(best, OTHER)


def do_found(moment: Moment) -> str:
    found = founding_uv(moment)
    if found is None:
        return ""
    return _("Put your UV on %(place)s.") % {"place": names.crossing(moment.view.board, found[1].crossing)}


def do_pave(moment: Moment) -> str:
    found = paving(moment)
    if found is None:
        return ""
    return _("Put a CC on %(place)s.") % {"place": names.path(moment.view.board, found[1].path)}


def do_offer(moment: Moment) -> str:
    found = swap(moment.view)
    if found is None:
        return ""
    give, get = (names.counted(name, 1) for name in found)  # type: ignore[arg-type]
    return _("Offer %(give)s for %(get)s.") % {"give": give, "get": get}


def do_rob(moment: Moment) -> str:
    found = robbing(moment)
    if found is None:
        return ""
    words = {"place": names.hexagon(moment.view.board, found[1].hexagon), **players_named(player=OTHER)}
    return _("Put the binôme glandeur on %(place)s and take a card %(of_player)s.") % words


def first_cards(moment: Moment) -> str:
    """The cards from the learner's second UV."""
    founded = own(moment, UvFounded)
    if len(founded) < 2 or not any(founded[1].cards):
        return ""
    return _("Your second UV brings you at once: %(cards)s.") % {"cards": names.cards(founded[1].cards)}


def income(moment: Moment) -> str:
    """The throw of this turn, its income, and the whole hand."""
    now = turn(moment)
    thrown = [event for event in moment.events_of(Rolled) if event.turn == now]
    got: Cards = NONE
    for event in moment.events_of(Harvested):
        if event.turn == now:
            index = INDEX[event.resource]
            got = plus(got, tuple(event.got[LEARNER] * (each == index) for each in range(5)))
    words = {
        "throw": sum(thrown[-1].dice) if thrown else 0,
        "got": names.cards(got) if any(got) else _("nothing for you"),
        "hand": names.cards(moment.view.hand) if any(moment.view.hand) else _("empty"),
    }
    return _("The dice show %(throw)d: %(got)s. Your hand: %(hand)s.") % words


def answer(moment: Moment) -> str:
    """The acceptance of the learner's offer; empty without one."""
    if confirming(moment) is None:
        return ""
    return _("%(The_player)s accepts your offer.") % players_named(player=OTHER)


def built(moment: Moment) -> str:
    """The learner's network so far."""
    words = {"cc": len(moment.view.cc[LEARNER]), "points": names.points(moment.view.own_points)}
    return _("You have %(cc)d CC and %(points)s.") % words


def seven(moment: Moment) -> str:
    """The text for a seven; empty otherwise, because an ancien moves the binôme glandeur (robber) too."""
    return _("You have thrown a seven: nobody earns anything.") if sum(moment.view.dice) == 7 else ""


def marks(move: Any) -> tuple[str, ...]:
    """The place on the island, or the button that ends a turn."""
    match move:
        case BuildUv():
            return (f"place=uv-{move.crossing}",)
        case BuildCc():
            return (f"place=cc-{move.path}",)
        case MoveRobber():
            return (f"place=robber-{move.hexagon}",)
        case EndTurn():
            return ("step=end",)
        case _:
            return ()


STEPS: Final = (
    Step(
        id="found",
        title=gettext_lazy("Found a UV"),
        do=do_found,
        why=gettext_lazy(
            "A UV stands on a crossing and earns a card of each hexagon around it whenever its number is thrown. The "
            "dots say how often that is: 6 and 8 most, 2 and 12 least. Two UVs are never on neighbouring crossings."
        ),
        at="island",
        done=lambda moment: len(own(moment, UvFounded)) >= 1,
        advice=founding_uv,
    ),
    Step(
        id="pave",
        title=gettext_lazy("Lead a CC away"),
        do=do_pave,
        why=gettext_lazy(
            "CC are your paths. New UVs must stand at the end of one of your own CC, so point it where you want to go."
        ),
        at="island",
        done=lambda moment: len(own(moment, CcFounded)) >= 1,
        advice=paving,
    ),
    Step(
        id="second",
        title=gettext_lazy("The second UV pays at once"),
        do=do_found,
        why=gettext_lazy(
            "Now in reverse order: who was last is first. The second UV brings one card of each hexagon around it, so "
            "see to it that you can begin to build. You need all five resources in the end."
        ),
        at="island",
        done=lambda moment: len(own(moment, UvFounded)) >= 2,
        advice=founding_uv,
    ),
    Step(
        id="second-cc",
        title=gettext_lazy("And a CC to it"),
        news=first_cards,
        do=do_pave,
        why=gettext_lazy("It starts from your second UV. Then the first turn begins: the dice are thrown for you."),
        at="island",
        done=lambda moment: len(own(moment, CcFounded)) >= 2,
        advice=paving,
    ),
    Step(
        id="offer",
        title=gettext_lazy("Income, then trade"),
        news=income,
        do=do_offer,
        why=gettext_lazy(
            "A turn has three parts: dice, trade, build. A CC costs a beer and a food. Others may give you cards that "
            "you lack: offer one that you can do without. The bank takes four equal ones for one, fewer at a trade "
            "zone."
        ),
        done=lambda moment: bool(own(moment, Offered)) or turn(moment) > 1,
        advice=offering,
    ),
    Step(
        id="confirm",
        title=gettext_lazy("Settle the trade"),
        news=answer,
        do=gettext_lazy("Confirm the trade."),
        why=gettext_lazy(
            "The player on turn chooses whose acceptance counts; only then do the cards change hands. Nobody trades "
            "without the player on turn."
        ),
        done=lambda moment: bool(own(moment, Traded) or own(moment, CcBuilt)) or turn(moment) > 1,
        advice=confirming,
    ),
    Step(
        id="build",
        title=gettext_lazy("Build"),
        news=lambda moment: _("Your hand: %(hand)s.") % {"hand": names.cards(moment.view.hand)},
        do=do_pave,
        why=gettext_lazy(
            "You may build as much as your cards pay for: CC, UV, UV** or a development card. With the first thing "
            "built the trade of this turn is over."
        ),
        at="island",
        done=lambda moment: bool(own(moment, CcBuilt)) or turn(moment) > 1,
        advice=paving,
    ),
    Step(
        id="end",
        title=gettext_lazy("End your turn"),
        news=built,
        do=gettext_lazy("End your turn."),
        why=gettext_lazy(
            "A UV is 1 point, a UV** 2; who comes to 10 points first wins. The throws of the others pay you, too."
        ),
        at="players",
        done=lambda moment: turn(moment) > 1,
        advice=ending,
    ),
    Step(
        id="robber",
        title=gettext_lazy("A seven"),
        news=seven,
        do=do_rob,
        why=gettext_lazy(
            "Each player with more than seven cards gives up half. Then the player on turn moves the binôme glandeur: "
            "his hexagon pays nobody as long as he stays, and one card of somebody who lives there is drawn unseen."
        ),
        at="island",
        done=lambda moment: bool(own(moment, RobberMoved)) or turn(moment) > 3,
        advice=robbing,
    ),
)

LESSON: Final = LessonPart(
    steps=STEPS,
    learned=(
        Learned(
            gettext_lazy("Choose a crossing by its dots and resources, and lead a CC away from it."),
            lambda moment: bool(own(moment, UvFounded) and own(moment, CcFounded)),
        ),
        Learned(
            gettext_lazy("Read what a throw brings you."),
            lambda moment: any(event.got[LEARNER] for event in moment.events_of(Harvested)),
        ),
        Learned(
            gettext_lazy("Offer a trade and settle it, before you build."),
            lambda moment: bool(own(moment, Traded)),
        ),
        Learned(
            gettext_lazy("Build with what your hand pays for."),
            lambda moment: bool(own(moment, CcBuilt)),
        ),
        Learned(
            gettext_lazy("End your turn."),
            lambda moment: bool(moment.moves(EndTurn)),
        ),
        Learned(
            gettext_lazy("Use a seven: move the binôme glandeur and take a card."),
            lambda moment: bool(own(moment, RobberMoved)),
        ),
    ),
    marks=marks,
)
