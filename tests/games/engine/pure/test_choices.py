"""Reading lists of legal moves."""

import pytest

from games.engine.choices import contains, count, edges, expand, pick
from games.engine.draws import FastDraws
from games.engine.types import Choice, Move, Span, Text


class Sow(Move, frozen=True):
    field: int
    seeds: int = 0
    note: Text = ""


class Rest(Move, frozen=True):
    pass


CHOICES = (
    Choice(Sow(1), (Span("seeds", 2, 4),), free=("note",)),
    Choice(Sow(2, 7)),
    Choice(Sow(3), (Span("seeds", 0, 1), Span("field", 5, 5))),
    Choice(Rest()),
)


@pytest.mark.parametrize("move", [Sow(1, 2), Sow(1, 4), Sow(1, 3, "well"), Sow(2, 7), Sow(5, 0), Sow(5, 1), Rest()])
def test_a_move_within_the_ranges_is_contained(move):
    assert contains(CHOICES, move)


@pytest.mark.parametrize("move", [Sow(1, 1), Sow(1, 5), Sow(2, 8), Sow(2, 7, "no"), Sow(3, 0), Sow(5, 2), None])
def test_a_move_outside_is_not(move):
    assert not contains(CHOICES, move)


def test_expanded_choices_are_as_many_as_counted_and_contain_the_edges():
    moves = list(expand(CHOICES))

    assert len(moves) == len(set(moves)) == count(CHOICES) == 3 + 1 + 2 + 1
    assert set(edges(CHOICES)) == {Sow(1, 2), Sow(1, 4), Sow(2, 7), Sow(5, 0), Sow(5, 1), Rest()}
    assert all(contains(CHOICES, move) for move in moves)


def test_picking_reaches_every_move():
    draws = FastDraws(1)

    assert {pick(CHOICES, draws, "x") for _ in range(300)} == set(expand(CHOICES))
