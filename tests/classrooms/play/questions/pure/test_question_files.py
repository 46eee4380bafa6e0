"""Each question file of other programs gives the expected result."""

import pytest

from tests.classrooms.play.questions.files_of_others import FILES
from tests.classrooms.play.questions.reading_others import found_in


@pytest.mark.parametrize("file", FILES, ids=[file.title for file in FILES])
def test_a_file_becomes_what_it_must(file):
    assert found_in(file) == file


def test_each_file_is_of_a_kind_of_its_own():
    assert len({file.title for file in FILES}) == len(FILES) >= 40
