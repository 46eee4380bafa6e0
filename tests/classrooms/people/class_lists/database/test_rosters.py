"""A class list is previewed, imported, and the import undone."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classrooms.models import Enrolment, RosterImport, SeatPlan, Team, User
from classrooms.people.class_lists.services.people import traces_of
from classrooms.people.class_lists.services.rosters import (
    lines_of,
    roster_apply,
    roster_discard,
    roster_read,
    roster_undo,
)
from classrooms.people.class_lists.services.rosters_checks import KnownMembers, checked
from classrooms.people.class_lists.services.rosters_reading import Row, read_text
from classrooms.people.class_lists.services.rosters_time import read_extra_time
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, person, play_default

pytestmark = pytest.mark.django_db
calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""No deadlines, so that slow machines pass."""


@pytest.fixture
def teacher():
    return person("claire")


@pytest.fixture
def course(teacher):
    return course_of(teacher)


def read(course, text, by=None, now=NOW):
    return roster_read(course=course, reading=read_text(text), by=by or person(), source="pasted", now=now)


def taken(course, text):
    roster = read(course, text)
    roster_apply(roster=roster, now=NOW)
    roster.refresh_from_db()
    return roster


def codes(course, text):
    return [[problem["code"] for problem in line.problems] for line in lines_of(read(course, text))]


def students(course):
    rows = Enrolment.objects.filter(course=course, role="student", left_at=None).select_related("user").order_by("pk")
    return [row.user.display_name for row in rows]


def test_a_good_line_becomes_a_guest_with_everything_that_the_line_says(course):
    roster = taken(course, "Name;E-mail;Number;Team;Extra time\nLéa  Moreau;lea@example.org;12345;Keystone;33%")

    row = Enrolment.objects.get(course=course, role="student")
    assert (row.student_number, row.extra_time, row.roster_import) == ("12345", 33, roster)
    assert (row.user.display_name, row.user.email, row.user.is_guest) == ("Léa Moreau", "lea@example.org", True)
    assert row.user.has_usable_password() is False
    assert [team.name for team in row.user.teams.all()] == ["Keystone"]
    assert lines_of(roster)[0].user == row.user_id


def test_looking_at_a_list_enrols_nobody(course):
    read(course, "Léa\nAmir")

    assert (students(course), User.objects.filter(is_guest=True).count()) == ([], 0)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (";lea@example.org", "empty_name"),
        (f"{'x' * 81};lea@example.org", "too_long"),
        (f"Léa;;{'1' * 61}", "too_long"),
        (f"Léa;;;{'t' * 81}", "too_long"),
        ("Léa\x07;lea@example.org", "control_signs"),
        ("Léa\u202e;lea@example.org", "control_signs"),
        ("Léa;lea(at)example.org", "bad_mail"),
        ("Léa;lea@", "bad_mail"),
        ("Léa;;;;perhaps", "bad_extra_time"),
        ("Léa;;;;10000", "bad_extra_time"),
    ],
)
def test_a_bad_line_says_what_is_wrong_with_it(course, line, code):
    assert codes(course, f"Amir;amir@example.org\n{line}")[1] == [code]


def test_of_two_lines_with_one_address_number_or_name_the_first_is_good(course):
    text = "Léa;a@b.org;1\nAmir;A@B.ORG;2\nTomás;t@b.org;1\nléa\nLéa;other@b.org;9"

    assert codes(course, text) == [[], ["mail_twice"], ["number_twice"], ["name_twice"], []]
    assert [line.reasons for line in lines_of(read(course, text))][1:3] == [
        ["The same e-mail address stands in line 1."],
        ["The same student number stands in line 1."],
    ]


def test_members_are_known_by_address_number_or_name_and_namesakes_by_what_differs(course):
    enrol(course, person("lea", display_name="Léa Moreau", email="lea@b.org"), student_number="7")
    enrol(course, person("amir", display_name="Amir Haddad", email=""))
    text = "X;LEA@b.org\nY;;7\nLéa Moreau\nLéa Moreau;other@b.org\nAmir Haddad;amir@b.org\nZoé;zoe@b.org"

    assert codes(course, text) == [["in_course"], ["in_course"], ["in_course"], [], ["in_course"], []]


def test_who_left_the_course_may_come_by_a_list_again(course):
    enrol(course, person("lea", display_name="Léa"), left_at=NOW)

    assert codes(course, "Léa") == [[]]


def test_an_address_of_an_account_neither_enrols_nor_changes_that_account(course):
    account = person("lea", display_name="Léa Moreau", email="lea@example.org")

    taken(course, "L. Moreau;lea@example.org")

    guest = Enrolment.objects.get(course=course, role="student").user
    account.refresh_from_db()
    assert (guest.pk != account.pk, guest.is_guest, account.display_name) == (True, True, "Léa Moreau")
    assert account.enrolments.count() == 0


def test_only_good_lines_are_taken_and_the_others_keep_their_reasons(course):
    roster = taken(course, "Léa;lea@example.org\n;nobody@example.org\nAmir;bad\nTomás")

    assert students(course) == ["Léa", "Tomás"]
    assert [(line.name, bool(line.problems), line.user is None) for line in lines_of(roster)] == [
        ("Léa", False, False),
        ("", True, True),
        ("Amir", True, True),
        ("Tomás", False, False),
    ]


def test_taking_a_list_twice_enrols_once(course):
    roster = read(course, "Léa\nAmir")

    assert (roster_apply(roster=roster, now=NOW), roster_apply(roster=roster, now=NOW)) == (2, 0)
    assert students(course) == ["Léa", "Amir"]


