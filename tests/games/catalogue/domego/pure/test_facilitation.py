"""The facilitator's events in Domego: what each one does, and the result without them."""

import re
from functools import cache

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.catalogue.domego.analysis import ANALYST
from games.catalogue.domego.debrief import DEBRIEF, cards
from games.catalogue.domego.debrief.story import Story
from games.catalogue.domego.facts import facts
from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.events import ActivityEnded, Bankrupt, CardsDue, EffectApplied, EffectDeferred
from games.catalogue.domego.rules.facilitation import EVENTS, Share, spare
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.types import Options, Waiting
from games.engine.analysis import decided_otherwise
from games.engine.analysis.played import Match
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.facilitation import Brought, offers_of, played
from games.engine.record import Record
from games.engine.replay import SeedFrom
from tests.games.catalogue.domego.table import CLASSIC, domego, raises_illegal


def sixth(**given):
    """Activity 6, in which the owner and the architect place: three slots, the first two cards are harmless."""
    return domego(activity=6, deck={6: ["06-06", "06-04"]}, owner_stock=9, architect_stock=9, **given)


def ended(table):
    return table.events_of(ActivityEnded)[0]


def test_a_strike_adds_its_days_to_the_activity_when_it_ends():
    table = sixth().bring("strike", 4)

    assert table.events == (EffectDeferred("event:strike", "delay", 4, 6, turn=6),)
    assert table.state.waiting == (Waiting("event:strike", 6, "delay", 4, 6),)

    plain, table = (each.place("owner").place("architect") for each in (sixth(), table))
    assert table.events_of(EffectApplied)[0] == EffectApplied("event:strike", 6, "delay", 4, turn=6)
    assert table.counters == (plain.counters[0] + 4, *plain.counters[1:])
    assert (ended(table).card_days, ended(table).days) == (ended(plain).card_days + 4, ended(plain).days + 4)


def test_a_late_permit_adds_its_days_to_the_next_activity_and_is_not_offered_in_the_last_one():
    table = sixth().bring("late_permit", 3)

    assert table.events == (EffectDeferred("event:late_permit", "delay", 3, 7, turn=6),)
    assert table.state.waiting == (Waiting("event:late_permit", 6, "delay", 3, 7),)
    with raises_illegal("no_such_event", event="late_permit"):
        domego(activity=12).bring("late_permit", 3)


def test_a_price_rise_is_paid_by_each_role_of_the_activity_at_its_end_and_counts_in_the_cost():
    table = sixth().bring("price_rise", 2)

    assert table.events == (
        EffectDeferred("event:price_rise", "money", -2, 6, turn=6, seat=0),
        EffectDeferred("event:price_rise", "money", -2, 6, turn=6, seat=1),
    )
    plain, table = (each.place("owner").place("architect") for each in (sixth(), table))
    roles = ("owner", "architect", "engineer")
    assert table.money(*roles) == tuple(
        money - less for money, less in zip(plain.money(*roles), (2, 2, 0), strict=True)
    )
    assert table.counters == (plain.counters[0], plain.counters[1] + 4, plain.counters[2])


def test_a_role_that_cannot_pay_the_rise_goes_bankrupt_as_with_a_card():
    table = sixth(architect_money=1).bring("price_rise", 2).place("owner").place("architect")

    assert [(event.seat, event.cause) for event in table.events_of(Bankrupt)] == [(1, "card")]


def test_an_inspection_adds_cards_to_the_activity_up_to_the_deck():
    table = sixth().bring("inspection", 2)

    assert table.events == (EffectDeferred("event:inspection", "risk", 2, 6, turn=6),)
    table = table.place("owner").place("architect")
    assert table.events_of(CardsDue) == [CardsDue(3, 2, 0, 5, turn=6)]
    assert table.counters[2] == 5

    left = sixth().state.sheet.activities[5].deck - 3
    full = sixth(added=(0, 0, 0, 0, 0, left - 1, 0, 0, 0, 0, 0, 0))
    with raises_illegal("amount_out_of_range", amount=2, low=1, high=1):
        full.bring("inspection", 2)


def test_help_gives_to_every_role_at_once_and_a_bonus_to_one():
    before = sixth()

    helped, given = before.bring("help", 5), before.bring("bonus", 7, to="architect")

    assert [firm.money for firm in helped.state.firms] == [firm.money + 5 for firm in before.state.firms]
    assert helped.events == tuple(
        EffectApplied("event:help", 6, "money", 5, k=-5, turn=6, seat=seat) for seat in range(6)
    )
    assert given.money("architect") == (before.money("architect")[0] + 7,)
    assert given.events == (EffectApplied("event:bonus", 6, "money", 7, k=-7, turn=6, seat=1),)
    assert helped.counters == given.counters == before.counters


