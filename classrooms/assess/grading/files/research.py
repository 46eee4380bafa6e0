"""A session as tidy tables for research: decisions, moves, seats, and the steps of accounts, one row each."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Q

from classrooms import hooks
from classrooms.assess.grading.services.pseudonyms import Naming, as_json, pseudonyms, usernames, without_texts
from classrooms.files.spreadsheets import harmless
from classrooms.models import Session, SessionTeam
from classrooms.play.monitor.queries.waiting_times import waiting_times_in
from classrooms.play.monitor.waiting_times import NOTHING, WaitingTimes
from games.engine.analysis.accounts import TENTHS
from games.public.matches import Branch, SeatStory, authors_of, branches, game_of, stories
from games.public.models import AuthorKind, Decision, Event, Intervention, Match, Move, Seat, SeatHolder

WHERE: Final = ("session", "team", "match", "branch", "counts")
DECISIONS: Final = (
    *WHERE, "seat", "role", "holders", "turn", "prompt", "kind", "owed", "opened_at", "due_at", "answered_at",
    "closed_at", "seconds", "author_kind", "person", "name", "move_number", "move_kind", "args", "moves", "late",
    "intervention",
)  # fmt: skip
MOVES: Final = (
    *WHERE, "number", "seat", "role", "turn", "prompt", "move_kind", "args", "taken_back", "author_kind", "person",
    "name", "beside", "at",
)  # fmt: skip
SCORES: Final = (
    *WHERE, "seat", "role", "players", "own_moves", "on_task", "waited", "absent", "holders", "names", "bot", "status",
    "started_at", "ended_at", "seconds", "moves", "score", "place", "targets", "game", "rules_version",
)  # fmt: skip
ACCOUNT: Final = (*WHERE, "part", "turn", "seat", "role", "move_number", "points", "measures")
NAMES: Final = ("name", "names")
"""Columns with names, which files with pseudonyms do not have."""

Line = dict[str, Any]


@dataclass(frozen=True)
class Spoken:
    """The names of people, teams and moves in the files."""

    person: Naming
    named: bool

    def name(self, user: Any) -> str:
        """The name in full, empty in files with pseudonyms."""
        return harmless(user.get_full_name()) if self.named and user is not None else ""

    def who(self, user: Any) -> str:
        """The short name that is the same in all files."""
        return "" if user is None else harmless(self.person(user))

    def team(self, table: SessionTeam) -> str:
        """The team's name; teams may be named after their people."""
        return harmless(table.name) if self.named else f"team-{table.position + 1}"

    def args(self, game: str, args: dict[str, Any]) -> str:
        """Arguments of a move, without the players' own words in files with pseudonyms."""
        return as_json(args if self.named else without_texts(game, args))


def spoken(play_session: Session, *, named: bool) -> Spoken:
    """Names, or the pseudonyms of the course."""
    return Spoken(usernames if named else pseudonyms(play_session.course), named)


@dataclass(frozen=True)
class Record:
    """The stored data of one branch of a table, read in a constant number of queries. `since` is the last move shared
    with the branch before, 0 for the first one; `made` is the number of moves that were not undone.
    """

    table: SessionTeam
    match: Match
    place: int
    branch: Branch
    since: int
    seats: Mapping[int, Seat]
    holders: Mapping[int, Sequence[SeatHolder]]
    moves: Sequence[Move]
    decisions: Sequence[Decision]
    deeds: Sequence[Intervention]
    turns: tuple[Sequence[int], Sequence[int]]
    made: int
    stories: Sequence[SeatStory]
    times: WaitingTimes | None

    def turn_at(self, number: int) -> int:
        """The turn in which a move was made: that of the last event up to it."""
        at = bisect_right(self.turns[0], number)
        return self.turns[1][at - 1] if at else 0

    def counts(self, number: int | None) -> int:
        """1 for moves of the final match, 0 for moves undone by a step back."""
        upto = self.branch.upto
        return int(upto is None or (number is not None and number <= upto))

    def at_seat(self, seat: int, at: datetime | None) -> list[SeatHolder]:
        """The people on a seat at a moment; now if the moment is None."""
        rows = self.holders.get(seat, ())
        if at is None:
            return [row for row in rows if row.released_at is None]
        return [row for row in rows if row.since <= at and (row.released_at is None or row.released_at > at)]


def records(play_session: Session) -> Iterator[Record]:
    """Table by table, each with its branches in the order in which they were played."""
    rows = SessionTeam.objects.filter(session=play_session, match__isnull=False).select_related("match")
    tables = list(rows.defer("match__state", "match__scenario").order_by("position", "pk"))
    paths = branches([table.match for table in tables if table.match is not None])
    for table in tables:
        path = paths[table.match_id or 0][::-1]
        for place, branch in enumerate(path, start=1):
            yield _record(table, place, branch)


