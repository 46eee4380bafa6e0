"""One player's part of the match, for the report of that player."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.utboheme import names
from games.catalogue.utboheme.facts.tables import Facts, PlayerFacts, TradeFacts
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.catalogue.utboheme.rules.scenario import Scenario
from games.ui.seats import player_name

Row = dict[str, Any]

TRADES: Final = 12
"""The most trades of the player that are listed."""
NOTHING: Final = "\u2013"


def seat_context(scenario: Scenario, facts: Facts, seat: int) -> Row:
    """A player's points with their parts, income, trades, pieces and losses. A stopped match has no points. Empty
    tables are left out.
    """
    player = facts.seats[seat]
    own = [trade for trade in facts.trades if seat in (trade.seat, trade.partner)]
    shown = _chosen(own)
    return {
        "figures": _figures(facts, player),
        "points": _points(scenario, player) if facts.why else [],
        "total": player.points,
        "income": _income(player) if any(facts.throws) else [],
        "trades": [_trade(trade, seat) for trade in shown],
        "more_trades": len(own) - len(shown),
        "built": _built(facts, seat),
        "lost": _lost(facts, seat),
        "gifts": _gifts(player),
    }


def _gifts(player: PlayerFacts) -> str:
    """A sentence on the cards from events of the facilitator; empty without any."""
    if not player.gifts:
        return ""
    cards = names.number_of_cards(player.gifts)
    return _("Events of the facilitator brought you %(cards)s besides.") % {"cards": cards}


def _figures(facts: Facts, player: PlayerFacts) -> list[Row]:
    place = {"place": player.place, "of": facts.players}
    luck = {"expected": names.tenths(player.expected), "luck": names.signed_tenths(player.luck)}
    trades = {"bank": player.bank_trades, "players": player.player_trades}
    lost = {"sevens": player.discarded, "robbed": player.robbed}
    points = {"label": _("Points"), "value": player.points, "note": _("place %(place)d of %(of)d") % place}
    return [
        *([points] if facts.why else []),
        {
            "label": _("Cards from the dice"),
            "value": player.income,
            "note": _("%(expected)s expected, luck %(luck)s") % luck,
        },
        {
            "label": _("Trades"),
            "value": player.bank_trades + player.player_trades,
            "note": _("%(bank)d with the bank, %(players)d with players") % trades,
        },
        {
            "label": _("Cards lost"),
            "value": player.discarded + player.robbed,
            "note": _("%(sevens)d on sevens, %(robbed)d stolen") % lost,
        },
    ]


def _points(scenario: Scenario, player: PlayerFacts) -> list[Row]:
    """The number of items of each kind, and their points."""
    worth = scenario.points
    parts = (
        (_("UV"), player.uv, worth.uv),
        (_("UV**"), player.upgraded, worth.upgraded),
        (_("Longest cursus"), int(player.longest), worth.longest),
        (_("Oldest ancien"), int(player.oldest), worth.oldest),
        (_("Victory points"), player.victory, worth.victory),
    )
    return [{"name": name, "number": number, "points": number * each} for name, number, each in parts]


def _income(player: PlayerFacts) -> list[Row]:
    """The income by resource, then in total. Older frozen facts have no expected income by resource."""
    known = sum(player.expected_by) > 0 or not player.expected
    rows = [
        _expected(names.short_resource(resource), expected if known else None, real)
        for resource, expected, real in zip(RESOURCES, player.expected_by, player.by_resource, strict=True)
    ]
    return [*rows, _expected(pgettext("sum", "All"), player.expected, player.income)]


def _expected(name: str, expected: int | None, real: int) -> Row:
    if expected is None:
        return {"name": name, "expected": NOTHING, "real": real, "luck": NOTHING}
    luck = names.signed_tenths(1000 * real - expected)
    return {"name": name, "expected": names.tenths(expected), "real": real, "luck": luck}


def _chosen(trades: Sequence[TradeFacts]) -> list[TradeFacts]:
    """At most TRADES trades in order of play; trades with players have priority."""
    order = sorted(range(len(trades)), key=lambda number: (trades[number].partner is None, number))
    return [trades[number] for number in sorted(order[:TRADES])]


def _trade(trade: TradeFacts, seat: int) -> Row:
    """A trade from the side of this seat. `rate` is the number of cards given for one card."""
    active = trade.seat == seat
    gave, got = (trade.gave, trade.got) if active else (trade.got, trade.gave)
    partner = trade.partner if active else trade.seat
    return {
        "turn": trade.turn,
        "partner": _("the bank") if partner is None else player_name(partner),
        "gave": names.cards(gave),
        "got": names.cards(got),
        "rate": names.tenths(round(1000 * sum(gave) / sum(got))),
    }


def _built(facts: Facts, seat: int) -> list[Row]:
    words = {"uv": _("UV"), "upgraded": _("UV**"), "cc": _("CC"), "card": _("Development card")}
    found: dict[str, Counter[int]] = {what: Counter() for what in words}
    for each in facts.built:
        if each.seat == seat:
            found[each.what][each.turn] += 1
    return [
        {"name": words[what], "number": turns.total(), "turns": _turns(turns)} for what, turns in found.items() if turns
    ]


def _turns(numbers: Mapping[int, int]) -> str:
    """A text such as `foundation (2), 7, 12`; brackets contain the number if it is more than one."""
    said = []
    for turn, number in numbers.items():
        name = _("foundation") if turn == 0 else str(turn)
        said.append(f"{name} ({number})" if number > 1 else name)
    return ", ".join(said)


def _lost(facts: Facts, seat: int) -> list[Row]:
    words = {
        "seven": pgettext("lost cards", "discarded on sevens"),
        "robber": pgettext("lost cards", "stolen with the binôme glandeur"),
        "blocked": pgettext("lost cards", "withheld by the binôme glandeur"),
        "monopoly": pgettext("lost cards", "taken by a monopoly"),
    }
    found: dict[str, Counter[int]] = {why: Counter() for why in words}
    for each in facts.lost:
        if each.seat == seat:
            found[each.why][each.turn] += each.cards
    return [
        {"name": words[why], "cards": cards.total(), "turns": _turns(cards)} for why, cards in found.items() if cards
    ]
