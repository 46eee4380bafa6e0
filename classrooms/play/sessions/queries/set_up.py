"""The settings of a session, as values of its game."""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from classrooms.models import Enrolment, Session, SessionStatus
from classrooms.people.access.session_guards import NoScenario
from games.engine import registry
from games.engine.errors import RulesError
from games.public.matches import pace, scenario_in
from games.public.models import KEPT, Match, SeatHolder
from games.ui import faces
from games.ui.faces import Face, RoleName

BEGUN: Final = (SessionStatus.RUNNING, SessionStatus.PAUSED)
OVER: Final = (SessionStatus.FINISHED, SessionStatus.ARCHIVED)
STATE_WORDS: Final = {
    "draft": pgettext_lazy("state of a session", "draft"),
    "open": pgettext_lazy("state of a session", "open"),
    "running": pgettext_lazy("state of a session", "running"),
    "paused": pgettext_lazy("state of a session", "paused"),
    "finished": pgettext_lazy("state of a session", "finished"),
    "archived": pgettext_lazy("state of a session", "archived"),
}


def scenario_text(play_session: Session) -> str:
    """The session's own scenario, or the shipped one. If that one no longer loads, it is the copy in a match of the
    session. Raises NoScenario, a LookupError, for a missing one.
    """
    text = play_session.scenario or registry.get(play_session.game).scenarios.get(play_session.scenario_key)
    if text is None:
        copies = Match.objects.filter(session_team__session=play_session)
        text = copies.order_by("pk").values_list("scenario", flat=True).first()
    if text is None:
        raise NoScenario(f"{play_session.game} has no scenario {play_session.scenario_key!r}")
    return text


def own_scenario_words(play_session: Session) -> str:
    """The name of a scenario that did not come with the game: title and version, if it was made on this site."""
    version = play_session.scenario_version
    if version is None:
        return _("The session's own")
    return _("%(title)s, version %(number)d") % {"title": version.scenario.title, "number": version.number}


def face_of(play_session: Session) -> Face:
    """The game of a session. Raises LookupError for a missing one."""
    return faces.get(play_session.game)


def scenario_of(play_session: Session) -> Any:
    """The scenario as a value of the game. Raises ScenarioError or LookupError."""
    return scenario_in(play_session.game, scenario_text(play_session))


def roles_of(play_session: Session) -> tuple[RoleName, ...]:
    """The seats of each table in the current language. Raises ScenarioError or LookupError."""
    return face_of(play_session).words.roles(scenario_of(play_session))


def purposes_of(play_session: Session) -> list[RoleName]:
    """One seat of each role with a purpose of its own; empty if all seats are alike."""
    found = {role.purpose: role for role in reversed(roles_of(play_session)) if role.purpose}
    return list(reversed(found.values()))


def pace_of(play_session: Session) -> pace.Pace:
    """The pace of the session's matches; without a choice, no deadlines in the course's time zone."""
    return pace.parse_pace(play_session.pace or {"time_zone": play_session.course.time_zone})


def extra_time_of(course_id: int, user_ids: Iterable[int]) -> dict[int, int]:
    """Percent of extra time by person, from the class list."""
    rows = Enrolment.objects.filter(course=course_id, user__in=set(user_ids), left_at__isnull=True)
    return dict(rows.values_list("user_id", "extra_time"))


def seats_held(user_id: int, play_session: Session) -> list[SeatHolder]:
    """A person's seats in current matches, seats kept for them included."""
    rows = SeatHolder.objects.filter(KEPT, user=user_id, seat__match__session_team__session=play_session)
    return list(rows.select_related("seat__match__session_team").order_by("seat__match", "seat__index"))


def game_words(play_session: Session) -> str:
    """Game and scenario in the current language; the game's key if the game is missing."""
    try:
        face = face_of(play_session)
        scenario = face.words.scenario(scenario_of(play_session))
    except (LookupError, RulesError):
        return play_session.game
    return str(face.title) if scenario == str(face.title) else f"{face.title}, {scenario}"
