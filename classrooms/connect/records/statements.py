"""xAPI statements, made from stored data of a match and from published marks. The same rows make the same statements,
ids included, so a record store stores repeated ones once. Verbs are ADL's, types of activities those of the
serious-games profile.
"""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from urllib.parse import quote

from django.db.models import Q
from django.utils.crypto import salted_hmac

from classrooms.models import Identity, PublishedGrade
from games.public.base import conf, site_url
from games.public.models import AuthorKind, Match, Move, SeatHolder, Status
from games.ui import faces

VERSION: Final = "1.0.3"
ADL: Final = "http://adlnet.gov/expapi/verbs/"
VERBS: Final = {
    "initialized": f"{ADL}initialized",
    "selected": "https://w3id.org/xapi/adb/verbs/selected",
    "completed": f"{ADL}completed",
    "terminated": f"{ADL}terminated",
    "scored": f"{ADL}scored",
}
GAME: Final = "https://w3id.org/xapi/seriousgames/activity-types/serious-game"
DECISION: Final = "https://w3id.org/xapi/seriousgames/activity-types/alternative"
SESSION: Final = "https://w3id.org/xapi/seriousgames/activity-types/session"
COURSE: Final = "http://adlnet.gov/expapi/activities/course"
ASSESSMENT: Final = "http://adlnet.gov/expapi/activities/assessment"
PROFILE: Final = "https://w3id.org/xapi/seriousgames/v1.0"

Statement = dict[str, Any]


@dataclass(frozen=True)
class Span:
    """The new data of a match: moves after `number` through `until`, people who sat down after `since` (None: all)."""

    number: int
    until: int
    since: datetime | None
    ended: bool


def statements_of(match: Match, span: Span) -> list[Statement]:
    """Statements about known people; bots, deadlines and erased people make none. Raises LookupError for a game that
    the site no longer has.
    """
    told = _MatchStatements(match)
    found = [*told.begun(span), *told.decided(span), *(told.over() if span.ended else ())]
    return sorted(found, key=lambda each: (each["timestamp"], each["id"]))


