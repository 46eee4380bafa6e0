"""A player's accounts in words: the pieces and cards that add up to points, and the changes on cards of news."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.catalogue.utboheme import names
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.accounts import ACCOUNTS, CARDS, HANDS, OPEN_POINTS, POINTS, Terms
from games.catalogue.utboheme.rules.resources import RESOURCES, Resource
from games.catalogue.utboheme.rules.view import View
from games.engine.ledger import Entry, Holder
from games.ui.faces import ExplainPart, Scene, Term
from games.ui.ledger import Statement, Statements
from games.ui.recap import Change
from games.ui.seats import player_name
from games.ui.sentences import phrase
from games.ui.stretches import Stretch


def _player(seat: Holder) -> dict[str, str]:
    return {"player": player_name(seat or 0)}


def _piece(scene: Scene, entry: Entry) -> str:
    event: Any = entry.event
    match event:
        case events.UvUpgraded():
            text = _("UV** on crossing %(place)s, instead of the UV")
        case events.LongestMoved() | events.OldestMoved():
            card = _("Longest cursus") if isinstance(event, events.LongestMoved) else _("Oldest ancien")
            return card if event.seat == entry.posting.holder else _("%(card)s lost") % {"card": card}
        case _:
            text = _("UV on crossing %(place)s")
    return phrase(text, place=names.around_crossing(scene.view.board, event.crossing))


def _hidden(scene: Scene, seat: Holder) -> Iterator[Term]:
    """Victory points on hidden cards: they are shown to their owner, and to all at the end."""
    view: View = scene.view
    entries = OPEN_POINTS.entries(scene.record, Terms(view.figures, view.viewer), seat)
    hidden = POINTS.shown(view)[seat] - sum(entry.posting.amount for entry in entries)
    if hidden:
        yield Term(_("Victory points among the development cards"), hidden)


def _note(scene: Scene, seat: Holder) -> str:
    known = scene.view.stage == "over" or seat == scene.view.viewer
    return "" if known else _("Development cards that are still hidden do not count here.")


def _points_changed(scene: Scene, seat: Holder) -> str:
    return _("Your points") if seat == scene.seat else _("Points: %(player)s") % _player(seat)


def _hand_changed(resource: Resource) -> Callable[[Scene, Holder], str]:
    return lambda scene, seat: _("Your cards: %(resource)s") % {"resource": names.resource(resource)}


STATEMENTS: Final = Statements(
    ACCOUNTS,
    {
        "points": Statement(
            account=POINTS,
            explained=OPEN_POINTS,
            title=lambda scene, seat: _("Points: %(player)s") % _player(seat),
            words=_piece,
            more=_hidden,
            explained_unit=pgettext_lazy("unit", "points"),
            note=_note,
            rule="rules#build",
            changed=_points_changed,
        ),
        **{
            resource: Statement(account=hand, changed=_hand_changed(resource))
            for resource, hand in zip(RESOURCES, HANDS, strict=True)
        },
        "cards": Statement(account=CARDS, changed=lambda scene, seat: _("Cards: %(player)s") % _player(seat)),
    },
)


def changes(scene: Scene, run: Stretch) -> Iterator[Change]:
    """Changes of points, of the reader's cards by resource, and of the number of the others' cards."""
    players = range(len(scene.view.points))
    yield from STATEMENTS.changes(scene, run, "points", players)
    yield from own_changes(scene, run)
    yield from STATEMENTS.changes(scene, run, "cards", [seat for seat in players if seat != scene.seat])


def own_changes(scene: Scene, run: Stretch) -> Iterator[Change]:
    """The changes of the reader's cards, by resource."""
    for resource in RESOURCES:
        yield from STATEMENTS.changes(scene, run, resource)


EXPLAIN: Final = ExplainPart(number=STATEMENTS.explain, kinds=STATEMENTS.explain_kinds)
