"""One rule for every name that a person types, on each way into the site. Fields for names are found by what they are
called."""

import importlib
import pkgutil
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django import forms
from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import models
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

import classrooms
import domego_site
import games
from classrooms.assess.grading.services.rubric_changes import rubric_save
from classrooms.models import Team, User
from classrooms.people.accounts.forms import AccountForm
from classrooms.people.class_lists.services.people import course_join_as_guest, student_edit
from classrooms.people.class_lists.services.rosters_checks import KnownMembers, checked
from classrooms.people.class_lists.services.rosters_reading import read_text
from classrooms.people.class_lists.services.teams import team_create, team_rename
from classrooms.people.courses.services import course_create, course_edit
from classrooms.play.sessions import services as sessions
from games.api import bodies
from games.models import Match
from games.models.names import NameField as NameColumn
from games.platform.errors import ServiceError
from games.platform.services.guests import guest_create
from games.ui.names import BadName, NameField, is_displayable, name_read, tidied
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import match_of, person

CALLED = re.compile(r"(\w+_)?(name|title|team|term)|username")
TURNED = "Ann\u202egnp.exe"
CANNOT_BE = [TURNED, "\u2066Ann\u2069", "Ann\u200f", "Ann\u061c", "Ann\a", "Ann\0", "Ann\U0010fffd"]
UNSEEN = ["\u200b", "\u3164", "\u2800\u00ad", "\ufeff \u2060", "\u115f\u1160", "\u0301"]
LONG = "x" * 500


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Zoe\u0308  Be\u0301nali ", "Zoë Bénali"),
        ("An\u200bn\ufeff", "Ann"),
        ("Ann\u00a0\tLee", "Ann Lee"),
        ("Anne\u00adMarie", "AnneMarie"),
        ("김철수", "김철수"),
        ("Δημήτρης ☂ 3", "Δημήτρης ☂ 3"),
        ("علی\u200cرضا کریمی", "علی\u200cرضا کریمی"),
        ("ශ්\u200dරී", "ශ්\u200dරී"),
        ("An\u200dn\u200c", "Ann"),
        ("مر\u200cیم", "مریم"),
        ("ශ්\u200d\u200c\u200dරී", "ශ්\u200dරී"),
    ],
)
def test_a_name_is_kept_composed_on_one_line_without_signs_that_nobody_sees(typed, kept):
    assert name_read(typed, most=80) == kept


@pytest.mark.parametrize("typed", CANNOT_BE)
def test_signs_that_cannot_be_shown_or_turn_the_direction_are_refused(typed):
    with pytest.raises(BadName, match="signs"):
        name_read(typed, most=80)


@pytest.mark.parametrize("typed", ["", " ", *UNSEEN])
def test_a_name_of_which_nothing_is_seen_is_none(typed):
    with pytest.raises(BadName, match="empty"):
        name_read(typed, most=80)
    assert name_read(typed, most=80, required=False) == ""


@given(st.text(st.characters() | st.sampled_from("\u200c\u200dبرش්රී\u0301a "), max_size=90))
def test_what_is_kept_is_short_composed_seen_and_stays_as_it_is(typed):
    try:
        name = name_read(typed, most=80)
    except BadName:
        return

    assert 0 < len(name) <= 80
    assert (unicodedata.normalize("NFC", name), is_displayable(name), tidied(name)) == (name, True, name)


LEFT_OUT = {
    ("classrooms.Debrief", "name"),
    ("classrooms.KeptMark", "name"),
    ("classrooms.Paper", "name"),
    ("classrooms.StoredFile", "name"),
    ("Credentials", "username"),
    ("SignInForm", "username"),
}
"""Fields called like a name that no person types: files, charts, copies; and names that are only compared."""


def every_module() -> None:
    for package in (games, classrooms, domego_site):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not re.search(r"migrations|settings|wsgi|management\.commands|__main__", module.name):
                importlib.import_module(module.name)


def below(kind: type) -> Iterator[type]:
    for each in kind.__subclasses__():
        yield each
        yield from below(each)


def name_fields_of_forms() -> Iterator[tuple[str, str, forms.Field]]:
    every_module()
    for form in sorted(set(below(forms.BaseForm)), key=lambda each: each.__qualname__):
        if form.__module__.split(".")[0] in ("games", "classrooms", "domego_site"):
            for name, field in getattr(form, "base_fields", {}).items():
                if CALLED.fullmatch(name) and isinstance(field, forms.CharField):
                    yield form.__name__, name, field


def name_columns() -> Iterator[tuple[str, str, models.Field]]:
    for app in ("games", "classrooms"):
        for model in apps.get_app_config(app).get_models():
            for column in model._meta.fields:
                if CALLED.fullmatch(column.name) and isinstance(column, models.CharField | models.TextField):
                    yield model._meta.label, column.name, column


def test_every_column_with_a_name_follows_the_rule():
    columns = {(label, name): column for label, name, column in name_columns()}

    wrong = {place for place, column in columns.items() if not isinstance(column, NameColumn)}

    assert wrong - LEFT_OUT == set()
    known = {("classrooms.User", "display_name"), ("classrooms.User", "username"), ("games.Match", "title")}
    assert known <= set(columns)


