"""The pages for students: the quiz, the survey, the forecast journal, and the lines that lead there."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from classrooms.models import Forecast, QuizAnswer, SurveyAnswer
from classrooms.play.questions.queries import quizzes
from classrooms.play.questions.queries.waiting import waiting_at, waiting_for
from tests.classrooms.factories import course_of, enrol, session_of
from tests.classrooms.play.questions.asking import (
    AFTER,
    answer,
    class_of,
    finish,
    item,
    match_in,
    pass_turn,
    question,
    right_of,
    three_questions,
    token,
)
from tests.games.factories import NOW, match_of, person, play_default
from tests.site.html import Page, dense, steady

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(client):
    play_session, people = class_of("ana", "bob")
    client.force_login(people["ana"])
    return play_session, people["ana"], people["bob"], *three_questions(play_session)


def url(play_session, page="quiz"):
    return f"/sessions/{play_session.pk}/{page}/"


def text(response):
    return steady(response.content.decode())


def test_questions_are_shown_without_telling_which_answer_is_right(client, asked):
    play_session, _ana, _bob, first, *_others = asked

    page = text(client.get(url(play_session)))

    assert "When has the team reached its common aim?" in page
    assert page.count(f'name="question-{first.pk}"') == 4
    assert "Exactly on target is on target" not in page
    assert "the right answer" not in page
    assert "1 question opens as your match goes on." in page
    assert "1 question opens when your match is over." in page


def test_an_answer_is_followed_at_once_by_the_explanation_and_the_rule(client, asked):
    play_session, ana, _bob, first, *_others = asked
    sent = {"when": "before", f"question-{first.pk}": token(first, ana, 0)}

    response = client.post(url(play_session), sent)
    page = text(client.get(response["Location"]))

    assert response["Location"] == f"{url(play_session)}#before"
    assert QuizAnswer.objects.get().choice == 0
    assert "Right: 0 of 1. The explanation is below." in page
    assert "Exactly on target is on target" in page
    assert 'href="/rules/domego/rules/#goal"' in page
    assert "Rules of Domego: Goal" in page
    assert f'name="question-{first.pk}"' not in page


def test_what_was_chosen_stays_when_a_question_is_left_open(client, asked):
    play_session, ana, _bob, first, *_others = asked
    second = question(play_session, "cube-prices")
    chosen = token(first, ana, 1)

    response = client.post(url(play_session), {"when": "before", f"question-{first.pk}": chosen})

    page = text(response)
    assert response.status_code == 422
    assert "still open: 1." in page
    assert f'value="{chosen}" checked' in page
    assert f'id="q-{second.pk}-open"' in page
    assert not QuizAnswer.objects.exists()


def test_a_late_answer_is_refused_with_the_reason(client, asked):
    play_session, ana, _bob, first, *_others = asked
    play_default(match_in(play_session), 0, ana)

    response = client.post(
        url(play_session), {"when": "before", f"question-{first.pk}": token(first, ana, 0)}, follow=True
    )

    assert "they closed with your first move" in text(response)
    assert not QuizAnswer.objects.exists()


def test_an_unknown_moment_changes_nothing(client, asked):
    play_session, *_others = asked

    assert client.post(url(play_session), {"when": "never"}).status_code == 302
    assert not QuizAnswer.objects.exists()


def test_staff_strangers_and_the_anonymous_do_not_answer(client, asked):
    play_session, *_others = asked
    teacher = play_session.course.enrolments.get(role="instructor").user
    statuses = {}
    for page in ("quiz", "survey", "forecast"):
        client.force_login(teacher)
        teachers = client.get(url(play_session, page)).status_code
        client.force_login(person())
        strangers = client.get(url(play_session, page)).status_code
        client.logout()
        statuses[page] = teachers, strangers, client.get(url(play_session, page)).status_code

    assert statuses == dict.fromkeys(("quiz", "survey", "forecast"), (403, 404, 302))


def test_the_page_is_in_french_for_who_reads_french(client, asked):
    play_session, *_others = asked

    page = text(client.get(url(play_session), headers={"accept-language": "fr"}))

    assert "Quand l’équipe a-t-elle atteint son objectif commun ?" in page


def test_an_erased_answer_is_gone_with_its_person(asked):
    _session, ana, _bob, first, *_others = asked
    answer(first, ana)
    ana.quiz_answers.all().delete()

    assert quizzes.results(first.session).total.given == 0


# Survey


def test_a_survey_says_who_reads_it_and_is_sent_in_once(client, asked):
    play_session, ana, *_others = asked
    step, words = item(play_session), item(play_session, kind="text", key="expect")
    page = text(client.get(url(play_session, "survey")))
    assert "read the answers without names" in page
    assert page.count(f'name="item-{step.pk}"') == 5

    sent = {"when": "before", f"item-{step.pk}": "4", f"item-{words.pk}": "Fun"}
    client.post(url(play_session, "survey"), sent)
    again = text(client.post(url(play_session, "survey"), sent, follow=True))

    assert sorted(SurveyAnswer.objects.filter(user=ana).values_list("value", "text"), key=str) == [
        (4, ""),
        (None, "Fun"),
    ]
    assert "You have sent this in" in again


def test_a_survey_that_is_refused_keeps_what_was_typed(client, asked):
    play_session, *_others = asked
    words = item(play_session, kind="text", key="expect")
    long = "x" * 2001

    response = client.post(url(play_session, "survey"), {"when": "before", f"item-{words.pk}": long})

    assert response.status_code == 422
    assert long in text(response)
    assert not SurveyAnswer.objects.exists()


# Forecasts


def test_a_forecast_is_written_changed_and_told_afterwards(client):
    play_session, people = class_of("ana", "bob", has_forecasts=True)
    client.force_login(people["ana"])
    page = text(client.get(url(play_session, "forecast")))
    assert "Activity 1, Owner&#x27;s resource allocation: what do you expect?" in page
    figures = {"figure-days": "2", "figure-cost": "1", "figure-cards": "2"}

    client.post(url(play_session, "forecast"), {"turn": "1", **figures})
    client.post(url(play_session, "forecast"), {"turn": "1", **figures, "figure-days": "7"})
    pass_turn(match_in(play_session))
    late = text(client.post(url(play_session, "forecast"), {"turn": "1", **figures}, follow=True))

    assert Forecast.objects.get().values == {"days": 7, "cost": 1, "cards": 2}
    assert "is over: forecasts are made before" in late
    assert "too high" in late
    assert "Activity 2, Feasibility studies: what do you expect?" in late


@pytest.mark.parametrize("typed", ["", "-1", "x", "1000", "9" * 9])
def test_a_figure_that_is_no_forecast_is_refused_by_name_and_the_others_stay(client, typed):
    play_session, people = class_of("ana", has_forecasts=True)
    client.force_login(people["ana"])

    response = client.post(
        url(play_session, "forecast"), {"turn": "1", "figure-days": typed, "figure-cost": "33", "figure-cards": "0"}
    )

    assert response.status_code == 422
    assert "Days of this activity: a whole number from 0 to 999." in text(response)
    assert 'value="33"' in text(response)
    assert not Forecast.objects.exists()


def test_without_a_journal_or_a_seat_there_is_nothing_to_write(client, asked):
    play_session, *_others = asked
    assert "keeps no forecast journal" in text(client.get(url(play_session, "forecast")))
    play_session.has_forecasts = True
    play_session.save()
    client.force_login(enrol(play_session.course, person("cy")))

    assert "You sit at no table" in text(client.get(url(play_session, "forecast")))
    refused = client.post(url(play_session, "forecast"), {"turn": "1"}, follow=True)
    assert "You sit at no table of this session." in text(refused)


def test_a_journal_is_kept_of_the_other_games_too(client):
    ana = person("ana")
    play_session = session_of(course_of(None, [ana]), teams=[[ana]], started=True, game="dominyam", has_forecasts=True)
    client.force_login(ana)

    client.post(url(play_session, "forecast"), {"turn": "1", "figure-without": "0", "figure-points": "4"})

    assert Forecast.objects.get().values == {"without": 0, "points": 4}


# What leads there


def lines(user):
    return [(one.what, one.when, one.count, one.turn) for one in waiting_for(user)]


def test_home_and_table_tell_what_waits_and_no_more(client, asked):
    play_session, ana, bob, first, second, _third = asked
    item(play_session, "after")
    play_session.has_forecasts = True
    play_session.save()
    match = match_in(play_session)
    forecast = ("forecast", "", 1, "Activity 1, Owner's resource allocation")
    assert lines(ana) == [("quiz", "before", 1, ""), forecast]
    assert waiting_at(match, ana) == waiting_for(ana)

    answer(first, ana)
    pass_turn(match)
    Forecast.objects.create(match=match, user=ana, turn=2, values={}, move_number=match.number, created_at=NOW)
    assert lines(ana) == [("quiz", "during", 1, "")]
    home, table = text(client.get("/games/")), text(client.get(f"/matches/{match.pk}/"))
    answer(second, ana)
    assert lines(ana) == []
    finish(play_session)

    assert lines(bob) == [("quiz", "during", 1, ""), ("quiz", "after", 1, ""), ("survey", "after", 1, "")]
    assert f'href="{url(play_session)}#during">Answer</a>' in dense(home)
    assert "1 question on what you have played" in home
    assert f'Beside the match: <a href="{url(play_session)}#during">1 question</a>.' in table


def test_the_line_at_the_table_comes_with_the_news(client, asked):
    play_session, *_others = asked
    match = match_in(play_session)
    before = text(client.get(f"/matches/{match.pk}/live/?seat=0"))
    pass_turn(match)

    after = text(client.get(f"/matches/{match.pk}/live/?seat=0"))

    assert 'id="asked" data-region' in before
    assert ">1 question</a>" in before
    assert ">2 questions</a>" in after


def test_nothing_waits_for_staff_in_drafts_in_archives_or_at_other_matches(asked):
    play_session, ana, *_others = asked
    teacher = play_session.course.enrolments.get(role="instructor").user
    alone = match_of(ana)
    assert (lines(teacher), waiting_at(match_in(play_session), teacher), waiting_at(alone, ana)) == ([], [], [])
    for status in ("draft", "archived"):
        type(play_session).objects.update(status=status)

        assert lines(ana) == []


def test_who_left_the_course_is_asked_no_more(asked):
    play_session, ana, *_others = asked
    play_session.course.enrolments.filter(user=ana).update(left_at=play_session.created_at)

    assert lines(ana) == []


def test_home_asks_one_query_more_where_nothing_is_asked_and_as_many_for_three_sessions_as_for_one(client):
    ana = person("ana")
    course = course_of(None, [ana])
    with CaptureQueriesContext(connection) as none:
        assert waiting_for(ana) == []

    def made():
        play_session = session_of(course, teams=[[ana]], started=True, has_forecasts=True)
        three_questions(play_session)
        item(play_session)

    made()
    with CaptureQueriesContext(connection) as one:
        assert len(waiting_for(ana)) == 3
    made()
    made()
    with CaptureQueriesContext(connection) as three:
        assert len(waiting_for(ana)) == 9
    assert (len(none), len(three)) == (1, len(one))


def test_a_match_outside_courses_asks_no_query_for_questions(asked):
    _session, ana, *_others = asked
    alone = match_of(ana)

    with CaptureQueriesContext(connection) as queries:
        waiting_at(alone, ana)
    assert len(queries) == 0


def test_a_question_that_the_bank_no_longer_has_is_neither_asked_nor_counted(client, asked):
    play_session, ana, _bob, first, *_others = asked
    first.bank_key = "gone-for-good"
    first.save()

    assert "When has the team" not in text(client.get(url(play_session)))
    assert lines(ana) == []
    assert quizzes.shares(play_session)[ana.pk] == (0, 0)


@pytest.mark.parametrize("page", ["quiz", "survey", "forecast"])
def test_pages_have_nothing_inline_no_id_twice_and_one_heading(client, asked, page):
    play_session, ana, _bob, first, *_others = asked
    item(play_session)
    item(play_session, kind="text", key="expect")
    play_session.has_forecasts = True
    play_session.save()
    answer(first, ana)
    pass_turn(match_in(play_session))

    found = Page(client.get(url(play_session, page)).content.decode())

    assert (found.inline, found.twice, found.headings) == ([], set(), 1)


def test_as_many_queries_for_ten_questions_as_for_one(client, asked):
    play_session, *_others = asked
    play_session.questions.exclude(when="before").delete()
    with CaptureQueriesContext(connection) as one:
        client.get(url(play_session))
    for key in ("owner-is", "who-pays-whom", "cube-prices", AFTER):
        question(play_session, key)
    with CaptureQueriesContext(connection) as five:
        client.get(url(play_session))

    assert len(five) == len(one)
    assert right_of(play_session.questions.first()) == 2
