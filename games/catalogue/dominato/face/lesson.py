"""The texts of Dominato's first game, a guided lesson: signed tiles, their contacts, challenges, and double links."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.dominato import names
from games.catalogue.dominato.lesson import LEARNER, chosen
from games.catalogue.dominato.rules.events import Claimed, Given, Placed
from games.catalogue.dominato.rules.moves import Claim, Give, Place
from games.catalogue.dominato.rules.places import is_right
from games.ui.faces import Learned, LessonPart, Moment, Step


def laid(moment: Moment) -> int:
    """The number of tiles that the learner has laid."""
    return len(moment.moves(Place))


def found_out(moment: Moment) -> bool:
    """True if the learner claimed a true error."""
    return any(event.upheld and event.seat == LEARNER for event in moment.events_of(Claimed))


def all_right(moment: Moment) -> bool:
    """True if the last tile has no error."""
    return not moment.view.table or is_right(moment.view.table)


def key_of(moment: Moment, *kinds: str) -> str | None:
    """The key of an open prompt of one of these kinds."""
    return next((prompt.key for prompt in moment.prompts if prompt.kind in kinds), None)


def laying(order: int) -> Any:
    """An answer with a right placement of this order, or the nearest one."""

    def advice(moment: Moment) -> tuple[str, Any] | None:
        key, link = key_of(moment, "play"), chosen(moment.view, order)
        if key is None or link is None or not all_right(moment):
            return None
        return key, Place(link.tile, link.place, link.turned)

    return advice


def do_lay(order: int) -> Any:
    """A function that gives the instruction to lay a tile: which one, its direction, and the number of the place."""

    def do(moment: Moment) -> str:
        link = chosen(moment.view, order)
        if link is None:
            return ""
        tile = moment.view.deck.tiles[link.tile]
        first, second = (tile.b, tile.a) if link.turned else (tile.a, tile.b)
        words = {"first": names.points(first), "second": names.points(second), "place": link.place + 1}
        if not moment.view.table:
            return _("Lay the tile “%(first)s, %(second)s”.") % words
        return _(
            "Lay the tile “%(first)s, %(second)s” on place %(place)d, marked on the table. Its first square is left or "
            "on top."
        ) % words  # fmt: skip

    return do


def claiming(moment: Moment) -> tuple[str, Any] | None:
    """An answer that claims an error in the last tile, if there is one."""
    key = key_of(moment, "play", "claim", "check")
    return None if key is None or all_right(moment) else (key, Claim())


def giving(moment: Moment) -> tuple[str, Any] | None:
    """An answer that gives away the first tile, as any will do."""
    key = key_of(moment, "give")
    return None if key is None or not moment.view.hand else (key, Give(moment.view.hand[0]))


def do_give(moment: Moment) -> str:
    """The instruction to give away a tile."""
    tile = moment.view.deck.tiles[moment.view.hand[0]]
    return _("Give away the tile “%(first)s, %(second)s”.") % {
        "first": names.points(tile.a),
        "second": names.points(tile.b),
    }


def last_tile(moment: Moment) -> str:
    """The opponent's tile with its balance, and the sizes of the hands."""
    if not moment.view.table:
        return ""
    tile = moment.view.table[-1]
    words = {
        "first": names.points(tile.a),
        "second": names.points(tile.b),
        "balance": names.balance(tile.a + tile.b),
    }
    return _("The last tile on the table is “%(first)s, %(second)s”; its balance is %(balance)s.") % words


def about_the_hands(moment: Moment) -> str:
    own, other = (moment.view.counts[seat] for seat in (LEARNER, 1 - LEARNER))
    return _("Tiles in hand: you %(own)d, the opponent %(other)d.") % {"own": own, "other": other}


def own_tiles(moment: Moment) -> list[Placed]:
    """The learner's tiles in the order in which they were laid."""
    return [event for event in moment.events_of(Placed) if event.seat == LEARNER]


