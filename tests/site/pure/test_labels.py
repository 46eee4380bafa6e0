"""The words of fields are texts for translators."""

import pytest

from domego_site.languages import messages


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "scenario.py"

    def written(code):
        path.write_text(code)
        return list(messages(path))

    return written


def test_a_labels_title_help_and_unit_are_texts_of_their_own(source):
    assert source('label("Length", "In weeks.", "weeks")\n') == [
        (1, None, "Length"),
        (1, None, "In weeks."),
        (1, None, "weeks"),
    ]


def test_empty_words_are_no_texts(source):
    assert source('label("Length", "", "weeks", by="id")\n') == [(1, None, "Length"), (1, None, "weeks")]


def test_the_names_of_values_are_texts(source):
    code = 'label(\n    "Kind",\n    names={\n        None: "any",\n        "a": "first",\n    },\n)\n'

    assert source(code) == [(2, None, "Kind"), (4, None, "any"), (5, None, "first")]


def test_help_and_unit_may_be_named(source):
    assert source('label("Length", unit="weeks", help="In weeks.")\n') == [
        (1, None, "Length"),
        (1, None, "In weeks."),
        (1, None, "weeks"),
    ]


def test_a_cells_reason_is_a_text(source):
    assert source('CellFault(sheet, "B7", "a whole number is needed")\n') == [(1, None, "a whole number is needed")]
