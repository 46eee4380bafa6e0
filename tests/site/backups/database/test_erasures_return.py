"""A person erased after a backup is erased again when the backup is restored."""

import pytest
from django.core.management import CommandError
from django.db import IntegrityError

from classrooms.care.erasure.services.people import person_erase
from classrooms.models import Erasure, User
from classrooms.people.class_lists.services.erasure_log import erasures_in_database, erasures_in_file
from classrooms.people.class_lists.services.merge import guest_merge
from games.platform.services.guests import guest_create
from tests.classrooms.factories import course_of
from tests.classrooms.people.class_lists.erasing import found_in_tables, verify_all
from tests.games.factories import NOW, person
from tests.site.backups.conftest import command


def test_nothing_of_an_erased_person_comes_back_with_an_older_backup(world, tmp_path):
    command("backup", tmp_path / "old")
    person_erase(user=world.zoe, now=NOW)

    said = command("restore", tmp_path / "old", "--replace")

    assert "Erased again: 1 people who had been erased since then." in said
    assert found_in_tables() == []
    verify_all()
    assert Erasure.objects.filter(person=world.zoe.pk).count() == 1


@pytest.fixture
def site(transactional_db, var, no_broker):
    """A person who takes part in a course, so that their rows stay."""
    ada = person("ada")
    course_of(ada)
    return ada


def names():
    return sorted(User.objects.filter(erased_at__isnull=True).values_list("username", flat=True))


def test_the_file_beside_the_database_knows_what_a_lost_database_does_not(site, domego, tmp_path):
    lea = person("lea")
    command("backup", tmp_path / "old")
    person_erase(user=lea, now=NOW)
    Erasure.objects.all().delete()
    line = domego.ERASURES_FILE.read_text()

    command("restore", tmp_path / "old", "--replace")
    assert names() == ["ada"]

    assert domego.ERASURES_FILE.stat().st_mode & 0o777 == 0o600
    assert line == domego.ERASURES_FILE.read_text()
    assert "lea" not in line


def test_a_file_of_another_machine_is_read_too_and_a_wrong_one_refused(site, domego, tmp_path):
    lea = person("lea")
    command("backup", tmp_path / "old")
    person_erase(user=lea, now=NOW)
    Erasure.objects.all().delete()
    domego.ERASURES_FILE.rename(tmp_path / "theirs")
    (tmp_path / "wrong").write_text("lea\n")

    for wrong, told in (("wrong", "wrong, line 1 is not a line of erasures"), ("none", "There is no file")):
        with pytest.raises(CommandError, match=told):
            command("restore", tmp_path / "old", "--replace", "--erasures", tmp_path / wrong)
    command("restore", tmp_path / "old", "--replace", "--erasures", tmp_path / "theirs")

    assert names() == ["ada"]


def test_a_line_that_a_full_disk_cut_off_keeps_nobody_from_restoring(site, domego, tmp_path):
    command("backup", tmp_path / "old")
    domego.ERASURES_FILE.write_text('{"person": 1, "joi')
    person_erase(user=person("lea"), now=NOW)

    assert len(erasures_in_file(domego.ERASURES_FILE)) == len(erasures_in_database())
    command("restore", tmp_path / "old", "--replace")

    assert names() == ["ada"]


def test_a_guest_who_became_part_of_the_erased_person_is_erased_too(site, tmp_path):
    guest = guest_create(display_name="Lea")
    command("backup", tmp_path / "old")
    lea = person("lea")
    guest_merge(guest=guest, into=lea, now=NOW)
    person_erase(user=lea, now=NOW)

    command("restore", tmp_path / "old", "--replace")

    assert names() == ["ada"]


def test_a_guest_who_became_part_of_somebody_who_is_still_there_comes_back(site, tmp_path):
    guest = guest_create(display_name="Lea")
    command("backup", tmp_path / "old")
    guest_merge(guest=guest, into=person("lea"), now=NOW)

    command("restore", tmp_path / "old", "--replace")

    assert names() == sorted(["ada", guest.username])


def test_the_only_instructor_of_a_restored_course_is_erased_although_another_came_later(site, tmp_path):
    command("backup", tmp_path / "old")
    person_erase(user=site, even_the_last=True, now=NOW)

    command("restore", tmp_path / "old", "--replace")

    assert names() == []


def test_somebody_else_who_got_the_number_of_an_erased_person_stays(site, tmp_path):
    lea = person("lea")
    person_erase(user=lea, now=NOW)
    person("yuki", pk=lea.pk)
    command("backup", tmp_path / "old")

    command("restore", tmp_path / "old", "--replace")

    assert names() == ["ada", "yuki"]


@pytest.mark.django_db
def test_a_person_is_erased_once():
    Erasure.objects.create(person=7, joined_at=NOW, at=NOW)
    Erasure.objects.create(person=7, joined_at=NOW, into=8, at=NOW)

    with pytest.raises(IntegrityError):
        Erasure.objects.create(person=7, joined_at=NOW, at=NOW)