def _record(table: SessionTeam, place: int, branch: Branch) -> Record:
    gone = Count("moves", filter=Q(moves__taken_back=True))
    match = Match.objects.defer("state", "scenario").annotate(taken_back=gone).get(pk=branch.match_id)
    since = match.forked_at or 0
    holders: dict[int, list[SeatHolder]] = {}
    for row in SeatHolder.objects.filter(seat__match=match).select_related("seat", "user").order_by("since", "pk"):
        holders.setdefault(row.seat.index, []).append(row)
    moves = list(match.moves.filter(number__gt=since).select_related("author").defer("draws").order_by("number"))
    decisions = match.decisions.select_related("closed_by").order_by("opened_at", "pk")
    return Record(
        table=table,
        match=match,
        place=place,
        branch=branch,
        since=since,
        seats={seat.index: seat for seat in match.seats.all()},
        holders=holders,
        moves=moves,
        decisions=[row for row in decisions if row.closed_by is None or row.closed_by.number > since],
        deeds=list(match.interventions.order_by("created_at", "pk")),
        turns=_turns(match),
        made=match.number - 2 * match.taken_back,
        stories=stories(match),
        times=waiting_times_in([match], moves[-1].created_at if moves else match.created_at).get(match.pk),
    )


def _turns(match: Match) -> tuple[list[int], list[int]]:
    """Numbers of moves that produced events, and the turn of the first event of each."""
    first: dict[int, int] = {}
    rows = Event.objects.filter(match=match).order_by("number").values_list("move__number", "turn")
    for number, turn in rows:
        first.setdefault(number, turn)
    return list(first), list(first.values())


def decision_lines(record: Record, speak: Spoken) -> Iterator[Line]:
    """One line for each decision of a branch, in the order of asking."""
    answers: dict[tuple[int | None, str], list[Move]] = {}
    for move in (each for each in record.moves if each.stands):
        answers.setdefault((move.seat, move.key), []).append(move)
    for row in record.decisions:
        yield _decision(record, row, answers.get((row.seat, row.key), []), speak)


def _decision(record: Record, row: Decision, moves: Sequence[Move], speak: Spoken) -> Line:
    """One decision. The last answer counts; a decision settled by other seats has no answer. One on paper has no
    time.
    """
    answer = moves[-1] if moves else None
    closing = row.closed_by.number if row.closed_by is not None else None
    author = answer.author if answer is not None and answer.author_kind == AuthorKind.PLAYER else None
    on_paper = answer is not None and answer.author_kind == AuthorKind.PAPER
    return {
        **_where(record, closing, speak),
        **_seat(record, row.seat, row.closed_at, speak),
        "turn": record.turn_at(closing if closing is not None else row.opened_number),
        "prompt": row.key,
        "kind": row.kind,
        "owed": int(row.required),
        "opened_at": moment(row.opened_at),
        "due_at": moment(row.due_at),
        "answered_at": moment(answer.created_at if answer is not None else None),
        "closed_at": moment(row.closed_at),
        "seconds": seconds(row.opened_at, None if answer is None or on_paper else answer.created_at),
        "author_kind": answer.author_kind if answer is not None else "",
        "person": speak.who(author),
        "name": speak.name(author),
        "move_number": answer.number if answer is not None else "",
        "move_kind": answer.kind if answer is not None else "",
        "args": speak.args(record.match.game, answer.args) if answer is not None else "",
        "moves": len(moves),
        "late": int(_is_late(row, answer)),
        "intervention": ";".join(deed.kind for deed in record.deeds if _touched(row, deed)),
    }


def _is_late(row: Decision, answer: Move | None) -> bool:
    """Was the decision answered after its due time, or by its default? A decision on paper was not."""
    if answer is None or row.due_at is None or answer.author_kind == AuthorKind.PAPER:
        return False
    own = answer.author_kind == AuthorKind.PLAYER
    return answer.created_at > row.due_at if own else answer.created_at >= row.due_at


def _touched(row: Decision, deed: Intervention) -> bool:
    """Was it made while the decision was open, to the table or to its seat?"""
    in_time = row.opened_at <= deed.created_at and (row.closed_at is None or deed.created_at <= row.closed_at)
    return in_time and deed.seat in (None, row.seat)


def _where(record: Record, number: int | None, speak: Spoken) -> Line:
    return {
        "session": record.table.session_id,
        "team": speak.team(record.table),
        "match": record.match.pk,
        "branch": record.place,
        "counts": record.counts(number),
    }


def _seat(record: Record, seat: int, at: datetime | None, speak: Spoken) -> Line:
    holders = ";".join(speak.who(row.user) for row in record.at_seat(seat, at))
    return {"seat": seat, "role": record.seats[seat].role, "holders": holders}


