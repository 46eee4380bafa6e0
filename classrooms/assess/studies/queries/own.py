"""A study as one of its students sees it."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse

from classrooms.assess.studies.draw import order_drawn
from classrooms.assess.studies.queries.phases import NAMES, Phase, Step, form_of, open_test, phase_of, steps_of
from classrooms.assess.studies.queries.questions import AskedQuestion, asked_in
from classrooms.assess.studies.texts import consent
from classrooms.care.privacy.clock import clock_of
from classrooms.models import Enrolment, SessionStatus, Study, StudyMoment, StudyPerson, StudyTest
from games.public.base import clock
from games.public.models import Prepared

OPENED: Final = (SessionStatus.OPEN, SessionStatus.RUNNING, SessionStatus.PAUSED, SessionStatus.FINISHED)


@dataclass(frozen=True)
class OwnTest:
    """A test in the list of a student: open, sent, missed or to come at `opens`."""

    moment: str
    title: str
    state: str
    opens: datetime | None
    ends: datetime | None
    optional: bool


@dataclass(frozen=True)
class OwnStudy:
    """The student's choice, arm (after the draw) and tests. `session` is that of the arm, once it is open."""

    consents: bool | None
    is_fixed: bool
    arm: Any
    session: Any
    tests: list[OwnTest]


@dataclass(frozen=True)
class Option:
    """An answer of a question; `index` is its place in the stored order."""

    index: int
    text: str
    chosen: bool


@dataclass(frozen=True)
class Line:
    """A question of a test with the student's kept answer."""

    key: int
    text: str
    options: list[Option]
    confidence: int | None


@dataclass(frozen=True)
class TestPage:
    """An open test of a student: its questions, and the kept answers about the game."""

    __test__ = False  # no test of pytest

    moment: str
    title: str
    lines: list[Line]
    asks_experience: bool
    experience: dict[str, int]
    words: str

    @property
    def keys(self) -> list[int]:
        """The questions by number."""
        return [line.key for line in self.lines]

    @property
    def answered(self) -> int:
        """The number of questions with an answer."""
        return sum(any(option.chosen for option in line.options) for line in self.lines)


def own_study(study: Study, user: Any, now: datetime) -> OwnStudy:
    """The state of a study for a student."""
    person = study.people.select_related("arm__session", "arm__later_session").filter(user=user).first()
    sent = _sent(person)
    tests = [_own_test(study, step, sent, now) for step in steps_of(study)]
    arm = person.arm if person is not None else None
    session = (arm.session or arm.later_session) if arm is not None else None
    return OwnStudy(
        person.consents if person is not None else None,
        study.pooled_at is not None,
        arm,
        session if session is not None and session.status in OPENED else None,
        [test for test in tests if test is not None],
    )


def own_test(study: Study, user: Any, moment: str, now: datetime) -> TestPage | None:
    """A test that the student can answer now; None if it is closed or sent. A student without a row reads the form that
    the first answer will give.
    """
    if open_test(study, now) != moment:
        return None
    person = study.people.filter(user=user).first()
    kept = StudyTest.objects.filter(person=person, moment=moment).first() if person is not None else None
    if kept is not None and kept.sent_at is not None:
        return None
    order = person.order if person is not None else order_drawn(str(user.pk), study.seed)
    answers = kept.answers if kept is not None else {}
    lines = [
        _line(each, answers.get(str(each.row.pk), [None, None]), str(user.pk))
        for each in asked_in(study, form_of(order, moment))
    ]
    asks = study.asks_experience and moment == StudyMoment.AFTER and _played(person)
    experience = kept.experience if kept is not None else {}
    return TestPage(
        moment, str(NAMES[StudyMoment(moment)]), lines, asks, experience, kept.words if kept is not None else ""
    )


@dataclass(frozen=True)
class WaitingTest:
    """An open test of a student, for the home page."""

    study: Study
    title: str
    optional: bool

    @property
    def url(self) -> str:
        """The address of the student's page of the study."""
        return reverse("classrooms:study-mine", args=[self.study.pk])


def waiting_tests(user: Any) -> list[WaitingTest]:
    """Open tests that a student has not sent, in one query if no study is under way."""
    studies = _under_way(user.pk)
    if not studies:
        return []
    sent = set(
        StudyTest.objects.filter(person__user=user, sent_at__isnull=False).values_list("person__study", "moment")
    )
    found = []
    for study in studies:
        moment = open_test(study, clock.now())
        if moment is not None and (study.pk, moment.value) not in sent:
            optional = moment == StudyMoment.LATER and not study.later_required
            found.append(WaitingTest(study, str(NAMES[moment]), optional))
    return found


@Prepared
def _under_way(user_id: int) -> QuerySet[Study]:
    """The frozen studies of a student's courses."""
    mine = Enrolment.objects.filter(
        course=OuterRef("course"), user=user_id, role=Enrolment.Role.STUDENT, left_at__isnull=True
    )
    return Study.objects.filter(Exists(mine), frozen_at__isnull=False)


def consent_words(study: Study) -> list[str]:
    """The text on the use of answers, with the instructor to ask and the day when names are deleted at the latest."""
    rows = Enrolment.objects.filter(course=study.course_id, role=Enrolment.Role.INSTRUCTOR, left_at__isnull=True)
    first = rows.select_related("user").order_by("pk").first()
    instructor = first.user.get_short_name() if first is not None else study.course.name
    found = clock_of(study.course, clock.now())
    days = [hand.due_on for hand in found.hands if hand.step == "names"] if found is not None else []
    return consent.paragraphs(instructor=instructor, until=days[0] if days else None)


def _own_test(study: Study, step: Step, sent: set[str], now: datetime) -> OwnTest | None:
    moment, opens, ends = step.moment, step.opens, step.ends
    optional = moment == StudyMoment.LATER and not study.later_required
    if moment in sent:
        state = "sent"
    elif open_test(study, now) == moment:
        state = "open"
    elif ends is not None and ends <= now:
        state = "missed"
    elif moment == StudyMoment.LATER and opens is None and phase_of(study, now) == Phase.OVER:
        return None
    else:
        state = "later"
    return OwnTest(moment, str(NAMES[moment]), state, opens, ends, optional)


def _sent(person: StudyPerson | None) -> set[str]:
    if person is None:
        return set()
    return set(person.tests.filter(sent_at__isnull=False).values_list("moment", flat=True))


def _played(person: StudyPerson | None) -> bool:
    """Is the person's arm one with a game?"""
    return person is not None and person.arm is not None and person.arm.session_id is not None


def _line(each: AskedQuestion, kept: list[int | None], user: str) -> Line:
    """A question with its options in an order of the student's own."""
    choice, confidence = kept
    order = sorted(
        range(len(each.words.options)),
        key=lambda index: hashlib.sha256(f"{user} {each.row.pk} {index}".encode()).hexdigest(),
    )
    options = [Option(index, each.words.options[index], index == choice) for index in order]
    return Line(each.row.pk, each.words.text, options, confidence)
