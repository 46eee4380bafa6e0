"""The tables of matches, and the model of people."""

from games.models import (
    OF_PEOPLE,
    AuthorKind,
    AwayPlan,
    CalendarLink,
    Decision,
    Event,
    Intervention,
    Job,
    LatePolicy,
    Match,
    Message,
    Move,
    Notification,
    PushSubscription,
    ReadingChoice,
    Seat,
    SeatHolder,
    Status,
)
from games.models.matches import FIRST_GAME, HELD, KEPT, OVER, Expected
from games.models.names import NameField
from games.models.people import PERSON_ID, PERSON_MODEL, people_are_users, person_model
from games.models.prepared import Prepared
from games.models.talk import MESSAGE_LENGTH
