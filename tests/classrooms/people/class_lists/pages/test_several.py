"""The list of people: sorted by family name, searched, and several of it changed at once."""

import pytest
from django.core import mail
from django.urls import reverse

from classrooms.models import Enrolment, Team
from classrooms.people.class_lists.services import several as people_several
from games.models import Job, SeatHolder
from games.platform.services.guests import return_token
from tests.classrooms.factories import enrol, session_of
from tests.classrooms.people.class_lists.browsing import said, students, url, with_students
from tests.games.factories import person

pytestmark = pytest.mark.django_db


def listed(answer):
    return [line.listed for line in answer.context["people"].students]


def several(client, course, act, *users, **more):
    body = {"act": act, "student": [user.pk for user in users], **more}
    return client.post(url("course-people-several", course.pk), body, follow=True)


def test_people_are_sorted_by_family_name(client, course):
    with_students(course, "Zoé ADAM", "Amir Haddad", "BÉRARD Anne")
    enrol(course, person("yuki", display_name="Yuki Tanaka"))

    assert listed(client.get(url("course-people", course.pk))) == [
        "ADAM, Zoé",
        "BÉRARD, Anne",
        "Amir Haddad",
        "Yuki Tanaka",
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("moreau", ["Léa Moreau"]),
        ("LEA", ["Léa Moreau"]),
        ("amir@b.org", ["Amir Haddad"]),
        ("4711", ["Léa Moreau"]),
        ("keystone", ["Amir Haddad", "Léa Moreau"]),
        ("keystone lea", ["Léa Moreau"]),
        ("nobody", []),
        ("", ["Amir Haddad", "Léa Moreau", "Yuki Tanaka"]),
    ],
)
def test_a_search_finds_names_addresses_numbers_and_teams(client, course, query, found):
    with_students(course, "Léa Moreau;;4711;Keystone", "Amir Haddad;amir@b.org;;Keystone", "Yuki Tanaka")

    answer = client.get(url("course-people", course.pk), {"q": query})

    assert listed(answer) == found
    assert answer.context["everybody"] == 3


def test_those_who_are_ticked_are_taken_out_and_can_be_put_back(client, course):
    lea, amir, _yuki = with_students(course, "Léa", "Amir", "Yuki")

    answer = several(client, course, "remove", lea, amir)

    assert said(answer) == ["2 students were taken out. They stand below and can be put back."]
    assert students(course) == ["Yuki"]
    assert [row.user for row in answer.context["people"].gone] == [amir, lea]


def test_those_who_are_ticked_change_teams(client, course):
    lea, amir = with_students(course, "Léa;;;Keystone", "Amir")
    lintel = Team.objects.create(course=course, name="Lintel")

    answer = several(client, course, "team", lea, amir, team=lintel.pk)
    assert set(lintel.members.all()) == {lea, amir}
    assert said(answer) == ["2 students changed teams."]

    several(client, course, "team", lea, team="")
    assert set(lintel.members.all()) == {amir}


def test_those_who_are_ticked_have_extra_time_at_the_table_too(client, course):
    (lea, amir) = with_students(course, "Léa", "Amir")
    session_of(course, teams=[[lea]], started=True)

    several(client, course, "extra_time", lea, amir, extra_time="33")

    assert set(Enrolment.objects.filter(role="student").values_list("extra_time", flat=True)) == {33}
    assert SeatHolder.objects.get(user=lea).extra_time == 33


def test_personal_links_are_mailed_to_those_who_have_one_and_an_address(client, course, domego):
    lea, amir = with_students(course, "Léa;lea@b.org", "Amir")
    account = enrol(course, person("account"))

    answer = several(client, course, "links", lea, amir, account)
    assert said(answer) == ["1 link is on its way. 1 has no address. 1 has an account and needs none."]
    for job in Job.objects.filter(kind=people_several.JOB):
        people_several.link_mail(job)

    (sent,) = mail.outbox
    assert sent.to == ["lea@b.org"]
    assert f"{domego.SITE_URL}/back/{return_token(lea)}/" in sent.body


def test_who_left_meanwhile_gets_no_link(client, course):
    (lea,) = with_students(course, "Léa;lea@b.org")
    several(client, course, "links", lea)
    Enrolment.objects.filter(user=lea).update(left_at="2026-03-02T09:00Z")

    people_several.link_mail(Job.objects.get(kind=people_several.JOB))

    assert mail.outbox == []


@pytest.mark.parametrize(
    ("act", "more"),
    [
        ("remove", {"student": []}),
        ("remove", {"student": ["x"]}),
        ("remove", {"student": ["999999"]}),
        ("team", {"team": "999999"}),
        ("team", {"team": "x"}),
        ("extra_time", {"extra_time": "10000"}),
        ("fly", {}),
    ],
)
def test_a_wrong_form_changes_nothing_and_says_so(client, course, act, more):
    (lea,) = with_students(course, "Léa;lea@b.org;;Keystone")

    answer = client.post(
        url("course-people-several", course.pk), {"act": act, "student": [lea.pk], **more}, follow=True
    )

    (words,) = said(answer)
    assert words
    assert students(course) == ["Léa"]
    row = Enrolment.objects.get(user=lea)
    assert (row.extra_time, lea.teams.get().name, Job.objects.count()) == (0, "Keystone", 0)


def test_somebody_of_another_course_stops_all(client, course):
    (lea,) = with_students(course, "Léa")
    stranger = person("stranger")

    several(client, course, "remove", lea, stranger)

    assert students(course) == ["Léa"]


def test_a_search_is_kept_over_what_is_done(client, course):
    lea, _amir = with_students(course, "Léa", "Amir")

    answer = several(client, course, "extra_time", lea, extra_time="10", q="lea")

    assert answer.redirect_chain[0][0].startswith(reverse("classrooms:course-people", args=[course.pk]) + "?q=lea")
