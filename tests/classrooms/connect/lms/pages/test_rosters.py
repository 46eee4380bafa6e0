"""The platform's list of members is compared and applied, and people missing from it are kept."""

from datetime import timedelta

import pytest

from classrooms.connect.lms import jobs
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.services import rosters
from classrooms.connect.lms.services.launching import logins_forget
from classrooms.models import Enrolment, LmsCourse, LmsMember, LmsPerson, Team, User
from games.models import Job, SeatHolder
from games.models.people import PERSON_ID
from games.platform import clock
from tests.classrooms.factories import session_of
from tests.lms.launches import Browser
from tests.lms.platform import ASSISTANT, INSTRUCTOR, LEARNER, TEST_USER


def member(number, **more):
    return {
        "user_id": f"student-{number}",
        "status": "Active",
        "name": f"Student Number {number}",
        "given_name": "Student",
        "family_name": f"Number {number}",
        "roles": [LEARNER],
        **more,
    }


def take(here):
    here.refresh_from_db()
    return rosters.roster_apply(lms_course=here, found=rosters.roster_read(lms_course=here))


def students(here):
    rows = Enrolment.objects.filter(course=here.course, role="student", left_at__isnull=True)
    return sorted(row.user.display_name for row in rows.select_related("user"))


def test_everybody_on_all_pages_is_enrolled_once(here, platform):
    platform.members = [member(number) for number in range(1, 8)]
    platform.page = 3

    found = take(here)

    assert found.counts == {"listed": 7, "new": 7, "back": 0, "changed": 0, "gone": 0}
    assert students(here) == [f"Student Number {number}" for number in range(1, 8)]
    assert [user.email for user in User.objects.filter(is_guest=True)] == [""] * 7
    assert len([url for method, url in platform.asked if "/members" in url]) == 3
    assert take(here).is_none
    assert LmsPerson.objects.count() == 7


def test_whoever_came_by_a_launch_before_is_the_same_person(here, platform, browser):
    browser.launch(sub="student-1", name="Student Number 1", given_name="Student", family_name="Number 1")
    platform.members = [member(1), member(2)]

    assert take(here).counts["new"] == 1
    assert LmsPerson.objects.count() == 2


def test_whoever_is_known_from_another_course_has_the_name_that_this_list_says(here, platform, browser):
    course = {"id": "course-8", "title": "Another course"}
    browser.launch(sub="student-1", name="Zoé Petit", given_name="Zoé", family_name="Petit", context=course)
    platform.members = [member(1)]

    take(here)

    assert students(here) == ["Student Number 1"]
    assert take(here).is_none


def test_who_is_gone_leaves_the_seat_and_comes_back_to_it(here, platform, no_broker):
    platform.members = [member(1), member(2), member(3)]
    take(here)
    first = LmsPerson.objects.get(subject="student-1").user
    session_of(here.course, teams=[[first]], started=True)
    platform.members = [member(2), member(3)]

    found = take(here)

    assert (found.counts["gone"], students(here)) == (1, ["Student Number 2", "Student Number 3"])
    assert User.objects.filter(pk=first.pk, display_name="Student Number 1").exists()
    assert not SeatHolder.objects.filter(user=first, released_at__isnull=True).exists()
    assert LmsMember.objects.get(person__subject="student-1").gone_at is not None

    platform.members = [member(1), member(2), member(3)]
    assert take(here).counts["back"] == 1
    assert SeatHolder.objects.filter(user=first, released_at__isnull=True).count() == 1


def test_names_and_parts_that_changed_are_shown_and_taken_over(here, platform):
    platform.members = [member(1), member(2)]
    take(here)
    platform.members = [member(1, name="Zoé Petit"), member(2, roles=[INSTRUCTOR])]

    found = rosters.roster_read(lms_course=here)

    assert [(each.name, each.role) for each in found.changed] == [("Zoé Petit", ""), ("", "instructor")]
    rosters.roster_apply(lms_course=here, found=found)
    assert students(here) == ["Zoé Petit"]
    assert Enrolment.objects.filter(course=here.course, role="instructor", left_at__isnull=True).count() == 2


def test_a_list_lowers_nobody_whom_a_launch_has_brought(here, platform, browser):
    name = {"name": "Student Number 2", "given_name": "Student", "family_name": "Number 2"}
    browser.launch(sub="student-2", **name)
    browser.launch(sub="student-2", roles=[INSTRUCTOR], **name)
    platform.members = [member(1), member(2)]

    found = take(here)

    assert (found.changed, found.counts["new"]) == ([], 1)
    assert students(here) == ["Student Number 1"]
    platform.members = [member(1), member(2, name="Zoé Petit")]
    take(here)
    assert Enrolment.objects.get(course=here.course, user__lms_people__subject="student-2").role == "instructor"
    assert take(here).is_none


