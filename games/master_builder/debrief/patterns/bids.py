"""Bids: against the next one, against the minimum, against what the contract was worth, against the own limit."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.kit.patterns import Hit, Logged
from games.master_builder.debrief.patterns.play import PATTERNS, Play
from games.master_builder.facts.tables import ContractFacts
from games.master_builder.names import k

NEEDLESS = 3
"""k above what would have been enough, from which a price is worth a word."""
BARGAIN = 30
LATE_GAIN = 5
NEAR = 3
"""k by which a limit was missed."""


def _words(play: Play, made: ContractFacts) -> dict[str, str | int]:
    return {
        **play.named(player=made.seat),
        "contract": play.contract(made),
        "price": k(made.price),
        "least": k(made.min_bid),
        "round": made.round,
    }


def _needless(made: ContractFacts) -> int:
    """How much of the price was more than the next bid and one, or than the minimum bid, asked for."""
    enough = made.min_bid if made.runner_up is None else max(made.min_bid, made.runner_up + 1)
    return made.price - enough if made.how == "auction" else 0


@PATTERNS.add("overpaid", "agreement")
def overpaid(play: Play) -> Hit | None:
    """A price well above the one that would have been enough."""
    made = max(play.contracts, key=_needless, default=None)
    if made is None or _needless(made) < NEEDLESS:
        return None
    fact = _("%(The_player)s paid %(price)s for %(contract)s; the next bid was %(bid)s, the minimum bid %(least)s.")
    if made.runner_up is None:
        fact = _(
            "%(The_player)s paid %(price)s for %(contract)s; nobody bid against it, and the minimum bid was %(least)s."
        )
    ask = _("What was the difference paid for, and how could you have found out what the others would bid?")
    words = _words(play, made) | {"bid": k(made.runner_up or 0)}
    weight = min(66, 40 + 2 * _needless(made))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=play.sale(made), seats=(made.seat,))


@PATTERNS.add("winners_curse", "agreement")
def winners_curse(play: Play) -> Hit | None:
    """Even at the next highest bid the contract would have lost money. Not the one that lost most, if there are others:
    `contract_lost_money` tells of that.
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
    ask = _("Whoever overrates a contract most wins it: how would you correct a bid for that?")
    words = _words(play, made) | {"bid": k(made.runner_up or 0), "worth": k(_worth(made))}
    weight = min(70, 48 + made.price - _worth(made))
    events = (*play.sale(made), *play.close(made))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(made.seat,))


def _worth(made: ContractFacts) -> int:
    return made.value + made.bonus


@PATTERNS.add("bargain", "cost")
def bargain(play: Play) -> Hit | None:
    """A contract that nobody bid for against the buyer, and that brought much."""
    cheap = [made for made in play.contracts if made.how == "auction" and made.price == made.min_bid]
    made = max(cheap, key=lambda each: each.gain, default=None)
    if made is None or made.gain < BARGAIN or made.finished is None:
        return None
    fact = _(
        "%(The_player)s got %(contract)s at its minimum bid of %(price)s; it brought %(brought)s, "
        "and %(gain)s were left after price and wages."
    )
    ask = _("Why did nobody bid against it, and which of you could have built it?")
    words = _words(play, made) | {"brought": k(made.brought), "gain": k(made.gain)}
    weight = min(58, 10 + made.gain)
    events = (*play.sale(made), *play.close(made))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(made.seat,))


@PATTERNS.add("bought_last", "fairness")
def bought_last(play: Play) -> Hit | None:
    """Whoever was left over in the first round bought for much less than the others."""
    left = [made for made in play.contracts if made.how != "auction"]
    if not left:
        return None
    made = min(left, key=lambda each: each.price)
    dearest = max((each for each in play.contracts if each.round == made.round), key=lambda each: each.price)
    if dearest.price - made.price < LATE_GAIN:
        return None
    fact = _(
        "%(The_player)s won no auction in round %(round)d and got %(contract)s at its minimum bid of %(price)s; "
        "%(dear)s had gone for %(most)s."
    )
    ask = _("Was it luck or patience to come last, and what would waiting cost in a real call for bids?")
    words = _words(play, made) | {"dear": play.contract(dearest), "most": k(dearest.price)}
    weight = 44 if made.gain >= dearest.gain else 28
    events = (*play.sale(dearest), *play.sale(made))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(made.seat, dearest.seat))


@PATTERNS.add("limit_too_low", "process")
def limit_too_low(play: Play) -> Hit | None:
    """A limit stopped somebody just below the price of a contract that brought its owner much."""
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
    ask = _("How was this limit worked out, and what does it protect from?")
    words = _words(play, made) | {**play.named(loser=seat), "limit": k(limit.data["limit"]), "gain": k(made.gain)}
    weight = min(56, 24 + made.gain // 2)
    events = (limit.place, *play.trace.find("won", contract=made.contract))
    return Hit(weight=weight, fact=fact % words, ask=ask, events=events, seats=(seat,))


def _limits(play: Play) -> Iterator[tuple[ContractFacts, Logged]]:
    """Contracts with the last limit that each player had left for them; not those that were taken back."""
    for made in play.contracts:
        last: dict[int | None, Logged] = {}
        for event in play.trace.events:
            if event.kind == "limit_left" and event.data["contract"] == made.contract:
                last[event.seat] = event
        yield from ((made, limit) for limit in last.values() if limit.data["limit"])
