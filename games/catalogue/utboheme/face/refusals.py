"""The reasons for which the rules refuse a move, in words with the numbers. A place is not named, because it was just
chosen.
"""

from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.ui.refusals import Params, Refusal, Refusals
from games.ui.seats import players_named


def _lacking(_scenario: Any, params: Params) -> str:
    missing = tuple(params.get(name, 0) for name in RESOURCES)
    return gettext("You lack %(cards)s for this.") % {"cards": names.cards(missing)}


def _wrong_number(_scenario: Any, params: Params) -> str:
    return gettext("You chose %(cards)s; it must be exactly %(owed)d.") % {
        "cards": names.number_of_cards(params["number"]),
        "owed": params["owed"],
    }


def _nothing_to_steal(_scenario: Any, params: Params) -> str:
    words = gettext("%(The_player)s has no piece at this hexagon, or no card.")
    return words % players_named(player=params["victim"])


def _only_with(_scenario: Any, params: Params) -> str:
    words = gettext("Only %(the_player)s, whose turn it is, trades now: offer it to them.")
    return words % players_named(player=params["seat"])


def _carried_out(_scenario: Any, params: Params) -> str:
    words = gettext(
        "Offer %(offer)d cannot be carried out with %(the_player)s: somebody has not agreed, or lacks the cards."
    )
    return words % {"offer": params["offer"], **players_named(player=params["seat"])}


def _option(_scenario: Any, params: Params) -> str | None:
    return {
        "seats": gettext("Three or four play, two with the scenario for two."),
        "oldest_seat": gettext("The oldest player must be one of those who play."),
        "board_seed": gettext("A fixed island needs words to be laid from."),
    }.get(params.get("path", ""))


REFUSALS: Final = Refusals(
    {
        "too_few_cards": Refusal(_lacking, "build"),
        "wrong_number": Refusal(_wrong_number, "seven"),
        "no_pieces_left": Refusal(_("All %(pieces)d pieces of this kind are on the board."), "build"),
        "path_taken": Refusal(_("There is a CC on this path already."), "build"),
        "path_not_joined": Refusal(
            _("This path does not continue your CC, UV or UV** at a crossing that nobody else holds."), "build"
        ),
        "crossing_not_free": Refusal(
            _("This crossing or one next to it holds a UV: there is a distance of two paths between them."), "founding"
        ),
        "no_cc_there": Refusal(_("None of your CC ends at this crossing."), "build"),
        "no_own_uv": Refusal(_("You have no UV on this crossing."), "build"),
        "not_at_this_uv": Refusal(_("This path does not begin at the UV just founded."), "founding"),
        "no_cards_left": Refusal(_("No development card is left."), "cards"),
        "one_card_a_turn": Refusal(_("You have played a card in this turn: one is all."), "cards"),
        "no_such_card": Refusal(_("You do not hold this card."), "cards"),
        "bought_this_turn": Refusal(
            _("This card was bought in this turn: it can be played from the next one on."), "cards"
        ),
        "nowhere_to_build": Refusal(_("There is no place or no piece for a CC."), "cards"),
        "bank_empty": Refusal(_("The bank holds no card at all."), "cards"),
        "bank_lacks": Refusal(_("The bank does not hold these cards."), "cards"),
        "trade_is_over": Refusal(
            _("There is no trade now: the trade phase of this turn has not begun or is over."), "trade"
        ),
        "same_resource": Refusal(_("Give and take two different resources."), "trade"),
        "rate_not_reached": Refusal(_("The bank asks %(rate)d of it; you hold %(held)d."), "trade"),
        "no_such_hexagon": Refusal(_("There is no such hexagon."), "seven"),
        "robber_must_move": Refusal(_("The binôme glandeur must go to another hexagon."), "seven"),
        "nothing_to_steal": Refusal(_nothing_to_steal, "seven"),
        "only_with_the_active_player": Refusal(_only_with, "trade"),
        "too_many_offers": Refusal(_("%(most)d offers in a turn are all."), "trade"),
        "no_gifts": Refusal(_("An offer names at least one card on each side."), "trade"),
        "more_than_there_are": Refusal(_("There are only %(cards)d cards of a kind."), "trade"),
        "no_such_offer": Refusal(_("Offer %(offer)d is no longer on the table."), "trade"),
        "same_answer": Refusal(_("That is your answer already."), "trade"),
        "cannot_be_carried_out": Refusal(_carried_out, "trade"),
        "no_trade_between_players": Refusal(_("Players do not trade with each other in this match."), "trade"),
        "wrong_move": Refusal(_("This is no answer to what is asked here.")),
        "bad_options": Refusal(_option),
    }
)
