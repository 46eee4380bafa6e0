"""Domego's own lints: cards and tiers, contracts and prices, activities and roles."""

from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import median
from typing import Final

from games.catalogue.domego.rules.scenario import ContractText, PartText, Scenario
from games.engine.trial.remarks import Finding, Share, both, remark, share_of
from games.engine.trial.tally import CardTally, Question, Trial

SELDOM: Final = 0.02
"""A card is dead if it changes something in fewer of the games in which it is drawn. It is seldom drawn if it is drawn
in fewer games. Nobody takes a tier that is taken less often.
"""
UNSURE: Final = (0.10, 0.05)
"""A card is not called dead before its share cannot be above the first one, nor a tier useless before the second."""
ALWAYS: Final = 0.95
"""Everybody takes a tier that is taken more often."""
SURELY: Final = 0.80
"""The least share of a tier that everybody is said to take."""
MANY_CARDS: Final = 5
"""Percent of the cards with effects: so many dead ones are too many."""
MANY_TIERS: Final = (80, 40)
"""Percent of all tiers: so many that nobody takes, and that everybody takes, are too many. Of the tiers of a line, good
players often need one only.
"""
BLANK: Final = 2
"""More than one card in so many of a deck should have an effect."""
DEAR: Final = 4
"""A tier whose cube gains this many times less than the usual one is too dear; one that gains so many times more leaves
no choice.
"""
RICH: Final = 2
"""A payee is rich by far if it keeps this many times the price of all cubes that it can place."""
UNAGREED: Final = 0.5
"""Good players should agree on a contract in more games."""


def lints(scenario: Scenario, trial: Trial) -> Iterable[Finding]:
    """All findings on a project."""
    yield from _prices(scenario)
    yield from _contracts(scenario, trial)
    yield from _roles(scenario)
    yield from _activities(scenario)
    yield from _cards(scenario, trial)
    yield from _blank_decks(scenario)
    yield from _tiers(scenario, trial)
    yield from _odd_tiers(scenario, trial)


def _prices(scenario: Scenario) -> Iterator[Finding]:
    early, late = scenario.prices.special_action, scenario.prices.any_time
    if early >= late and any(action.startswith("buy:") for each in scenario.activities for action in each.special):
        yield remark(
            "early_price",
            "Buying early never pays: a cube costs %(early)sk at the special price and %(late)sk at any time.",
            60,
            "prices",
            early=early,
            late=late,
        )


def _parts(scenario: Scenario, role: str) -> list[PartText]:
    return [part for each in scenario.activities for part in each.participants if part.role == role]


def _cube_price(scenario: Scenario, role: str) -> int:
    """The lowest price of a role's cubes."""
    buys = any(f"buy:{role}" in each.special for each in scenario.activities)
    return min(scenario.prices.special_action, scenario.prices.any_time) if buys else scenario.prices.any_time


def _contracts(scenario: Scenario, trial: Trial) -> Iterator[Finding]:
    for index, contract in enumerate(scenario.standard_contracts):
        path = f"standard_contracts[{index}]"
        names = {"payer": _role(scenario, contract.payer), "payee": _role(scenario, contract.payee)}
        yield from _range(scenario, contract, path, names)
        agreed = trial.experts.questions.get(path, Question()).answers
        share = share_of(agreed.get("agreed", 0), sum(agreed.values()))
        if share.high < UNAGREED:
            yield remark(
                "contract_unagreed",
                "%(payer)s and %(payee)s agree on their contract in %(share)s %% of good players' games only.",
                75,
                path,
                names,
                share=share.percent,
            )


def _range(scenario: Scenario, contract: ContractText, path: str, names: dict[str, str]) -> Iterator[Finding]:
    """Findings on the standard range alone."""
    paid = [each for each in scenario.standard_contracts if each.payer == contract.payee]
    start = {role.id: role.start_money for role in scenario.roles}
    parts, price = _parts(scenario, contract.payee), _cube_price(scenario, contract.payee)
    required = price * sum(part.required for part in parts)
    most = required + price * sum(tiers[-1][0] for part in parts for tiers in (part.risk, part.delay) if tiers)
    own = start[contract.payee]
    left = own + contract.high - sum(each.low for each in paid)
    if left < required:
        yield remark(
            "contract_starves",
            "This contract is pointless: even with the high standard contract, %(high)sk, %(payee)s has %(left)sk "
            "for required cubes of %(required)sk.",
            80,
            path,
            names,
            high=contract.high,
            left=left,
            required=required,
        )
    kept = own + contract.low - sum(each.high for each in paid) - most
    if kept > RICH * max(1, most):
        yield remark(
            "contract_enriches",
            "This contract is pointless: any price makes %(payee)s rich. With the low standard contract, "
            "%(low)sk, it keeps %(kept)sk after all cubes that it can place.",
            60,
            path,
            names,
            low=contract.low,
            kept=kept,
        )
    if contract.low == contract.high:
        yield remark(
            "contract_fixed",
            "%(payer)s and %(payee)s have nothing to negotiate: both standard contracts are %(low)sk.",
            55,
            path,
            names,
            low=contract.low,
        )
    of_payer = [each for each in scenario.standard_contracts if each.payer == contract.payer]
    income = sum(each.low for each in scenario.standard_contracts if each.payee == contract.payer)
    due = sum(each.low for each in of_payer)
    held = start[contract.payer] + income
    if held < due and contract == of_payer[0]:
        yield remark(
            "contracts_unpayable",
            "%(payer)s: the contracts cannot be paid. Even the low standard contracts come to %(due)sk, and "
            "%(held)sk are there.",
            80,
            path,
            names,
            due=due,
            held=held,
        )


