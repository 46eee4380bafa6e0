"""Own scenarios of people who are erased, of guests who become others, and in a person's data."""

import pytest

from classrooms.care.erasure.queries import person_data
from classrooms.care.erasure.services.people import participation_cut, person_erase
from classrooms.models import OwnScenario, ScenarioVersion, Session
from classrooms.people.class_lists.services.merge import guest_merge
from classrooms.play.scenarios.access import readable
from classrooms.play.scenarios.services.drafts import scenario_link, scenario_rename, scenario_undo
from classrooms.play.scenarios.services.versions import session_from_version, version_keep
from games.platform.services.guests import guest_create
from tests.classrooms.factories import course_of, enrol
from tests.classrooms.play.scenarios.drafts import own_scenario
from tests.games.factories import NOW, person

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


@pytest.fixture
def author():
    return person("zq", display_name="Zéphyrine Quill", can_create_courses=True)


@pytest.fixture
def course(author):
    colleague = person("colleague")
    course = course_of(colleague)
    enrol(course, author, "instructor")
    return course


def erase(user):
    person_erase(user=user, even_the_last=True, now=NOW)


def test_scenarios_that_nobody_else_may_use_go_with_their_author(author, no_broker):
    mine = own_scenario(author)
    version = version_keep(scenario_id=mine.pk, by=author)
    session = session_from_version(version=version, course=course_of(author), by=author)

    erase(author)

    assert (OwnScenario.objects.count(), ScenarioVersion.objects.count()) == (0, 0)
    assert Session.objects.get(pk=session.pk).scenario == version.text


def test_a_shared_scenario_stays_for_its_readers_without_the_authors_name(author, course, no_broker):
    mine = own_scenario(author, title="Zéphyrine Quill at the quay")
    mine.courses.add(course)
    scenario_undo(scenario_id=mine.pk)
    own_scenario(author, title="Not shared")

    erase(author)

    kept = OwnScenario.objects.get()
    assert (kept.title, kept.owner, kept.done, kept.undone) == ("[…] at the quay", None, [], [])
    assert (kept.text, kept.versions.get().made_by) == (mine.text, None)
    assert list(readable(course.enrolments.get(user__username="colleague").user)) == [kept]


def test_a_scenario_with_a_link_stays_and_one_in_the_bin_goes(author, course, no_broker):
    linked, removed = own_scenario(author, title="Linked"), own_scenario(author, title="Removed")
    scenario_link(scenario_id=linked.pk, on=True)
    removed.courses.add(course)
    OwnScenario.objects.filter(pk=removed.pk).update(removed_at=NOW)

    erase(author)

    assert [each.title for each in OwnScenario.objects.all()] == ["Linked"]


def test_the_name_goes_from_titles_that_colleagues_share_with_the_course(author, course, no_broker):
    other = own_scenario(course.enrolments.get(user__username="colleague").user)
    scenario_rename(scenario_id=other.pk, title="For Zéphyrine Quill")
    other.courses.add(course)

    erase(author)

    assert OwnScenario.objects.get(pk=other.pk).title == "For […]"


def test_leaving_one_course_keeps_own_scenarios(author, course, no_broker):
    mine = own_scenario(author)

    participation_cut(user=author, course=course, now=NOW)

    assert OwnScenario.objects.get(pk=mine.pk).owner == author


def test_a_guest_who_becomes_somebody_else_brings_their_scenarios(author):
    guest = guest_create(display_name="A guest")
    mine = own_scenario(guest)

    guest_merge(guest=guest, into=author, now=NOW)

    assert (OwnScenario.objects.get(pk=mine.pk).owner, mine.versions.get().made_by) == (author, author)


def test_a_persons_data_have_their_scenarios_and_versions(author, course):
    mine = own_scenario(author)
    mine.courses.add(course)

    data = person_data(user=author, now=NOW)

    assert [(row["title"], row["game"], row["from"], row["scenario"]) for row in data["scenarios"]] == [
        ("Harbour", "domego", "Classic", mine.text)
    ]
    assert [(row["scenario"], row["number"]) for row in data["scenario_versions"]] == [("Harbour", 0)]
    assert {"scenarios", "scenario_versions"}.isdisjoint(person_data(user=author, course=course, now=NOW))
