"""The form for the options of a match."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.ui.faces import OptionsForm
from games.ui.seats import LETTERS

LAST_FOUNDER = "last_founder"


class UtbohemeOptionsForm(OptionsForm):
    """The options that a person chooses. The scenario defines the number of players, including the game for two."""

    phases = forms.ChoiceField(
        label=_("Order of a turn"),
        choices=[
            ("strict", _("Trade first, then build: no trade after the first purchase")),
            ("free", _("Trade and build in any order")),
        ],
        initial="strict",
        required=False,
    )
    first = forms.ChoiceField(
        label=_("Who plays the first turn"),
        choices=[
            (LAST_FOUNDER, _("Who founded last")),
            *(
                (str(seat), format_lazy(_("The oldest: player {letter}"), letter=each))
                for seat, each in enumerate(LETTERS)
            ),
        ],
        initial=LAST_FOUNDER,
        required=False,
    )
    board_seed = forms.CharField(
        label=_("Words that lay the island"),
        help_text=_("The same words lay the same island in every match. Empty: chance lays it."),
        max_length=120,
        required=False,
    )
    player_trade = forms.BooleanField(label=_("Players trade with each other"), initial=True, required=False)
    holder_keeps_tie = forms.BooleanField(
        label=_("The holder of the longest cursus keeps it in a tie"),
        help_text=_("Off: when a cursus is cut and several are equally long, the card is set aside."),
        required=False,
    )
    play_same_turn = forms.BooleanField(
        label=_("A development card can be played in the turn in which it is bought"), required=False
    )
    ask_for_dice = forms.BooleanField(
        label=_("Ask before every throw of the dice"),
        help_text=_("Off: the dice are thrown at once for a player without development cards."),
        required=False,
    )
    max_rounds = forms.IntegerField(
        label=_("Last round"),
        help_text=_("Empty: the match ends with 10 points only. Else the highest points win after so many rounds."),
        min_value=1,
        max_value=500,
        required=False,
    )

    def __init__(self, data: Any = None, *, initial: Mapping[str, Any] | None = None, **more: Any) -> None:
        """`initial` are options by their own names; two form fields have other values."""
        known = dict(initial or {})
        if known.get("first_turn") == "oldest":
            known["first"] = str(known.get("oldest_seat", 0))
        if "auto_roll" in known:
            known["ask_for_dice"] = not known["auto_roll"]
        super().__init__(data, initial=known, **more)

    def clean_board_seed(self) -> str:
        words: str = self.cleaned_data["board_seed"]
        if not words.isprintable():
            raise forms.ValidationError(_("Write one line without special characters."))
        return words

    def to_options(self) -> Mapping[str, Any]:
        given = self.cleaned_data
        first, words = given["first"] or LAST_FOUNDER, given["board_seed"]
        return {
            "phases": given["phases"] or "strict",
            "first_turn": LAST_FOUNDER if first == LAST_FOUNDER else "oldest",
            "oldest_seat": 0 if first == LAST_FOUNDER else int(first),
            "board": "fixed" if words else "random",
            "board_seed": words,
            "player_trade": given["player_trade"],
            "holder_keeps_tie": given["holder_keeps_tie"],
            "play_same_turn": given["play_same_turn"],
            "auto_roll": not given["ask_for_dice"],
            "max_rounds": given["max_rounds"],
        }
