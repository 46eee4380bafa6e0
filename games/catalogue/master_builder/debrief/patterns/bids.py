"""Patterns of bids, compared with the next bid, the minimum, the contract's worth and the player's limit."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.catalogue.master_builder.debrief.patterns.play import PATTERNS, Play
from games.catalogue.master_builder.facts.tables import ContractFacts
from games.catalogue.master_builder.names import k
from games.ui.patterns import Hit, Logged

NEEDLESS = 3
"""The k above a sufficient price from which the pattern is reported."""
BARGAIN = 30
LATE_GAIN = 5
NEAR = 3
"""The most k by which a limit was too low."""


def _contract_params(play: Play, made: ContractFacts) -> dict[str, str | int]:
    return {
        **play.named(player=made.seat),
        "contract": play.contract(made),
        "price": k(made.price),
        "least": k(made.min_bid),
        "round": made.round,
    }


def _needless(made: ContractFacts) -> int:
    """The part of the price above the minimum bid, or above the next highest bid plus one."""
    enough = made.min_bid if made.runner_up is None else max(made.min_bid, made.runner_up + 1)
    return made.price - enough if made.how == "auction" else 0


@PATTERNS.add("overpaid", "agreement")
def overpaid(play: Play) -> Hit | None:
    """A price was well above a sufficient one."""
    made = max(play.contracts, key=_needless, default=None)
    if made is None or _needless(made) < NEEDLESS:
        return None
    fact = _("%(The_player)s paid %(price)s for %(contract)s; the next bid was %(bid)s, the minimum bid %(least)s.")
    if made.runner_up is None:
        fact = _(
            "%(The_player)s paid %(price)s for %(contract)s; nobody bid against it, and the minimum bid was %(least)s."
        )
    ask = _("How can one find out what the others are going to bid?")
    words = _contract_params(play, made) | {"bid": k(made.runner_up or 0)}
    weight = min(66, 40 + 2 * _needless(made))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=play.sale(made), seats=(made.seat,))


@PATTERNS.add("winners_curse", "agreement")
def winners_curse(play: Play) -> Hit | None:
    """Even at the next highest bid the contract would have lost money. The contract with the worst loss is left to
    `contract_lost_money` if there are others.
    """
    if not play.facts.ended:
        return None
    cursed = [made for made in play.contracts if made.runner_up is not None and made.runner_up > _worth(made)]
    others = [made for made in cursed if made != play.worst]
    made = max(others or cursed, key=lambda each: each.price - _worth(each), default=None)
    if made is None:
        return None
    fact = _(
        "%(The_player)s won %(contract)s for %(price)s. Less the wages it brought %(worth)s, "
        "which is below even the next bid of %(bid)s."
    )
    ask = _("The highest bid often overrates the contract: how would you correct your bid?")
    words = _contract_params(play, made) | {"bid": k(made.runner_up or 0), "worth": k(_worth(made))}
    weight = min(70, 48 + made.price - _worth(made))
    events = (*play.sale(made), *play.close(made))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(made.seat,))


def _worth(made: ContractFacts) -> int:
    return made.value + made.bonus


@PATTERNS.add("bargain", "cost")
def bargain(play: Play) -> Hit | None:
    """A contract without a rival bid earned its buyer much money."""
    cheap = [made for made in play.contracts if made.how == "auction" and made.price == made.min_bid]
    made = max(cheap, key=lambda each: each.gain, default=None)
    if made is None or made.gain < BARGAIN or made.finished is None:
        return None
    fact = _(
        "%(The_player)s got %(contract)s at its minimum bid of %(price)s; it brought %(brought)s, "
        "and %(gain)s were left after price and wages."
    )
    ask = _("Why did nobody else bid for this contract?")
    words = _contract_params(play, made) | {"brought": k(made.brought), "gain": k(made.gain)}
    weight = min(58, 10 + made.gain)
    events = (*play.sale(made), *play.close(made))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(made.seat,))


@PATTERNS.add("bought_last", "fairness")
def bought_last(play: Play) -> Hit | None:
    """A player without a contract after the auctions of the first round bought one for much less than the others."""
    left = [made for made in play.contracts if made.how != "auction"]
    if not left:
        return None
    made = min(left, key=lambda each: each.price)
    before = play.contracts[: play.contracts.index(made)]
    auctions = [each for each in before if each.round == made.round and each.how == "auction"]
    dearest = max(auctions, key=lambda each: each.price, default=made)
    if dearest.price - made.price < LATE_GAIN:
        return None
    fact = _(
        "%(The_player)s won no auction in round %(round)d and got %(contract)s at its minimum bid of %(price)s; "
        "%(dear)s had gone for %(most)s."
    )
    ask = _("Was the last contract so cheap by luck or by patience?")
    words = _contract_params(play, made) | {"dear": play.contract(dearest), "most": k(dearest.price)}
    weight = 44 if made.gain >= dearest.gain else 28
    events = (*play.sale(dearest), *play.sale(made))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(made.seat, dearest.seat))


@PATTERNS.add("limit_too_low", "process")
def limit_too_low(play: Play) -> Hit | None:
    """A limit was just below the price of a contract that earned its owner much."""
    missed = [(made, limit) for made, limit in _limits(play) if limit.seat != made.seat and made.gain > 0]
    near = [(made, limit) for made, limit in missed if 0 <= made.price - limit.data["limit"] <= NEAR]
    if not near:
        return None
    made, limit = max(near, key=lambda pair: pair[0].gain)
    seat = limit.seat or 0
    fact = _(
        "%(The_loser)s stopped at an own limit of %(limit)s for %(contract)s; %(the_player)s got it for %(price)s, "
        "and %(gain)s were left."
    )
    ask = _("How was this limit for the bids worked out?")
    words = _contract_params(play, made) | {
        **play.named(loser=seat),
        "limit": k(limit.data["limit"]),
        "gain": k(made.gain),
    }
    weight = min(56, 24 + made.gain // 2)
    events = (limit.place, *play.trace.find("won", contract=made.contract))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(seat,))


def _limits(play: Play) -> Iterator[tuple[ContractFacts, Logged]]:
    """The last limit of each player for each contract, without withdrawn ones."""
    for made in play.contracts:
        last: dict[int | None, Logged] = {}
        for event in play.trace.events:
            if event.kind == "limit_left" and event.data["contract"] == made.contract:
                last[event.seat] = event
        yield from ((made, limit) for limit in last.values() if limit.data["limit"])
