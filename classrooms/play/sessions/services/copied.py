"""The fields that a copy of a session or of a course takes along. All that hangs on one of them is named here."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Model

from classrooms.models import (
    Course,
    GradeBook,
    OwnQuestion,
    RubricLine,
    SeatPlan,
    Session,
    SessionQuestion,
    SessionTeam,
    SurveyItem,
)


@dataclass(frozen=True)
class Fields:
    """The columns of a copied row: `same` are copied, `anew` get new values."""

    same: tuple[str, ...]
    anew: tuple[str, ...]


COPIED: Final[dict[type[Model], Fields]] = {
    Course: Fields(
        same=("time_zone", "papers_months", "talk_months", "names_months", "list_columns"),
        anew=("name", "term", "join_code", "join_open", "created_by", "created_at", "archived_at", "ends_on"),
    ),
    OwnQuestion: Fields(same=("text", "options", "right", "explanation"), anew=("course", "created_by", "created_at")),
    Session: Fields(
        same=(
            "title",
            "game",
            "scenario_key",
            "scenario",
            "scenario_version",
            "options",
            "late_policy",
            "expected",
            "undo",
            "unfinished",
            "luck",
            "bot",
            "is_rehearsal",
            "late_join",
            "checks_claims",
            "events_count",
            "has_forecasts",
            "shows_league",
            "shares_roles",
        ),
        anew=(
            "course",
            "pace",
            "deal",
            "deal_seed",
            "opens_itself",
            "seed",
            "status",
            "step",
            "revision",
            "join_code",
            "projector_nonce",
            "starts_at",
            "debrief_at",
            "released_at",
            "cloned_from",
            "created_by",
            "created_at",
            "opened_at",
            "started_at",
            "finished_at",
            "archived_at",
        ),
    ),
    SessionTeam: Fields(same=("team", "position"), anew=("session", "name", "match")),
    SeatPlan: Fields(same=("seat", "user"), anew=("session_team",)),
    SessionQuestion: Fields(same=("bank_key", "when", "turn", "position"), anew=("session", "own")),
    SurveyItem: Fields(same=("when", "kind", "bank_key", "text", "position"), anew=("session",)),
    GradeBook: Fields(
        same=("scale", "decimals", "smallest_share", "shows_distribution"),
        anew=("session", "computed_at", "published_at", "revision"),
    ),
    RubricLine: Fields(same=("kind", "title", "weight", "when_nothing", "position", "params"), anew=("book",)),
}
"""SessionTeam and SeatPlan are copied in the same course only: elsewhere there are other people."""

LEFT: Final = frozenset(
    {
        "Analysis",
        "Debrief",
        "Enrolment",
        "FinalChoice",
        "Invitation",
        "KeptMark",
        "KeptMarkLook",
        "LmsCourse",
        "LmsLineItem",
        "LmsLink",
        "Mark",
        "ObserverLink",
        "OwnScenario_courses",
        "Paper",
        "PaperBatch",
        "Participation",
        "PeerReview",
        "Poll",
        "PollVote",
        "PublishedGrade",
        "QuizAnswer",
        "RecordMark",
        "ResearchKey",
        "RetentionDeed",
        "RoleScores_sessions",
        "RosterImport",
        "RuleChange",
        "Study",
        "StudyArm",
        "StudyPool",
        "StudyQuestion",
        "SurveyAnswer",
        "TableObserver",
        "Team",
        "TeamMail",
    }
)
"""Tables whose rows are not copied: people, their activities, notices, and data of other systems."""


def same_of(row: Model) -> dict[str, Any]:
    """The values that a copy of this row has in common with it."""
    return {name: getattr(row, name) for name in COPIED[type(row)].same}


@dataclass(frozen=True)
class Dates:
    """Planned dates of a copy: none where `weeks` is null, else so many weeks later at the same time of day. One
    that would lie in the past is left out.
    """

    weeks: int | None
    now: datetime

    def moment(self, planned: datetime | None, source: Course, target: Course) -> datetime | None:
        """The same time of day in the time zone of the target course."""
        if planned is None or self.weeks is None:
            return None
        local = planned.astimezone(ZoneInfo(source.time_zone)).replace(tzinfo=None) + timedelta(weeks=self.weeks)
        moved = local.replace(tzinfo=ZoneInfo(target.time_zone))
        return moved if moved > self.now else None

    def day(self, planned: date | None, course: Course) -> date | None:
        """The planned date moved like a moment (`moment`); None if it would be over."""
        if planned is None or self.weeks is None:
            return None
        moved = planned + timedelta(weeks=self.weeks)
        return moved if moved >= self.today(course) else None

    def today(self, course: Course) -> date:
        """The day that it is in a course."""
        return self.now.astimezone(ZoneInfo(course.time_zone)).date()