def test_a_penalty_takes_no_more_than_a_role_can_spare():
    """The architect needs 2 cubes at 2k here: of 9k it can spare 5k."""
    required = next(part.required for part in sixth().state.sheet.activities[5].parts if part.role == 1)
    table = domego(activity=6, owner_stock=9, architect_stock=required - 2, architect_money=9)

    assert spare(table.state, 1) == 5
    with raises_illegal("amount_out_of_range", amount=6, low=1, high=5):
        table.bring("penalty", 6, to="architect")
    assert table.bring("penalty", 5, to="architect").money("architect") == (4,)
    placed = table.place("architect", buy=4)
    assert spare(placed.state, 1) == 1
    offers = offers_of(RULES, sixth(architect_money=0).state)
    assert [each.seat for each in offers if each.key == "penalty"] == [0, 2, 3, 4, 5]


FIXED = tuple(
    action.removeprefix("negotiate:")
    for activity in CLASSIC.activities
    for action in activity.special
    if action.startswith("negotiate:")
)


@cache
def game(seed, events):
    """The end and the events of `recorded`."""
    return _played(seed, events)[1:]


def recorded(seed, events):
    """The moves of a game of bots that place what is required, with these events: (activity, event, amount, seat)."""
    return _played(seed, events)[0]


@cache
def _played(seed, events):
    draws, bot = LabelledDraws(bytes([seed + 1]) * 8), GAME.bot("minimal")
    outcome = RULES.setup(CLASSIC, Options(fixed_contracts=FIXED), 6, draws)
    state, told, left, moves = outcome.state, list(outcome.events), list(events), []
    while prompts := RULES.prompts(state):
        move = (prompts[0].seat, prompts[0].key, None)
        if left and state.turn == left[0][0]:
            _turn, event, amount, seat = left.pop(0)
            move = (None, f"event-{len(moves) + 1}", Brought(event, amount, seat))
        else:
            prompt = next(each for each in prompts if not each.optional)
            answer = bot.answer(state, prompt, FastDraws(seed))
            move = (prompt.seat, prompt.key, answer or RULES.default(state, prompt.seat, prompt.key))
        outcome = played(RULES, state, *move, draws)
        state = outcome.state
        moves.append(move)
        told += outcome.events
    assert not left
    return tuple(moves), state, tuple(told)


def test_the_targets_without_days_and_cards_are_those_of_the_same_match_without_the_events():
    """These bots decide the same with and without the events, and the earlier cards are the same. Matches in which
    a firm went bankrupt because of a card of the inspection went on otherwise.
    """
    events = (
        (2, "strike", 5, None),
        (3, "inspection", 2, None),
        (5, "late_permit", 9, None),
        (9, "inspection", 1, None),
    )
    alike = 0
    for seed in range(20):
        plain, _told = game(seed, ())
        state, told = game(seed, events)

        assert (state.delay, state.failures) != (plain.delay, plain.failures)
        assert EVENTS.without(plain, _told) == RULES.result(plain)
        if [firm.bankruptcies for firm in state.firms] == [firm.bankruptcies for firm in plain.firms]:
            alike += 1
            assert EVENTS.without(state, told).targets == RULES.result(plain).targets

    assert alike >= 8


def test_the_result_without_money_is_worked_by_hand():
    """The architect gets 7k, pays 2k for the rise, the owner 2k: 5k and -2k are taken out, and 4 of the cost."""
    share = Share()
    for event in (
        EffectApplied("event:bonus", 6, "money", 7, k=-7, turn=6, seat=1),
        EffectApplied("event:price_rise", 6, "money", -2, k=2, turn=6, seat=0),
        EffectApplied("event:price_rise", 6, "money", -2, k=2, turn=6, seat=1),
        EffectApplied("06-04", 6, "money", -3, k=3, turn=6, seat=1),
    ):
        share.add(event)

    assert (dict(share.money), share.cost, share.days, share.cards) == ({0: -2, 1: 5}, 4, 0, 0)


def test_a_bankruptcy_by_a_price_rise_is_taken_out_and_its_money_is_nobodys():
    share = Share()
    for event in (
        EffectApplied("event:bonus", 6, "money", 7, k=-7, turn=6, seat=1),
        EffectApplied("event:price_rise", 6, "money", -9, "unpaid", turn=6, seat=1),
        Bankrupt("card", 8, 0, 0, 10, 0, turn=6, seat=1),
        Bankrupt("card", 8, 0, 0, 10, 0, turn=7, seat=2),
    ):
        share.add(event)

    assert ({seat: n for seat, n in share.bankruptcies.items() if n}, dict(share.money)) == ({1: 1}, {})


