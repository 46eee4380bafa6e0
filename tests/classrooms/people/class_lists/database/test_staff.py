"""Courses and their staff: who may make one, who is invited, who goes, and that matches follow."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError

from classrooms.models import Course, Enrolment, Invitation
from classrooms.people.class_lists.services.invitations import (
    AlreadyMember,
    InvitationClosed,
    NeedsAccount,
    account_create,
    invitation_accept,
    invitation_create,
    invitation_find,
    invitation_revoke,
    invitation_token,
    open_invitations,
)
from classrooms.people.class_lists.services.staff import LastInstructor, course_staff_sync, staff_remove
from classrooms.people.courses.services import (
    course_archive,
    course_code_renew,
    course_create,
    course_edit,
    course_restore,
)
from games.models import Match
from games.platform.errors import BadRequest, NotAllowed
from games.platform.services.forks import match_fork
from games.platform.services.guests import guest_create
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, match_of, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher():
    return person("claire", can_create_courses=True)


@pytest.fixture
def course(teacher):
    return course_of(teacher)


def names(people):
    return sorted(people.values_list("username", flat=True))


def invited(course, role="assistant", by=None, **more):
    return invitation_create(by=by or person(), course=course, role=role, now=NOW, **more)


def accept(invitation, user, now=NOW):
    return invitation_accept(token=invitation_token(invitation), user=user, now=now)


def test_who_may_create_courses_becomes_the_instructor(teacher):
    course = course_create(by=teacher, name="Site management", term="Spring", time_zone="America/Montreal")

    row = course.enrolments.get()
    assert (row.user, row.role, course.created_by) == (teacher, "instructor", teacher)
    assert (course.join_open, len(course.join_code), course.time_zone) == (False, 6, "America/Montreal")


def test_others_may_not_unless_the_site_is_open_and_guests_never(domego):
    anybody, guest = person(), guest_create(display_name="Guest")
    with pytest.raises(NotAllowed):
        course_create(by=anybody, name="Mine", time_zone="Europe/Paris")
    domego.OPEN_COURSE_CREATION = True

    assert course_create(by=anybody, name="Mine", time_zone="Europe/Paris").name == "Mine"
    with pytest.raises(NotAllowed):
        course_create(by=guest, name="Mine too", time_zone="Europe/Paris")


@pytest.mark.parametrize("wrong", [{"name": ""}, {"name": "x" * 121}, {"time_zone": "Mars/Olympus"}])
def test_a_course_without_name_or_with_an_unknown_time_zone_is_refused(teacher, wrong):
    with pytest.raises(ValidationError):
        course_create(**{"by": teacher, "name": "Site", "time_zone": "Europe/Paris", **wrong})

    assert Course.objects.count() == 0


def test_a_course_is_renamed_and_its_code_opened(course):
    course_edit(course=course, name="New", term="Autumn", time_zone="UTC", join_open=True)

    course.refresh_from_db()
    assert (course.name, course.term, course.time_zone, course.join_open) == ("New", "Autumn", "UTC", True)


def test_a_new_code_is_another_one(course):
    before = course.join_code

    assert course_code_renew(course=course) == Course.objects.get().join_code != before


def test_an_archived_course_closes_its_code_and_a_restored_one_keeps_it_closed(course):
    Course.objects.update(join_open=True)

    course_archive(course=course, now=NOW)
    course_archive(course=course, now=NOW + timedelta(days=1))
    assert (course.archived_at, Course.objects.get().join_open) == (NOW, False)
    course_restore(course=course)

    assert (Course.objects.get().archived_at, Course.objects.get().join_open) == (None, False)


@pytest.mark.parametrize("role", ["instructor", "assistant", "observer"])
def test_an_invitation_makes_somebody_staff_once(course, role):
    ada, bob = person(), person()
    invitation = invited(course, role)

    accept(invitation, ada)
    accept(invitation, ada)

    assert Enrolment.objects.get(course=course, user=ada).role == role
    with pytest.raises(InvitationClosed):
        accept(invitation, bob)
    assert not Enrolment.objects.filter(user=bob).exists()


def test_withdrawn_old_and_forged_invitations_do_not_work(course):
    withdrawn, old = invited(course), invited(course, days=7)
    invitation_revoke(invitation=withdrawn, now=NOW)
    late = NOW + timedelta(days=7)
    for token in (invitation_token(withdrawn), "forged", invited(course).nonce, ""):
        with pytest.raises(InvitationClosed):
            invitation_accept(token=token, user=person(), now=NOW)
    assert invitation_find(invitation_token(old), now=late - timedelta(seconds=1)) == old
    with pytest.raises(InvitationClosed):
        accept(old, person(), now=late)


def test_open_invitations_are_those_that_work(course, teacher):
    works, used, withdrawn = invited(course), invited(course), invited(course)
    invited(course, days=1)
    invited(None, by=person(is_staff=True))
    accept(used, person())
    invitation_revoke(invitation=withdrawn, now=NOW)

    assert list(open_invitations(course, NOW + timedelta(days=2))) == [works]


def test_only_staff_of_the_site_let_others_create_courses():
    with pytest.raises(NotAllowed):
        invited(None, by=person())
    ada = person()

    accept(invited(None, by=person(is_staff=True)), ada)

    ada.refresh_from_db()
    assert (ada.can_create_courses, ada.enrolments.count()) == (True, 0)


def test_students_are_not_invited_by_such_links(course):
    with pytest.raises(BadRequest):
        invited(course, "student")


def test_a_guest_needs_an_account_first(course):
    invitation = invited(course)

    with pytest.raises(NeedsAccount):
        accept(invitation, guest_create(display_name="Léa"))

    assert list(open_invitations(course, NOW)) == [invitation]


def test_a_student_or_somebody_greater_does_not_use_up_an_invitation(course, teacher):
    student = enrol(course, person())
    invitation = invited(course, "observer")
    for user in (student, teacher):
        with pytest.raises(AlreadyMember):
            accept(invitation, user)

    assert list(open_invitations(course, NOW)) == [invitation]
    assert Enrolment.objects.get(user=student).role == "student"


def test_an_assistant_is_raised_and_who_left_comes_back(course):
    helper, gone = enrol(course, person(), "assistant"), enrol(course, person(), "student", left_at=NOW)

    accept(invited(course, "instructor"), helper)
    accept(invited(course, "observer"), gone)

    rows = Enrolment.objects.filter(user__in=[helper, gone]).order_by("pk")
    assert list(rows.values_list("role", "left_at")) == [("instructor", None), ("observer", None)]


def test_an_invited_person_makes_an_account_to_sign_in_with_the_address():
    user = account_create(email=" Ada@Example.org ", display_name="Ada", password="a drawing office")

    assert (user.username, user.email, user.check_password("a drawing office")) == (
        "Ada@example.org",
        "Ada@example.org",
        True,
    )


@pytest.mark.parametrize("email", ["nonsense", "", "LEA@example.org", "lea"])
def test_an_address_that_is_none_or_that_somebody_has_makes_no_account(email):
    person("lea")

    with pytest.raises(BadRequest):
        account_create(email=email, display_name="Ada", password="a drawing office")


def test_an_address_that_only_a_guest_gave_is_free():
    guest_create(display_name="Léa", email="lea@example.org")

    assert account_create(email="lea@example.org", display_name="Léa", password="a drawing office").is_guest is False


def test_matches_follow_the_staff_as_it_comes_and_goes(course, teacher):
    lea = enrol(course, person("lea"))
    match = session_of(course, teams=[[lea]], started=True).session_teams.get().match
    fork = match_fork(match_id=match.pk, number=0, by=teacher, reason="again", now=NOW)
    match.session_team.match = fork
    match.session_team.save()
    other = match_of(person("owner"), by=person("owner2"))
    accept(invited(course, "assistant"), person("bob"))
    accept(invited(course, "observer"), person("eve"))

    for each in (match, fork):
        assert (names(each.stewards), names(each.observers)) == (["bob", "claire"], ["eve"])
    staff_remove(enrolment=Enrolment.objects.get(user__username="bob"), now=NOW)
    staff_remove(enrolment=Enrolment.objects.get(user__username="eve"), now=NOW)

    for each in (match, fork):
        assert (names(each.stewards), names(each.observers)) == (["claire"], [])
    assert names(other.stewards) == ["owner2"]


def test_syncing_costs_the_same_for_one_match_and_three(course, teacher, django_assert_num_queries):
    session_of(course)
    with django_assert_num_queries(9) as one:
        course_staff_sync(course_id=course.pk)
    session_of(course, teams=2, title="More")
    Match.observers.through.objects.all().delete()

    with django_assert_num_queries(len(one)):
        course_staff_sync(course_id=course.pk)


def test_the_last_instructor_stays(course, teacher):
    enrol(course, person(), "assistant")
    gone = enrol(course, person(), "instructor", left_at=NOW)
    row = Enrolment.objects.get(user=teacher)

    with pytest.raises(LastInstructor):
        staff_remove(enrolment=row)
    Enrolment.objects.filter(user=gone).update(left_at=None)
    staff_remove(enrolment=row, now=NOW)

    assert Enrolment.objects.get(user=teacher).left_at == NOW


def test_who_goes_from_the_staff_leaves_their_seat_to_a_bot(course):
    helper = enrol(course, person("bob"), "assistant")
    match = session_of(course, teams=[[helper]], started=True).session_teams.get().match

    staff_remove(enrolment=Enrolment.objects.get(user=helper), now=NOW)

    assert match.seats.get(index=0).holders.get().released_at == NOW
    assert Invitation.objects.count() == 0
