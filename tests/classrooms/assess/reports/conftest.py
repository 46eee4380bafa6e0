"""A finished session of two teams, with answers to a quiz and to a survey. It is played once for each test module, on a
small scenario, so that printing is fast."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from classrooms.assess.reports import fonts, pdf
from classrooms.assess.reports.services import debrief_freeze
from classrooms.models import Debrief, SeatPlan, Session, SurveyAnswer
from classrooms.play.sessions import services as sessions
from games.engine import registry
from tests.classrooms.factories import course_of, team_of
from tests.classrooms.play.questions.asking import answer, finish, item, match_in, question
from tests.games.factories import GAME, NOW, person


@dataclass
class Class:
    """The session, its people by name, and its instructor."""

    session: Session
    people: dict[str, Any]
    teacher: Any

    def match(self, table: int = 0) -> Any:
        """The match of a table."""
        return match_in(self.session, table)

    def debrief(self, table: int = 0) -> Debrief:
        """The frozen facts of a team's match."""
        return Debrief.objects.select_related("match").get(match=self.match(table))


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: Any) -> Iterator[Class]:
    """Default moves to the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        people = {name: person(name) for name in ("amir", "lea", "yuki")}
        play_session = session_of_tables([[people["amir"], people["lea"]], [people["yuki"]]])
        asked = question(play_session)
        for name, user in people.items():
            answer(asked, user, right=name in ("amir", "yuki"))
        statement = item(play_session, "after")
        finish(play_session)
        for table in (0, 1):
            debrief_freeze(match=match_in(play_session, table))
        for user in people.values():
            SurveyAnswer.objects.create(item=statement, user=user, value=4, created_at=NOW)
        teacher = play_session.course.enrolments.get(role="instructor").user
        yield Class(play_session, people, teacher)
        transaction.set_rollback(True)


@pytest.fixture
def only_latin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A machine whose only font has Latin letters. Yields the folder that fontconfig reads."""
    folder, settings = tmp_path / "fonts", tmp_path / "fonts.conf"
    folder.mkdir()
    (folder / "latin.ttf").write_bytes(pdf._unpacked("shell/fonts/IBMPlexSans-Regular-Latin1.woff2"))
    settings.write_text(f"<fontconfig><dir>{folder}</dir><cachedir>{tmp_path}</cachedir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(settings))
    fonts.letters.cache_clear()
    yield folder
    fonts.letters.cache_clear()


def session_of_tables(tables: list[list[Any]]) -> Session:
    """A session of the tiny scenario, running."""
    course = course_of(person("teacher"), [user for table in tables for user in table])
    by = course.enrolments.get(role="instructor").user
    text = registry.get(GAME).micro["tiny"]
    made = sessions.session_create(course=course, by=by, game=GAME, title="Tuesday workshop", scenario=text, now=NOW)
    teams = [team_of(course, tables, number) for number in range(len(tables))]
    sessions.tables_choose(session_id=made.pk, teams=teams, others=0)
    for table, people in zip(made.session_teams.order_by("position"), tables, strict=True):
        for seat, user in enumerate(people):
            SeatPlan.objects.create(session_team=table, seat=seat, user=user)
    sessions.session_open(session_id=made.pk, by=by, now=NOW)
    sessions.session_start(session_id=made.pk, now=NOW)
    return Session.objects.get(pk=made.pk)


@pytest.fixture
def ended(played: Class, db: None) -> Class:
    """The finished class. Changes of a test are rolled back."""
    played.session.refresh_from_db()
    return played


@pytest.fixture
def stranger(db: None) -> Any:
    """A user outside the session."""
    return person("stranger")
