"""Notices at the top of a table: messages and reminders by the instructor, changes of the match."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from games.engine.facilitation import facilitation_of
from games.engine.undo import recorded_move
from games.models import AuthorKind, Message
from games.platform import clock
from games.platform.hooks import Observer
from games.platform.selectors.position import has_other_rules, state_of
from games.ui.faces import RoleName
from games.web.table_read import TableRead

NEWS_FOR: Final = timedelta(minutes=15)


@dataclass(frozen=True)
class Branch:
    """Another match that a step back joined with this one, and the reason."""

    match_id: int
    reason: str


@dataclass(frozen=True)
class Watching:
    """People who look on, from the seat of a role or with the open view (None). `has_sheet`: the reader is one of
    them and writes a note sheet on the page.
    """

    names: tuple[str, ...]
    role: RoleName | None
    has_sheet: bool = False


@dataclass(frozen=True)
class NoticePart:
    """`seen_as` is the role from whose seat a steward looks. `own_view` is the view of a reader who was let look on,
    `watching` are the people who look on, for the others at the table. `message` is the latest message of a steward,
    while it is new, `only_to_seat`: to the reader's seat alone. `brought` is the effect of the facilitator's latest
    event of this turn, while it is new. `reminded` means that a steward reminded the reader. `left_for` is the fork in
    which the match continues, `came_from` the match that a step back left for this one. `old_rules` means that the
    match was begun under rules that this site does not have.
    """

    match_id: int
    seen_as: RoleName | None
    team: str
    own_view: Watching | None
    watching: tuple[Watching, ...]
    message: str
    only_to_seat: bool
    brought: str
    reminded: bool
    left_for: Branch | None
    came_from: Branch | None
    old_rules: bool

    @property
    def is_empty(self) -> bool:
        told = self.seen_as or self.message or self.brought or self.reminded or self.left_for or self.came_from
        return not told and not self.old_rules and not self.own_view and not self.watching


reads: Final = ("events", "fork", "observers", "own_view", "reminded", "talk")


def notice_part(read: TableRead) -> NoticePart:
    """The region of notices. All but a player see the fork, the rules and the observers alone."""
    match, fork = read.match, read.fork
    message = _message(read)
    parent = match.parent if read.access.seats and match.supervised and not match.is_over else None
    return NoticePart(
        match_id=match.pk,
        seen_as=read.me if read.over_a_shoulder and read.access.steward else None,
        team=match.team_name,
        own_view=None if read.own_view is None else _watching(read, [read.own_view]),
        watching=() if read.access.observer else _by_view(read),
        message="" if message is None else message.text,
        only_to_seat=message is not None and message.to_seat is not None,
        brought=_brought(read),
        reminded=read.reminded,
        left_for=None if fork is None else Branch(fork.pk, fork.fork_reason),
        came_from=None if parent is None else Branch(parent.pk, match.fork_reason),
        old_rules=has_other_rules(match),
    )


def _by_view(read: TableRead) -> tuple[Watching, ...]:
    views: dict[int | None, list[Observer]] = {}
    for each in read.observers:
        views.setdefault(each.seat, []).append(each)
    return tuple(_watching(read, people) for people in views.values())


def _watching(read: TableRead, people: list[Observer]) -> Watching:
    seat = people[0].seat
    role = None if seat is None else read.roles[seat]
    has_sheet = any(each is read.own_view and each.note_sheet is not None for each in people)
    return Watching(tuple(each.name for each in people), role, has_sheet)


def _message(read: TableRead) -> Message | None:
    if not read.access.seats or read.match.is_over:
        return None
    new = [row for row in read.talk if row.seat is None and row.author_id != read.user.pk]
    return new[-1] if new and clock.now() - new[-1].created_at < NEWS_FOR else None


def _brought(read: TableRead) -> str:
    events = facilitation_of(read.face.game.rules)
    found = [row for row in read.events if row.move.author_kind == AuthorKind.BROUGHT]
    if events is None or not found or read.match.is_over:
        return ""
    last = found[-1]
    is_new = clock.now() - last.move.created_at < NEWS_FOR and last.turn == events.turn(state_of(read.match))
    if not is_new:
        return ""
    brought, words = recorded_move(last.move.args, read.face.game.rules), read.face.facilitation
    return f"{words.titles()[brought.event]}. {words.effect(read.scenario, brought)}"
