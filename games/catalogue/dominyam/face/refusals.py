"""The reasons for which the rules refuse a move, in words with the numbers."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.ui.refusals import Refusal, Refusals

REFUSALS: Final = Refusals(
    {
        "place_empty": Refusal(_("Place %(place)d is empty: its domino is eaten."), "table"),
        "places_in_order": Refusal(
            _("A meal is two different dominoes, the lower place first: not %(first)d and %(second)d."), "meal"
        ),
        "places_apart": Refusal(
            _("The dominoes of places %(first)d and %(second)d do not touch along a side."), "mercy"
        ),
        "not_at_mercy": Refusal(
            _("The domino of place %(place)d is not at the void's mercy: both its long sides are covered."), "mercy"
        ),
        "isolates": Refusal(_("This would leave the domino of place %(place)d alone, touching no other."), "mercy"),
        "under_target": Refusal(_("The four halves add up to %(sum)d, less than the target of %(target)d."), "target"),
        "dice_do_not_fit": Refusal(
            _("No four of the dice carry the four halves of places %(first)d and %(second)d."), "meal"
        ),
        "no_such_point_die": Refusal(_("No die of %(point)d is left over after this meal."), "meal"),
        "no_rolls_left": Refusal(_("No throw is left in this turn: eat, or go without."), "meal"),
        "dice_in_order": Refusal(_("Each die is named once, in rising order."), "meal"),
        "guess_first": Refusal(_("Guess first: choose the meal that you go for, and how likely it is."), "chances"),
        "no_such_aim": Refusal(
            _("The dominoes of places %(first)d and %(second)d are no meal that could come now."), "target"
        ),
        "nothing_to_guess": Refusal(_("Here no chance is guessed."), "chances"),
        "wrong_move": Refusal(_("This is no answer to what is asked here.")),
    }
)