def test_days_that_cards_had_saved_anyway_are_not_taken_out():
    """An activity of 3 days with 5 saved by cards takes none; a strike of 4 days brings 2."""
    share = Share()
    share.add(EffectApplied("event:strike", 2, "delay", 4, turn=2))
    share.add(ActivityEnded(3, 0, -1, 2, 0, 0, 0, 0, 0, None, None, turn=2))

    assert share.days == 2


def as_played(seed, events):
    """The same game as the analysis reads it."""
    moves = recorded(seed, events)
    seeds = (SeedFrom(0, (bytes([seed + 1]) * 8).hex()),)
    return Match(GAME, CLASSIC, Options(fixed_contracts=FIXED), 6, seeds, moves)


BROUGHT = ((2, "strike", 9, None), (3, "inspection", 2, None), (6, "late_permit", 10, None))


def test_the_account_has_events_on_a_line_of_their_own_and_adds_up():
    match = as_played(1, BROUGHT)
    account, last = ANALYST.judge(match).account, match.steps()[1]
    numbers = [place for place, (seat, _key, _move) in enumerate(match.moves, start=1) if seat is None]

    kinds = ("luck", "decision", "means", "brought", "rest")
    parts = [account.reference, *(account.total(kind) for kind in kinds)]
    assert tuple(map(sum, zip(*parts, strict=True))) == account.reached
    assert account.reached[1:] == tuple(10 * each for each in ANALYST.values(last))
    assert [each.number for each in account.entries if each.kind == "brought"] == numbers
    assert account.total("brought")[1] >= 10 * (9 + 10)
    assert 10 * 2 <= account.total("brought")[3] < 10 * 3


def test_a_decision_made_otherwise_goes_on_with_the_same_events():
    match = as_played(1, BROUGHT)
    spotted = ANALYST.spot(match.steps()[0])[2]
    other = ANALYST.alternatives(match.steps()[0][spotted.at - 1].before, spotted)[0]

    same, changed = (decided_otherwise(match, spotted, intent) for intent in (spotted.intent, other))

    assert same.moves == match.moves
    events = [move for seat, _key, move in match.moves if seat is None]
    assert [move for seat, _key, move in changed.moves if seat is None] == events
    assert changed.moves != match.moves


def debriefed(*events):
    """The facts of a game with these events."""
    told = Record(0, None, "", "bot", "2026-03-02T09:00:00+00:00", game(2, events)[1])
    return facts(CLASSIC, Options(fixed_contracts=FIXED), [told])


def test_the_debrief_tells_events_with_the_activity_in_which_they_worked():
    found = debriefed(
        (2, "strike", 5, None),
        (3, "inspection", 2, None),
        (5, "late_permit", 9, None),
        (6, "price_rise", 1, None),
        (9, "bonus", 7, 1),
    )

    groups = cards.card_groups(Story(CLASSIC, found))

    assert {
        group["number"]: [
            (row["title"], [(effect["words"], effect["note"]) for effect in row["effects"]]) for row in group["brought"]
        ]
        for group in groups
        if group["brought"]
    } == {
        2: [("Strike", [("5 days more", "")])],
        3: [("Inspection", [("2 cards more", "")])],
        5: [("Late permit", [("9 days more", "in activity 6")])],
        6: [("Late permit", [("9 days more", "")]), ("Price rise", [("pays 1k", ""), ("pays 1k", "")])],
        9: [("Bonus by hand", [("receives 7k", "")])],
    }
    assert [len(group["cards"]) for group in groups] == [played.cards for played in found.activities]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Brought by the facilitator: Strike: 5 days more"),
        ("fr", "Apporté par la personne qui anime\xa0: Grève\xa0: 5 jours de plus"),
    ],
)
@pytest.mark.parametrize("paper", [True, False])
def test_the_sheet_of_activities_names_an_event_only_where_there_is_one(language, line, paper):
    def sheet(*events):
        context = DEBRIEF.context(CLASSIC, debriefed(*events), [""] * 6)
        html = render_to_string("domego/debrief/activities.html", context | {"paper": paper})
        return " ".join(re.sub(r"<[^>]+>", "", html).replace("\xa0", "_").split()).replace("_", "\xa0")

    with translation.override(language):
        assert sheet((2, "strike", 5, None)).count(line) == 1
        assert line.split(":")[0].strip() not in sheet()