def test_every_form_that_asks_for_a_name_follows_the_rule():
    fields = {(form, name): field for form, name, field in name_fields_of_forms()}
    by_column = {(form, "username") for form in ("NewUserForm", "ChangeUserForm")}  # Django's field; its column refuses

    followed = {place: field for place, field in fields.items() if isinstance(field, NameField)}

    assert fields.keys() - followed.keys() - by_column - LEFT_OUT == set()
    assert {("AccountForm", "display_name"), ("CourseForm", "name"), ("GuestForm", "name")} <= followed.keys()
    for field in followed.values():
        for typed in (*CANNOT_BE, LONG):
            with pytest.raises(ValidationError):
                field.clean(typed)
        assert field.clean("Zoe\u0308\u200b  B") == "Zoë B"


def test_every_body_of_the_api_that_has_a_name_is_tried_here():
    kinds = [each for each in vars(bodies).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    found = {(kind.__name__, name) for kind in kinds for name in kind.__struct_fields__ if CALLED.fullmatch(name)}

    assert found - LEFT_OUT == {("NewMatch", "title")}


@pytest.mark.django_db
@pytest.mark.parametrize("typed", [*CANNOT_BE, LONG])
def test_the_api_refuses_a_title_that_cannot_be(client, typed):
    client.force_login(person())

    answer = client.post("/api/v1/matches", {"game": "domego", "title": typed}, content_type="application/json")

    assert (answer.status_code, Match.objects.count()) == (400, 0)


@pytest.mark.django_db
def test_the_api_tidies_a_title(client):
    client.force_login(person())

    client.post("/api/v1/matches", {"game": "domego", "title": "Zoe\u0308\u200b"}, content_type="application/json")

    assert Match.objects.get().title == "Zoë"


def of_a_course(**names: str) -> Any:
    course = course_create(by=person(can_create_courses=True), name="One", time_zone="Europe/Paris")
    return course_edit(course=course, **{"name": "One", "term": "", **names}, time_zone="Europe/Paris", join_open=False)


def of_a_student(**names: str) -> Any:
    row = course_join_as_guest(course=course_of(), display_name="Ann", even_closed=True)
    values: dict[str, Any] = {"display_name": "Ann", "email": "", "student_number": "", "extra_time": 0, **names}
    return student_edit(enrolment=row, **values)


def of_a_line(title: str) -> Any:
    play_session = session_of(course_of())
    add = ("manual", title)
    return rubric_save(play_session=play_session, scale=20, decimals=1, shows_distribution=False, lines=[], add=add)


ENTRANCES = {
    "guest": lambda name: guest_create(display_name=name),
    "match": lambda name: match_of(title=name),
    "session": lambda name: sessions.session_create(course=course_of(), by=None, title=name, game="domego"),
    "team": lambda name: team_create(course=course_of(), name=name),
    "renamed team": lambda name: team_rename(team=team_create(course=course_of(), name="One"), name=name),
    "table": lambda name: sessions.table_add(session_id=session_of(course_of()).pk, by=None, name=name),
    "course": lambda name: of_a_course(name=name),
    "term": lambda name: of_a_course(term=name),
    "student": lambda name: of_a_student(display_name=name),
    "family name": lambda name: of_a_student(family_name=name),
    "given name": lambda name: of_a_student(given_name=name),
    "rubric": of_a_line,
    "command": lambda name: call_command("create_instructor", "ann@example.org", name, password_env="WORD"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("typed", [TURNED, "Ann\0", LONG], ids=["turned", "nul", "long"])
@pytest.mark.parametrize("entrance", ENTRANCES)
def test_every_service_and_command_refuses_a_name_that_cannot_be(entrance, typed, monkeypatch):
    monkeypatch.setenv("WORD", "a password of tests")

    with pytest.raises((ServiceError, ValidationError, CommandError)):
        ENTRANCES[entrance](typed)


@pytest.mark.parametrize("typed", [TURNED, "\u200b", LONG], ids=["turned", "unseen", "long"])
def test_a_line_of_a_class_list_with_such_a_name_is_bad(typed):
    [line] = checked(read_text(f"name;email\n{typed};ann@example.org").rows, KnownMembers())

    assert line.problems


def test_names_of_a_class_list_are_tidied():
    [line] = checked(read_text("name;team\nZoe\u0308\u200b Bénali;Te\u0301am").rows, KnownMembers())

    assert (line.name, line.team, line.problems) == ("Zoë Bénali", "Téam", [])


@pytest.mark.django_db
def test_the_database_holds_tidied_names_whoever_writes_them_and_finds_them_as_they_are_typed():
    typed = "Zoe\u0308\u200b"

    made = Team.objects.create(course=course_of(), name=typed)
    Team.objects.bulk_create([Team(course=course_of(), name=typed)])

    assert (made.name, set(Team.objects.values_list("name", flat=True))) == ("Zoë", {"Zoë"})
    assert Team.objects.filter(name=typed).count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["display_name", "family_name", "given_name"])
def test_nobody_takes_a_name_that_looks_like_another(name):
    data = {"display_name": "Ann", "family_name": "", "given_name": "", "email": "", name: TURNED}

    assert list(AccountForm(data, instance=person()).errors) == [name]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["username", "display_name"])
def test_the_administration_refuses_such_names_too(client, name):
    client.force_login(person(is_staff=True, is_superuser=True))
    data = {"username": "ann", "display_name": "Ann", "usable_password": "false", name: "a\u3164\u202eb"}

    refused = client.post(reverse("admin:classrooms_user_add"), data)

    assert list(refused.context["adminform"].form.errors) == [name]
    assert User.objects.count() == 1
