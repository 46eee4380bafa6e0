"""The laws after chaos: records are compared with the answers to players, move by move and answer by answer."""

import email
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import RequestFactory
from django.utils import timezone

from games.engine import codec
from games.engine.draws import LabelledDraws, commitment
from games.engine.replay import seed_at
from games.engine.undo import KIND, Line, recorded_move
from games.models import AuthorKind, Decision, Job, Match, Move, Notification, SeatHolder, Status
from games.platform.permissions import Access, Opened
from games.platform.selectors.position import game_of, options_of, scenario_of, seeds_of
from games.platform.selectors.replaying import difference
from games.web.table_page import TablePage
from games.web.table_read import TableRead

WITNESSES = 5
"""So many broken cases of each law are described."""
REFUSED = (400, 401, 403, 404, 409, 422, 429)
"""Statuses of answers by which nothing was played."""
MAIL_END = re.compile(r"^-{79}$", re.MULTILINE)
LINK = re.compile(r"/matches/(\d+)/")
TIMES = re.compile(
    r'data-\w+="\d{9,}"|<time.*?</time>|\d{1,2}:\d\d|"(csrfmiddlewaretoken|submission_id)"[^>]*', re.DOTALL
)
"""The parts of a page that differ at each request."""


class Check:
    """One law: the number of checks, and the cases in which it was broken."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.looked = 0
        self.broken: list[str] = []

    def expect(self, holds: bool, witness: Callable[[], str]) -> None:
        self.looked += 1
        if not holds:
            self.broken.append(witness())

    def summary(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "looked": self.looked,
            "broken": len(self.broken),
            "witnesses": self.broken[:WITNESSES],
        }


def judged(home: str) -> list[dict[str, Any]]:
    """All laws, in the order in which they are printed."""
    ledger = json.loads((Path(home) / "ledger.json").read_text())
    answers = Path(home) / "answers"
    checks = [
        *_moves(ledger),
        *_records(),
        *_notices(),
        _mails(Path(home)),
        _jobs(),
        *_answers(answers),
    ]
    return [check.summary() for check in checks]


def _moves(ledger: list[dict[str, Any]]) -> Iterator[Check]:
    once, never = Check("every acknowledged move is there exactly once"), Check("no refused move is there")
    own = Check("no move of a person that they did not send")
    rows: dict[tuple[int, int, str], list[Move]] = {}
    people = Move.objects.filter(author_kind=AuthorKind.PLAYER).exclude(kind=KIND)
    for row in people:
        rows.setdefault((row.match_id, row.seat or 0, row.submission_id or ""), []).append(row)
    sent = set()
    for entry in ledger:
        place = (entry["match"], entry["seat"], entry["id"])
        sent.add(place)
        found, statuses = rows.get(place, []), [status for status, _number, _code in entry["answers"]]
        if any(status in (200, 201, 303) for status in statuses):
            same = len(found) == 1 and _is_sent(found[0], entry)
            once.expect(same, lambda entry=entry, found=found: f"{entry}: {[(m.number, m.args) for m in found]}")
        elif statuses and all(status in REFUSED for status in statuses):
            never.expect(not found, lambda entry=entry: f"{entry}")
    for place, moves in rows.items():
        own.expect(place in sent and len(moves) == 1, lambda place=place, moves=moves: f"{place}: {len(moves)} moves")
    yield from (once, never, own)


def _is_sent(row: Move, entry: dict[str, Any]) -> bool:
    """Is the stored move the one that was sent, by the same person, under the number in the answer?"""
    numbers = {number for _status, number, _code in entry["answers"] if number is not None}
    same_move = "move" not in entry or entry["move"].items() <= row.args.items()
    return row.author_id == entry["user"] and row.key == entry["key"] and numbers <= {row.number} and same_move


def _records() -> Iterator[Check]:
    dense, clean = Check("numbers of moves and events are dense"), Check("records verify by replay")
    for match in Match.objects.order_by("pk").iterator():
        moves = list(match.moves.order_by("number").values_list("number", flat=True))
        events = list(match.events.order_by("number").values_list("number", flat=True))
        is_dense = moves == list(range(match.number + 1)) and events == list(range(1, len(events) + 1))
        dense.expect(is_dense, lambda match=match, moves=moves: f"match {match.pk}: {moves}")
        promised = match.commitment == commitment(bytes.fromhex(match.seeds[0][1]))
        found = difference(match)
        clean.expect(promised and found is None, lambda match=match, found=found: f"match {match.pk}: {found}")
    yield from (dense, clean)


def _notices() -> Iterator[Check]:
    told, right = Check("everybody is told of what they owe, once"), Check("nobody is told of what is another's")
    holders: dict[tuple[int, int], set[int]] = {}
    for match, seat, user in SeatHolder.objects.values_list("seat__match", "seat__index", "user"):
        holders.setdefault((match, seat), set()).add(user)
    given: dict[int, list[int]] = {}
    for decision, user in Notification.objects.values_list("decision", "user"):
        given.setdefault(decision, []).append(user)
    for row in Decision.objects.select_related("match"):
        people, notices = holders.get((row.match_id, row.seat), set()), given.get(row.pk, [])
        open_now = row.closed_at is None and not row.optional and row.match.status == Status.RUNNING
        exact = len(notices) == len(set(notices)) and (not open_now or set(notices) == people)
        told.expect(exact, lambda row=row, notices=notices: f"decision {row.pk} of match {row.match_id}: {notices}")
        right.expect(set(notices) <= people, lambda row=row, notices=notices: f"decision {row.pk}: {notices}")
    yield from (told, right)


def _mails(home: Path) -> Check:
    """A mail lists the notices that were claimed for it; no notice is mailed more often than it was claimed."""
    check = Check("every mail goes out at most once")
    claimed, mailed = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for address, match, mail, reminder in Notification.objects.values_list(
        "user__email", "decision__match", "mail_claimed_at", "reminder_claimed_at"
    ):
        claimed[address, match] += (mail is not None) + (reminder is not None)
    for file in home.glob("var/*/mail/*"):
        for text in MAIL_END.split(file.read_text(errors="replace")):
            if text.strip():
                letter = email.message_from_string(text.strip())
                mailed.update((letter["To"] or "", match) for match in _links(letter))
    for place, times in mailed.items():
        known = any(place == each for each in claimed)
        check.expect(not known or times <= claimed[place], lambda place=place, times=times: f"{place}: {times} times")
    return check


def _links(letter: Any) -> list[int]:
    """The matches that a mail names, one for each line of its plain text."""
    for part in letter.walk():
        if part.get_content_type() == "text/plain":
            text = (part.get_payload(decode=True) or b"").decode(errors="replace")
            return [int(match) for match in LINK.findall(text)]
    return []


def _jobs() -> Check:
    """All jobs were done, and each ended match has the same kinds; no match here belongs to a course."""
    check = Check("every job is done, those of every match that ended too")
    jobs = {(job.kind, job.match_id or job.subject): job for job in Job.objects.all()}
    kinds = {kind for kind, subject in jobs if isinstance(subject, int)}
    ended = Match.objects.filter(status=Status.FINISHED).values_list("pk", flat=True)
    for kind, subject in {*jobs, *((kind, match) for kind in kinds for match in ended)}:
        job = jobs.get((kind, subject))
        is_done = job is not None and job.state == Job.State.DONE
        words = f"{kind} of {subject}: {job} {job.error if job else ''}"
        check.expect(is_done, lambda words=words: words)
    return check


class Truth:
    """A match played again from its record: every position, and every event, also of moves that were taken back."""

    def __init__(self, match: Match) -> None:
        self.match, self.rules = match, game_of(match).rules
        self.states: list[Any] = []
        self.events: list[list[tuple[Any, tuple[int, ...] | None]]] = []
        line = Line(self.rules)
        for row in match.moves.order_by("number"):
            draws = LabelledDraws(seed_at(seeds_of(match), row.number))
            if row.number == 0:
                seats = match.seats.count()
                outcome = line.begin(self.rules.setup(scenario_of(match), options_of(match), seats, draws))
            else:
                move = recorded_move(row.args, self.rules)
                outcome = line.play(row.number, row.seat, row.key, move, draws)
            self.states.append(outcome.state)
            self.events.append([(plain(event), event.audience) for event in outcome.events])

    def position(self, number: int) -> Match:
        """The position after a move, as it was read while the match ran."""
        match = copy(self.match)
        match.state, match.number = codec.to_json(self.states[number]).decode(), number
        match.status, match.result, match.ended_at = Status.RUNNING, None, None
        return match

    def page(self, number: int, seat: int, user_id: int) -> dict[str, str]:
        """The regions of the game on the page, drawn anew."""
        user = get_user_model().objects.get(pk=user_id)
        request = RequestFactory().get("/", {"seat": seat})
        request.user, request.session = user, {}  # type: ignore[assignment]
        held = SeatHolder.objects.filter(seat__match=self.match, user=user).order_by("seat__index")
        seats = tuple(held.values_list("seat__index", flat=True))
        table = TableRead(Opened(Access(self.position(number), user, seats, steward=False)), seat)
        with timezone.override(user.time_zone or settings.TIME_ZONE):
            html = TablePage(request, table).html
        return regions_of(html, [region.id for region in table.face.table.regions] + ["history"])

    def view(self, number: int, seat: int) -> Any:
        return plain(self.rules.view(self.states[number], seat))

    def prompts(self, number: int, seat: int) -> Any:
        mine = [prompt for prompt in self.rules.prompts(self.states[number]) if prompt.seat == seat]
        return [{"key": each.key, "kind": each.kind, "params": plain(dict(each.params))} for each in mine]

    def choices(self, number: int, seat: int, key: str) -> Any:
        return plain(self.rules.choices(self.states[number], seat, key))

    def may_know(self, event: dict[str, Any], seats: set[int]) -> bool:
        """Did this event happen in its move, and may one of these seats see it?"""
        return any(
            event["data"] == data and (audience is None or seats & set(audience))
            for data, audience in self.events[event["move"]]
        )


def regions_of(html: str, names: Iterable[str]) -> dict[str, str]:
    """Parts of a page by their id, without the parts that differ at each request."""
    found = {}
    for name in names:
        start = re.search(rf'<(\w+)[^>]* id="{name}"', html)
        if start is not None:
            found[name] = TIMES.sub("TIME", _element(html[start.start() :], start[1]))
    return found


def _element(html: str, tag: str) -> str:
    """The first element, to its end."""
    depth = 0
    for each in re.finditer(rf"<(/?){tag}\b", html):
        depth += -1 if each[1] else 1
        if depth == 0:
            return html[: each.start()]
    return html


def plain(value: Any) -> Any:
    """The value as a reader of JSON gets it."""
    return msgspec.json.decode(codec.to_json(value))


class Answers:
    """The answers about one match, checked against its truth."""

    def __init__(self, truth: Truth, checks: dict[str, Check]) -> None:
        self.truth, self.checks = truth, checks

    def check(self, told: dict[str, Any]) -> None:
        getattr(self, told["kind"])(told["seat"], told["body"], told)

    def _expect(self, name: str, holds: bool, seat: int, number: int) -> None:
        pk = self.truth.match.pk
        self.checks[name].expect(holds, lambda: f"match {pk} ({self.truth.match.game}), seat {seat}, move {number}")

    def view(self, seat: int, body: Any, told: Any) -> None:
        number = body["number"]
        same = body["seat"] == seat and body["view"] == self.truth.view(number, seat)
        self._expect("view", same, seat, number)

    def prompts(self, seat: int, body: Any, told: Any) -> None:
        shown = [{name: each[name] for name in ("key", "kind", "params")} for each in body["prompts"]]
        self._expect("prompts", shown == self.truth.prompts(body["number"], seat), seat, body["number"])

    def choices(self, seat: int, body: Any, told: Any) -> None:
        right = self.truth.choices(body["number"], seat, body["key"])
        self._expect("choices", body["choices"] == right, seat, body["number"])

    def history(self, seat: int, body: Any, told: Any) -> None:
        seats = set(told["seats"])
        for event in body["events"]:
            self._expect("history", self.truth.may_know(event, seats), seat, event["move"])

    def page(self, seat: int, body: Any, told: Any) -> None:
        """Compare all parts of a page but the one whose form was refused: it holds the sent values and the errors."""
        right = self.truth.page(told["number"], seat, told["user"])
        if told["refused"]:
            field = f'name="key" value="{told["refused"]}"'
            right = {name: html for name, html in right.items() if field not in html}
        for name, shown in regions_of(body, right).items():
            same = shown == right[name]
            where = f"match {self.truth.match.pk} ({self.truth.match.game}), seat {seat}, move {told['number']}, {name}"
            words = where if same else f"{where}: {_first_difference(shown, right[name])}"
            self.checks["page"].expect(same, lambda words=words: words)


def _first_difference(shown: str, right: str) -> str:
    at = next((i for i, (one, other) in enumerate(zip(shown, right, strict=False)) if one != other), 0)
    return f"{shown[max(0, at - 60) : at + 120]!r} for {right[max(0, at - 60) : at + 120]!r}"


NAMES = {
    "view": "every view is what the seat may see at that move",
    "prompts": "every question is one of the seat's own at that move",
    "choices": "every choice offered is the seat's at that move",
    "history": "every event told is one that the reader may know",
    "page": "every part of a page is what the seat may see at that move",
}


def _answers(directory: Path) -> list[Check]:
    checks = {kind: Check(name) for kind, name in NAMES.items()}
    for file in sorted(directory.glob("*.jsonl")):
        answers = Answers(Truth(Match.objects.get(pk=int(file.stem))), checks)
        with file.open() as lines:
            for line in lines:
                answers.check(json.loads(line))
    return list(checks.values())
