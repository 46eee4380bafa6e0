from collections.abc import Iterator

import pytest

from classrooms.assess.grading.rubric import book_ensure
from classrooms.connect.lms import keys
from classrooms.connect.lms.services import people
from classrooms.models import LmsCourse, LmsPerson, LmsPlatform
from tests.classrooms.assess.grading.sessions import end, everybody_moves, matches_of, session_with
from tests.classrooms.connect.lms.marks import leave_empty
from tests.classrooms.factories import course_of, enrol
from tests.games.factories import person
from tests.lms.launches import Browser, connected, registered
from tests.lms.platform import Platform, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def platform() -> Iterator[Platform]:
    """A platform that answers requests. It keeps the site's keys as they were at the start of the test."""
    with running() as found:
        found.tool_keys = dict
        yield found


@pytest.fixture
def row(db: None, platform: Platform) -> LmsPlatform:
    """The registration of this platform on the site."""
    found = registered(platform)
    keys.key_current()
    known = keys.published()
    platform.tool_keys = lambda: known
    return found


@pytest.fixture
def here(row: LmsPlatform, platform: Platform) -> LmsCourse:
    """The platform's course, connected with a course of the site. Claire is its instructor."""
    return connected(row, course_of(person("claire")), platform)


@pytest.fixture
def browser(platform: Platform) -> Browser:
    return Browser(platform)


@pytest.fixture
def graded(here, no_broker):
    """A session of two students of the platform, whose match is over."""
    students = [person("student-1"), person("student-2")]
    for student in students:
        enrol(here.course, student)
        known = LmsPerson.objects.create(
            platform=here.deployment.platform, subject=student.username, user=student, created_at=here.created_at
        )
        people.member_note(lms_course=here, person=known, role="student", now=here.created_at)
    play_session = session_with(students, course=here.course)
    everybody_moves(play_session)
    for match in matches_of(play_session):
        end(match, (50, 50, 50, 50, 50, 50))
    book_ensure(play_session=play_session)
    for student in students:
        leave_empty(play_session, student)
    return play_session
