"""A list that the data of a scenario leave out is written out with its first change."""

from classrooms.play.scenarios.queries.pages import root_of
from classrooms.play.scenarios.services.posted import part_changes, posted_changes
from games.engine import editing

ROOT = root_of("dominyam")
PLACES = list(range(1, 29))
LEFT_OUT = {"format": 1, "id": "own", "players": 2}


def after(data, changes):
    for change in changes:
        data = editing.apply(data, change)
    return data


def test_a_changed_item_leaves_the_others_as_they_are_by_default():
    changes = list(posted_changes(ROOT, LEFT_OUT, {"places[0]": "3"}))

    assert after(LEFT_OUT, changes) == {**LEFT_OUT, "places": [3, *PLACES[1:]]}


def test_an_equal_item_writes_nothing_out():
    assert list(posted_changes(ROOT, LEFT_OUT, {"places[0]": "1", "places[27]": "28"})) == []


def test_several_items_are_changed_in_one_list():
    changes = list(posted_changes(ROOT, LEFT_OUT, {"places[0]": "3", "places[1]": "4"}))

    assert after(LEFT_OUT, changes) == {**LEFT_OUT, "places": [3, 4, *PLACES[2:]]}


def test_an_item_is_taken_out_of_the_default():
    changes = part_changes(ROOT, LEFT_OUT, "remove:places[27]")

    assert after(LEFT_OUT, changes) == {**LEFT_OUT, "places": PLACES[:-1]}


def test_an_added_item_follows_those_of_the_default():
    changes = part_changes(ROOT, LEFT_OUT, "add:places")

    assert after(LEFT_OUT, changes) == {**LEFT_OUT, "places": [*PLACES, 1]}