def _role(scenario: Scenario, id_: str) -> str:
    return f"seat:{[role.id for role in scenario.roles].index(id_)}"


def _roles(scenario: Scenario) -> Iterator[Finding]:
    for seat, role in enumerate(scenario.roles):
        names = {"role": f"seat:{seat}"}
        if not _parts(scenario, role.id):
            yield remark("role_idle", "%(role)s: part of no activity.", 60, f"roles[{seat}]", names)
        if not role.objectives:
            yield remark(
                "role_aimless",
                "%(role)s: no objective, so no points to win.",
                60,
                f"roles[{seat}].objectives",
                names,
            )


def _activities(scenario: Scenario) -> Iterator[Finding]:
    for index, activity in enumerate(scenario.activities):
        if not activity.participants:
            names = {"activity": f"activities[{index}].name"}
            yield remark(
                "activity_empty",
                "Nobody takes part in activity %(number)s, %(activity)s.",
                55,
                f"activities[{index}].participants",
                names,
                number=index + 1,
            )


def _cards(scenario: Scenario, trial: Trial) -> Iterator[Finding]:
    """A finding on all dead cards, and one on those that are seldom drawn, each with a part for each card."""
    games = trial.experts.games + trial.usual.games
    dead, seldom, effective = [], [], 0
    for index, card in enumerate(scenario.risk_cards):
        if not card.effects:
            continue
        effective += 1
        path = f"risk_cards[{index}]"
        tallies = [tally.cards.get(path, CardTally()) for tally in (trial.experts, trial.usual)]
        drawn, changed = sum(each.drawn for each in tallies), sum(each.changed for each in tallies)
        names = {"card": f"{path}.title"}
        if not _most_drawn(scenario, card.activity):
            dead.append(remark("card_undrawn", "%(card)s: its activity draws no cards.", 20, path, names))
        elif share_of(drawn, games).high < SELDOM:
            text = {"drawn": drawn, "games": games}
            seldom.append(
                remark("card_seldom", "%(card)s: drawn in %(drawn)s of %(games)s games", 10, path, names, numbers=text)
            )
        elif (share := share_of(changed, drawn)).high < UNSURE[0] and share.value < SELDOM:
            why = Counter[str]()
            for each in tallies:
                why.update(each.why)
            dead.append(_dead(path, names, drawn, why.most_common(1)[0][0]))
    if dead:
        yield remark(
            "cards_dead",
            "Cards that never matter: %(number)s of %(cards)s with an effect (%(titles)s).",
            60 if 100 * len(dead) > MANY_CARDS * effective else 40,
            dead[0].place,
            {"titles": tuple(each.names["card"][0] for each in dead)},
            tuple(dead),
            number=len(dead),
            cards=effective,
        )
    if seldom:
        yield remark(
            "cards_seldom",
            "Cards that are hardly ever drawn, because everybody avoids them: %(number)s of %(cards)s (%(titles)s).",
            15,
            seldom[0].place,
            {"titles": tuple(each.names["card"][0] for each in seldom)},
            tuple(seldom),
            number=len(seldom),
            cards=effective,
        )


def _most_drawn(scenario: Scenario, turn: int) -> int:
    """The number of cards that an activity can draw at most."""
    effects = (each for card in scenario.risk_cards for each in card.effects if each.op == "risk")
    added = sum(max(0, each.cards or 0) for each in effects if each.activity == turn)
    return scenario.activities[turn - 1].risk_slots + added


def _dead(path: str, names: dict[str, str], drawn: int, why: str) -> Finding:
    """The finding on a card that changes nothing, by the most frequent reason."""
    if why == "spared":
        return remark(
            "card_spared",
            "%(card)s: drawn in %(drawn)s games, but the later activity draws the same number of cards anyway.",
            20,
            path,
            names,
            drawn=drawn,
        )
    if why == "void":
        return remark(
            "card_void",
            "%(card)s: drawn in %(drawn)s games, but its role is bankrupt by then.",
            20,
            path,
            names,
            drawn=drawn,
        )
    return remark(
        "card_clamped", "%(card)s: drawn in %(drawn)s games, but its days change nothing.", 20, path, names, drawn=drawn
    )


