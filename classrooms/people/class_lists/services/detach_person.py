"""Moving a person's rows in one course to an anonymous person."""

from collections.abc import Collection
from typing import Any, Final

from classrooms.models import User
from classrooms.people.class_lists.services.merge import pointers_to_people
from games.public.models import PERSON_MODEL

COURSE_OF: Final = {
    "classrooms.Course": "pk",
    "classrooms.Enrolment": "course",
    "classrooms.Team_members": "team__course",
    "classrooms.Session": "course",
    "classrooms.SeatPlan": "session_team__session__course",
    "classrooms.Mark": "line__book__session__course",
    "classrooms.MarkChange": "mark__line__book__session__course",
    "classrooms.RuleChange": "line__book__session__course",
    "classrooms.Participation": "session__course",
    "classrooms.FinalChoice": "book__session__course",
    "classrooms.PublishedGrade": "book__session__course",
    "classrooms.MarkQueryText": "query__published__book__session__course",
    "classrooms.PeerReview": "session_team__session__course",
    "classrooms.Invitation": "course",
    "classrooms.RosterImport": "course",
    "classrooms.OwnQuestion": "course",
    "classrooms.QuizAnswer": "question__session__course",
    "classrooms.SurveyAnswer": "item__session__course",
    "classrooms.Study": "course",
    "classrooms.StudyPerson": "study__course",
    "classrooms.PaperBatch": "session__course",
    "classrooms.KeptMarkLook": "book__session__course",
    "classrooms.RetentionDeed": "course",
    "classrooms.RetentionNotice": "deed__course",
    "classrooms.TableObserver": "session_team__session__course",
    "classrooms.ObserverLink": "session_team__session__course",
    "classrooms.TeamMail": "session__course",
    "classrooms.TeamMailCopy": "mail__session__course",
}
"""The lookup from each table with people to the course."""
MATCH_OF: Final = {
    "classrooms.Forecast": "match",
    "classrooms.Analysis": "match",
    "classrooms.Paper": "match",
    "games.Match": "pk",
    "games.Match_stewards": "match",
    "games.Match_observers": "match",
    "games.SeatHolder": "seat__match",
    "games.SeatAsk": "seat__match",
    "games.SeatInvite": "seat__match",
    "games.AwayPlan": "seat__match",
    "games.Move": "match",
    "games.Notification": "decision__match",
    "games.Intervention": "match",
    "games.Message": "match",
}
"""The lookup from each table with people to the match."""
STAYS: Final = frozenset(
    {
        "classrooms.LmsPerson",
        "classrooms.PasswordMail",
        "classrooms.SecondFactor",
        "classrooms.Identity",
        "classrooms.OwnScenario",
        "classrooms.ScenarioVersion",
        f"{PERSON_MODEL}_groups",
        f"{PERSON_MODEL}_user_permissions",
        "games.CalendarLink",
        "games.PushSubscription",
        "games.ReadingChoice",
        "admin.LogEntry",
    }
)
"""Tables that belong to the account, not to a course."""


def rows_hand_over(*, user: User, to: User, course_id: int, matches: Collection[int]) -> None:
    """Point all rows of `user` within a course and these matches to `to`, who has none there. Tables of a site's other
    apps belong to no course and stay.
    """
    for model, column in pointers_to_people():
        there = _there(model._meta.label, course_id, matches)
        if there:
            model._base_manager.filter(**{column.name: user}, **there).update(**{column.name: to})


def _there(label: str, course_id: int, matches: Collection[int]) -> dict[str, Any]:
    if label in MATCH_OF:
        return {f"{MATCH_OF[label]}__in": matches}
    return {COURSE_OF[label]: course_id} if label in COURSE_OF else {}
