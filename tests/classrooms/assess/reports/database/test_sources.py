"""A paper is current if it would be printed the same today. A change of its page or its files marks it as possibly out
of date, with the reason. Other changes leave it alone.

Each change is made alone. All papers of a session are drafted before and after it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classrooms.assess.reports import pdf, style
from classrooms.assess.reports.papers import described, paper_make, states_of
from classrooms.assess.reports.services import debrief_freeze
from classrooms.assess.reports.sources import reasons, sources_of
from classrooms.care.erasure.services.people import person_erase
from classrooms.models import Forecast, GradeBook, OwnQuestion, Paper, PublishedGrade, QuizAnswer, SurveyAnswer
from games.models import Intervention, Match, Move, SeatHolder
from games.platform.services.interventions import Actor, intervention_record
from games.platform.services.talk import message_post
from tests.classrooms.assess.analysis.conftest import analysed
from tests.classrooms.assess.reports.conftest import Class, session_of_tables
from tests.classrooms.factories import enrol
from tests.classrooms.papers import kept
from tests.classrooms.play.questions.asking import answer, finish, item, match_in, question
from tests.games.factories import NOW, match_of, person, play_default

NAMES = ("amir", "lea", "zoe", "yuki")
TEAM, FULL, OTHER, AMIR, LEA, YUKI, CLASS, NAMED = PAPERS = (
    "team", "team with the plan", "other team", "amir", "lea", "yuki", "class", "class with names",
)  # fmt: skip
STUDENTS = {AMIR, LEA, YUKI}
CLASSES = {CLASS, NAMED}


@pytest.fixture(scope="module")
def told(django_db_setup: None, django_db_blocker: Any) -> Iterator["Told"]:
    """Two teams with finished matches. In the first, enough people answered for their results to be shown."""
    with django_db_blocker.unblock(), transaction.atomic():
        people = {name: person(name) for name in NAMES}
        play_session = session_of_tables([[people["amir"], people["lea"]], [people["yuki"]]])
        course, teacher = play_session.course, play_session.course.enrolments.get(role="instructor").user
        enrol(course, people["zoe"])
        seat = match_in(play_session).seats.get(index=0)
        SeatHolder.objects.create(seat=seat, user=people["zoe"], since=NOW)
        own = OwnQuestion.objects.create(
            course=course, text="Who pays?", options=["A", "B", "C"], right=0, explanation="So.", created_at=NOW
        )
        for about in (None, own):
            row = question(play_session, own=about)
            for user in people.values():
                answer(row, user, right=user.username in ("amir", "yuki"))
        play_default(match_in(play_session), 0, people["zoe"])
        finish(play_session)
        statement, text = item(play_session, "after", text="It was fun."), item(play_session, "after", "text")
        for name in NAMES[:3]:
            SurveyAnswer.objects.create(item=statement, user=people[name], value=4, created_at=NOW)
            SurveyAnswer.objects.create(item=text, user=people[name], text=f"I, {name}", created_at=NOW)
        match_of(people["yuki"], scenario="tiny", seed=b"other" * 7)
        for table in (0, 1):
            debrief_freeze(match=match_in(play_session, table))
        yield Told(Class(play_session, people, teacher))
        transaction.set_rollback(True)


class Told:
    """A class, and its papers before any change."""

    def __init__(self, ended: Class) -> None:
        self.ended = ended
        self.drafts, self.parts = self.drafted(), self.shown()

    def papers(self) -> dict[str, Paper]:
        """All papers of the session, read again. A person who is erased has none."""
        self.ended.session.refresh_from_db()
        people = {user.username: user for user in self.ended.people.values()}
        for user in people.values():
            user.refresh_from_db()
        match, other, session = self.ended.match(), self.ended.match(1), self.ended.session
        return {
            TEAM: described("team", "en", match=match),
            FULL: described("team", "en", match=match, full=True),
            OTHER: described("team", "en", match=other),
            AMIR: described("student", "en", match=match, user=self.ended.people["amir"]),
            LEA: described("student", "en", match=match, user=self.ended.people["lea"]),
            YUKI: described("student", "en", match=other, user=self.ended.people["yuki"]),
            CLASS: described("class", "en", session=session),
            NAMED: described("class", "en", session=session, full=True),
        }

    def drafted(self) -> dict[str, str]:
        """The digest of each paper as it would be printed now, with the files in it."""
        return {name: pdf.draft_of(paper).digest for name, paper in self.papers().items()}

    def shown(self) -> dict[str, Any]:
        """The current content of each paper, by the parts that are stored with it."""
        papers = self.papers()
        return dict(zip(papers, sources_of(list(papers.values())), strict=True))


class Change:
    """The possible changes to a class that has ended, by name. `why` lists the reasons on papers that are then out of
    date.
    """

    def __init__(self, ended: Class) -> None:
        self.ended = ended
        self.session, self.match, self.other = ended.session, ended.match(), ended.match(1)

    def nothing(self) -> None:
        """No change."""

    def name_of_a_student(self) -> None:
        self._user("amir").update(display_name="Amir Haddad")

    def name_of_the_instructor(self) -> None:
        type(self.ended.teacher).objects.filter(pk=self.ended.teacher.pk).update(display_name="Dr X")

    def name_of_a_team(self) -> None:
        self.session.session_teams.filter(position=0).update(name="The Masons")

    def title_of_the_session(self) -> None:
        type(self.session).objects.filter(pk=self.session.pk).update(title="Wednesday")

    def name_of_the_course(self) -> None:
        type(self.session.course).objects.update(name="Site management II")

    def a_right_answer(self) -> None:
        QuizAnswer.objects.filter(user=self.ended.people["lea"], question__own=None).update(choice=2, is_right=False)

    def an_answer_of_the_other_team(self) -> None:
        QuizAnswer.objects.filter(user=self.ended.people["yuki"], question__own=None).update(choice=2, is_right=False)

    def text_of_a_question(self) -> None:
        OwnQuestion.objects.update(text="Who pays for it?")

    def text_of_a_wrong_option(self) -> None:
        OwnQuestion.objects.update(options=["A", "Bb", "C"])

    def explanation(self) -> None:
        OwnQuestion.objects.update(explanation="Because.")

    def order_of_questions(self) -> None:
        self.session.questions.filter(own=None).update(position=9)

    def a_question_more(self) -> None:
        question(self.session, "retention", "after")

    def a_step_of_the_survey(self) -> None:
        SurveyAnswer.objects.filter(user=self.ended.people["lea"], value=4).update(value=1)

    def a_text_of_the_survey(self) -> None:
        SurveyAnswer.objects.filter(user=self.ended.people["lea"], value=None).update(text="Otherwise")

    def a_statement(self) -> None:
        self.session.survey_items.filter(kind="likert").update(text="It was great fun.")

    def a_statement_more(self) -> None:
        item(self.session, "after", text="Again, please.")

    def a_forecast(self) -> None:
        Forecast.objects.create(
            match=self.match, user=self.ended.people["lea"], turn=1, move_number=0, values={"cost": 3}, created_at=NOW
        )

    def a_mark(self) -> None:
        book = GradeBook.objects.create(session=self.session)
        PublishedGrade.objects.create(book=book, user=self.ended.people["lea"], content={"total": 12}, published_at=NOW)

    def a_deed_and_a_message(self) -> None:
        actor = Actor(user=self.ended.teacher, reason="too late", at=NOW)
        intervention_record(match=self.match, kind=Intervention.Kind.PAUSE, actor=actor)
        message_post(match_id=self.match.pk, seat=0, author=self.ended.people["amir"], text="Well.", now=NOW)

    def facts_frozen_again(self) -> None:
        self.a_deed_and_a_message()
        debrief_freeze(match=self.match)

    def an_analysis(self) -> None:
        analysed(self.match)

    def the_seed_in_use(self) -> None:
        match_of(scenario="tiny", seed=b"more" * 8)
        Match.objects.exclude(status="finished").update(commitment=self.match.commitment)

    def moves_of_another_author(self) -> None:
        Move.objects.filter(match=self.match, seat=0).update(author=self.ended.people["zoe"], author_kind="player")
        debrief_freeze(match=self.match)

    def a_seat_taken_over(self) -> None:
        SeatHolder.objects.filter(user=self.ended.people["lea"]).update(user=self.ended.people["zoe"])

    def start_of_the_session(self) -> None:
        type(self.session).objects.filter(pk=self.session.pk).update(started_at=NOW.replace(year=2025))

    def end_of_the_session(self) -> None:
        type(self.session).objects.filter(pk=self.session.pk).update(finished_at=NOW.replace(year=2027))

    def luck_of_the_session(self) -> None:
        type(self.session).objects.filter(pk=self.session.pk).update(luck="same")

    def a_team_stopped(self) -> None:
        Match.objects.filter(pk=self.other.pk).update(status="aborted")

    def a_team_more(self) -> None:
        self.session.session_teams.create(name="Late team", position=9)

    def a_person_erased(self) -> None:
        person_erase(user=self._user("zoe").get(), now=NOW)

    def _user(self, name: str) -> Any:
        user = self.ended.people[name]
        return type(user).objects.filter(pk=user.pk)


CHANGES = [name for name in vars(Change) if not name.startswith("_")]
RENAMED, CHANGED = "names or who played changed", "the session or one of its teams changed"
ANSWERS = "answers came in or questions changed"
ANEW, ANALYSED = "the debrief was made anew", "an analysis is there now"
SURVEYED = set(PAPERS) - STUDENTS
WHY: dict[str, dict[str, list[str]]] = {
    "name_of_a_student": {AMIR: [RENAMED], NAMED: [RENAMED]},
    "name_of_a_team": dict.fromkeys(CLASSES, [CHANGED]),
    "title_of_the_session": dict.fromkeys(CLASSES, [CHANGED]),
    "name_of_the_course": dict.fromkeys(CLASSES, [CHANGED]),
    "start_of_the_session": dict.fromkeys(CLASSES, [CHANGED]),
    "a_right_answer": dict.fromkeys(PAPERS, [ANSWERS]),
    "an_answer_of_the_other_team": dict.fromkeys(PAPERS, [ANSWERS]),
    "text_of_a_question": dict.fromkeys(PAPERS, [ANSWERS]),
    "text_of_a_wrong_option": dict.fromkeys(PAPERS, [ANSWERS]),
    "explanation": dict.fromkeys(PAPERS, [ANSWERS]),
    "order_of_questions": dict.fromkeys(PAPERS, [ANSWERS]),
    "a_question_more": dict.fromkeys(PAPERS, [ANSWERS]),
    "a_step_of_the_survey": dict.fromkeys(SURVEYED, [ANSWERS]),
    "a_text_of_the_survey": dict.fromkeys(CLASSES, [ANSWERS]),
    "a_statement": dict.fromkeys(SURVEYED, [ANSWERS]),
    "a_statement_more": dict.fromkeys(SURVEYED, [ANSWERS]),
    "facts_frozen_again": dict.fromkeys({TEAM, FULL, AMIR, LEA, *CLASSES}, [ANEW]),
    "an_analysis": dict.fromkeys({TEAM, FULL, AMIR, LEA, *CLASSES}, [ANALYSED]),
    "the_seed_in_use": dict.fromkeys({TEAM, FULL}, ["the seed is in use again"]),
    "a_seat_taken_over": dict.fromkeys(CLASSES, [RENAMED]),
    "moves_of_another_author": {
        **dict.fromkeys({OTHER, LEA, YUKI, CLASS}, [ANSWERS]),
        **dict.fromkeys({TEAM, FULL, NAMED}, [ANEW, ANSWERS]),
        AMIR: [RENAMED, ANSWERS],
    },
    "end_of_the_session": dict.fromkeys(CLASSES, [CHANGED]),
    "luck_of_the_session": dict.fromkeys(CLASSES, [CHANGED]),
    "a_team_stopped": dict.fromkeys(CLASSES, [CHANGED]),
    "a_team_more": dict.fromkeys(CLASSES, [CHANGED]),
    "a_person_erased": {
        **dict.fromkeys({TEAM, FULL}, [ANEW]),
        AMIR: [RENAMED],
        CLASS: [ANSWERS],
        NAMED: [ANEW, RENAMED, ANSWERS],
    },
}
"""The papers that are out of date after a change, with the reasons. A change that is not listed affects no paper."""


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_printed_otherwise_is_out_of_date_and_says_why(told, db, change):
    getattr(Change(told.ended), change)()

    after, shown = told.drafted(), told.shown()

    why = {name: reasons(told.parts[name], shown[name]) for name in PAPERS if shown[name] != told.parts[name]}
    assert why == WHY.get(change, {})
    assert {name for name in PAPERS if after[name] != told.drafts[name]} - set(why) == set()


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.sampled_from(CHANGES), min_size=2, max_size=4, unique=True))
def test_after_any_changes_a_paper_is_printed_again_if_and_only_if_its_page_is_another_one(told, db, changes):
    with transaction.atomic():
        rows = {name: _as_printed(paper, told.drafts[name]) for name, paper in told.papers().items()}
        for change in changes:
            getattr(Change(told.ended), change)()
        after = told.drafted()
        rows = {name: Paper.objects.get(pk=row.pk) for name, row in rows.items() if _is_there(row)}
        found = dict(zip(rows, states_of(list(rows.values())), strict=True))
        differ = {name for name in rows if after[name] != told.drafts[name]}
        assert {name for name, state in found.items() if state.state == "ready"} & differ == set()

        looked_at = {name: paper_make(paper=rows[name], now=NOW) for name in rows.keys() - differ}

        assert {name: paper.file.name for name, paper in looked_at.items()} == {
            name: rows[name].file.name for name in looked_at
        }
        assert {state.state for state in states_of(list(looked_at.values()))} <= {"ready"}
        transaction.set_rollback(True)


def _as_printed(paper: Paper, digest: str) -> Paper:
    paper.digest = digest
    kept(paper)
    return paper


def _is_there(paper: Paper) -> bool:
    """Has the paper still a file? An erasure deletes files that name the person."""
    return Paper.objects.filter(pk=paper.pk).exclude(file="").exists()


def test_the_changes_reach_every_paper():
    assert {name for why in WHY.values() for name in why} == {*PAPERS}
    assert set(WHY) < set(CHANGES)


def test_of_a_changed_template_only_the_papers_that_it_prints_are_others(told, db, settings, tmp_path):
    own = tmp_path / "classrooms" / "reports" / "guide.html"
    own.parent.mkdir(parents=True)
    own.write_text("<p>Another plan.</p>")
    engine, *others = settings.TEMPLATES
    settings.TEMPLATES = [{**engine, "DIRS": [tmp_path, *engine["DIRS"]]}, *others]
    style.style_of.cache_clear()
    try:
        why = {name: reasons(told.parts[name], parts) for name, parts in told.shown().items()}
        after = told.drafted()
    finally:
        style.style_of.cache_clear()

    assert why == dict.fromkeys(PAPERS, ["the site was updated"])
    assert {name for name in PAPERS if after[name] != told.drafts[name]} == {FULL}


def test_what_is_changed_back_is_current_again(told, db):
    change, statement = Change(told.ended), told.ended.session.survey_items.get(kind="likert")
    change.a_statement()
    assert told.shown() != told.parts

    type(statement).objects.filter(pk=statement.pk).update(text=statement.text)

    assert told.shown() == told.parts


def test_templates_styles_and_translations_are_part_of_a_paper(tmp_path):
    files = [tmp_path / "a.html", tmp_path / "b.css"]
    for file in files:
        file.write_text("before")
    before = style.digest_of_files(files)
    files[0].write_text("after")
    rooms = {"debrief", "reports", "analysis", "studies"}
    found = [rooms & {*path.parts} for path in style.templates()]

    assert style.digest_of_files(files) != before
    assert all(found)
    assert set.union(*found) == rooms
    assert "class/teams.html" in {"/".join(path.parts[-2:]) for path in style.templates()}
    assert {path.parts[-3] for path in style.templates()} >= {"classrooms", "domego", "utboheme"}
    assert {path.name for path in style.catalogues("fr")} == {"django.mo"}
    assert style.style_of("fr") != style.style_of("en")


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("0:x", "2:y", ["2 more analyses are there now"]),
        ("2:x", "2:y", ["an analysis was made again"]),
        ("2:x", "1:y", ["an analysis is being made again"]),
    ],
)
def test_analyses_are_told_by_their_number(before, after, words):
    assert reasons({"analysis": before}, {"analysis": after}) == words


def test_papers_of_before_this_was_kept_and_of_somebody_erased_say_so():
    now = {"facts": "a"}

    assert reasons({}, now) == ["the site was updated"]
    assert reasons({"person": "erased"}, now) == ["a person was erased"]
    assert reasons(now, {}) == ["the debrief is not there any more"]
    assert reasons({**now, "gone": "b"}, now) == ["the site was updated"]


def test_many_papers_are_looked_at_in_as_many_queries_as_few(told, db):
    counts = []
    for names in ([TEAM, AMIR, NAMED], PAPERS):
        papers = told.papers()
        with CaptureQueriesContext(connection) as queries:
            sources_of([papers[name] for name in names])
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 20