class _MatchStatements:
    """The statements of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.activity = _activity(_address("games:match", match.pk), GAME, str(faces.get(match.game).title))
        self.holders = list(
            SeatHolder.objects.filter(seat__match=match, user__erased_at__isnull=True)
            .select_related("user", "seat")
            .order_by("since", "pk")
        )
        self.actors = _actors({holder.user_id: holder.user for holder in self.holders})
        self.context = _context(match)

    def begun(self, span: Span) -> Iterator[Statement]:
        began = self.match.started_at
        seen: set[int] = set()
        for holder in self.holders:
            if began is None or holder.user_id in seen or (holder.released_at and holder.released_at < began):
                continue
            seen.add(holder.user_id)
            at = max(began, holder.since)
            if span.since is None or at > span.since:
                yield self._statement("initialized", holder.user_id, at, f"{holder.user_id}")

    def decided(self, span: Span) -> Iterator[Statement]:
        rows = Move.objects.filter(match=self.match, number__gt=span.number, number__lte=span.until)
        rows = rows.kept().filter(author_kind=AuthorKind.PLAYER, author__in=self.actors).order_by("number")
        for move in rows:
            about = f"{self.activity['id']}decisions/{quote(move.key, safe='')}"
            decision = _activity(about, DECISION, move.kind)
            yield self._statement(
                "selected", move.author_id or 0, move.created_at, f"{move.number}", decision, {"response": move.kind}
            )

    def over(self) -> Iterator[Statement]:
        ended = self.match.ended_at
        if ended is None:
            return
        done = self.match.status == Status.FINISHED
        result: dict[str, Any] = {"completion": done}
        if self.match.started_at is not None:
            result["duration"] = _duration(ended - self.match.started_at)
        targets = (self.match.result or {}).get("targets") or []
        if done and targets:
            result["success"] = all(target.get("met") for target in targets)
        verb, seen = "completed" if done else "terminated", set[int]()
        for holder in self.holders:
            if holder.released_at is not None and holder.released_at < ended:
                continue
            if holder.user_id not in seen:
                seen.add(holder.user_id)
                yield self._statement(verb, holder.user_id, ended, f"{holder.user_id}", None, result)
            if done:
                yield self._scored(holder, ended)

    def _scored(self, holder: SeatHolder, at: datetime) -> Statement:
        scores = (self.match.result or {})["scores"]
        result = {"score": {"raw": scores[holder.seat.index]}}
        seat = _activity(f"{self.activity['id']}seats/{holder.seat.index}", GAME, holder.seat.role)
        return self._statement("scored", holder.user_id, at, f"{holder.seat.index}/{holder.user_id}", seat, result)

    def _statement(
        self,
        verb: str,
        user: int,
        at: datetime,
        key: str,
        about: dict[str, Any] | None = None,
        result: dict[str, Any] | None = None,
    ) -> Statement:
        context = dict(self.context)
        if about is not None:
            activities = context["contextActivities"]
            context["contextActivities"] = {**activities, "parent": [self.activity]}
        said = {
            "id": _id(f"match/{self.match.pk}/{verb}/{key}"),
            "actor": self.actors[user],
            "verb": {"id": VERBS[verb], "display": {"en": verb}},
            "object": about or self.activity,
            "context": context,
            "timestamp": _moment(at),
        }
        return said | ({"result": result} if result else {})


def mark_statements(rows: list[PublishedGrade]) -> list[Statement]:
    """Statements of published marks, fetched with their sessions; a word in place of a mark has no score."""
    actors = _actors({row.user_id: row.user for row in rows if row.user.erased_at is None})
    return [_mark(row, actors[row.user_id]) for row in rows if row.user_id in actors]


def _mark(row: PublishedGrade, actor: dict[str, Any]) -> Statement:
    session = row.book.session
    address = _address("classrooms:session", session.pk)
    scale: int = row.content["scale"]
    result: dict[str, Any] = {"completion": True}
    if row.final:
        raw = float(row.final)
        result["score"] = {"raw": raw, "min": 0, "max": scale, "scaled": min(1.0, max(0.0, round(raw / scale, 4)))}
    else:
        result["response"] = row.state
    return {
        "id": _id(f"mark/{row.book_id}/{row.user_id}/{_moment(row.published_at)}"),
        "actor": actor,
        "verb": {"id": VERBS["scored"], "display": {"en": "scored"}},
        "object": _activity(f"{address}marks/", ASSESSMENT, "marks"),
        "result": result,
        "context": {
            "platform": conf.SITE_NAME,
            "contextActivities": {
                "parent": [_activity(address, SESSION)],
                "grouping": [_activity(_address("classrooms:course", session.course_id), COURSE)],
            },
        },
        "timestamp": _moment(row.published_at),
    }


def _actors(users: dict[int, Any]) -> dict[int, dict[str, Any]]:
    """Actors by person. A person has the same pseudonym in every match of this site, which only the site's key links to
    them.
    """
    if conf.XAPI_PSEUDONYMS:
        return {pk: _agent(conf.SITE_URL, _pseudonym(pk)) for pk in users}
    known = {row.user_id: row for row in Identity.objects.filter(user__in=users, issuer=conf.OIDC_ISSUER)}
    found = {}
    for pk, user in users.items():
        agent = _agent(known[pk].issuer, known[pk].subject) if pk in known else _agent(conf.SITE_URL, str(pk))
        found[pk] = {**agent, "name": user.get_full_name()}
    return found


def _agent(home: str, name: str) -> dict[str, Any]:
    return {"objectType": "Agent", "account": {"homePage": home, "name": name}}


def _pseudonym(user_id: int) -> str:
    return salted_hmac("classrooms.connect.records", str(user_id), algorithm="sha256").hexdigest()[:32]


def _context(match: Match) -> dict[str, Any]:
    grouping = []
    table = getattr(match, "session_team", None)
    if table is not None:
        grouping.append(_activity(_address("classrooms:session", table.session_id), SESSION))
        grouping.append(_activity(_address("classrooms:course", table.session.course_id), COURSE))
    activities: dict[str, Any] = {"category": [{"objectType": "Activity", "id": PROFILE}]}
    if grouping:
        activities["grouping"] = grouping
    return {"registration": _id(f"match/{match.pk}"), "platform": conf.SITE_NAME, "contextActivities": activities}


def _activity(address: str, kind: str, name: str = "") -> dict[str, Any]:
    definition: dict[str, Any] = {"type": kind}
    if name:
        definition["name"] = {"en": name}
    return {"objectType": "Activity", "id": address, "definition": definition}


def _address(name: str, number: int) -> str:
    return site_url(name, number)


def _id(key: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{conf.SITE_URL}/xapi/{key}"))


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _duration(time: timedelta) -> str:
    return f"PT{max(0, int(time.total_seconds()))}S"


def is_kept() -> Q:
    """Matches with records: those of sessions that count."""
    return Q(session_team__session__is_rehearsal=False)
