"""A position of Domego for a test: `domego(activity=9, structure_money=13)`, then `.play(...)`, then equalities."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from games.catalogue.domego.rules.ledger import Ledger
from games.catalogue.domego.rules.moves import Allocate, Buy, DomegoMove, Offer
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.scenario import Scenario
from games.catalogue.domego.rules.turn import advance, begin
from games.catalogue.domego.rules.types import Firm, Options, State
from games.engine.errors import IllegalMove
from games.engine.facilitation import Brought, played
from games.engine.types import Prompt, Result

FOLDER = Path(__file__).resolve().parents[4] / "games" / "catalogue" / "domego"
CLASSIC_TEXT = (FOLDER / "scenarios" / "classic.json").read_text(encoding="utf-8")
CLASSIC = RULES.load_scenario(CLASSIC_TEXT)
ROLES = ("owner", "architect", "engineer", "inspector", "structure", "fitout")


class ChosenDraws:
    """Draws chosen by a test: cards in the order of the deck, contracts as named ("low" if not named)."""

    def __init__(self, contracts: Mapping[str, str]) -> None:
        self.contracts = contracts

    def below(self, sides: int, label: str) -> int:
        pair = re.fullmatch(r"activity-\d+/contract/(.+)", label)
        return int(pair is not None and self.contracts.get(pair[1]) == "high")


class Table:
    """A position, with the events of the last move."""

    def __init__(self, state: State, draws: ChosenDraws, events: tuple[Any, ...] = ()) -> None:
        self.state, self.draws, self.events = state, draws, events

    def play(self, key: str, *, by: str, move: DomegoMove) -> "Table":
        """`by` answers the prompt `key`."""
        outcome = RULES.apply(self.state, ROLES.index(by), key, move, self.draws)
        return Table(outcome.state, self.draws, outcome.events)

    def buy(self, role: str, quantity: int) -> "Table":
        return self.play(f"activity-{self.state.turn}/buy/{role}", by=role, move=Buy(quantity))

    def talk(self, pair: str, *, by: str, move: DomegoMove) -> "Table":
        return self.play(f"activity-{self.state.turn}/negotiate/{pair}", by=by, move=move)

    def offer(self, pair: str, *, by: str, price: int) -> "Table":
        return self.talk(pair, by=by, move=Offer(price))

    def offering(self, pair: str, *, by: str, price: int) -> "Table":
        """The same talk with an earlier offer of `by`, which may exceed the payer's present money."""
        side = "payer_offer" if pair.startswith(f"{by}>") else "payee_offer"
        talks = tuple(
            replace(talk, **{side: price}) if self._pair(talk.contract) == pair else talk for talk in self.state.talks
        )
        return Table(replace(self.state, talks=talks), self.draws)

    def _pair(self, contract: int) -> str:
        parties = self.state.sheet.contracts[contract]
        return f"{ROLES[parties.payer]}>{ROLES[parties.payee]}"

    def place(self, role: str, buy: int = 0, risk_tier: int = 0, delay_tier: int = 0) -> "Table":
        key = f"activity-{self.state.turn}/allocate/{role}"
        return self.play(key, by=role, move=Allocate(buy, risk_tier, delay_tier))

    def bring(self, event: str, amount: int, to: str | None = None) -> "Table":
        """The facilitator brings an event, to a role or to the table."""
        brought = Brought(event, amount, None if to is None else ROLES.index(to))
        outcome = played(RULES, self.state, None, "event-1", brought, self.draws)
        return Table(outcome.state, self.draws, outcome.events)

    def default(self, *keys: str) -> "Table":
        """Let deadlines pass: of the prompts whose keys contain one of the words, or of all, in their order."""
        table = self
        for prompt in self.prompts:
            open_now = any((prompt.key, prompt.seat) == (p.key, p.seat) for p in table.prompts)
            if open_now and not prompt.optional and (not keys or any(word in prompt.key for word in keys)):
                move = RULES.default(table.state, prompt.seat, prompt.key)
                events = table.events
                table = table.play(prompt.key, by=ROLES[prompt.seat], move=move)
                table.events = events + table.events
        return table

    def skip_to(self, activity: int, **given: Any) -> "Table":
        """A later position of the same match: counters, purses and waiting effects stay; nothing is played between."""
        return _lay_out(self.state, self.draws, activity, "special", given)

    def firm(self, role: str) -> Firm:
        return self.state.firms[ROLES.index(role)]

    def money(self, *roles: str) -> tuple[int, ...]:
        return tuple(self.firm(role).money for role in roles)

    @property
    def counters(self) -> tuple[int, int, int]:
        """The counters: delay, cost, failures."""
        return self.state.delay, self.state.cost, self.state.failures

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        return RULES.prompts(self.state)

    @property
    def keys(self) -> list[tuple[str, str]]:
        """Open prompts as (role, key)."""
        return [(ROLES[prompt.seat], prompt.key) for prompt in self.prompts]

    @property
    def result(self) -> Result:
        result = RULES.result(self.state)
        assert result is not None
        return result

    def events_of(self, kind: type) -> list[Any]:
        """Events of one kind from the last move."""
        return [event for event in self.events if type(event) is kind]


def domego(
    activity: int = 1,
    *,
    phase: str = "special",
    deck: Mapping[int, Sequence[str]] | None = None,
    contracts: Mapping[str, str] | None = None,
    options: Options | None = None,
    scenario: Scenario = CLASSIC,
    **given: Any,
) -> Table:
    """A table at the start of an activity; with phase="allocation" its special actions are over.

    `deck`: ids of the first cards, by activity. `contracts`: "low" or "high" where one is drawn. `ROLE_money`,
    `ROLE_stock`, `ROLE_bankruptcies`, `ROLE_failed` fill a role's purse; any other name is a field of the state.
    """
    draws = ChosenDraws(contracts or {})
    state = RULES.setup(scenario, options or Options(), len(scenario.roles), draws).state
    for turn, ids in (deck or {}).items():
        cards = sorted(state.decks[turn - 1], key=lambda card: ids.index(card.id) if card.id in ids else len(ids))
        state = replace(state, decks=(*state.decks[: turn - 1], tuple(cards), *state.decks[turn:]))
    return _lay_out(state, draws, activity, phase, given)


def _lay_out(state: State, draws: ChosenDraws, activity: int, phase: str, given: dict[str, Any]) -> Table:
    purses = {name: value for name, value in given.items() if name.partition("_")[0] in ROLES}
    state = replace(state, **{name: value for name, value in given.items() if name not in purses})
    firms = list(state.firms)
    for name, value in purses.items():
        role, _, field = name.partition("_")
        firms[ROLES.index(role)] = replace(firms[ROLES.index(role)], **{field: value})
    state = replace(state, firms=tuple(firms), drawn=((),) * (activity - 1))
    ledger = Ledger(state)
    begin(ledger, activity)
    if phase == "allocation":
        ledger.buyers, ledger.talks = (), []
    advance(ledger, draws)
    outcome = ledger.close()
    return Table(outcome.state, draws, outcome.events)


@contextmanager
def raises_illegal(code: str, **params: int | str) -> Iterator[None]:
    """Expect that the rules refuse with this code and exactly these numbers."""
    with pytest.raises(IllegalMove) as refused:
        yield
    assert (refused.value.code, refused.value.params) == (code, params)
