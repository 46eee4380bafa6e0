"""Positions of Master Builder for a test: `town(cash=[6], crews=["M1 T5"], phase="wages")`, then moves."""

from contextlib import contextmanager
from typing import Any

import pytest
from msgspec import structs

from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.rules import applying
from games.catalogue.master_builder.rules.moves import (
    Build,
    Buy,
    Choose,
    Decline,
    Fire,
    Hire,
    Nominate,
    Pass,
    Raise,
    SetLimit,
)
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.table import Table
from games.catalogue.master_builder.rules.turn import advance
from games.catalogue.master_builder.rules.types import Employee, Fate, Lot, Market, Options, Pile, Site, State
from games.engine.draws import LabelledDraws
from games.engine.errors import IllegalMove
from games.engine.facilitation import Brought, played

CLASSIC = RULES.load_scenario(GAME.scenarios["classic"])
SEED = b"master builder"
SKILLS = ("A", "T", "F", "M")


def draws():
    return LabelledDraws(SEED)


@contextmanager
def raises_illegal(code, **params):
    with pytest.raises(IllegalMove) as refused:
        yield
    assert (refused.value.code, refused.value.params) == (code, params)


def crew_of(text):
    """Workers in short, as in `"M1 T5:4 A6!"`: M1 at the printed wage, T5 at 4, A6 face down."""
    found = []
    for word in text.split():
        name, _, wage = word.rstrip("!").partition(":")
        printed = next(worker.wage for worker in CLASSIC.workers if worker.id == name)
        found.append(Employee(name, int(wage) if wage else printed, word.endswith("!")))
    return tuple(found)


def site(number, *built):
    """A contract on which these sections are built; `"all"` for every section."""
    sections = CLASSIC.contracts[number - 1].sections
    ids = [section.id for section in sections]
    standing = (1 << len(ids)) - 1 if built == ("all",) else sum(1 << ids.index(each) for each in built)
    return Site(number, standing)


def pieces(number, *sections):
    """The sections by the names that a plan uses, in the order of the card."""
    ids = [section.id for section in CLASSIC.contracts[number - 1].sections]
    return tuple(f"{number}/{id_}" for id_ in ids if id_ in sections)


def built(state, seat, number):
    """The names of the sections that are built."""
    standing = next(each.standing for each in state.firms[seat].sites if each.contract == number)
    sections = CLASSIC.contracts[number - 1].sections
    return tuple(section.id for index, section in enumerate(sections) if standing >> index & 1)


class Town:
    """A position with its moves. `did` are the events of the last move."""

    def __init__(self, state: State, did: tuple[Any, ...] = ()) -> None:
        self.state, self.did = state, did

    def play(self, seat, move, kind=None):
        """Answer the prompt of this seat that fits the move."""
        prompt = next(
            prompt
            for prompt in RULES.prompts(self.state)
            if prompt.seat == seat and kind in (None, prompt.kind) and type(move) in applying.RULES[prompt.kind]
        )
        outcome = RULES.apply(self.state, seat, prompt.key, move, draws())
        return Town(outcome.state, outcome.events)

    def bring(self, event, amount):
        """Let the facilitator bring an event."""
        outcome = played(RULES, self.state, None, "event-1", Brought(event, amount), draws())
        return Town(outcome.state, outcome.events)

    def hire(self, seat, skill):
        return self.play(seat, Hire(skill))

    def fire(self, seat, worker):
        return self.play(seat, Fire(worker))

    def passes(self, *seats):
        town = self
        for seat in seats:
            town = town.play(seat, Pass())
        return town

    def nominates(self, seat, contract, bid, limit=0):
        return self.play(seat, Nominate(contract, bid, limit))

    def bids(self, seat, bid, limit=0):
        return self.play(seat, Raise(bid, limit))

    def limits(self, seat, limit):
        return self.play(seat, SetLimit(limit))

    def declines(self, *seats):
        town = self
        for seat in seats:
            town = town.play(seat, Decline())
        return town

    def buys(self, seat, contract):
        return self.play(seat, Buy(contract))

    def chooses(self, seat, *workers):
        return self.play(seat, Choose(workers))

    def builds(self, seat, *sections):
        return self.play(seat, Build(sections))

    def default(self, *seats):
        """Let the deadlines of these seats pass."""
        town = self
        for seat in seats:
            prompt = next(p for p in RULES.prompts(town.state) if p.seat == seat and not p.optional)
            town = town.play(seat, RULES.default(town.state, seat, prompt.key), prompt.kind)
        return town

    @property
    def cash(self):
        return tuple(firm.cash for firm in self.state.firms)

    @property
    def wages(self):
        return tuple(firm.wages for firm in self.state.firms)

    def crew(self, seat):
        """The crew in the short form of `crew_of`, with wages that differ from the printed ones."""
        words = []
        for each in self.state.firms[seat].crew:
            printed = crew_of(each.worker)[0].wage
            wage = "" if each.wage == printed else f":{each.wage}"
            words.append(f"{each.worker}{wage}{'!' if each.down else ''}")
        return " ".join(words)

    @property
    def asked(self):
        """(seat, kind) of the pending prompts."""
        return [(prompt.seat, prompt.kind) for prompt in RULES.prompts(self.state) if not prompt.optional]

    @property
    def optional(self):
        """(seat, kind) of the optional prompts."""
        return [(prompt.seat, prompt.kind) for prompt in RULES.prompts(self.state) if prompt.optional]

    @property
    def lots(self):
        """Contracts on offer; those with money on them as negative numbers."""
        return [-lot.contract if lot.waited else lot.contract for lot in self.state.lots]

    def contracts(self, seat):
        return [each.contract for each in self.state.firms[seat].sites]

    def stack(self, skill):
        pile = self.state.stacks[SKILLS.index(skill)]
        return (*pile.seen, *pile.unseen, *pile.back)

    def choices(self, seat, kind):
        prompt = next(p for p in RULES.prompts(self.state) if (p.seat, p.kind) == (seat, kind))
        return [choice.move for choice in RULES.choices(self.state, seat, prompt.key)]

    def events_of(self, *kinds):
        return [event for event in self.did if isinstance(event, kinds)]


