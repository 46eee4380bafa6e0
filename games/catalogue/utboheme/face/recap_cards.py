"""The cards of a recap, by subject."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue.utboheme import names
from games.catalogue.utboheme.board import PIPS
from games.catalogue.utboheme.face.explain import changes, own_changes
from games.catalogue.utboheme.face.words import located, words_of
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.turn import SEVEN
from games.ui.faces import Scene
from games.ui.faces.facilitation import BROUGHT
from games.ui.recap import RecapCard
from games.ui.seats import player_name
from games.ui.sentences import phrase, sentences, with_subject
from games.ui.stretches import Stretch


def _who(scene: Scene, seat: int | None) -> str:
    return pgettext("reader", "You") if seat == scene.seat else player_name(seat or 0)


def _lines(scene: Scene, run: Stretch, seat: int | None) -> str:
    """The sentences of the history. A player other than the card's own is named before the sentence."""
    parts: list[str] = []
    for event in run.events:
        words = None if isinstance(event, events.TurnBegun) else words_of(scene.scenario, event)
        if words is None:
            continue
        said = located(scene.view.board, words.html)
        if event.seat in (None, seat):
            parts.append(said)
        else:
            parts.append(with_subject(player_name(event.seat), said))
    return sentences(*parts)


def _card(scene: Scene, run: Stretch, title: str, rule: str, seat: int | None, **more: Any) -> RecapCard:
    """A card of `seat` with the figures that changed; `more` are further fields."""
    more.setdefault("label", "" if seat is None else _who(scene, seat))
    more["note"] = sentences(more.get("note", ""))
    return RecapCard(
        title=title,
        turn=run.events[0].turn,
        numbers=run.numbers,
        seat=seat,
        words=_lines(scene, run, seat),
        changes=tuple(changes(scene, run)),
        rule=rule,
        **more,
    )


def _is_mine(scene: Scene, run: Stretch) -> bool:
    """True if the event changes the reader's own hand."""
    return any(own_changes(scene, run))


def _went_without(scene: Scene, run: Stretch) -> bool:
    """True if the robber or a short bank kept income from the reader."""
    seat = scene.seat
    return seat is not None and any(each.due[seat] > each.got[seat] for each in run.of(events.Harvested))


def start(scene: Scene, run: Stretch) -> RecapCard:
    """The card for the island and the starting player."""
    return _card(
        scene, run, _("The island is laid"), "rules#island", None, label=_("Everything is ready"), weight="detail"
    )


def founding(scene: Scene, run: Stretch) -> RecapCard:
    """The card for a free UV and the CC beside it."""
    return _card(scene, run, _("Foundation"), "rules#founding", run.events[0].seat)


def dice(scene: Scene, run: Stretch) -> RecapCard:
    """The card for the dice of a turn with their income, or a seven with its effects."""
    rolled, seat = run.of(events.Rolled), run.events[0].seat
    if not run.has(events.Rolled, events.Harvested):
        return _card(scene, run, _("The turn begins"), "rules#turn", seat, weight="detail")
    if rolled and sum(rolled[0].dice) == SEVEN:
        return _seven(scene, run, rolled[0].seat, rolled)
    note = _("Counts as one card for a UV at the hexagon, two for a UV**, for all players.")
    return _card(
        scene, run, _("Dice and income"), "rules#dice", rolled[0].seat if rolled else None,
        note=note if _is_mine(scene, run) else "",
        weight="news" if _is_mine(scene, run) or _went_without(scene, run) else "detail",
        template="utboheme/recap.html" if rolled else "", context=_faces(rolled), sentence=_thrown(scene, rolled),
    )  # fmt: skip


def _thrown(scene: Scene, rolled: list[events.Rolled]) -> str:
    words = words_of(scene.scenario, rolled[0]) if rolled else None
    return words.html if words else ""


def _faces(rolled: list[events.Rolled]) -> dict[str, Any]:
    if not rolled:
        return {}
    one, other = rolled[0].dice
    words = _("Dice: %(one)s and %(other)s") % {"one": one, "other": other}
    return {"dice": [PIPS[one], PIPS[other]], "words": words}


def seven(scene: Scene, run: Stretch) -> RecapCard:
    """The card for the visible effects of a seven, or of an ancien."""
    moved = run.of(events.RobberMoved)
    return _seven(scene, run, moved[0].seat if moved else None, [])


def _seven(scene: Scene, run: Stretch, seat: int | None, rolled: list[events.Rolled]) -> RecapCard:
    moved = run.of(events.RobberMoved)
    title = _("A seven") if rolled or run.has(events.Discarded) else _("The binôme glandeur moves")
    note = _("Counts as no income. His hexagon gives nothing while he is there.") if moved else ""
    more = {} if seat is not None else {"label": _("Seven")}
    return _card(
        scene, run, title, "rules#seven", seat, note=note, template="utboheme/recap.html" if rolled else "",
        context=_faces(rolled), **more,
    )  # fmt: skip


