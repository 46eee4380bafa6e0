"""The pages for staff: choice of questions, own questions, results and files."""

import csv
import io
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from classrooms.models import OwnQuestion
from classrooms.play.questions.services.own import own_question_create
from classrooms.play.questions.services.surveys import survey_answer
from games.ui import faces
from tests.classrooms.factories import course_of, enrol
from tests.classrooms.play.questions.asking import (
    answer,
    class_of,
    draft_of,
    finish,
    item,
    match_in,
    pass_turn,
    question,
    three_questions,
)
from tests.classrooms.play.questions.database.test_forecasts import write
from tests.games.factories import NOW, person
from tests.site.html import Page, at_first_sight, dense, steady

pytestmark = pytest.mark.django_db
PAGES = ("", "bank/", "quiz/", "survey/", "forecasts/")
FILES = ("quiz.csv", "survey.csv", "forecasts.csv")


@pytest.fixture
def teacher(client):
    user = person("teacher")
    client.force_login(user)
    return user


@pytest.fixture
def draft(teacher):
    return draft_of(course_of(teacher))


def url(play_session, page=""):
    return f"/sessions/{play_session.pk}/questions/{page}"


def text(response):
    return steady(response.content.decode())


def staffed(client, play_session):
    """Sign in as the instructor of a session's course."""
    teacher = play_session.course.enrolments.get(role="instructor").user
    client.force_login(teacher)
    return teacher


def chosen(play_session):
    return sorted(play_session.questions.values_list("bank_key", "when", "turn"))


# Choosing


def test_one_press_asks_the_usual_questions_and_the_usual_survey(client, draft):
    assert "Nothing is asked yet" in text(client.get(url(draft)))

    page = text(client.post(url(draft), {"action": "usual"}, follow=True))

    assert (draft.questions.count(), draft.survey_items.count()) == (23, 16)
    assert "23 questions and 16 survey items are new" in page
    assert "After: Activity 9, Earthworks and foundations" in page


def test_the_bank_is_filtered_by_activity_and_shows_right_answers(client, draft):
    page = text(client.get(url(draft, "bank/"), {"about": "9"}))

    about = [question for question in faces.get("domego").quiz().offered if question.turn == 9]
    assert "A trench is 1.50 m deep" in page
    assert "A trench for drains" not in page  # retired
    assert "When has the team reached" not in page
    assert page.count("the right answer") == len(about)
    assert 'href="/rules/domego/glossary/#shoring"' in page


def test_the_bank_stands_by_topic_and_a_topic_opens_with_its_ticks(client, draft):
    whole, one = (client.get(url(draft, "bank/"), {"about": about}).content.decode() for about in ("", "9"))
    refused = client.post(url(draft, "bank/"), {"when": "during", "question": ["bank-targets"]}).content.decode()

    shown = client.get(url(draft, "bank/")).context
    groups, titles = shown["groups"], [title for _key, title in shown["filters"][1:-1]]
    seen = at_first_sight(whole)
    numbers = [int(number) for number in re.findall(r"(\d+) questions?\b", seen)]
    assert numbers == [len(faces.get("domego").quiz().offered), *(len(group["lines"]) for group in groups)]
    assert all(title in seen for title in titles)
    assert not any(question.localized().text in seen for question in faces.get("domego").quiz().offered)
    assert ("A trench is 1.50 m deep" in at_first_sight(one), "A trench is 1.50 m deep" in seen) == (True, False)
    assert ("When has the team reached" in at_first_sight(refused), "A trench" in at_first_sight(refused)) == (
        True,
        False,
    )


def test_ticked_questions_are_asked_or_all_that_are_shown(client, draft):
    client.post(url(draft, "bank/"), {"about": "9", "when": "during", "turn": "", "question": ["bank-wide-trench"]})
    client.post(url(draft, "bank/"), {"about": "2", "when": "after", "all": "1"})

    assert chosen(draft) == [
        ("clay-plot", "after", None),
        ("ground-survey", "after", None),
        ("programme", "after", None),
        ("wide-trench", "during", 9),
    ]


