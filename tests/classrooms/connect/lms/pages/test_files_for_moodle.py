"""Files of marks for a Moodle: their source, and the name of Moodle's own field that identifies people."""

import csv
import io

import pytest

from classrooms.assess.grading.files.exports import export_of
from classrooms.assess.grading.files.files import moodle
from classrooms.models import Enrolment, LmsPerson, LmsPlatform, User
from tests.classrooms.assess.grading.readers import moodle_import
from tests.classrooms.connect.lms.marks import open_column, published

NUMBERS = {"student-1": "41", "student-2": "42"}


@pytest.fixture
def of_moodle(here, graded):
    """People known only by Moodle's numbers, without an address or a student number."""
    for username, number in NUMBERS.items():
        LmsPerson.objects.filter(subject=username).update(subject=number)
    User.objects.filter(username__in=NUMBERS).update(email="")
    Enrolment.objects.update(student_number="")
    return graded


def page(graded, client):
    """The page of files with single spaces."""
    client.force_login(graded.course.enrolments.get(role="instructor").user)
    return " ".join(client.get(f"/sessions/{graded.pk}/grades/files/").content.decode().split())


def test_the_page_says_of_how_many_and_an_item_of_as_many_takes_the_marks(here, graded, client):
    open_column(here, graded)
    published(here, graded, {"student-1": 10000, "student-2": 6000})
    export = export_of(graded, published=True)

    items = moodle_import(
        moodle(export, by="username"), match="Username", users={name: name for name in NUMBERS}, most=20
    )

    assert items == {"Tuesday workshop": {"student-1": 20.0, "student-2": 12.0}}
    text = page(graded, client)
    assert "These marks are out of 20, and a new item of Moodle is out of 100." in text
    assert "an item that you made with a maximum grade of 20" in text


def test_a_class_without_addresses_is_found_by_the_numbers_of_its_moodle(of_moodle, client):
    text = page(of_moodle, client)
    assert 'value="userid" checked' in text
    file = client.get(f"/sessions/{of_moodle.pk}/grades/files/moodle.csv").content

    rows = list(csv.reader(io.StringIO(file.decode("utf-8-sig"))))
    assert (rows[0][0], sorted(row[0] for row in rows[1:])) == ("User ID", ["41", "42"])


def test_numbers_of_two_moodles_mean_two_people_and_find_nobody(of_moodle, here, platform, client):
    other = LmsPlatform.objects.create(
        name="Other", product="moodle", issuer="https://other.example", client_id="1", created_at=here.created_at
    )
    there = other.deployments.create(deployment_id="1").courses.create(
        context_id="9", course=here.course, created_at=here.created_at
    )
    somebody = other.people.create(
        subject="41", user=User.objects.get(username="student-2"), created_at=here.created_at
    )
    there.members.create(person=somebody, role="student", seen_at=here.created_at)

    text = page(of_moodle, client)

    assert "userid" not in text
    assert "by these, the file would be empty" in text


def test_numbers_of_another_platform_are_none_of_a_moodle(of_moodle, client):
    LmsPlatform.objects.update(product="canvas")

    text = page(of_moodle, client)

    assert ("userid" not in text, "the file would be empty" in text) == (True, True)