def trade(scene: Scene, run: Stretch) -> RecapCard:
    """The card for the visible offers, answers and trades of a turn."""
    traded, bank = run.of(events.Traded), run.of(events.BankTraded)
    title = _("Offers")
    if traded or bank:
        number = len(traded) + len(bank)
        title = ngettext("%(number)d trade", "%(number)d trades", number) % {"number": number}
    offered = any(scene.seat in event.asked for event in run.of(events.Offered))
    weight = "news" if offered or _is_mine(scene, run) else "detail"
    seats = {event.seat for event in (*traded, *bank)}
    seat = seats.pop() if len(seats) == 1 else None
    more = {} if seat is not None else {"label": _("Trade")}
    return _card(scene, run, title, "rules#trade", seat, weight=weight, sentence=_traded(scene, run), **more)


def _traded(scene: Scene, run: Stretch) -> str:
    """The last trade, or the result of the last offer."""
    ended: list[Any] = [*run.of(events.OfferClosed), *run.of(events.BankTraded), *run.of(events.Traded)]
    words = words_of(scene.scenario, ended[-1]) if ended else None
    return words.html if words else ""


def building(scene: Scene, run: Stretch) -> RecapCard:
    """The card for pieces built and cards bought."""
    uv = len(run.of(events.UvBuilt)) + len(run.of(events.UvUpgraded))
    cc, bought = len(run.of(events.CcBuilt)), len(run.of(events.CardBought))
    parts = [
        ngettext("%(number)d CC", "%(number)d CC", cc) % {"number": cc} if cc else "",
        _built(run),
        ngettext("%(number)d development card", "%(number)d development cards", bought) % {"number": bought}
        if bought
        else "",
    ]
    title = ", ".join(part for part in parts if part) or _("A special card moves")
    moved = run.has(events.LongestMoved, events.OldestMoved)
    rule = "rules#special" if moved else "rules#cards" if bought and not cc + uv else "rules#build"
    weight = "news" if uv or moved or _is_mine(scene, run) else "detail"
    seat = next((event.seat for event in run.events if event.seat is not None), None)
    return _card(scene, run, title, rule, seat, note=_worth(scene, run), weight=weight)


def _built(run: Stretch) -> str:
    uv, upgraded = len(run.of(events.UvBuilt)), len(run.of(events.UvUpgraded))
    parts = [
        ngettext("%(number)d UV", "%(number)d UV", uv) % {"number": uv} if uv else "",
        ngettext("%(number)d UV**", "%(number)d UV**", upgraded) % {"number": upgraded} if upgraded else "",
    ]
    return ", ".join(part for part in parts if part)


def _worth(scene: Scene, run: Stretch) -> str:
    """The points for pieces and special cards."""
    figures = scene.view.figures
    worth = [
        (_("%(points)s for a UV"), figures.uv_points, run.has(events.UvBuilt)),
        (_("%(points)s for a UV**, the UV before it included"), figures.upgraded_points, run.has(events.UvUpgraded)),
        (_("%(points)s for the longest cursus"), figures.longest_points, run.has(events.LongestMoved)),
        (_("%(points)s for the oldest ancien"), figures.oldest_points, run.has(events.OldestMoved)),
    ]
    parts = [text % {"points": names.points(number)} for text, number, counts in worth if counts]
    return phrase(_("Counts as %(parts)s."), parts=", ".join(parts)) if parts else ""


def development(scene: Scene, run: Stretch) -> RecapCard:
    """The card for a development card and all its effects."""
    played, first = run.of(events.CardPlayed), run.events[0]
    title = _("What a card brought")
    if played:
        title = _("Development card: %(card)s") % {"card": names.kind(played[0].card)}
    note = _worth(scene, run)
    if played and not note:
        note = phrase(_("It does this: %(rule)s."), rule=names.kind_rule(played[0].card))
    return _card(scene, run, title, "rules#cards", first.seat, note=note, turned=bool(played))


def brought(scene: Scene, run: Stretch) -> RecapCard:
    """The card for an event that the facilitator brought, with its effects on all players."""
    title = names.event_titles()[run.events[0].event]
    rule = "rules#seven" if run.has(events.RobberSent) else "rules#dice"
    return _card(scene, run, title, rule, None, label=str(BROUGHT))


def orders(scene: Scene, run: Stretch) -> RecapCard:
    """The card for the reader's own standing orders and plans."""
    stopped = any(event.code for event in run.of(events.PlanStopped))
    title = _("Your plan") if run.has(events.PlanStopped) else _("Your standing orders")
    return _card(scene, run, title, "rules#away", run.events[0].seat, weight="news" if stopped else "detail")


def end(scene: Scene, run: Stretch) -> RecapCard:
    """The card for revealed cards, and the points of all."""
    ended = run.of(events.GameEnded)
    note = ""
    if ended:
        scores = [
            _("%(player)s %(points)s") % {"player": _who(scene, seat), "points": names.points(score)}
            for seat, score in enumerate(ended[0].scores)
        ]
        note = phrase(_("Final points: %(scores)s."), scores=", ".join(scores))
    return _card(scene, run, _("The match is over"), "rules#end", None, label=_("The end"), note=note)


CARDS: dict[str, Callable[[Scene, Stretch], RecapCard]] = {
    "start": start,
    "found": founding,
    "dice": dice,
    "seven": seven,
    "trade": trade,
    "build": building,
    "card": development,
    "brought": brought,
    "orders": orders,
    "end": end,
}
