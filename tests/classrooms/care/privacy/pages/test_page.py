"""Information about people's data: the page for students, and the register of processing."""

import csv
import io
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models
from django.test import Client
from django.utils import translation
from lxml import html as tree

from classrooms.care.privacy.categories import CATEGORIES, category_of
from classrooms.people.class_lists.services.merge import pointers_to_people
from tests.classrooms.factories import course_of

pytestmark = pytest.mark.django_db

OF_NOBODY = {"classrooms.RoleScores"}
"""Tables with texts that contain no personal data."""


def page(language="en"):
    return Client(headers={"Accept-Language": language}).get("/privacy/").content.decode()


def test_the_page_says_what_the_operator_told(domego):
    domego.PRIVACY_CONTROLLER = "École des <ponts>"
    domego.PRIVACY_BACKUP_DAYS = 30

    text = page()

    assert "École des &lt;ponts&gt;" in text
    assert "30 days" in text


def test_the_page_says_what_the_operator_did_not_tell():
    assert page().count("The operator of this site has not said.") == 9
    assert page("fr").count("ne l’a pas indiqué") == 9


@pytest.mark.parametrize("language", ["en", "fr"])
def test_one_table_has_purpose_time_and_readers_of_all_data(language):
    with translation.override(language):
        rows = [
            [f"{each.title} {each.what}", each.why, f"{each.kept} {each.retention}", each.seen_by]
            for each in CATEGORIES
        ]
        rows = [[" ".join(str(cell).split()) for cell in row] for row in rows]

    table = tree.fromstring(page(language)).xpath("//main//table")

    assert len(table) == 1
    cells = [[" ".join(cell.text_content().split()) for cell in row] for row in table[0].xpath("tbody/tr")]
    assert cells == rows


def test_every_page_and_every_way_in_leads_to_it():
    course = course_of(join_open=True)

    for address in ("/", "/sign-in/", "/join/", f"/enrol/{course.join_code}/"):
        assert 'href="/privacy/"' in Client().get(address).content.decode(), address


def test_everything_that_names_a_person_or_holds_a_text_is_in_a_category():
    columns = {(model._meta.label, column.name) for model, column in pointers_to_people()}
    kinds = models.CharField | models.TextField | models.JSONField | models.FileField | models.GenericIPAddressField
    for label in ("classrooms", "games", "axes", "sessions"):
        for model in apps.get_app_config(label).get_models():
            columns |= {
                (model._meta.label, field.name) for field in model._meta.get_fields() if isinstance(field, kinds)
            }

    assert {table for table, column in columns if category_of(table, column) is None} == OF_NOBODY


def test_a_category_holds_nothing_that_is_not_there():
    for category in CATEGORIES:
        for held in category.holds:
            app, name, *column = held.split(".")
            model = apps.get_model(app, name)
            assert [field.name for field in model._meta.get_fields() if field.name in column] == column, held


def test_nothing_is_in_two_categories():
    held = [each for category in CATEGORIES for each in category.holds]

    assert sorted(held) == sorted(set(held))


def register(*options):
    out = StringIO()
    call_command("privacy_register", *options, stdout=out)
    return out.getvalue()


def test_the_register_has_a_line_for_each_category(domego):
    domego.PRIVACY_CONTROLLER = "=École"

    text, table = register(), list(csv.reader(io.StringIO(register("--csv").removeprefix("\ufeff"))))

    assert "- **Who answers for your data**: =École\n- **Whom to write to**: not told\n" in text
    assert [line for line in text.splitlines() if line.startswith("## ")][:-1] == [
        f"## {category.title}" for category in CATEGORIES
    ]
    assert [row[0] for row in table] == ["Processing", *(str(category.title) for category in CATEGORIES)]
    assert table[1][-1] == ", ".join(CATEGORIES[0].holds)


def test_the_register_is_there_in_french():
    assert register("--language", "fr").startswith("# Registre des traitements")