def start(players=2, seed=SEED, scenario=CLASSIC, **options):
    """A match from its first moment."""
    chosen = Options(**{"first_player": 0} | options)
    outcome = RULES.setup(scenario, chosen, players, LabelledDraws(seed))
    return Town(outcome.state, outcome.events)


def town(
    *,
    phase,
    players=2,
    round=2,
    last_round=6,
    first=0,
    cash=(),
    crews=(),
    sites=(),
    lots=(),
    deck=(),
    tops="",
    loans=(),
    event=None,
    hands=(),
    bonus_on=(),
    **options,
):
    """A position at the start of a phase, played on until somebody is asked.

    Lists are by seat; the default is 40 of cash, no crew, no buildings. `tops` are the workers on the stacks, `deck`
    the contracts that can still be revealed, `loans` (small, large), `event` the next one, `hands` the events held.
    """
    state = start(players, **options).state
    crews = [crew_of(text) for text in crews] + [()] * (players - len(crews))
    firms = [
        structs.replace(
            state.firms[seat],
            cash=cash[seat] if seat < len(cash) else 40,
            crew=crews[seat],
            sites=tuple(sites[seat]) if seat < len(sites) else (),
            small=loans[seat][0] if seat < len(loans) else 0,
            large=loans[seat][1] if seat < len(loans) else 0,
            events=tuple(hands[seat]) if seat < len(hands) else (),
        )
        for seat in range(players)
    ]
    hired = {each.worker for crew in crews for each in crew}
    known = [card.id for card in CLASSIC.events if card.id != event and all(card.id not in hand for hand in hands)]
    table = Table(
        structs.replace(
            state,
            phase=phase,
            round=round,
            last_round=last_round,
            first=first,
            firms=tuple(firms),
            stacks=tuple(_stack(skill, hired, tops.split()) for skill in SKILLS),
            lots=tuple(Lot(number, number in bonus_on) for number in lots),
            deck=tuple(deck),
            deck_left=len(deck),
            events=Pile(seen=(event,) if event else (), unseen=tuple(known)),
            market=Market(),
            fate=Fate(),
            plans=(None,) * players if phase == "plan" else (),
            owing=tuple((first + ahead) % players for ahead in range(players)) if phase == "wages" else (),
        ),
        draws(),
    )
    advance(table)
    outcome = table.close()
    return Town(outcome.state, outcome.events)


def _stack(skill, hired, tops):
    """A stack in the order of the scenario, except for its top card."""
    ids = [worker.id for worker in CLASSIC.workers if worker.skill == skill and worker.id not in hired]
    first = [each for each in tops if each in ids]
    return Pile(seen=(*first, *(each for each in ids if each not in first)))