def _blank_decks(scenario: Scenario) -> Iterator[Finding]:
    for index, activity in enumerate(scenario.activities):
        deck = [card for card in scenario.risk_cards if card.activity == activity.number]
        blank = sum(not card.effects for card in deck)
        if activity.risk_slots and BLANK * blank >= len(deck) > 1:
            names = {"activity": f"activities[{index}].name"}
            yield remark(
                "deck_blank",
                "In activity %(number)s, %(activity)s, %(blank)s of %(cards)s cards have no effect.",
                60,
                f"activities[{index}]",
                names,
                number=index + 1,
                blank=blank,
                cards=len(deck),
            )


def _tiers(scenario: Scenario, trial: Trial) -> Iterator[Finding]:
    """Findings on the tiers that nobody takes, and on those that everybody takes."""
    never, always, number = [], [], 0
    for path, part, kind, tier, (cubes, gain) in _all_tiers(scenario):
        number += 1
        taken, asked = _taken(trial, path, tier)
        names = {"role": _role(scenario, part.role), "activity": f"{path.partition('.')[0]}.name"}
        params = {"cubes": cubes, "gain": gain, "experts": taken[0], "usual": taken[1]}
        if _is_seldom(both(*zip(taken, asked, strict=True))):
            never.append(_tier_line("tier_never", kind, f"{path}[{tier - 1}]", names, params))
        elif all(share_of(*pair).low > ALWAYS for pair in zip(taken, asked, strict=True)):
            always.append(_tier_line("tier_always", kind, f"{path}[{tier - 1}]", names, params))
    if never:
        weight = 60 if 100 * len(never) > MANY_TIERS[0] * number else 20
        yield remark(
            "tiers_never",
            "Tiers that nobody takes: %(tiers)s of %(number)s.",
            weight,
            never[0].place,
            None,
            tuple(never),
            tiers=len(never),
            number=number,
        )
    if always:
        weight = 60 if 100 * len(always) > MANY_TIERS[1] * number else 20
        yield remark(
            "tiers_always",
            "Tiers that everybody takes in every game: %(tiers)s of %(number)s.",
            weight,
            always[0].place,
            None,
            tuple(always),
            tiers=len(always),
            number=number,
        )


def _tier_line(key: str, kind: str, place: str, names: dict[str, str], params: dict[str, int]) -> Finding:
    if kind == "risk":
        return remark(key, "%(role)s, %(activity)s: cubes %(cubes)s, cards −%(gain)s", 20, place, names, numbers=params)
    return remark(key, "%(role)s, %(activity)s: cubes %(cubes)s, days −%(gain)s", 20, place, names, numbers=params)


def _all_tiers(scenario: Scenario) -> Iterator[tuple[str, PartText, str, int, tuple[int, int]]]:
    for index, activity in enumerate(scenario.activities):
        for line, part in enumerate(activity.participants):
            for kind, tiers in (("risk", part.risk), ("delay", part.delay)):
                for tier, each in enumerate(tiers, start=1):
                    yield f"activities[{index}].participants[{line}].{kind}", part, kind, tier, each


def _taken(trial: Trial, path: str, tier: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The numbers of games in which experts and usual bots took a tier, and in which they could."""
    found = [tally.questions.get(path, Question()).answers for tally in (trial.experts, trial.usual)]
    experts, usual = ((each.get(str(tier), 0), sum(each.values())) for each in found)
    return (experts[0], usual[0]), (experts[1], usual[1])


def _is_seldom(share: Share) -> bool:
    return share.value < SELDOM and share.high < UNSURE[1]


def _is_usual(share: Share) -> bool:
    return share.value > ALWAYS and share.low > SURELY


def _odd_tiers(scenario: Scenario, trial: Trial) -> Iterator[Finding]:
    """Single tiers whose price is out of all proportion, in the direction in which players use them."""
    for kind in ("risk", "delay"):
        rates = [gain / cubes for *_rest, each, _tier, (cubes, gain) in _all_tiers(scenario) if each == kind]
        usual = median(rates) if rates else 0.0
        for path, part, each, tier, (cubes, gain) in _all_tiers(scenario):
            if each != kind:
                continue
            taken, asked = _taken(trial, path, tier)
            names = {"role": _role(scenario, part.role), "activity": f"{path.partition('.')[0]}.name"}
            place, rate = f"{path}[{tier - 1}]", gain / cubes
            params = {"cubes": cubes, "gain": gain, "times": DEAR}
            if DEAR * rate <= usual and _is_seldom(both(*zip(taken, asked, strict=True))):
                yield remark(
                    "tier_dear",
                    "Nobody takes this tier, which is dearer than it helps: %(role)s, %(activity)s, %(cubes)s cubes "
                    "for %(gain)s. A cube usually gains at least %(times)s times as much.",
                    55,
                    place,
                    names,
                    numbers=params,
                )
            elif rate >= DEAR * usual and all(_is_usual(share_of(*pair)) for pair in zip(taken, asked, strict=True)):
                yield remark(
                    "tier_cheap",
                    "Everybody takes this tier, which leaves no choice: %(role)s, %(activity)s, %(cubes)s cubes "
                    "for %(gain)s. A cube gains at least %(times)s times as much as usual.",
                    55,
                    place,
                    names,
                    numbers=params,
                )
