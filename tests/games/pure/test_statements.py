"""Explanations and changes that are made from accounts, in a game of two seats with money and a hidden purse."""

import pytest

from games.engine.ledger import START, Account, Accounts, Posting, common
from games.engine.types import Event, Value
from games.ui.faces import Scene, Term
from games.ui.ledger import Statement, Statements, figure_of
from games.ui.recap import Change, Happened


class View(Value, frozen=True):
    """Money by seat; a hidden purse is None."""

    money: tuple[int | None, ...]
    days: int = 0


class Dealt(Event, frozen=True):
    """Each seat begins with this money."""

    amount: int


class Earned(Event, frozen=True):
    """A payment with a bonus."""

    amount: int
    bonus: int = 0


class DayPassed(Event, frozen=True):
    """A day of the table."""


def dealt(event, terms):
    return [Posting(seat, event.amount, START) for seat in range(2)]


def earned(event, terms):
    return [Posting(event.seat, event.amount), Posting(event.seat, event.bonus, "bonus")]


MONEY = Account(
    "money",
    lambda view: {seat: amount for seat, amount in enumerate(view.money) if amount is not None},
    {Dealt: dealt, Earned: earned},
)
DAYS = Account("days", lambda view: {None: view.days}, {DayPassed: common(lambda event: 1)})


def spoken(scene, entry):
    return "start" if isinstance(entry.event, Dealt) else f"earned in {entry.turn}"


def statements(**more):
    money = Statement(account=MONEY, title=lambda scene, seat: f"Money of {seat}", words=spoken, changed="M", **more)
    return Statements(Accounts((MONEY, DAYS)), {"money": money, "days": Statement(account=DAYS, changed="Days")})


def scene(*events, money=(5, 5), days=0, seat=0):
    return Scene(None, View(money, days), seat, record=events)


def stretches(where, *events):
    happened = [Happened(event, number, event.turn, event.seat) for number, event in enumerate(events)]
    return statements().stretches(where, happened, lambda one, other: one.turn != other.turn)


@pytest.mark.parametrize(
    ("what", "figure"),
    [("money-3", ("money", 3)), ("days", ("days", None)), ("money-", ("", None)), ("money-03", ("", None))],
)
def test_an_address_names_an_account_and_a_holder(what, figure):
    assert figure_of(what) == figure


@pytest.mark.parametrize("what", ["money-7", "money", "money-x", "days", "nothing", ""])
def test_a_figure_that_does_not_exist_or_has_no_words_is_not_explained(what):
    assert statements().explain(scene(Dealt(amount=5)), what) is None


def test_terms_are_the_postings_with_their_events_and_add_up():
    found = statements(rule="rules").explain(
        scene(Dealt(amount=5), Earned(turn=2, seat=0, amount=3), money=(8, 5)), "money-0"
    )

    assert found.terms == (Term("start", 5, 0, (0,)), Term("earned in 2", 3, 2, (1,)))
    assert (found.title, found.total, found.rule) == ("Money of 0", 8, "rules")


def test_postings_of_one_event_with_the_same_words_are_one_term():
    events = (Earned(turn=1, seat=0, amount=3, bonus=2), Earned(turn=1, seat=0, amount=1))

    found = statements().explain(scene(*events, money=(6, 0)), "money-0")

    assert [(term.amount, term.places) for term in found.terms] == [(5, (0,)), (1, (1,))]


def test_terms_that_no_event_makes_come_last_and_give_a_total_of_their_own():
    more = statements(more=lambda scene, seat: [Term("a house", 10)], total=lambda scene, seat: 15)

    found = more.explain(scene(Dealt(amount=5)), "money-0")

    assert ([term.words for term in found.terms], found.total) == (["start", "a house"], 15)


def test_a_hidden_figure_is_the_sum_of_what_the_reader_knows_and_none_without_news():
    known = statements().explain(scene(Dealt(amount=5), Earned(turn=2, seat=1, amount=3), money=(5, None)), "money-1")

    assert known.total == 8
    assert statements().explain(scene(Dealt(amount=5), money=(5, None)), "money-1") is None


def test_kinds_are_those_of_the_account_or_fewer():
    assert statements().explain_kinds("money-0") == ("dealt", "earned")
    assert statements(explained=Account("money", MONEY.shown, {Dealt: dealt})).explain_kinds("money-0") == ("dealt",)
    assert statements().explain_kinds("days") == ()


def test_the_figures_of_stretches_join_up_and_end_at_the_page():
    where = scene(money=(9, 5), days=1)

    first, second = stretches(
        where, Earned(turn=1, seat=0, amount=3), DayPassed(turn=2), Earned(turn=2, seat=0, amount=1)
    )

    assert (first.before["money", 0], first.after["money", 0]) == (5, 8)
    assert second.before == first.after
    assert second.after == {("money", 0): 9, ("money", 1): 5, ("days", None): 1}


def test_changes_are_the_readers_first_and_leave_out_what_stays():
    where = scene(money=(9, 7), seat=1)
    (stretch,) = stretches(where, Earned(turn=1, seat=0, amount=3), Earned(turn=1, seat=1, amount=2))

    assert statements().changes(where, stretch, "money") == (
        Change("M", 5, 7, why="money-1", mine=True),
        Change("M", 6, 9, why="money-0"),
    )
    assert statements().changes(where, stretch, "money", [0]) == (Change("M", 6, 9, why="money-0"),)
    assert statements().changes(where, stretch, "days") == ()
    assert statements().changes(where, stretch, "days", unchanged=True) == (Change("Days", 0, 0),)
