"""The people of a course: typed, pasted, sent, changed, linked. Without scripts."""

import csv
import json
from io import StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from classrooms.models import Enrolment, RosterImport, User
from games.platform.services.guests import guest_create, return_token
from tests.classrooms.factories import course_of, enrol, session_of
from tests.classrooms.people.class_lists.browsing import browser, notes_on, said, students, url, with_students
from tests.games.factories import person
from tests.site.html import steady

pytestmark = pytest.mark.django_db


def test_one_student_is_typed(client, course):
    entered = {"name": "Léa  Moreau", "email": "lea@example.org", "student_number": "7", "extra_time": "33"}

    client.post(url("course-person-add", course.pk), entered)
    again = client.post(url("course-person-add", course.pk), entered)

    row = Enrolment.objects.get(course=course, role="student")
    assert (row.user.display_name, row.user.email, row.student_number, row.extra_time) == (
        "Léa Moreau",
        "lea@example.org",
        "7",
        33,
    )
    page = again.content.decode()
    assert (again.status_code, "Already in the course: Léa Moreau." in page, 'value="33"' in page) == (422, True, True)


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"name": "\u202e"}, {"email": "x"}, {"extra_time": "10000"}, {"extra_time": "x"}]
)
def test_a_student_who_cannot_be_keeps_what_was_typed(client, course, wrong):
    entered = {"name": "Léa", "email": "", "student_number": "4711", "extra_time": "0", **wrong}

    answer = client.post(url("course-person-add", course.pk), entered)

    assert (answer.status_code, 'value="4711"' in answer.content.decode(), students(course)) == (422, True, [])


def test_a_pasted_list_is_looked_at_taken_and_taken_back(client, course):
    shown = client.post(url("course-roster", course.pk), {"text": "Léa;lea@b.org\nAmir\n;x@b.org"}, follow=True)
    page = steady(shown.content.decode())
    assert ("2 lines are good, 1 is not" in page, "The name is missing." in page, students(course)) == (True, True, [])
    address = shown.redirect_chain[-1][0]

    taken = client.post(address, {"action": "take"}, follow=True)
    assert (said(taken), students(course)) == (["2 students are in the course."], ["Léa", "Amir"])

    undone = client.post(address, {"action": "undo"}, follow=True)
    assert (said(undone), students(course)) == (["2 students were taken out."], [])
    assert client.get(address).status_code == 404


def test_a_file_is_read_and_what_it_holds_besides_is_told(client, course):
    file = SimpleUploadedFile("class.csv", "Nom;Prénom;Ville\nMoreau;Léa;Pau".encode("cp1252"))

    shown = client.post(url("course-roster", course.pk), {"file": file}, follow=True)

    roster = RosterImport.objects.get()
    assert (roster.source, roster.lines[0]["name"]) == ("class.csv", "Léa Moreau")
    assert notes_on(shown) == [
        "The file is not in UTF-8; it was read as Windows-1252. Look at the accents.",
        "These columns are not used: Ville.",
    ]
    again = client.get(url("course-roster-list", course.pk, roster.pk))
    assert notes_on(again) == notes_on(shown), "a reload loses nothing"


def test_what_was_left_out_is_forgotten_when_the_list_is_taken(client, course):
    text = "Liste 2026\nNom;Prénom\nMoreau;Léa\nTotal : 1\n"
    client.post(url("course-roster", course.pk), {"text": text})
    roster = RosterImport.objects.get()
    assert [code for code, _params in roster.notes] == ["above", "sums"]

    client.post(url("course-roster-list", course.pk, roster.pk), {"action": "take"})

    roster.refresh_from_db()
    assert (roster.notes, len(roster.lines)) == ([], 1)


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({}, "Paste a list or choose a file."),
        ({"text": " \n "}, "Paste a list or choose a file."),
        ({"text": ";;\n"}, "There is no name in this list."),
        ({"file": SimpleUploadedFile("x.xlsx", b"PK\x03\x04rubbish")}, "This XLSX file cannot be read."),
    ],
)
def test_what_is_no_list_is_refused_and_kept(client, course, sent, says):
    answer = client.post(url("course-roster", course.pk), sent)

    assert (answer.status_code, says in answer.content.decode()) == (422, True)
    assert RosterImport.objects.count() == 0


def test_a_list_can_be_thrown_away(client, course):
    shown = client.post(url("course-roster", course.pk), {"text": "Léa"}, follow=True)

    client.post(shown.redirect_chain[-1][0], {"action": "discard"})

    assert (RosterImport.objects.count(), students(course)) == (0, [])


def test_who_played_is_named_when_a_list_is_taken_back(client, course):
    lea, _amir = with_students(course, "Léa", "Amir")
    session_of(course, teams=[[lea]], started=True)

    undone = client.post(
        url("course-roster-list", course.pk, RosterImport.objects.get().pk), {"action": "undo"}, follow=True
    )

    assert said(undone) == ["1 student was taken out.", "These have played already and stay: Léa."]


def test_assistants_and_observers_see_names_and_no_addresses_links_or_numbers(course):
    with_students(course, "Léa;lea@example.org;4711;;33")
    for role in ("assistant", "observer"):
        page = steady(browser(enrol(course, person(), role)).get(url("course-people", course.pk)).content.decode())
        assert "Léa" in page
        assert [text for text in ("lea@example.org", "4711", "+33", "/back/", "Copy link") if text in page] == []


