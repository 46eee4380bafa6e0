"""Statements of every game: their terms add up to the shown figure, at the end and in the middle of a match."""

from importlib import import_module

import pytest

from games.engine import finding
from games.ui import faces
from games.ui.faces import Scene
from tests.every_game import of_settings, settings
from tests.pure.test_explanations import LANGUAGES, headings
from tests.pure.test_ledger import BOTS, NAMES, WITH_ACCOUNTS, moments


def statements_of(game):
    """The statements of a game, in its `face/explain.py`."""
    package = next(package for package in finding.packages() if package.key == game)
    return import_module(f"{package.name}.face.explain").STATEMENTS


def addresses(statements, view):
    """Each explained figure that a view shows: its address, statement and amount."""
    for name, statement in statements.statements.items():
        if statement.words is not None:
            for holder, amount in statement.account.shown(view).items():
                yield name if holder is None else f"{name}-{holder}", statement, amount


def wrong_sums(name, bot):
    """The explained figures that differ from the sum of their terms or from the shown figure, of every reader."""
    where = settings()[name]
    face, statements = faces.get(where.game.key), statements_of(where.game.key)
    found = moments(name, bot)
    for upto in (len(found) // 2, len(found)):
        state = found[upto - 1][0]
        everything = [event for _state, events in found[:upto] for event in events]
        for seat in (None, *range(max(where.game.rules.seat_counts(where.scenario)))):
            over = where.game.rules.result(state) is not None
            known = [event for event in everything if over or event.audience is None or seat in event.audience]
            view = where.game.rules.view(state, seat)
            for what, statement, shown in addresses(statements, view):
                kinds = face.explain.kinds(what)
                record = tuple(event for event in known if event.__struct_config__.tag in kinds)
                explained = face.explain.number(Scene(where.scenario, view, seat, (), record), what)
                total = sum(term.amount for term in explained.terms)
                if explained.total != total or statement.total is None and shown != total:
                    yield upto, seat, what, total, explained.total, shown


@pytest.mark.parametrize("bot", BOTS)
@of_settings(NAMES)
def test_every_statement_adds_up_to_the_figure_that_is_shown(name, bot):
    assert list(wrong_sums(name, bot)) == []


@pytest.mark.parametrize("game", WITH_ACCOUNTS)
def test_a_statement_is_of_an_account_of_its_game(game):
    statements = statements_of(game)
    accounts = faces.get(game).game.accounts

    assert statements.accounts is accounts
    assert [name for name, each in statements.statements.items() if each.account not in accounts.accounts] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WITH_ACCOUNTS)
def test_the_rule_of_every_statement_stands_in_the_help(game, language):
    rules = {name: each.rule for name, each in statements_of(game).statements.items() if each.words is not None}

    assert {name: rule for name, rule in rules.items() if rule not in headings(game, language)} == {}
