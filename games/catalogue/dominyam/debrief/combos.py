"""Combinations made and missed, by player."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue.dominyam import names
from games.catalogue.dominyam.facts import Facts
from games.catalogue.dominyam.facts.closing import ON_THE_BOARD
from games.catalogue.dominyam.facts.tables import Missed, PlayerFacts
from games.catalogue.dominyam.rules.combinations import KINDS, Kind
from games.ui.faces import RoleName


@dataclass(frozen=True)
class ComboRow:
    """A kind of combination: made of these dominoes, or missed for lack of those."""

    role: RoleName
    name: str
    got: bool
    dominoes: str
    points: str
    why: str


def combo_rows(facts: Facts, roles: Sequence[RoleName]) -> list[ComboRow]:
    """The combinations by player, in the order of the rules."""
    return [
        _row(player, kind, roles) for player in facts.seats for kind in KINDS
    ]  # fmt: skip


def _row(player: PlayerFacts, kind: Kind, roles: Sequence[RoleName]) -> ComboRow:
    role, name = roles[player.seat], names.kind(kind)
    for made in player.hand.combinations:
        if made.kind == kind:
            return ComboRow(role, name, True, names.dominoes(made.dominoes), str(made.points), "")
    for missed in player.missed:
        if missed.kind == kind:
            return ComboRow(role, name, False, names.dominoes(missed.dominoes), "", _why(missed, roles))
    return ComboRow(role, name, False, "", "", _("not one domino for it"))


def _why(missed: Missed, roles: Sequence[RoleName]) -> str:
    if not missed.missing:
        return _("its dominoes counted more elsewhere")
    parts = []
    for domino, holder in zip(missed.missing, missed.holders, strict=True):
        where = _("on the board") if holder == ON_THE_BOARD else roles[holder].name
        parts.append(_("%(domino)s (%(where)s)") % {"domino": names.domino(domino), "where": where})
    return _("missing: %(dominoes)s") % {"dominoes": ", ".join(parts)}
