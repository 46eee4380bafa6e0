"""Events in sentences. The page shows the player as a badge before the sentence."""

from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominato import names
from games.catalogue.dominato.face import aims, deciding
from games.catalogue.dominato.face.refusals import REFUSALS
from games.catalogue.dominato.rules.events import (
    CheckAsked,
    Checked,
    Claimed,
    Dealt,
    DominatoEvent,
    GameBegun,
    GameEnded,
    Given,
    MatchEnded,
    Passed,
    Placed,
    PointsBrought,
    Received,
    TakenBack,
    Tried,
)
from games.catalogue.dominato.rules.scenario import Scenario
from games.catalogue.dominato.rules.view import View
from games.engine.types import Result
from games.ui.faces import Heading, Words, WordsPart
from games.ui.nouns import named
from games.ui.seats import player_name
from games.ui.sentences import phrase, sentences


def words_of(scenario: Scenario, event: DominatoEvent) -> Words | None:
    """An event in a sentence. It is None for events that are no news."""
    match event:
        case GameBegun():
            text = _("Starts game %(game)s of %(games)s. Each player holds %(tiles)s.")
            tiles = names.tiles_left(event.hand)
            return Words(phrase(text, game=event.turn, games=event.games, tiles=tiles), "play")
        case Dealt():
            return None
        case Placed():
            return placed(event)
        case Tried():
            return Words(phrase(_("Tries %(tile)s: it does not fit there."), tile=_tile(event.a, event.b)), "cross")
        case Passed():
            return Words(_("Passes."), "next")
        case Claimed():
            return claimed(event)
        case Checked():
            return Words(phrase(_("Lets the tile %(of_player)s stand."), **named(player=player_name(event.offender))))
        case TakenBack():
            text = _("Takes the tile back and loses the turn: %(tiles)s in hand.")
            return Words(phrase(text, tiles=names.tiles_left(event.left)), "back")
        case Given():
            text = _("Gives a tile %(to_player)s: %(tiles)s in hand.")
            told = phrase(text, tiles=names.tiles_left(event.left), **named(player=player_name(event.to)))
            return Words(told, "send")
        case Received():
            tile = scenario.tiles[event.tile]
            text = _("Receives %(tile)s %(from_player)s. Only these two know which tile it is.")
            told = phrase(text, tile=_tile(tile.a, tile.b), **named(player=player_name(event.giver)))
            return Words(told, "card")
        case CheckAsked():
            text = _("%(title)s: is the tile %(of_player)s right?")
            said = named(player=player_name(event.offender))
            return Words(phrase(text, title=names.brought_title(event), **said), "check")
        case PointsBrought():
            return points_brought(event)
        case GameEnded():
            return game_ended(event)
        case MatchEnded():
            return Words(format_html("<b>{}</b>", _("The match is over. The fewest points win.")), "flag")


def _tile(a: int, b: int) -> Any:
    return format_html("<b>{}</b>", names.tile(a, b))


def placed(event: Placed) -> Words:
    """A tile with its link, and the consequence of the link."""
    tile = _tile(event.a, event.b)
    if event.order == 0:
        told = phrase(_("Lays the first tile: %(tile)s."), tile=tile)
    else:
        told = phrase(_("Lays %(tile)s: %(link)s."), tile=tile, link=_link(event))
    said = declaration_text(event.said) if isinstance(event.said, int) else ""
    left = phrase(_("%(tiles)s left."), tiles=names.tiles_left(event.left)) if event.left else _("No tile left.")
    return Words(sentences(told, said, left), "card")


def declaration_text(balance: int) -> SafeString:
    """A text such as `Says: red 3.`"""
    return phrase(_("Says: %(balance)s."), balance=names.balance(balance))


def _link(event: Placed) -> str:
    if event.order != 2:
        return names.link_name(event.order)
    if event.kinds == ("nested",):
        return _("double link, nested, and plays again")
    return _("double link, between two tiles, and plays again")


def claimed(event: Claimed) -> Words:
    """A claim and its result."""
    player = named(player=player_name(event.offender))
    if event.upheld:
        return Words(phrase(_("Claims an error %(of_player)s, and is right."), **player), "check")
    return Words(phrase(_("Claims an error %(of_player)s, but the tile is right."), **player), "cross")


def points_brought(event: PointsBrought) -> Words:
    """Points that the facilitator added or took off."""
    text = _("%(title)s: %(points)s more.") if event.amount > 0 else _("%(title)s: %(points)s fewer.")
    points = format_html("<b>{}</b>", names.points_counted(abs(event.amount)))
    return Words(phrase(text, title=names.brought_title(event), points=points), "flag", f"points-{event.seat}")


def game_ended(event: GameEnded) -> Words:
    """The winner, the kind of end, and the points of all."""
    how = {
        "out": _("Wins the game: no tile is left."),
        "link": _("Wins the game with a link of three or more."),
        "blocked": _("Nobody can go on: the game ends without a winner."),
    }
    parts = [
        ngettext("%(player)s %(number)d point", "%(player)s %(number)d points", points)
        % {"player": player_name(seat), "number": points}
        for seat, points in enumerate(event.points)
    ]
    why = "" if event.seat is None else f"points-{event.seat}"
    return Words(sentences(format_html("<b>{}</b>", how[event.how]), f"{', '.join(parts)}."), "flag", why)


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


def _turn(scenario: Scenario, turn: int) -> str:
    """The title of a game of the match."""
    return _("Game %(game)d") % {"game": turn}


def _until(scenario: Scenario, turn: int) -> str:
    return _("to game %(game)d") % {"game": turn}


def _score(scenario: Scenario, result: Result) -> str:
    best = [player_name(seat) for seat, place in enumerate(result.places) if place == 1]
    words = {"players": ", ".join(best), "points": min(result.scores)}
    return _("Fewest points: %(players)s, %(points)d") % words


def _busy(view: View) -> int:
    """The seat for the heading: the player in turn, the one whose tile is checked, or the one who gives."""
    window = view.window
    if view.phase == "play" or window is None:
        return view.seat
    return window.claimant if window.claimant is not None else window.seat


WORDS: Final = WordsPart(
    roles=names.role_names,
    aim=aims.aim,
    heading=_heading,
    turn=_turn,
    until=_until,
    decision=deciding.decision_words,
    where=deciding.where_words,
    refusals=REFUSALS,
    event=words_of,
    silent_kinds=("dealt",),
    score=_score,
    ending=aims.ending,
    ending_kinds=aims.ENDING_KINDS,
)