def test_a_choice_that_cannot_be_made_is_refused_and_the_ticks_stay(client, draft):
    sent = {"about": "0", "when": "during", "question": ["bank-targets"]}

    response = client.post(url(draft, "bank/"), sent)

    assert response.status_code == 422
    assert "Choose the turn after which to ask: When has the team" in text(response)
    assert 'id="tick-bank-targets" aria-label="When has the team reached its common aim?" checked' in text(response)
    assert "Tick the questions to ask first." in text(client.post(url(draft, "bank/"), {"when": "after"}))
    assert chosen(draft) == []


def test_questions_are_taken_out_unless_they_were_answered(client):
    play_session, people = class_of("ana")
    first, _second, third = three_questions(play_session)
    answer(first, people["ana"])
    staffed(client, play_session)

    client.post(url(play_session), {"action": "remove", "question": [third.pk]})
    refused = client.post(url(play_session), {"action": "remove", "question": [first.pk]}, follow=True)

    assert "Somebody has answered this already" in text(refused)
    assert [key for key, *_rest in chosen(play_session)] == ["late-effect", "targets"]


def test_the_survey_is_put_together_and_what_was_typed_stays(client, draft):
    client.post(url(draft), {"action": "add-items", "when": "after", "key": ["again", "heard"]})
    client.post(url(draft), {"action": "write-item", "when": "both", "kind": "likert", "text": "I know who pays."})
    mine = draft.survey_items.filter(text="I know who pays.", when="before").get()
    client.post(url(draft), {"action": "remove-item", "item": mine.pk})
    refused = client.post(url(draft), {"action": "write-item", "when": "never", "kind": "text", "text": "Why not?"})

    assert sorted(draft.survey_items.values_list("when", "bank_key", "text")) == [
        ("after", "", "I know who pays."),
        ("after", "again", ""),
        ("after", "heard", ""),
    ]
    assert refused.status_code == 422
    assert ">Why not?</textarea>" in text(refused)


def test_the_journal_is_switched_on_and_off(client, draft):
    for on in (True, False):
        client.post(url(draft), {"action": "forecasts", "on": "1" if on else "0"})
        draft.refresh_from_db()
        assert draft.has_forecasts is on


def test_an_unknown_button_changes_nothing(client, draft):
    assert client.post(url(draft), {"action": "explode"}).status_code == 422
    assert client.post(url(draft), {"action": "remove"}).status_code == 422
    assert client.post(url(draft), {"action": "add-items", "when": "after"}).status_code == 422
    assert (draft.questions.count(), draft.survey_items.count()) == (0, 0)


# Own questions

FILLED = {
    "text": "Who pays?",
    "option_0": "The owner",
    "option_1": "",
    "option_2": "The bank",
    "option_3": "",
    "option_4": "",
    "option_5": "",
    "right": "2",
    "explanation": "It says so.",
}


def own_url(course, *rest):
    return "/".join(["/courses", str(course.pk), "questions", *map(str, rest), ""])


def test_an_own_question_is_written_changed_copied_and_deleted(client, draft):
    course = draft.course
    assert "No own questions yet" in text(client.get(own_url(course)))

    client.post(own_url(course, "new"), FILLED)
    mine = OwnQuestion.objects.get()
    assert (mine.text, mine.options, mine.right) == ("Who pays?", ["The owner", "The bank"], 1)

    client.post(own_url(course, mine.pk), {**FILLED, "action": "save", "right": "0"})
    client.post(own_url(course, mine.pk), {"action": "copy"})
    copy = OwnQuestion.objects.latest("pk")
    client.post(own_url(course, mine.pk), {"action": "delete"})

    assert list(OwnQuestion.objects.values_list("pk", "right")) == [(copy.pk, 0)]
    assert "Who pays?" in text(client.get(own_url(course)))
    client.post(url(draft, "bank/"), {"about": "own", "when": "after", "question": [f"own-{copy.pk}"]})
    assert draft.questions.get().own == copy
    assert "Asked in: Next week." in text(client.get(own_url(course)))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"right": "1"}, "Tick the right answer; it must not be empty."),
        ({"right": ""}, "Tick the right answer."),
        ({"option_2": ""}, "Give at least two answers"),
        ({"option_1": "The owner"}, "The same answer is there twice."),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused_and_what_was_typed_stays(client, draft, wrong, said):
    response = client.post(own_url(draft.course, "new"), {**FILLED, **wrong})

    assert response.status_code == 422
    assert said in text(response)
    assert "Who pays?</textarea>" in text(response)
    assert not OwnQuestion.objects.exists()