def test_who_came_in_between_is_not_taken_again(course):
    roster = read(course, "Léa;lea@example.org\nAmir")
    taken(course, "Léa;lea@example.org")

    assert roster_apply(roster=roster, now=NOW) == 1
    assert students(course) == ["Léa", "Amir"]


def test_teams_of_a_list_are_found_whatever_their_case_or_made(course):
    keystone = Team.objects.create(course=course, name="Keystone")

    taken(course, "Léa;;;keystone\nAmir;;;Lintel\nTomás;;;LINTEL")

    teams = {team.name: sorted(user.display_name for user in team.members.all()) for team in course.teams.all()}
    assert teams == {"Keystone": ["Léa"], "Lintel": ["Amir", "Tomás"]}
    assert course.teams.get(name="Keystone") == keystone


def test_a_list_of_a_class_takes_a_number_of_queries_that_does_not_grow(course, django_assert_num_queries):
    small, large = (read(course, "\n".join(f"{word} {n}" for n in range(size))) for word, size in (("A", 3), ("B", 30)))
    with django_assert_num_queries(9):
        roster_apply(roster=small, now=NOW)

    with django_assert_num_queries(9):
        roster_apply(roster=large, now=NOW)


def test_undoing_removes_enrolments_and_guests_whom_nobody_used_and_forgets_the_list(course):
    roster = taken(course, "Léa;lea@example.org;;Keystone\nAmir")

    undone = roster_undo(roster=roster, now=NOW)

    roster.refresh_from_db()
    assert (undone.removed, undone.kept, students(course)) == (2, (), [])
    assert (roster.lines, roster.undone_at, roster_undo(roster=roster).removed) == ([], NOW, 0)
    assert User.objects.filter(is_guest=True).count() == 0
    assert [team.members.count() for team in course.teams.all()] == [0]


def test_who_opened_the_link_keeps_the_guest_and_loses_the_course(course):
    roster = taken(course, "Léa\nAmir")
    User.objects.filter(display_name="Léa").update(last_login=NOW)

    roster_undo(roster=roster, now=NOW)

    assert students(course) == []
    assert list(User.objects.filter(is_guest=True).values_list("display_name", flat=True)) == ["Léa"]


def test_who_played_stays_in_the_course_and_is_named(course):
    roster = taken(course, "Léa\nAmir")
    lea = User.objects.get(display_name="Léa")
    session_of(course, teams=[[lea]], started=True)

    undone = roster_undo(roster=roster, now=NOW)

    assert (undone.removed, undone.kept, students(course)) == (1, ("Léa",), ["Léa"])


def test_who_only_waited_in_a_lobby_leaves_the_seat_to_a_bot(course):
    roster = taken(course, "Léa")
    lea = User.objects.get(display_name="Léa")
    match = session_of(course, teams=[[lea]]).session_teams.get().match

    roster_undo(roster=roster, now=NOW)

    match.refresh_from_db()
    assert (User.objects.filter(pk=lea.pk).exists(), SeatPlan.objects.count()) == (False, 0)
    assert match.seats.filter(holders__released_at=None, holders__isnull=False).count() == 0


def test_traces_tell_who_played_and_who_only_came(course):
    lea, amir, tomas = (person(name) for name in ("lea", "amir", "tomas"))
    User.objects.filter(pk=amir.pk).update(last_login=NOW)
    match = session_of(course, teams=[[lea]], started=True).session_teams.get().match
    play_default(match, 0, lea)

    found = traces_of([lea.pk, amir.pk, tomas.pk])

    assert [(each.played, each.used) for each in (found[lea.pk], found[amir.pk], found[tomas.pk])] == [
        (True, True),
        (False, True),
        (False, False),
    ]


def test_a_list_that_was_not_taken_can_be_thrown_away_and_one_that_was_cannot(course):
    loose, kept = read(course, "Léa"), taken(course, "Amir")

    roster_discard(roster=loose)
    roster_discard(roster=kept)

    assert list(RosterImport.objects.all()) == [kept]


def test_lists_that_nobody_took_are_forgotten_after_a_day(course):
    old, fresh = read(course, "Léa"), read(course, "Amir", now=NOW + timedelta(hours=20))

    newest = read(course, "Tomás", now=NOW + timedelta(hours=25))

    assert set(RosterImport.objects.all()) == {fresh, newest}
    assert not RosterImport.objects.filter(pk=old.pk).exists()


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("", 0),
        ("33", 33),
        ("33%", 33),
        ("33 %", 33),
        ("1/3", 33),
        ("400", 400),
        ("9999", 9999),
        ("10000", None),
        ("-1", None),
    ]
    + [("x", 33), ("Oui", 33), ("1", 33), ("1 %", 1), ("33,33 %", 33), ("non", 0), ("0", 0), ("-", 0)]
    + [("perhaps", None), ("3.5", None), ("9/1", None), ("٣", None), ("1/0", None)],
)
def test_extra_time_is_a_percentage_or_a_third(text, percent):
    assert read_extra_time(text) == percent


cells = st.text(st.sampled_from("aAb @.é\x00\t"), max_size=8)


@calm
@given(st.lists(st.builds(Row, st.integers(1, 9), cells, cells, cells, cells, cells), max_size=12))
def test_no_two_good_lines_are_one_person(rows):
    good = [line for line in checked(rows, KnownMembers()) if not line.problems]

    for kept in ("email", "student_number"):
        given = [getattr(line, kept).casefold() for line in good if getattr(line, kept)]
        assert len(given) == len(set(given))
    nameless = [line.name.casefold() for line in good if not line.email and not line.student_number]
    assert len(nameless) == len(set(nameless))
    assert all(line.name and line.name.isprintable() for line in good)