def marks(move: Any) -> tuple[str, ...]:
    """The form fields of the tile, and of the place by its number on the table."""
    match move:
        case Place():
            return f"tile={move.tile}", f"place={move.place + 1}"
        case Give():
            return (f"tile={move.tile}",)
        case _:
            return ("claim",)


STEPS: Final = (
    Step(
        id="balance",
        title=gettext_lazy("Two squares, one balance"),
        do=do_lay(0),
        why=gettext_lazy(
            "Red points count up, green points count down. Say it first: add both squares of your tile; what is left "
            "is its balance, and its colour. Any tile may begin."
        ),
        done=lambda moment: laid(moment) >= 1,
        advice=laying(0),
    ),
    Step(
        id="link",
        title=gettext_lazy("Where a tile fits"),
        news=last_tile,
        do=do_lay(1),
        why=gettext_lazy(
            "A square that stands on the middle of another tile must equal the balance of that tile, in number and "
            "colour. Everything that lies there must be right in this way, on both sides of the contact."
        ),
        at="layout",
        done=lambda moment: laid(moment) >= 2,
        advice=laying(1),
    ),
    Step(
        id="claim",
        title=gettext_lazy("Check the others"),
        news=last_tile,
        do=gettext_lazy("The square on the middle does not equal the balance. Say so: “There is an error”."),
        why=gettext_lazy(
            "Here nobody but the players checks. Look at each tile that is laid before you play on. A claim that is "
            "not true costs nothing, and you cannot claim the same tile again."
        ),
        at="layout",
        done=lambda moment: found_out(moment) or laid(moment) >= 3,
        advice=claiming,
    ),
    Step(
        id="give",
        title=gettext_lazy("You were right"),
        news=gettext_lazy("The wrong tile goes back, and its player loses the turn."),
        do=do_give,
        why=gettext_lazy(
            "If you find an error, you give one of your tiles to the player who was wrong. Few tiles are good: the "
            "player with none left wins."
        ),
        done=lambda moment: any(event.seat == LEARNER for event in moment.events_of(Given)) or laid(moment) >= 3,
        advice=giving,
    ),
    Step(
        id="double",
        title=gettext_lazy("Link twice, play twice"),
        news=about_the_hands,
        do=do_lay(2),
        why=gettext_lazy(
            "A tile that makes two links at once is a double link: you play again at once. Three links at once win the "
            "game. Two tiles side by side, shifted by half a square, check each other: two links."
        ),
        at="layout",
        done=lambda moment: laid(moment) >= 3,
        advice=laying(2),
    ),
    Step(
        id="again",
        title=gettext_lazy("Your second tile"),
        news=about_the_hands,
        do=do_lay(1),
        why=gettext_lazy(
            "You may pass when nothing fits. Think of the next turn, too: keep tiles whose squares are balances on the "
            "table."
        ),
        done=lambda moment: laid(moment) >= 4,
        advice=laying(1),
    ),
    Step(
        id="out",
        title=gettext_lazy("Go out, and count"),
        news=about_the_hands,
        do=do_lay(1),
        why=gettext_lazy(
            "With your last tile the game is over, once the others have checked it. Each of them has a point for every "
            "tile left in hand; few points are good."
        ),
        at="players",
        done=lambda moment: laid(moment) >= 5,
        advice=laying(1),
    ),
)

LESSON: Final = LessonPart(
    steps=STEPS,
    learned=(
        Learned(
            gettext_lazy("Work out the balance of a tile, colour and number."),
            lambda moment: laid(moment) >= 1,
        ),
        Learned(
            gettext_lazy("Find a place where a square equals the balance that it stands on."),
            lambda moment: laid(moment) >= 2,
        ),
        Learned(
            gettext_lazy("Check a tile that another has laid, and claim an error."),
            found_out,
        ),
        Learned(
            gettext_lazy("Make a double link and play again."),
            lambda moment: any(each.order >= 2 for each in own_tiles(moment)),
        ),
        Learned(
            gettext_lazy("Go out with your last tile."),
            lambda moment: any(each.left == 0 for each in own_tiles(moment)),
        ),
    ),
    marks=marks,
)