def test_a_question_that_was_answered_is_not_changed(client):
    play_session, people = class_of("ana")
    teacher = staffed(client, play_session)
    words = {"text": "Who pays?", "options": ["The owner", "The bank"], "right": 0}
    mine = own_question_create(course=play_session.course, by=teacher, now=NOW, **words)
    row = question(play_session, when="after", own=mine)
    finish(play_session)
    answer(row, people["ana"])

    page = text(client.post(own_url(play_session.course, mine.pk), {**FILLED, "action": "save"}, follow=True))
    deleted = text(client.post(own_url(play_session.course, mine.pk), {"action": "delete"}, follow=True))

    assert "Somebody has answered this already" in page
    assert "This question is asked in: Tuesday workshop." in deleted
    mine.refresh_from_db()
    assert (mine.text, mine.options, mine.right) == ("Who pays?", ["The owner", "The bank"], 0)


def test_a_question_of_another_course_is_not_found(client, draft):
    other = course_of()
    mine = own_question_create(course=other, by=person(), text="?", options=["a", "b"], right=0, now=NOW)

    assert client.get(own_url(draft.course, mine.pk)).status_code == 404
    assert client.get(own_url(other, mine.pk)).status_code == 404


def test_three_own_questions_are_listed_with_as_many_queries_as_one(client, draft):
    def made():
        mine = own_question_create(course=draft.course, by=person(), text="Who?", options=["a", "b"], right=0, now=NOW)
        question(draft, when="after", own=mine)

    made()
    with CaptureQueriesContext(connection) as one:
        client.get(own_url(draft.course))
    made()
    made()
    with CaptureQueriesContext(connection) as three:
        client.get(own_url(draft.course))
    assert len(three) == len(one)


# Results


@pytest.fixture
def answered():
    play_session, people = class_of("ana", "bob", "cy", teams=[["ana", "bob"], ["cy"]], has_forecasts=True)
    first, *_others = three_questions(play_session)
    step, words = item(play_session), item(play_session, kind="text", key="expect")
    for name, user in people.items():
        answer(first, user, right=name != "bob")
        survey_answer(
            play_session=play_session,
            user=user,
            when="before",
            said={step.pk: 4, words.pk: f"=from {name[0]}"},
            now=NOW,
        )
    write(play_session, people["ana"], days=40)
    pass_turn(match_in(play_session))
    return play_session


def rows_of(response):
    content = response.content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(content)))


def test_results_show_shares_and_names_to_who_grades(client, answered):
    staffed(client, answered)

    quiz, survey, forecast = (text(client.get(url(answered, page))) for page in ("quiz/", "survey/", "forecasts/"))

    assert "<b>67 %</b> right" in quiz
    assert "Team 1: 1 of 2" in quiz
    assert '<th scope="row">Bob</th><td>Team 1</td><td class="num">0</td><td class="num">1</td>' in dense(quiz)
    assert "mean <b>4.0</b>, 3 answers" in survey
    assert "=from a" in survey
    assert not any(name in survey for name in ("Ana", "Bob", "Cy"))
    assert '<th scope="row">Ana</th>' in forecast
    assert "too high" in forecast


def test_assistants_read_texts_and_no_names_and_observers_neither(client, answered):
    for role, reads in (("assistant", True), ("observer", False)):
        client.force_login(enrol(answered.course, person(role), role))
        pages = {page: client.get(url(answered, page)) for page in ("quiz/", "survey/", "forecasts/")}

        assert {response.status_code for response in pages.values()} == {200}
        assert ("=from a" in text(pages["survey/"])) is reads
        assert not any(">Ana<" in text(response) for response in pages.values())
        assert [client.get(url(answered, page)).status_code for page in FILES] == [403, 403, 403]


def test_observers_look_at_what_is_asked_and_change_nothing(client, answered):
    client.force_login(enrol(answered.course, person(), "observer"))

    assert 'name="action"' not in text(client.get(url(answered)))
    assert client.post(url(answered), {"action": "usual"}).status_code == 403
    assert client.get(url(answered, "bank/")).status_code == 403
    assert client.get(own_url(answered.course)).status_code == 403
    assert answered.questions.count() == 3


