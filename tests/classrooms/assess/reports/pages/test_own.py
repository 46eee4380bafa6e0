"""A student's own report: the student's role and nothing about others."""

import pytest
from django.urls import reverse
from django.utils import translation

from classrooms.assess.reports import pdf
from classrooms.assess.reports.student import own_seats, student_document
from classrooms.models import Paper
from games.models import Job
from games.platform.services.holders import seat_release
from games.platform.work.jobs import do_job
from tests.classrooms.assess.reports.debriefs.conftest import frozen
from tests.games.factories import match_of, person, play_on, played_by_bots


def page(ended, name="own-report", table=0):
    return reverse(f"classrooms:{name}", args=[ended.match(table).pk])


def test_it_tells_of_the_own_role_its_objectives_decisions_and_three_questions(ended):
    told = student_document(ended.debrief(), ended.people["amir"], "en")
    facts = ended.debrief().facts["game_facts"]["roles"][0]

    assert [part["role"].id for part in told["parts"]] == ["owner"]
    own = told["parts"][0]["own"]
    assert [figure["value"] for figure in own["figures"]][:2] == [str(facts["points"]["total"]).replace("-", "\u2212"),
                                                                  f"{facts['money']}k"]  # fmt: skip
    assert sum(int(row["points"].replace("\u2212", "-")) for row in own["objectives"]) == facts["points"]["total"]
    assert [row["number"] for row in own["decisions"]] == [
        turn["number"]
        for turn in ended.debrief().facts["game_facts"]["activities"]
        if turn["roles"][0]["takes_part"] or turn["roles"][0]["bought_low"]
    ]
    assert [row["money"] for row in own["decisions"]] == [
        f"{turn['roles'][0]['money']}k"
        for turn in ended.debrief().facts["game_facts"]["activities"]
        if turn["number"] in {row["number"] for row in own["decisions"]}
    ]
    assert len(told["talking"]) == 3


def test_it_has_the_own_answers_to_the_quiz_and_what_was_right(ended):
    right = student_document(ended.debrief(), ended.people["amir"], "en")["quiz"]
    wrong = student_document(ended.debrief(), ended.people["lea"], "en")["quiz"]

    assert ([row["is_right"] for row in right], [row["is_right"] for row in wrong]) == ([True], [False])
    assert right[0]["own"] == right[0]["right"] == wrong[0]["right"] != wrong[0]["own"]


def test_questions_about_other_seats_alone_are_not_asked(ended):
    debrief = ended.debrief()
    debrief.facts["game_facts"]["bankruptcies"] = []
    told = student_document(debrief, ended.people["lea"], "en")

    assert [row["fact"] for row in told["talking"] if "Owner" in row["fact"] and "Builder" not in row["fact"]] == []


def test_everybody_reads_their_own_under_one_address(client, ended):
    names = {}
    for name in ("amir", "lea"):
        client.force_login(ended.people[name])
        text = client.get(page(ended)).content.decode()
        names[name] = [other for other in ("Amir", "Lea", "Yuki") if f"<dd>{other}</dd>" in text]

    assert names == {"amir": ["Amir"], "lea": ["Lea"]}


def test_nobody_else_has_one(client, ended, stranger):
    statuses = {}
    for name, user in {"stranger": stranger, "other team": ended.people["yuki"], "teacher": ended.teacher}.items():
        client.force_login(user)
        statuses[name] = [client.get(page(ended)).status_code, client.post(page(ended, "own-report-pdf")).status_code]

    assert statuses == {"stranger": [404, 404], "other team": [404, 404], "teacher": [404, 404]}


def test_it_is_made_by_a_worker_when_asked_for(client, ended):
    client.force_login(ended.people["amir"])
    address = page(ended, "own-report-pdf")

    assert client.get(address)["Location"] == page(ended)
    client.post(address)
    waiting = client.get(page(ended)).content.decode()
    assert do_job(Job.objects.get(kind="paper").pk)
    answer = client.get(address)

    assert f'data-poll-url="{page(ended)}?live"' in waiting
    assert answer["Content-Type"] == "application/pdf"
    assert Paper.objects.get().pages <= 2


def test_a_failure_is_told_and_can_be_tried_again(client, ended):
    client.force_login(ended.people["amir"])
    client.post(page(ended, "own-report-pdf"))
    Job.objects.filter(kind="paper").update(state="failed", error="OSError: disk full")

    text = client.get(page(ended)).content.decode()
    client.post(page(ended, "own-report-pdf"))

    assert "The PDF could not be made." in text
    assert "disk full" not in text
    assert Job.objects.get(kind="paper").state == "pending"


def test_who_left_a_seat_still_has_the_report(ended):
    seat_release(match_id=ended.match().pk, seat=1, user=ended.people["lea"])

    assert own_seats(ended.match(), ended.people["lea"]) == [1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_two_roles_on_one_person_are_two_parts(db, language):
    amir = person("amir-too")
    match = played_by_bots(play_on(match_of(amir, amir, scenario="tiny", by=amir), -1))
    with translation.override(language):
        told = student_document(frozen(match), amir, language)

    assert [part["role"].id for part in told["parts"]] == ["owner", "builder"]


def test_a_long_name_and_a_negative_score_leave_it_at_two_pages(ended):
    user = ended.people["amir"]
    user.display_name = "Maximiliana-Konstantina von Oberländer-Papadopoulos de la Fuente y Montalbán"
    debrief = ended.debrief()
    debrief.facts["game_facts"]["roles"][0]["points"]["total"] = -26

    assert pdf.printed(pdf.student_draft(debrief, user, "fr")).pages <= 2