def test_a_manager_of_the_whole_platform_stays_a_teacher_although_no_list_names_them(here, platform, browser):
    """Moodle's list names only who is enrolled; its managers and administrators open any course."""
    browser.launch(sub="manager-1", name="Luc Garnier", roles=[INSTRUCTOR])
    browser.client.post("/lms/who/", {"who": "new"})
    platform.members = [member(1)]

    assert take(here).counts["gone"] == 0

    manager = Enrolment.objects.filter(course=here.course, user__lms_people__subject="manager-1", left_at__isnull=True)
    assert manager.get().role == "instructor"
    logins_forget(now=clock.now() + timedelta(hours=13))
    assert take(here).counts["gone"] == 1
    assert not manager.exists()
    browser.launch(sub="manager-1", name="Luc Garnier", roles=[INSTRUCTOR])
    assert manager.get().role == "instructor"


@pytest.mark.parametrize("came", [[LEARNER], []], ids=["as_a_student_now", "never"])
def test_a_teacher_off_the_list_goes_unless_they_came_as_one_last(here, platform, came):
    platform.members = [member(1), member(2, roles=[INSTRUCTOR])]
    take(here)
    if came:
        Browser(platform).launch(sub="student-2", roles=came)
    platform.members = [member(1)]

    assert [row.person.subject for row in take(here).gone] == ["student-2"]


def test_a_student_off_the_list_goes_although_they_came_a_moment_ago(here, platform, browser):
    browser.launch(sub="student-2", name="Student Number 2")
    platform.members = [member(1)]

    assert [row.person.subject for row in take(here).gone] == ["student-2"]


def test_another_part_is_named_in_the_readers_language(here, platform, client):
    platform.members = [member(1)]
    take(here)
    platform.members = [member(1, roles=[INSTRUCTOR])]
    client.force_login(User.objects.get(username="claire"))

    page = client.post(f"/courses/{here.course_id}/platform/{here.pk}/list/", headers={"accept-language": "fr"})

    assert "(équipe enseignante)" in page.content.decode()


def test_a_launch_with_a_lower_part_is_believed(here, platform, browser):
    browser.launch(sub="student-2", roles=[INSTRUCTOR])
    browser.launch(sub="student-2", roles=[LEARNER])

    assert Enrolment.objects.get(course=here.course, user__lms_people__subject="student-2").role == "student"


def test_somebody_who_only_a_list_names_gets_the_part_that_it_says(here, platform):
    platform.members = [member(1), member(2, roles=[INSTRUCTOR])]
    take(here)
    platform.members = [member(1), member(2)]

    assert [each.role for each in rosters.roster_read(lms_course=here).changed] == ["student"]


@pytest.mark.parametrize(
    ("launched", "listed", "shown"),
    [
        ("O'Neil & Co", "O&#039;Neil &amp; Co", "O'Neil & Co"),
        ("R&D", "R&amp;D", "R&D"),
        ("R&amp;D", "R&amp;D", "R&D"),
        ("R&amp;amp;D", "R&amp;amp;D", "R&amp;D"),
        ("Zoë < Petit", "Zoë &lt; Petit", "Zoë < Petit"),
    ],
)
def test_a_name_is_the_same_in_the_list_and_in_a_launch(here, platform, browser, launched, listed, shown):
    """The first name comes in a launch of Moodle, the second in its list of members, for the same person."""
    names = {"name": f"Ann {launched}", "given_name": "Ann", "family_name": launched}
    browser.launch(sub="student-1", **names)
    platform.members = [member(1, name=f"Ann {listed}", given_name="Ann", family_name=listed)]

    assert take(here).is_none
    browser.launch(sub="student-1", **names)
    assert take(here).is_none
    assert students(here) == [f"Ann {shown}"]


def test_groups_and_titles_are_read_in_the_same_way(here, platform, browser):
    here.groups_url = f"{platform.issuer}/courses/course-7/groups"
    here.save()
    platform.groups = [{"id": "g1", "name": "R&amp;D"}]
    platform.members = [member(1, group_enrollments=[{"group_id": "g1"}])]
    take(here)
    browser.launch(context={"id": "course-7", "title": "Build &amp; run"}, link={"id": "1", "title": "A &amp; B"})

    rosters.teams_from_groups(lms_course=here)

    here.refresh_from_db()
    assert [team.name for team in here.course.teams.all()] == ["R&D"]
    assert (here.title, here.links.get().title) == ("Build & run", "A & B")


def test_who_came_before_the_course_was_connected_is_on_its_list(row, platform):
    early = Browser(platform)
    assert early.launch(sub="student-1", name="Ann")["Location"] == "/lms/wait/"
    assistant = Browser(platform)
    assistant.launch(sub="helper-1", name="Hal", roles=[ASSISTANT])
    assistant.client.post("/lms/who/", {"who": "new"})
    Browser(platform).launch(sub="test-1", roles=[TEST_USER, LEARNER])
    teacher = Browser(platform)
    teacher.launch_as_teacher()
    teacher.client.post("/lms/who/", {"who": "new"})

    teacher.client.post("/lms/connect/", {"name": "Construction management"})

    here = LmsCourse.objects.get()
    rows = Enrolment.objects.filter(course=here.course, left_at__isnull=True).order_by("pk")
    assert sorted((row.user.display_name, row.role) for row in rows) == [
        ("Ann", "student"), ("Claire Bonnet", "instructor"), ("Hal", "assistant"),
    ]  # fmt: skip


