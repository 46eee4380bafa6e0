"""A file of a criterion with a fault stops the site, and the error names the file."""

import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from classrooms.assess.grading import criteria
from classrooms.assess.grading.criteria import quiz


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """Writes a file `planted.py` that is found with the criteria; returns its path."""

    def write(text):
        path = tmp_path / "planted.py"
        path.write_text(text)
        monkeypatch.setattr(criteria, "__path__", [*criteria.__path__, str(tmp_path)])
        return path

    yield write
    sys.modules.pop(f"{criteria.__name__}.planted", None)


def criterion(kind):
    return f'from types import SimpleNamespace\n\nCRITERION = SimpleNamespace(kind={kind!r}, name="planted")\n'


def fault():
    before = dict(criteria.CRITERIA)
    with pytest.raises(ImproperlyConfigured) as raised:
        criteria.register()
    assert before == criteria.CRITERIA
    return str(raised.value)


def test_a_kind_that_is_there_twice_is_refused_with_both_files(planted):
    path = planted(criterion("quiz"))

    assert fault() == f"{path}: the kind 'quiz' is that of {quiz.__file__}."


def test_a_kind_that_is_longer_than_its_column_is_refused(planted):
    path = planted(criterion("seventeen_letters"))

    assert fault() == f"{path}: the kind 'seventeen_letters' has more than 16 characters."


def test_a_file_without_a_criterion_is_refused(planted):
    path = planted("")

    assert fault() == f"{path} has no CRITERION, the instance of its criterion."
