"""Events of the facilitator: those that can be brought to the teams of a session, and those brought and planned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.utils.translation import gettext as _

from classrooms.models import Session, SessionTeam
from games.engine.facilitation import Brought, Offer, facilitation_of, offers_of
from games.public.matches import deeds, game_of, scenario_of, state_of
from games.public.models import Intervention, Status
from games.public.steering import brought_of
from games.ui import faces

Kind = Intervention.Kind


@dataclass(frozen=True)
class TableOffers:
    """A team whose match runs or is paused, with its turn and the events that the rules offer it now."""

    table: SessionTeam
    turn: int
    offers: tuple[Offer, ...]

    def offer(self, event: str, seat: int | None) -> Offer | None:
        """The offer of this event to this seat, None if there is none."""
        return next((each for each in self.offers if (each.key, each.seat) == (event, seat)), None)


@dataclass(frozen=True)
class RoomOffers:
    """The teams that can get an event, with the words of their game. `scenario` is that of the first team."""

    tables: tuple[TableOffers, ...]
    face: Any
    scenario: Any

    def spans(self) -> dict[str, tuple[int, int]]:
        """By event: the least and the greatest amount that some team can get."""
        found: dict[str, tuple[int, int]] = {}
        for offer in (offer for each in self.tables for offer in each.offers):
            low, high = found.get(offer.key, (offer.low, offer.high))
            found[offer.key] = (min(low, offer.low), max(high, offer.high))
        return found

    def to_seats(self, event: str) -> bool:
        """Does this event concern one role?"""
        return any(offer.key == event and offer.seat is not None for each in self.tables for offer in each.offers)

    def turns(self) -> list[tuple[int, str]]:
        """The turns to come, with their names."""
        first = min((each.turn for each in self.tables), default=0) + 1
        last = self.face.turn_count(self.scenario) if self.tables else 0
        return [(turn, self.face.words.turn(self.scenario, turn)) for turn in range(first, last + 1)]


def has_events(play_session: Session) -> bool:
    """Does the game of a session declare events?"""
    return facilitation_of(faces.get(play_session.game).game.rules) is not None


def room_offers(play_session: Session) -> RoomOffers:
    """The teams that can get an event, in two queries."""
    face = faces.get(play_session.game)
    found, scenario = [], None
    for table in play_session.session_teams.select_related("match").defer("match__scenario"):
        match = table.match
        if match is None or match.status not in (Status.RUNNING, Status.PAUSED):
            continue
        scenario = scenario if scenario is not None else scenario_of(match)
        rules, state = game_of(match).rules, state_of(match)
        events = facilitation_of(rules)
        if events is not None:
            found.append(TableOffers(table, events.turn(state), offers_of(rules, state)))
    return RoomOffers(tuple(found), face, scenario)


@dataclass(frozen=True)
class EventLine:
    """An event that was brought to teams or planned for them by one action. `turn` is the name of the turn in which it
    was brought, or for which it was planned.
    """

    row: Intervention
    state: Literal["brought", "planned", "cancelled", "impossible"]
    title: str
    effect: str
    tables: tuple[SessionTeam, ...]
    turn: str

    @property
    def teams(self) -> tuple[str, ...]:
        """The names of the teams."""
        return tuple(table.name for table in self.tables)


def event_lines(play_session: Session) -> list[EventLine]:
    """The events of a session, newest first, in a fixed number of queries. Events on abandoned branches are left
    out, and plans that were carried out are events.
    """
    rows_of = play_session.session_teams.filter(match__isnull=False).select_related("match")
    tables = list(rows_of.defer("match__state", "match__scenario"))
    done = deeds([table.match for table in tables if table.match is not None])
    face, found = faces.get(play_session.game), dict[Any, EventLine]()
    for table in tables:
        rows = [deed.row for deed in done[table.match_id or 0] if not deed.left]
        for line in _lines(tables, table, rows, face):
            key = (line.row.batch or line.row.pk, line.state, line.turn)
            known = found.get(key)
            found[key] = replace(line, tables=(*known.tables, *line.tables)) if known else line
    return sorted(found.values(), key=lambda line: (line.row.created_at, line.row.pk), reverse=True)


def _lines(
    tables: Sequence[SessionTeam], table: SessionTeam, rows: Sequence[Intervention], face: Any
) -> Iterator[EventLine]:
    """The lines of one team. The matches of a session have one scenario, so that the first one's is read alone."""
    ended = {row.params["plan"]: row for row in rows if "plan" in row.params}
    titles = face.facilitation.titles()
    for row in rows:
        if row.kind not in (Kind.EVENT, Kind.EVENT_PLAN):
            continue
        brought, scenario = brought_of(row), scenario_of(tables[0].match)  # type: ignore[arg-type]
        effect, turn = face.facilitation.effect(scenario, brought), face.words.turn(scenario, row.params["turn"])
        words = titles.get(brought.event, brought.event), effect, (table,), turn
        if row.kind == Kind.EVENT:
            yield EventLine(row, "brought", *words)
        elif row.pk not in ended:
            yield EventLine(row, "planned", *words)
        elif ended[row.pk].kind == Kind.EVENT_OFF:
            state: Literal["impossible", "cancelled"] = (
                "impossible" if "refused" in ended[row.pk].params else "cancelled"
            )
            yield EventLine(row, state, *words)


@dataclass(frozen=True)
class EventPreview:
    """An event in words, with the teams that would get it and those that cannot, each with the reason."""

    title: str
    effect: str
    turn: str
    teams: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]


def event_preview(room: RoomOffers, tables: Sequence[int], brought: Brought, turn: int | None) -> EventPreview:
    """The effect of an event on these teams, before it is brought."""
    teams, refused = [], []
    for each in room.tables:
        if each.table.pk not in tables:
            continue
        reason, offer = "", each.offer(brought.event, brought.seat)
        if turn is not None:
            reason = _("it is at this turn or beyond it") if turn <= each.turn else ""
        elif each.table.match is not None and each.table.match.status != Status.RUNNING:
            reason = _("it is paused")
        elif offer is None:
            reason = _("impossible now")
        elif not offer.low <= brought.amount <= offer.high:
            reason = _("only %(low)d to %(high)d now") % {"low": offer.low, "high": offer.high}
        if reason:
            refused.append((each.table.name, reason))
        else:
            teams.append(each.table.name)
    words = room.face.facilitation
    title = room.face.words.turn(room.scenario, turn) if turn is not None else ""
    return EventPreview(
        words.titles()[brought.event], words.effect(room.scenario, brought), title, tuple(teams), tuple(refused)
    )
