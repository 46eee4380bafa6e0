"""Why the rules refuse a move, with the numbers."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine.errors import RulesError
from games.kit.refusals import Because
from games.kit.seats import player_name
from games.utboheme import names
from games.utboheme.rules.resources import RESOURCES

RULES: Final[Mapping[str, str]] = {
    "too_few_cards": "build",
    "no_pieces_left": "build",
    "path_taken": "build",
    "path_not_joined": "build",
    "no_cc_there": "build",
    "no_own_uv": "build",
    "crossing_not_free": "founding",
    "not_at_this_uv": "founding",
    "no_cards_left": "cards",
    "one_card_a_turn": "cards",
    "no_such_card": "cards",
    "bought_this_turn": "cards",
    "nowhere_to_build": "cards",
    "bank_empty": "cards",
    "bank_lacks": "cards",
    "wrong_number": "seven",
    "no_such_hexagon": "seven",
    "robber_must_move": "seven",
    "nothing_to_steal": "seven",
    "trade_is_over": "trade",
    "same_resource": "trade",
    "rate_not_reached": "trade",
    "only_with_the_active_player": "trade",
    "too_many_offers": "trade",
    "no_gifts": "trade",
    "more_than_there_are": "trade",
    "no_such_offer": "trade",
    "same_answer": "trade",
    "cannot_be_carried_out": "trade",
    "no_trade_between_players": "trade",
}
"""The heading of the help under which the rule behind a refusal stands."""

Params = Mapping[str, Any]


def _lacking(params: Params) -> str:
    missing = tuple(params.get(name, 0) for name in RESOURCES)
    return _("You lack %(cards)s for this.") % {"cards": names.cards(missing)}


def _wrong_number(params: Params) -> str:
    return _("You chose %(cards)s; it must be exactly %(owed)d.") % {
        "cards": names.number_of_cards(params["number"]),
        "owed": params["owed"],
    }


def _nothing_to_steal(params: Params) -> str:
    words = _("%(player)s has no piece at hexagon %(place)d, or no card.")
    return words % {"player": player_name(params["victim"]), "place": params["hexagon"] + 1}


def _only_with(params: Params) -> str:
    words = _("Only %(player)s, whose turn it is, trades now: offer it to them.")
    return words % {"player": player_name(params["seat"])}


def _carried_out(params: Params) -> str:
    words = _("Offer %(offer)d cannot be carried out with %(player)s: somebody has not agreed, or lacks the cards.")
    return words % {"offer": params["offer"], "player": player_name(params["seat"])}


def _at(words: str, name: str, params: Params) -> str:
    return words % {"place": params[name] + 1}


SENTENCES: Mapping[str, Callable[[Params], str]] = {
    "too_few_cards": _lacking,
    "wrong_number": _wrong_number,
    "no_pieces_left": lambda params: _("All %(pieces)d pieces of this kind are on the board.") % params,
    "path_taken": lambda params: _at(_("There is a CC on path %(place)d already."), "path", params),
    "path_not_joined": lambda params: _at(
        _("Path %(place)d does not continue your CC, UV or UV** at a crossing that nobody else holds."), "path", params
    ),
    "crossing_not_free": lambda params: _at(
        _("Crossing %(place)d or one next to it holds an UV: there is a distance of two paths between them."),
        "crossing",
        params,
    ),
    "no_cc_there": lambda params: _at(_("None of your CC ends at crossing %(place)d."), "crossing", params),
    "no_own_uv": lambda params: _at(_("You have no UV on crossing %(place)d."), "crossing", params),
    "not_at_this_uv": lambda params: _at(_("Path %(place)d does not begin at the UV just founded."), "path", params),
    "no_cards_left": lambda params: _("No development card is left."),
    "one_card_a_turn": lambda params: _("You have played a card in this turn: one is all."),
    "no_such_card": lambda params: _("You do not hold this card."),
    "bought_this_turn": lambda params: _("This card was bought in this turn: it can be played from the next one on."),
    "nowhere_to_build": lambda params: _("There is no place or no piece for a CC."),
    "bank_empty": lambda params: _("The bank holds no card at all."),
    "bank_lacks": lambda params: _("The bank does not hold these cards."),
    "trade_is_over": lambda params: _("There is no trade now: the trade phase of this turn has not begun or is over."),
    "same_resource": lambda params: _("Give and take two different resources."),
    "rate_not_reached": lambda params: _("The bank asks %(rate)d of it; you hold %(held)d.") % params,
    "no_such_hexagon": lambda params: _at(_("There is no hexagon %(place)d."), "hexagon", params),
    "robber_must_move": lambda params: _("The binôme glandeur must go to another hexagon."),
    "nothing_to_steal": _nothing_to_steal,
    "only_with_the_active_player": _only_with,
    "too_many_offers": lambda params: _("%(most)d offers in a turn are all.") % params,
    "no_gifts": lambda params: _("An offer names at least one card on each side."),
    "more_than_there_are": lambda params: _("There are only %(cards)d cards of a kind.") % params,
    "no_such_offer": lambda params: _("Offer %(offer)d is no longer on the table.") % params,
    "same_answer": lambda params: _("That is your answer already."),
    "cannot_be_carried_out": _carried_out,
    "no_trade_between_players": lambda params: _("Players do not trade with each other in this match."),
    "wrong_move": lambda params: _("This is no answer to what is asked here."),
}


def refusal_words(_scenario: Any, error: RulesError) -> str | None:
    """The refusal in the current language; None for a code that these rules do not raise."""
    if error.code == "bad_options":
        return _option(error.params)
    words = SENTENCES.get(error.code)
    return words(error.params) if words else None


def _option(params: Params) -> str | None:
    return {
        "seats": _("Three or four play, two with the scenario for two."),
        "oldest_seat": _("The oldest player must be one of those who play."),
        "board_seed": _("A fixed island needs words to be laid from."),
    }.get(params.get("path", ""))


def because(error: RulesError, _seat: int) -> Because:
    heading = RULES.get(error.code)
    return Because(f"rules#{heading}") if heading else Because()
