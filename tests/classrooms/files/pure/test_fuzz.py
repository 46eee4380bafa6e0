"""A reader reads any bytes, or refuses them in words."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.classrooms.files.worst_cases import readers
from tests.classrooms.people.class_lists.hundred_more import FILES as LISTS
from tests.classrooms.play.questions.files_of_others import FILES as QUESTIONS

READERS = readers()
CORPUS = Path(__file__).parents[1] / "corpus"
GOOD = {
    "gift": [file.content for file in QUESTIONS if len(file.content) < 3_000],
    "class list": [file.content for file in LISTS if len(file.content) < 3_000],
    "calendar": [path.read_bytes() for path in sorted(CORPUS.glob("*.ics"))],
}


def read(name: str, content: bytes) -> None:
    """Anything but the reader's own refusal goes through."""
    reader, refusal, _pieces = READERS[name]
    try:
        reader(content)
    except refusal:
        return


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_any_bytes_and_any_pieces_are_read_or_refused(name, data):
    pieces = st.lists(st.sampled_from(READERS[name][2]), max_size=40).map(lambda found: "".join(found).encode())

    read(name, data.draw(st.binary(max_size=200) | pieces))


@pytest.mark.parametrize("name", GOOD)
@given(data=st.data())
def test_good_files_with_changes_are_read_or_refused(name, data):
    content = bytearray(data.draw(st.sampled_from(GOOD[name])))
    for _time in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(len(content) - 1, 0)))
        length = data.draw(st.integers(0, 20))
        content[at : at + length] = data.draw(
            st.binary(max_size=4) | st.sampled_from(READERS[name][2]).map(str.encode) | st.just(bytes(content[:20]))
        )

    read(name, bytes(content))


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*")), ids=lambda path: path.name)
def test_files_that_were_hard_once_are_read_or_refused(path):
    read({".ics": "calendar", ".csv": "class list"}.get(path.suffix, "gift"), path.read_bytes())
