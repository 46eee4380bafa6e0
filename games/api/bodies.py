"""Request bodies of the API. Every text has a maximal length and no control characters; every number has a range."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from games.engine.types import Text
from games.models.talk import MESSAGE_LENGTH
from games.platform.pace import Pace

SeatIndex = Annotated[int, Meta(ge=0, le=62)]
Key = Annotated[str, Meta(min_length=1, max_length=120)]
SubmissionId = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_.-]+$(?!\n)")]
Name = Annotated[str, Meta(max_length=60, pattern=r"^[a-z0-9_-]*$(?!\n)")]
"""A key of a game, scenario or bot in a body."""

Scope = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z:]+$(?!\n)")]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The credentials of somebody who asks for a token. `code` is that of the authenticator app, or a recovery code,
    if there is a second factor. `scopes` are those of the token; null means all.
    """

    username: Annotated[str, Meta(min_length=1, max_length=150, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
    password: Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00]*$")]
    code: Annotated[str, Meta(max_length=20, pattern=r"^[0-9A-Za-z -]*$(?!\n)")] = ""
    scopes: Annotated[tuple[Scope, ...], Meta(max_length=20)] | None = None


class NewMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move for the prompt `key`. With a `submission_id` the request can be repeated until it is answered: it is
    played once.
    """

    key: Key
    move: msgspec.Raw
    submission_id: SubmissionId | None = None


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match that starts at once: `seats` are the caller's own, bots play the others (`bots`: strength by seat, the
    usual one where none is named). `options` are the game's; with `undo`, decisions can be taken back for a moment.
    """

    game: Name
    scenario: Name = ""
    seats: Annotated[tuple[SeatIndex, ...], Meta(min_length=1, max_length=20)] = (0,)
    bots: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    options: dict[Annotated[str, Meta(max_length=60)], Any] = msgspec.field(default_factory=dict)
    title: Text = ""
    pace: Pace | None = None
    late_policy: Literal["default", "bot", "wait"] = "default"
    undo: bool = True


class NewMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chat message, sent from a seat of the speaker (`null`: the first one held)."""

    text: Annotated[str, Meta(min_length=1, max_length=MESSAGE_LENGTH)]
    seat: SeatIndex | None = None
