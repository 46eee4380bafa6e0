"""No line of a hundred class lists is read wrongly without a notice. At least 95 lists are imported unchanged."""

from collections import Counter

import pytest

from tests.classrooms.people.class_lists.hundred_more import FILES
from tests.classrooms.people.class_lists.reading_hundred import found_in


@pytest.mark.parametrize("file", FILES, ids=[file.title for file in FILES])
def test_a_list_becomes_what_it_must(file):
    assert found_in(file) == file


def test_ninety_five_of_a_hundred_are_taken_without_a_change_of_the_file():
    outcomes = Counter(file.outcome if file.names else "refused" for file in FILES)

    assert len({file.title for file in FILES}) == len(FILES) >= 100
    assert (outcomes["taken"] + outcomes["asked"]) * 100 >= 95 * len(FILES)
