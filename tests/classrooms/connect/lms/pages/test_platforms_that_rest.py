"""A platform that sends slowly is cut off in time. One that does not answer is left alone for a while, as pages say."""

import pytest
from django.test import Client
from django.urls import reverse

from classrooms.connect.lms import calling
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.services import registering, scores
from games.platform.work import hosts
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import person
from tests.games.platform.work import odd_server as odd
from tests.games.platform.work.odd_server import serving
from tests.lms.launches import connected, registered

pytestmark = pytest.mark.django_db
ENGLISH = "did not answer several times in a row. The site waits until"
FRENCH = "n’a pas répondu plusieurs fois de suite. Le site attend jusqu’à"


@pytest.fixture
def here(domego):
    domego.LOCAL_ONLY = True


@pytest.mark.parametrize("behaviour", [odd.drips_status, odd.drips_headers, odd.drips_body, odd.never_answers])
def test_a_platform_that_drips_its_answer_is_left(here, behaviour, monkeypatch):
    monkeypatch.setattr(calling, "PATIENCE", 0.5)
    with serving(behaviour) as server:
        with pytest.raises(LmsFault) as fault:
            calling.call(server.url)

        assert (fault.value.kind, fault.value.retry, server.ended) == ("too_slow", True, 0)


def test_a_platform_that_sends_100_mb_is_left(here):
    with serving(odd.huge_body) as server:
        with pytest.raises(LmsFault) as fault:
            calling.call(server.url)

        assert (fault.value.kind, fault.value.retry, server.sent < odd.HUGE / 2) == ("too_long", False, True)


class Stage:
    """A platform whose keys are on a server, its course with a column, and a teacher's browser."""

    def __init__(self, platform, server):
        self.server = server
        self.row = registered(platform, jwks_url=server.url)
        teacher = person("teacher")
        self.course = course_of(teacher)
        lms_course = connected(self.row, self.course, platform)
        self.session = session_of(self.course, teams=1)
        scores.line_item_open(lms_course=lms_course, play_session=self.session)
        boss = person("boss", is_staff=True, is_superuser=True)
        self.pages = {
            reverse("classrooms:lms-platform", args=[self.row.pk]): boss,
            reverse("classrooms:course-lms", args=[self.course.pk]): teacher,
            reverse("classrooms:grades-lms", args=[self.session.pk]): teacher,
        }

    def test(self):
        with pytest.raises(LmsFault) as fault:
            registering.platform_test(platform=self.row)
        return fault.value

    def read(self, language):
        found = []
        for path, reader in self.pages.items():
            client = Client(headers={"accept-language": language})
            client.force_login(reader)
            answer = client.get(path)
            assert answer.status_code == 200, path
            found.append(" ".join(answer.content.decode().split()))
        return found


def test_pages_say_that_a_platform_is_left_alone_until_it_answers_again(here, platform, monkeypatch):
    with serving(*[odd.resets] * hosts.FAULTS, odd.answers) as server:
        stage = Stage(platform, server)
        assert [stage.test().kind for _each in range(hosts.FAULTS)] == ["away"] * hosts.FAULTS
        name = f"127.0.0.1:{server.port}"

        fault = stage.test()

        assert (fault.kind, fault.retry, 0 < fault.after <= hosts.REST) == ("resting", True, True)
        assert len(server.asked) == hosts.FAULTS
        stage.row.refresh_from_db()
        assert stage.row.fault == "away"
        assert all(f"{name} {ENGLISH}" in page for page in stage.read("en"))
        assert all(f"{name} {FRENCH}" in page for page in stage.read("fr"))

        hosts.answered(name)
        assert not any(ENGLISH in page for page in stage.read("en"))