def test_students_see_none_of_it(client, answered):
    client.force_login(answered.course.enrolments.filter(role="student").first().user)

    assert {client.get(url(answered, page)).status_code for page in (*PAGES, *FILES)} == {403}


def test_the_quiz_file_has_a_line_for_each_question_that_was_asked(client, answered):
    staffed(client, answered)

    head, *rows = rows_of(client.get(url(answered, "quiz.csv")))

    who = ["team", "name", "family_name", "given_name", "student_number"]
    assert head == [*who, "moment", "turn", "question", "answer", "right"]
    assert [(row[0], row[1], row[5], row[6], row[9]) for row in rows] == [
        ("Team 1", "Ana", "before", "", "1"),
        ("Team 1", "Ana", "during", "1", "0"),
        ("Team 1", "Bob", "before", "", "0"),
        ("Team 1", "Bob", "during", "1", "0"),
        ("Team 2", "Cy", "before", "", "1"),
    ]
    assert {row[8] for row in rows if row[5] == "during"} == {""}


def test_the_survey_file_has_no_names_and_no_formulas(client, answered):
    staffed(client, answered)

    response = client.get(url(answered, "survey.csv"))

    head, *rows = rows_of(response)
    assert head == ["moment", "item", "value", "text"]
    assert [row[2] for row in rows[:3]] == ["4", "4", "4"]
    assert sorted(row[3] for row in rows[3:]) == ["'=from a", "'=from b", "'=from c"]
    assert 'filename="tuesday-workshop-survey.csv"' in response["Content-Disposition"]


def test_the_forecast_file_has_a_line_for_each_figure(client, answered):
    staffed(client, answered)

    head, *rows = rows_of(client.get(url(answered, "forecasts.csv")))

    assert head[-3:] == ["figure", "forecast", "actual"]
    assert [(row[1], row[5], row[7], row[8]) for row in rows] == [
        ("Ana", "1", "days", "40"),
        ("Ana", "1", "cost", "1"),
        ("Ana", "1", "cards", "2"),
        ("Bob", "1", "days", ""),
        ("Bob", "1", "cost", ""),
        ("Bob", "1", "cards", ""),
    ]


@pytest.mark.parametrize("page", PAGES)
def test_pages_have_nothing_inline_no_id_twice_and_one_heading(client, answered, page):
    staffed(client, answered)

    found = Page(client.get(url(answered, page)).content.decode())

    assert (found.inline, found.twice, found.headings) == ([], set(), 1)


def test_course_pages_have_nothing_inline_no_id_twice_and_one_heading(client, draft):
    client.post(own_url(draft.course, "new"), FILLED)
    for page in (
        own_url(draft.course),
        own_url(draft.course, "new"),
        own_url(draft.course, OwnQuestion.objects.get().pk),
    ):
        found = Page(client.get(page).content.decode())

        assert (found.inline, found.twice, found.headings) == ([], set(), 1)


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_there_in_french_and_in_every_state(client, answered, page):
    staffed(client, answered)
    for status in ("draft", "open", "paused", "finished", "archived"):
        type(answered).objects.update(status=status)

        assert client.get(url(answered, page), headers={"accept-language": "fr"}).status_code == 200


@pytest.mark.parametrize("page", ["", "quiz/", "survey/", "forecasts/"])
def test_pages_of_three_teams_ask_as_much_as_of_one(client, page):
    def count(number):
        names = [f"{page[:1]}{number}-{n}" for n in range(number)]
        play_session, people = class_of(*names, teams=[[name] for name in names], has_forecasts=True)
        rows = [question(play_session, key) for key in ("targets", "who-pays-whom", "cube-prices")[:number]]
        item(play_session)
        for user in people.values():
            for row in rows[:1]:
                if number == 1:
                    answer(row, user)
        staffed(client, play_session)
        client.get(url(play_session, page))
        with CaptureQueriesContext(connection) as queries:
            client.get(url(play_session, page))
        return len(queries)

    assert count(3) == count(1)
