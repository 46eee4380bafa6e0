"""A game's own part of the class report, for teachers. It is computed when the page is read, and neither stored nor
printed. Names are shown only while the course runs.
"""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from classrooms.assess.reports.facts import parse_facts
from classrooms.care.privacy.clock import clock_of
from classrooms.models import Course, Debrief, Session
from games.public.matches import SeatStory, stories_in
from games.ui import debriefs
from games.ui.debriefs import OfClass


def class_sheet(play_session: Session, teams: Mapping[int | None, str], full: bool) -> dict[str, Any]:
    """The template of the game and its context (`of_class`), from the matches of these teams; people are named where
    the report is `full`.
    """
    debriefing = debriefs.get(play_session.game)
    if not debriefing.class_sheet or not teams:
        return {}
    rows = Debrief.objects.filter(match__session_team__session=play_session).select_related("match")
    found = [row for row in rows.order_by("match__session_team__position", "pk") if row.match_id in teams]
    told = stories_in([row.match for row in found]) if full else {}
    matches = []
    for row in found:
        facts = parse_facts(row.facts)
        people = _people(told.get(row.match_id, ()), len(facts.seats))
        matches.append(OfClass(teams[row.match_id], people, debriefing.parse_facts(facts.game_facts)))
    shown = debriefing.class_context(matches, running=is_running(play_session.course))
    return {"class_sheet": debriefing.class_sheet, "of_class": shown} if shown else {}


def _people(told: tuple[SeatStory, ...], seats: int) -> tuple[str, ...]:
    """The authors of moves by seat."""
    names = {story.seat: ", ".join(person.name for person in story.own) for story in told}
    return tuple(names.get(seat, "") for seat in range(seats))


def is_running(course: Course) -> bool:
    """Is the course not over? It ends when it is archived, or on its last day."""
    if course.archived_at is not None:
        return False
    clock = clock_of(course, timezone.now())
    ends_on = course.ends_on if clock is None else clock.ends_on
    return course.ends_on is None or ends_on is None or timezone.localdate() <= ends_on