def test_who_came_before_and_was_left_off_the_list_comes_onto_it_with_the_next_comparison(here, platform):
    """On older sites such people were not kept when the course was connected."""
    Browser(platform).launch(sub="student-1", name="Student Number 1")
    Enrolment.objects.filter(course=here.course, role="student").delete()
    platform.members = [member(1)]

    assert take(here).counts["new"] == 1
    assert students(here) == ["Student Number 1"]
    assert take(here).is_none


def test_only_what_somebody_saw_is_taken_over(here, platform):
    platform.members = [member(1)]
    seen = rosters.roster_read(lms_course=here).digest
    platform.members = [member(1), member(2)]

    with pytest.raises(rosters.RosterChanged):
        rosters.roster_apply(lms_course=here, found=rosters.roster_read(lms_course=here), digest=seen)

    assert students(here) == []


def test_a_list_that_would_empty_the_class_waits_for_somebody_at_night(here, platform):
    platform.members = [member(number) for number in range(1, 7)]
    take(here)
    platform.members = [member(1)]

    jobs.look(Job(kind=jobs.ROSTER, subject=str(here.pk)))

    assert len(students(here)) == 6
    assert take(here).counts["gone"] == 5
    assert len(students(here)) == 1


def test_test_students_inactive_people_and_unknown_parts_are_left_out(here, platform):
    platform.members = [
        member(1, roles=[LEARNER, TEST_USER]),
        member(2, status="Inactive"),
        member(3, roles=["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Administrator"]),
        member(4, user_id=None),
        member(5, user_id=5),
    ]

    assert [each.subject for each in rosters.roster_read(lms_course=here).listed] == ["5"]


def test_whom_our_own_staff_took_off_the_list_stays_off(here, platform):
    platform.members = [member(1)]
    take(here)
    Enrolment.objects.filter(course=here.course, role="student").update(left_at=clock.now())
    platform.members = [member(1, name="Other Name")]

    take(here)

    assert students(here) == []


def test_a_list_of_two_thousand_is_taken_over_in_few_queries(here, platform, django_assert_max_num_queries):
    platform.members = [member(number) for number in range(1, 2001)]
    platform.page = 200
    found = rosters.roster_read(lms_course=here)

    with django_assert_max_num_queries(120):
        rosters.roster_apply(lms_course=here, found=found)

    assert Enrolment.objects.filter(course=here.course, role="student").count() == 2000


def test_groups_become_teams(here, platform):
    here.groups_url = f"{platform.issuer}/courses/course-7/groups"
    here.save()
    platform.groups = [{"id": "g1", "name": "Crane"}, {"id": "g2", "name": "Scaffold"}]
    platform.members = [
        member(1, group_enrollments=[{"group_id": "g1"}]),
        member(2, group_enrollments=[{"group_id": "g2"}]),
        member(3, group_enrollments=[{"group_id": "g1"}]),
        member(4),
    ]
    take(here)

    assert sorted(map(len, rosters.teams_from_groups(lms_course=here).values())) == [1, 2]

    rows = Team.members.through.objects.filter(team__course=here.course)
    found = sorted(
        (row.team.name, LmsPerson.objects.get(user_id=getattr(row, PERSON_ID)).subject)
        for row in rows.select_related("team")
    )
    assert found == [("Crane", "student-1"), ("Crane", "student-3"), ("Scaffold", "student-2")]


def test_groups_that_a_launch_names_become_teams_too(here, platform):
    for number, groups in ((1, "12"), (2, "15,12"), (3, "$Moodle.Person.userGroupIds")):
        Browser(platform).launch(sub=f"student-{number}", name=f"S{number}", custom={"groups": groups})

    assert list(map(len, rosters.teams_from_groups(lms_course=here).values())) == [1, 1]
    assert sorted(here.course.teams.values_list("name", flat=True)) == ["Group 12", "Group 15"]


def test_a_page_on_another_host_is_not_followed(here, platform):
    platform.wrong["/courses/course-7/members"] = [
        (200, {"Link": '<https://evil.example/next>; rel="next"'}, {"members": []})
    ]

    with pytest.raises(LmsFault) as fault:
        rosters.roster_read(lms_course=here)

    here.refresh_from_db()
    assert (fault.value.kind, here.roster_fault) == ("elsewhere", "elsewhere")


def test_lists_are_looked_at_each_night_and_when_an_instructor_comes(here, platform, no_broker):
    now = clock.now()
    assert rosters.rosters_due(now=now, older_than=jobs.A_NIGHT) == [here]
    LmsCourse.objects.update(roster_tried_at=now)
    assert rosters.rosters_due(now=now + timedelta(hours=2), older_than=jobs.A_NIGHT) == []
    assert rosters.rosters_due(now=now + timedelta(hours=21), older_than=jobs.A_NIGHT) == [here]
    LmsCourse.objects.update(roster_tried_at=None)

    browser = Browser(platform)
    browser.launch_as_teacher()
    browser.client.post("/lms/who/", {"who": "new"})

    assert Job.objects.filter(kind=jobs.ROSTER, subject=str(here.pk)).count() == 1