def move_lines(record: Record, speak: Spoken) -> Iterator[Line]:
    """One line for each move of a branch, without the set-up and without those that it took over. An event of the
    facilitator has neither seat nor role.
    """
    for move in record.moves:
        if not move.number:
            continue
        author = None if move.author_kind == AuthorKind.PAPER else move.author
        yield {
            **_where(record, move.number, speak),
            "number": move.number,
            "seat": "" if move.seat is None else move.seat,
            "role": "" if move.seat is None else record.seats[move.seat].role,
            "turn": record.turn_at(move.number),
            "prompt": move.key,
            "move_kind": move.kind,
            "args": speak.args(record.match.game, move.args),
            "taken_back": int(not move.stands),
            "author_kind": move.author_kind,
            "person": speak.who(author),
            "name": speak.name(author),
            "beside": ";".join(speak.who(user) for user in _beside(record, move)),
            "at": moment(move.created_at),
        }


def _has_bot(record: Record, seat: int) -> bool:
    return any(move.seat == seat and move.author_kind == AuthorKind.BOT for move in record.moves)


def _beside(record: Record, move: Move) -> list[Any]:
    """The people at the same screen as the author of a move, or all holders if they decided it on paper."""
    authors = authors_of(move, record.at_seat(move.seat or 0, move.created_at), move.author)
    return list(authors[1:] if move.author_kind == AuthorKind.PLAYER else authors)


def _acted(record: Record, seat: int, speak: Spoken) -> Line:
    """The authors of moves in a seat with their numbers of moves, and absent people who held it and made none."""
    story = next((each for each in record.stories if each.seat == seat), None)
    if story is None:
        return dict.fromkeys(("players", "own_moves", "absent", "on_task", "waited"), "")
    users = {row.user_id: row.user for row in record.holders.get(seat, ())}
    users |= {move.author.pk: move.author for move in record.moves if move.author is not None}
    return {
        "players": ";".join(speak.who(users.get(person.id)) for person in story.own),
        "own_moves": ";".join(str(len(numbers)) for numbers in story.own.values()),
        **_times(record, story),
        "absent": ";".join(speak.who(users.get(person.id)) for person in story.idle),
    }


def _times(record: Record, story: SeatStory) -> Line:
    """Whole seconds of the players of a seat: the time before their moves, and the time that they waited for others. Of
    a running match, up to its last move.
    """
    times = record.times
    if times is None:
        return {"on_task": "", "waited": ""}
    waited = [times.people.get((story.seat, person.id), NOTHING) for person in story.own]
    return {
        "on_task": ";".join(str(_whole(times.on_task(numbers))) for numbers in story.own.values()),
        "waited": ";".join(str(_whole(time)) for time in waited),
    }


def _whole(time: timedelta) -> int:
    return time // timedelta(seconds=1)


def score_lines(record: Record, speak: Spoken) -> Iterator[Line]:
    """One line for each seat of a branch; scores only of a match that is over."""
    match, result = record.match, record.match.result or {}
    for index, seat in sorted(record.seats.items()):
        rows = record.at_seat(index, match.ended_at)
        yield {
            **_where(record, None, speak),
            **_seat(record, index, match.ended_at, speak),
            **_acted(record, index, speak),
            "names": ";".join(speak.name(row.user) for row in rows),
            "bot": seat.bot if _has_bot(record, index) else "",
            "status": match.status,
            "started_at": moment(match.started_at),
            "ended_at": moment(match.ended_at),
            "seconds": seconds(match.started_at, match.ended_at),
            "moves": record.made,
            "score": result["scores"][index] if result else "",
            "place": result["places"][index] if result else "",
            "targets": as_json(result["targets"]) if result else "",
            "game": match.game,
            "rules_version": match.rules_version,
        }


def account_lines(record: Record, speak: Spoken) -> Iterator[Line]:
    """The steps of a match's account, from the reference to the result: the last line is the sum of the others. Empty
    without an analysis.
    """
    match = record.match
    account = hooks.ACCOUNTS.first(match)
    if account is None:
        return
    analyst: Any = game_of(match).analysis
    names = [measure.name for measure in analyst.measures]

    def line(part: str, figures: Sequence[int], turn: Any = "", seat: int = -1, number: int = 0) -> Line:
        points, *measures = (figure / TENTHS for figure in figures)
        return {
            **_where(record, None, speak),
            "part": part,
            "turn": turn,
            "seat": seat if seat >= 0 else "",
            "role": record.seats[seat].role if seat >= 0 else "",
            "move_number": number or "",
            "points": points,
            "measures": as_json(dict(zip(names, measures, strict=True))),
        }

    yield line("reference", account.reference)
    for each in account.entries:
        yield line(each.kind, (each.project, *each.measures), each.turn, each.seat, each.number)
    yield line("reached", account.reached)


def moment(at: datetime | None) -> str:
    """UTC, as ISO 8601 writes it."""
    return "" if at is None else at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seconds(since: datetime | None, until: datetime | None) -> str:
    """Seconds by the clock, nights and pauses included."""
    return "" if since is None or until is None else f"{(until - since).total_seconds():.3f}"
