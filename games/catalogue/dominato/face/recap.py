"""The events since a player's last visit, as cards: one for each tile laid, with its link and consequences, and one for
each game.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import structs

from games.catalogue.dominato import board, names
from games.catalogue.dominato.face.explain import STATEMENTS
from games.catalogue.dominato.face.words import declaration_text, placed, words_of
from games.catalogue.dominato.rules.events import (
    CheckAsked,
    Checked,
    Claimed,
    GameBegun,
    GameEnded,
    Given,
    MatchEnded,
    Passed,
    Placed,
    PointsBrought,
    Tried,
)
from games.catalogue.dominato.rules.types import REPLAY_ORDER, WIN_ORDER, Laid
from games.catalogue.dominato.rules.view import View
from games.ui.faces import RecapPart, Scene
from games.ui.faces.facilitation import BROUGHT
from games.ui.recap import Happened, RecapCard
from games.ui.seats import player_name
from games.ui.sentences import sentences, with_subject
from games.ui.stretches import Stretch

BROUGHT_EVENTS = (CheckAsked, PointsBrought)
BEGINNINGS = (Placed, Tried, Passed, GameBegun, GameEnded, *BROUGHT_EVENTS)


def recap(scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
    news = structs.replace(scene, record=tuple(each.event for each in happened))
    return tuple(_card(scene, stretch) for stretch in STATEMENTS.stretches(news, happened, _begins))


def _begins(one: Any, other: Any) -> bool:
    """True if the second event starts a new card. Successive passes share one. An event of the facilitator has one for
    itself.
    """
    if isinstance(one, BROUGHT_EVENTS):
        return True
    return isinstance(other, BEGINNINGS) and not (isinstance(one, Passed) and isinstance(other, Passed))


def _card(scene: Scene, stretch: Stretch) -> RecapCard:
    first = stretch.events[0]
    if isinstance(first, GameBegun):
        return _game_begun(scene, stretch)
    if isinstance(first, GameEnded | MatchEnded):
        return _game_ended(scene, stretch)
    if isinstance(first, BROUGHT_EVENTS):
        return _brought(scene, stretch)
    return _tile(scene, stretch)


def _brought(scene: Scene, stretch: Stretch) -> RecapCard:
    """The card for an event of the facilitator."""
    event: CheckAsked | PointsBrought = stretch.events[0]
    return RecapCard(
        label=str(BROUGHT),
        title=names.brought_title(event),
        turn=event.turn,
        numbers=stretch.numbers,
        seat=event.seat,
        words=_describe_events(scene, stretch),
        changes=STATEMENTS.changes(scene, stretch, "points"),
        rule="rules#challenge" if isinstance(event, CheckAsked) else "rules#scoring",
    )


def _game_begun(scene: Scene, stretch: Stretch) -> RecapCard:
    begun: GameBegun = stretch.events[0]
    return RecapCard(
        label=_who(scene, begun.seat),
        title=_("Game %(game)d begins") % {"game": begun.turn},
        turn=begun.turn,
        numbers=stretch.numbers,
        seat=begun.seat,
        words=_describe_events(scene, stretch),
        changes=STATEMENTS.changes(scene, stretch, "tiles"),
        rule="rules#turn",
        weight="detail",
    )


def _game_ended(scene: Scene, stretch: Stretch) -> RecapCard:
    last = stretch.events[-1]
    over = isinstance(last, MatchEnded)
    return RecapCard(
        label=_("All games are played") if over else _("A game is over"),
        title=_("Game %(game)d is over") % {"game": last.turn},
        turn=last.turn,
        numbers=stretch.numbers,
        seat=stretch.events[0].seat,
        words=_describe_events(scene, stretch),
        changes=STATEMENTS.changes(scene, stretch, "points", unchanged=True),
        note=sentences(_("Points are tiles left in hand, so few are good.")),
        rule="rules#scoring",
    )


def _tile(scene: Scene, stretch: Stretch) -> RecapCard:
    """The card for a tile that was laid, for passes, or for later events of an earlier tile."""
    first = stretch.events[0]
    laid, seat = stretch.of(Placed), first.seat
    title = pgettext("turn", "Passes")
    if laid:
        title = names.tile(laid[0].a, laid[0].b)
    elif isinstance(first, Tried):
        title = _("A wrong try")
    elif not isinstance(first, Passed):
        title = _("A tile is given") if stretch.has(Given) else _("A tile is checked")
        seat = first.offender if isinstance(first, Checked | Claimed) else seat
    elif len({each.seat for each in stretch.events}) > 1:
        seat = None
    claimed = stretch.of(Claimed)
    return RecapCard(
        label=_who(scene, seat),
        title=title,
        turn=first.turn,
        numbers=stretch.numbers,
        seat=seat,
        words=_describe_events(scene, stretch),
        changes=STATEMENTS.changes(scene, stretch, "tiles"),
        note=sentences(_claim_note(claimed[-1]) if claimed else _link_note(laid[0].order) if laid else ""),
        rule="rules#challenge" if claimed else "rules#order" if laid else "rules#turn",
        template="dominato/recap.html" if laid else "",
        context={"tile": _drawn(scene.view, laid[0])} if laid else {},
        sentence=placed(laid[0]).html if laid and not claimed else "",
        weight="news" if claimed or (laid and seat != scene.seat and laid[0].order > 1) else "detail",
    )


def _who(scene: Scene, seat: int | None) -> str:
    if seat is None:
        return _("Several players")
    return pgettext("pupil", "You") if seat == scene.seat else player_name(seat)


def _describe_events(scene: Scene, stretch: Stretch) -> str:
    """The sentences of the history, except for the tile in the title. A player other than the card's own is named
    before the sentence.
    """
    parts: list[str] = []
    first = stretch.events[0]
    for event in stretch.events:
        if isinstance(event, Placed):
            if isinstance(event.said, int):
                parts.append(declaration_text(event.said))
            continue
        words = words_of(scene.scenario, event)
        if words is None:
            continue
        named = event.seat not in (None, first.seat) or isinstance(first, Passed | Checked)
        parts.append(with_subject(player_name(event.seat), words.html) if named else words.html)
    return sentences(*parts)


def _link_note(order: int) -> str:
    """The effect of a link of this order."""
    if order >= WIN_ORDER:
        return _("Counts as a link of three or more: it wins the game at once.")
    if order == REPLAY_ORDER:
        return _("Counts as a double link: the same player plays again.")
    if order == 1:
        return _("Counts as a simple link: the next player goes on.")
    return _("The first tile of a game needs no link.")


def _claim_note(claimed: Claimed) -> str:
    if claimed.upheld:
        return _("An error that was found: the tile goes back, the turn is lost, and the finder gives a tile.")
    return _("An error claimed in vain changes nothing, and nobody claims twice for the same tile.")


def _drawn(view: View, laid: Placed) -> board.DrawnTile:
    """The tile by itself, with its balance if the helper is on, or with the declared one."""
    said = laid.said if isinstance(laid.said, int) else None
    return board.drawn(
        Laid(laid.tile, 0, 0, laid.way, laid.a, laid.b, said), helper=board.writes_balances(view.options)
    )


def heading(_scene: Scene, decided: Sequence[Any]) -> str:
    for event in decided:
        match event:
            case Placed():
                return _("What happened since you laid %(tile)s") % {"tile": names.tile(event.a, event.b)}
            case Passed():
                return pgettext("pupil", "What happened since you passed")
            case Given():
                return _("What happened since you gave a tile")
            case Claimed() | Checked():
                return _("What happened since you checked a tile")
    return ""


RECAP: Final = RecapPart(cards=recap, heading=heading)
