"""What is stored of matches. Rules know nothing of this."""

from games.models.decisions import Decision, Notification
from games.models.interventions import Intervention
from games.models.jobs import Job
from games.models.matches import Expected, LatePolicy, Match, Seat, SeatHolder, SeatInvite, Status
from games.models.moves import AuthorKind, Event, Move
from games.models.talk import Message

__all__ = [
    "AuthorKind",
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
    "Seat",
    "SeatHolder",
    "SeatInvite",
    "Status",
]
