"""The database models of matches. Rules know nothing of them."""

from games.models.asks import SeatAsk
from games.models.away import AwayPlan
from games.models.decisions import Decision, Notification
from games.models.interventions import Intervention
from games.models.jobs import Job
from games.models.matches import (
    FIRST_GAME,
    NOT_A_LESSON,
    Expected,
    LatePolicy,
    Match,
    Seat,
    SeatHolder,
    SeatInvite,
    Status,
)
from games.models.moves import OF_PEOPLE, AuthorKind, Event, Move
from games.models.notification_channels import CalendarLink, PushSubscription
from games.models.preferences import ReadingChoice
from games.models.talk import Message

__all__ = [
    "FIRST_GAME",
    "NOT_A_LESSON",
    "AuthorKind",
    "AwayPlan",
    "CalendarLink",
    "Decision",
    "Event",
    "Intervention",
    "Job",
    "Expected",
    "LatePolicy",
    "Match",
    "Message",
    "Move",
    "Notification",
    "OF_PEOPLE",
    "PushSubscription",
    "ReadingChoice",
    "Seat",
    "SeatAsk",
    "SeatHolder",
    "SeatInvite",
    "Status",
]