def test_links_are_printed_and_exported_for_guests_only(client, course):
    (lea,) = with_students(course, "+Léa;lea@b.org;;Keystone")
    enrol(course, person("account"))
    link = f"http://testserver/back/{return_token(lea)}/"

    printed = client.get(url("course-links", course.pk)).content.decode()
    answer = client.get(url("course-links-file", course.pk))

    assert (link in printed, printed.count("link-card")) == (True, 1)
    rows = list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))
    head = ["Name", "Family name", "Given name", "Student number", "E-mail", "Team", "Personal link"]
    assert rows == [head, ["'+Léa", "'+Léa", "", "", "lea@b.org", "Keystone", link]]


def test_a_personal_link_works_on_any_device_until_it_is_renewed(client, course):
    (lea,) = with_students(course, "Léa")
    link = f"/back/{return_token(lea)}/"
    phone, laptop = browser(), browser()
    for device in (phone, laptop):
        assert device.post(link).headers["Location"] == "/games/"

    client.post(url("course-person-link", course.pk, lea.pk))

    assert {device.get("/account/").status_code for device in (phone, laptop)} == {302}
    assert browser().get(link).status_code == 410
    lea.refresh_from_db()
    assert browser().get(f"/back/{return_token(lea)}/").status_code == 200


def test_a_student_is_edited_removed_and_put_back(client, course):
    (lea,) = with_students(course, "Léa")
    address = url("course-person", course.pk, lea.pk)

    client.post(address, {"name": "Léa M.", "email": "l@b.org", "student_number": "9", "extra_time": "10"})
    refused = client.post(address, {"name": "", "email": "bad", "student_number": "9", "extra_time": "999"})
    lea.refresh_from_db()
    assert (lea.display_name, lea.email, refused.status_code) == ("Léa M.", "l@b.org", 422)
    assert Enrolment.objects.get(user=lea).extra_time == 10

    client.post(url("course-person-remove", course.pk, lea.pk))
    assert students(course) == []
    client.post(url("course-person-put-back", course.pk, lea.pk))
    assert students(course) == ["Léa M."]


def test_a_student_is_replaced_by_another_or_by_somebody_new(client, course):
    lea, amir = with_students(course, "Léa", "Amir")
    match = session_of(course, teams=[[lea]], started=True).session_teams.get().match
    address = url("course-person-replace", course.pk, lea.pk)

    nobody = client.post(address, follow=True)
    client.post(address, {"coming": amir.pk})
    client.post(url("course-person-replace", course.pk, amir.pk), {"new_name": "Tomás", "also_remove": "1"})

    held = match.seats.get(index=0).holders.filter(released_at=None).get()
    assert said(nobody) == ["Replacement: choose somebody, or write the name of somebody new"]
    assert (held.user.display_name, students(course)) == ("Tomás", ["Léa", "Tomás"])


def test_a_replacement_that_cannot_be_makes_nobody(client, course, teacher):
    lea, amir = with_students(course, "Léa", "Amir")
    session_of(course, teams=[[lea], [amir]], started=True)

    answer = client.post(url("course-person-replace", course.pk, lea.pk), {"coming": amir.pk}, follow=True)
    client.post(url("course-person-replace", course.pk, lea.pk), {"new_name": "x" * 81})

    assert said(answer) == ["Amir plays in the same session already (Team 2)."]
    assert students(course) == ["Léa", "Amir"]


def test_two_guests_of_the_course_become_one(client, course):
    twice, once = with_students(course, "Lea", "Léa Moreau")

    client.post(url("course-person-merge", course.pk, twice.pk), {"into": once.pk})
    nothing = client.post(url("course-person-merge", course.pk, once.pk), {"into": "x"}, follow=True)

    assert (students(course), said(nothing)[-1:]) == (["Léa Moreau"], ["Same person as: choose somebody"])


def test_a_guest_of_the_course_is_erased_after_a_tick_and_nobody_else_is(client, course):
    (lea,) = with_students(course, "Léa")
    account = enrol(course, person("amir"))
    elsewhere = enrol(course, guest_create(display_name="Both"))
    enrol(course_of(person()), elsewhere)

    unsure = client.post(url("course-person-erase", course.pk, lea.pk), follow=True)
    for user in (lea, account, elsewhere):
        client.post(url("course-person-erase", course.pk, user.pk), {"sure": "1"})

    assert said(unsure) == ["Erase: tick the box to erase this person for good"]
    assert list(User.objects.filter(pk__in=[lea.pk, account.pk, elsewhere.pk]).order_by("pk")) == [account, elsewhere]


def test_an_instructor_has_a_student_s_data_of_the_own_course_only(client, course):
    (lea,) = with_students(course, "Léa")
    other = course_of(person(), [lea], name="Elsewhere")
    session_of(other, teams=[[lea]], started=True, title="Theirs")
    session_of(course, teams=[[lea]], started=True, title="Ours")

    answer = client.get(url("course-person-data", course.pk, lea.pk))

    data = json.loads(answer.content)
    assert [row["course"] for row in data["courses"]] == ["Site management"]
    assert [row["title"] for row in data["seats"]] == ["Ours"]
    assert answer.headers["Content-Disposition"] == 'attachment; filename="lea-data.json"'
