"""Request bodies of the API of courses."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from games.engine.types import Text
from games.public.matches import Pace
from games.public.pages import Name

Shown = Annotated[str, Meta(min_length=1, max_length=120, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
PersonName = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Moment = Annotated[datetime, Meta(tz=True)]


class NewCourse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A course, whose first instructor is the caller."""

    name: Shown
    term: Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")] = ""
    time_zone: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_+/-]*$(?!\n)")] = "Europe/Paris"


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A student, who comes by a personal link. `team` is the name of their team, which is created if it is missing."""

    name: Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
    email: Annotated[str, Meta(max_length=254, pattern=r"^[^\x00-\x1f\x7f ]*$(?!\n)")] = ""
    student_number: Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")] = ""
    family_name: PersonName = ""
    given_name: PersonName = ""
    extra_time: Annotated[int, Meta(ge=0, le=300)] = 0
    team: PersonName = ""


class NewPeople(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Students to enrol in a course: all of them or none."""

    people: Annotated[tuple[NewPerson, ...], Meta(min_length=1, max_length=200)]


class NewTeam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team; without a name it gets the next free number. `members` are ids of students, who leave their earlier
    team.
    """

    name: PersonName = ""
    members: Annotated[tuple[Number, ...], Meta(max_length=300)] = ()


class NewSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A session. `teams` are ids of teams that play, all of the course where it is null; members are put on the seats.
    `own_scenario` is the id of one of the caller's scenarios, instead of one that came with the game. `others` are
    tables for people without a team. With `open` it is opened at once, with `start` it begins at once.
    """

    title: Shown
    game: Name
    scenario: Name = ""
    own_scenario: Number | None = None
    options: dict[Annotated[str, Meta(max_length=60)], Any] = msgspec.field(default_factory=dict)
    pace: Pace | None = None
    late_policy: Literal["default", "bot", "wait"] = "default"
    luck: Literal["own", "same"] = "own"
    bot: Name = ""
    undo: bool = True
    teams: Annotated[tuple[Number, ...], Meta(max_length=300)] | None = None
    others: Annotated[int, Meta(ge=0, le=300)] = 0
    starts_at: Moment | None = None
    debrief_at: Moment | None = None
    open: bool = False
    start: bool = False


class PapersWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The papers of a session to make: their kinds, or all kinds for an empty list. `full` adds the instructor's
    copies.
    """

    language: Literal["en", "fr"] = "en"
    kinds: Annotated[tuple[Literal["class", "slides", "team", "student"], ...], Meta(max_length=4)] = ()
    full: bool = False


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reason of an action, for the log of the matches."""

    reason: Text = ""
