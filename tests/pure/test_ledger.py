"""The law of every game's accounts: the beginning and all postings add up to what a view shows, after every move."""

import pytest

from games.engine.ledger import START, Account, Accounts, Books, Posting, own
from games.engine.registry import load
from games.engine.types import Event
from tests.every_game import GAMES, of_settings, played, settings

WITH_ACCOUNTS = [game for game in GAMES if load(game).accounts is not None]
NAMES = sorted(name for name in settings() if settings()[name].game.key in WITH_ACCOUNTS)
BOTS = ["usual", "random"]


class Scored(Event, frozen=True):
    """A point for a seat."""

    points: int


class Dealt(Event, frozen=True):
    """Points that all seats begin with."""

    points: int


def a_game(shown):
    """The accounts of two seats that begin with some points, in a match in which a point is worth `terms`."""
    posts = {
        Dealt: lambda event, terms: [Posting(seat, event.points, START) for seat in range(2)],
        Scored: lambda event, terms: [Posting(event.seat, event.points * terms)],
    }
    return Accounts((Account("points", lambda view: shown, posts),))


def moments(name, bot):
    """All positions of a match, each with the events of the move that led to it."""
    bot = settings()[name].game.usual_bot if bot == "usual" else bot
    start, moves, _ = played(name, bot)
    return [(start.state, start.events), *((move.state, move.events) for move in moves)]


def differences(name, bot, seat):
    """The figures that a view shows otherwise than the accounts. At the end a seat knows all that happened."""
    where = settings()[name]
    accounts, rules = where.game.accounts, where.game.rules
    everything, known, books = [], [], None
    for number, (state, events) in enumerate(moments(name, bot)):
        view = rules.view(state, seat)
        news = [event for event in events if event.audience is None or seat in event.audience]
        everything, known = [*everything, *events], [*known, *news]
        ended = rules.result(state) is not None
        terms = accounts.terms(where.scenario, view, everything if ended else known)
        if ended or number == 0:
            books, news = Books(accounts, terms), everything
        books.terms = terms
        for event in news:
            books.add(event)
        for key, shown in accounts.shown(view).items():
            if books[key] != shown:
                yield number, key, books[key], shown


def never_shown(name, accounts):
    """The keys of the accounts without a figure in any view of a match."""
    where, missing = settings()[name], list(accounts)
    seats = (None, *range(max(where.game.rules.seat_counts(where.scenario))))
    for state, _events in moments(name, "usual"):
        for seat in seats:
            view = where.game.rules.view(state, seat)
            missing = [account for account in missing if not account.shown(view)]
            if all(account.internal for account in missing):
                return {account.key for account in missing}
    return {account.key for account in missing}


@pytest.mark.parametrize("bot", BOTS)
@of_settings(NAMES)
def test_the_beginning_and_all_postings_add_up_to_what_every_view_shows(name, bot):
    for seat in (None, *range(max(settings()[name].game.rules.seat_counts(settings()[name].scenario)))):
        assert list(differences(name, bot, seat)) == []


@of_settings(NAMES)
def test_every_account_is_shown_to_somebody_and_changed_by_something(name):
    accounts = settings()[name].game.accounts.accounts
    assert all(account.kinds for account in accounts)
    assert len({account.key for account in accounts}) == len(accounts)
    assert never_shown(name, accounts) == {account.key for account in accounts if account.internal}


def test_an_account_that_no_view_shows_is_found():
    name = NAMES[0]
    forgotten = Account("forgotten", lambda view: {}, {Scored: own(lambda event: event.points)})

    assert "forgotten" in never_shown(name, (*settings()[name].game.accounts.accounts, forgotten))


def test_figures_before_an_event_are_those_after_it_less_its_postings():
    accounts = a_game({0: 6, 1: 3})

    before = accounts.before(accounts.shown(None), Scored(seat=0, points=1), 3)

    assert before == {("points", 0): 3, ("points", 1): 3}


def test_the_beginning_is_no_change_and_hidden_figures_stay_hidden():
    accounts = a_game({0: 6})

    assert accounts.before(accounts.shown(None), Dealt(points=6), 3) == {("points", 0): 6}
    assert accounts.before(accounts.shown(None), Scored(seat=1, points=2), 3) == {("points", 0): 6}


def test_books_begin_with_the_opening_figures_and_add_every_posting():
    account = Account("money", lambda view: {}, {Scored: own(lambda event: event.points)}, lambda terms: {0: terms})
    books = Books(Accounts((account,)), 10)
    for event in (Scored(seat=0, points=2), Scored(seat=1, points=5), Dealt(points=9)):
        books.add(event)

    assert books.figures == {("money", 0): 12, ("money", 1): 5}
    assert books["money", 2] == 0


def test_an_event_that_concerns_nobody_is_posted_to_no_seat():
    with pytest.raises(ValueError, match="nobody is concerned"):
        own(lambda event: event.points)(Scored(points=1), None)


def test_entries_name_the_event_and_its_turn_and_a_beginning_has_none():
    account = a_game({}).accounts[0]
    record = [Dealt(turn=1, points=3), Scored(turn=1, seat=1, points=9), Scored(turn=2, seat=0, points=1)]

    entries = list(account.entries(record, 3, 0))

    assert [(entry.posting.amount, entry.turn, entry.place) for entry in entries] == [(3, 0, 0), (3, 2, 2)]


def test_an_opening_figure_is_an_entry_without_an_event():
    account = Account("money", lambda view: {}, {Scored: own(lambda event: event.points)}, lambda terms: {0: terms})

    entries = list(account.entries([Scored(turn=4, seat=0, points=2)], 10, 0))

    assert [(entry.posting.amount, entry.turn, entry.place) for entry in entries] == [(10, 0, None), (2, 4, 0)]
    assert account.kinds == ("scored",)


def test_a_series_has_the_figures_after_each_turn():
    record = [Dealt(points=1), Scored(turn=1, seat=0, points=1), Scored(turn=3, seat=0, points=2)]

    found = a_game({}).accounts[0].by_turn(record, 1, 2)

    assert [figures[0] for figures in found] == [1, 2, 2]
