"""The line at the table lists open questions as soon as they are open, and only so long."""

import re

import pytest
from django.test import Client

from classrooms.play.questions.services import quizzes, surveys
from classrooms.play.questions.services.forecasts import forecast_write, forecasts_switch
from classrooms.play.sessions import services as sessions
from tests.classrooms.play.questions.asking import (
    AFTER,
    BEFORE,
    DURING,
    answer,
    class_of,
    item,
    match_in,
    pass_turn,
    question,
    right_of,
    token,
)
from tests.games.factories import NOW, play_default
from tests.site.html import steady

pytestmark = pytest.mark.django_db


class Table:
    """A student's open page of a table, and its session."""

    def __init__(self, client, **more):
        self.client = client
        self.session, self.people = class_of("ana", "bob", **more)
        self.ana = self.people["ana"]
        self.teacher = self.session.course.enrolments.get(role="instructor").user
        client.force_login(self.ana)
        self.tag = self.ask()["ETag"]

    def ask(self, tag=None):
        headers = {"if-none-match": tag} if tag else {}
        return self.client.get(f"/matches/{match_in(self.session).pk}/live/", headers=headers)

    def news(self):
        """The texts of the line of open questions. None if the page answers that nothing changed."""
        response = self.ask(self.tag)
        if response.status_code == 304:
            return None
        self.tag = response["ETag"]
        region = steady(response.content.decode()).partition('<div id="asked"')[2].partition("</div>")[0]
        return [words.removeprefix("your ").removeprefix("a ") for words in re.findall(r"<a [^>]*>([^<]*)</a>", region)]


def quiz_chosen(table):
    quizzes.questions_add(session_id=table.session.pk, when="after", bank_keys=[AFTER])
    quizzes.questions_add(session_id=table.session.pk, when="during", bank_keys=[DURING], turn=1)


def questions_taken_out(table):
    quizzes.questions_remove(
        session_id=table.session.pk, question_ids=[row.pk for row in table.session.questions.all()]
    )


def quiz_answered(table):
    answer(table.session.questions.get(when="before"), table.ana)


def first_move(table):
    play_default(match_in(table.session), 0, table.ana)


def turn_passed(table):
    pass_turn(match_in(table.session))


def survey_sent(table):
    surveys.survey_answer(play_session=table.session, user=table.ana, when="before", said={}, now=NOW)


def survey_taken_out(table):
    surveys.survey_item_remove(session_id=table.session.pk, item_id=table.session.survey_items.get().pk)


def survey_afterwards(table):
    surveys.survey_items_add(session_id=table.session.pk, when="after", keys=["clear"])


def journal_on(table):
    forecasts_switch(session_id=table.session.pk, on=True)


def journal_off(table):
    forecasts_switch(session_id=table.session.pk, on=False)


def forecast_made(table):
    row = table.session.session_teams.select_related("session").get()
    forecast_write(table=row, user=table.ana, turn=1, values={"days": 2, "cost": 1, "cards": 2}, now=NOW)


def session_ended(table):
    sessions.session_finish(session_id=table.session.pk, by=table.teacher, now=NOW)


def put_away(table):
    sessions.session_archive(session_id=table.session.pk, now=NOW)


def taken_back(table):
    sessions.session_restore(session_id=table.session.pk)


STORIES = {
    "a question before the game is answered": [[BEFORE], (quiz_answered, [])],
    "a question before the game closes with the first move": [[BEFORE], (first_move, [])],
    "questions are taken out": [[BEFORE], (questions_taken_out, [])],
    "a question comes after its turn, another after the game, and both end with the session put away": [
        [],
        (quiz_chosen, []),
        (turn_passed, ["1 question"]),
        (session_ended, ["2 questions"]),
        (put_away, []),
        (taken_back, ["2 questions"]),
    ],
    "a survey is sent in": [["survey"], (survey_sent, [])],
    "a survey is taken out": [["survey"], (survey_taken_out, [])],
    "a survey opens when the session ends": [[], (survey_afterwards, []), (session_ended, ["survey"])],
    "a journal is kept, written in and given up": [
        [],
        (journal_on, ["forecast"]),
        (forecast_made, []),
        (turn_passed, ["forecast"]),
        (journal_off, []),
    ],
}


@pytest.mark.parametrize("story", STORIES)
def test_an_open_page_is_told_of_every_change_and_of_nothing_else(client, story):
    asked, *steps = STORIES[story]
    table = Table(client)
    for what in asked:
        item(table.session) if what == "survey" else question(table.session, what)

    told = []
    for act, _words in steps:
        act(table)
        told += [table.news(), table.news()]

    assert told == [words for _act, expected in steps for words in (expected, None)]


def test_an_answer_is_news_at_the_own_table_alone(client):
    table = Table(client, teams=[["ana"], ["bob"]])
    row = question(table.session)
    before = match_in(table.session, 1).revision

    answer(row, table.ana)

    assert (table.news(), match_in(table.session, 1).revision) == ([], before)


def test_a_quiz_answer_given_in_another_tab_is_shown_by_the_next_poll(client):
    table = Table(client)
    row = question(table.session, DURING, "during", 1)
    turn_passed(table)
    assert (table.news(), table.news()) == (["1 question"], None)
    other_tab = Client()
    other_tab.force_login(table.ana)

    sent = {"when": "during", f"question-{row.pk}": token(row, table.ana, right_of(row))}
    given = other_tab.post(f"/sessions/{table.session.pk}/quiz/", sent)

    assert given.status_code == 302
    assert (table.news(), table.news()) == ([], None)
