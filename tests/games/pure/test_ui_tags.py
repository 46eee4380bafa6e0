"""The small template tags of every page."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import timezone, translation

from games.templatetags.ui import epoch_ms, time_left


def drawn(source: str, **context: object) -> str:
    return Template("{% load ui %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(-5, "0:00"), (9, "0:09"), (107, "1:47"), (3599, "59:59"), (7500, "2:05\u00a0h"), (260_000, "3\u00a0d")],
)
def test_the_time_left_is_in_the_unit_that_matters(seconds: int, text: str) -> None:
    with translation.override("en"):
        assert time_left(seconds) == text


def test_the_time_left_is_written_as_the_language_writes_hours() -> None:
    with translation.override("fr"):
        assert [time_left(7500), time_left(260_000)] == ["2\u00a0h\u00a005", "3\u00a0j"]


def test_a_moment_in_epoch_milliseconds() -> None:
    assert epoch_ms(datetime(2025, 1, 1, tzinfo=UTC)) == 1_735_689_600_000


def test_a_clock_carries_its_due_time_and_what_to_say_at_the_end() -> None:
    due = timezone.now() + timedelta(minutes=5)

    clock = drawn("{% countdown due over='Closed' urgent=30 %}", due=due)

    assert f'data-due="{epoch_ms(due)}" data-urgent="30" data-over="Closed"' in clock


def test_a_role_is_a_letter_for_the_eye_and_a_name_for_the_ear() -> None:
    assert drawn("{% role 'owner' 'O' name %}", name="Owner & <co>") == (
        '<span class="role role-owner"><span aria-hidden="true">O</span>'
        '<span class="vh">Owner &amp; &lt;co&gt;</span></span>'
    )


@pytest.mark.parametrize(
    ("path", "mark"),
    [("/rules/", 'aria-current="page"'), ("/rules/domego/", 'aria-current="true"'), ("/glossary/", "")],
)
def test_the_navigation_shows_where_the_page_is(path: str, mark: str) -> None:
    assert drawn("{% current '/rules/' %}", request=RequestFactory().get(path)) == mark


@pytest.mark.parametrize(
    ("language", "name", "label"),
    [
        ("en", "Lintel", "team Lintel"),
        ("en", "Team 1", "Team 1"),
        ("en", "team", "team"),
        ("en", "TEAM-3", "TEAM-3"),
        ("en", "Équipe 2", "Équipe 2"),
        ("en", "Teamwork", "team Teamwork"),
        ("en", "Group B", "Group B"),
        ("en", "", ""),
        ("fr", "Lintel", "équipe Lintel"),
        ("fr", "Équipe 1", "Équipe 1"),
        ("fr", "Team 1", "Team 1"),
    ],
)
def test_a_team_says_once_that_it_is_one(language, name, label):
    with translation.override(language):
        assert Template("{% load ui %}{{ name|team_label }}").render(Context({"name": name})) == label


@pytest.mark.parametrize(
    ("language", "number", "style", "words"),
    [
        ("fr", 1, "DATE_FORMAT", "1er décembre 2026"),
        ("fr", 1, "MONTH_DAY_FORMAT", "1er décembre"),
        ("fr", 1, "DATETIME_FORMAT", "1er décembre 2026, 9\u00a0h"),
        ("fr", 11, "DATE_FORMAT", "11 décembre 2026"),
        ("fr", 21, "MONTH_DAY_FORMAT", "21 décembre"),
        ("en", 1, "DATE_FORMAT", "1 December 2026"),
    ],
)
def test_the_first_of_a_month_is_written_as_people_write_it(language, number, style, words):
    moment = datetime(2026, 12, number, 9, tzinfo=UTC)

    with translation.override(language), timezone.override("UTC"):
        assert drawn(f'{{{{ moment|day:"{style}" }}}}', moment=moment) == words
