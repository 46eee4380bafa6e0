"""The recap of the other players' tiles: links, errors found, games that end."""

from games.catalogue.dominato.face import FACE
from tests.games.catalogue.dominato.table import SCENARIOS, game
from tests.recaps import cards_after, rows


def cards(after, seat=0):
    return cards_after(FACE, SCENARIOS[len(after.state.hands)], after.state, after.did, seat)


def test_a_tile_is_told_with_its_link_and_the_tiles_that_are_left():
    after = game([(3, -1), (1, 1)], [(2, 0), (4, 0)]).place(0, 1, -4, "V", -1, 3)

    (laid,) = cards(after, seat=1)

    assert (laid.label, laid.title, laid.rule) == ("Player A", "green 1, red 3", "rules#order")
    assert laid.note == "Counts as a simple link: the next player goes on."
    assert rows(laid) == [("Tiles of Player A", 2, 1)]
    assert laid.context["tile"].balance == "+2"


def test_an_error_that_is_found_gives_the_tile_back_and_only_two_know_which_one_comes_with_it():
    hands = [(3, -1), (1, 1)], [(2, 0), (4, 0)], [(3, 0), (2, 2)]
    claimed = game(*hands, validation="challenge").place(0, 1, -4, "V", 3, -1).claim(1)
    (found,) = cards(claimed, seat=2)
    claimed.give(1, 2, 0)

    got, other = cards(claimed)[0], cards(claimed, seat=2)[0]

    assert (found.label, found.rule, rows(found)) == ("Player A", "rules#challenge", [("Tiles of Player A", 1, 2)])
    assert rows(got) == [("Your tiles", 2, 3), ("Tiles of Player B", 2, 1)]
    assert "red 2, empty" in got.words
    assert "red 2, empty" not in other.words


def test_a_game_that_ends_is_told_with_the_points_of_all():
    won = game([(3, -1)], [(2, 0), (4, 0)], games=2).place(0, 1, -4, "V", -1, 3)

    last, ended, begun = cards(won, seat=1)

    assert rows(last) == [("Tiles of Player A", 1, 0)]
    assert (ended.title, rows(ended)) == (
        "Game 1 is over",
        [("Your points", 0, 2), ("Points of Player A", 0, 0)],
    )
    assert (begun.title, begun.weight, rows(begun)) == (
        "Game 2 begins",
        "detail",
        [("Your tiles", 2, 16), ("Tiles of Player A", 0, 16)],
    )
