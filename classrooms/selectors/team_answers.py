"""What a team knew, for its debrief: shares of right answers, without names."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from classrooms.models import QuizAnswer, Session, SessionStatus
from classrooms.selectors.asked import Asked, asked
from classrooms.selectors.surveys import FEWEST
from games import selectors as matches
from games.models import Match, SeatHolder


@dataclass(frozen=True)
class TeamLine:
    """A question with the right answers of the team and of the whole session. Only for at least `FEWEST` answers of
    the team: fewer would tell who knew what.
    """

    asked: Asked
    right: int
    given: int
    all_right: int
    all_given: int

    @property
    def percent(self) -> int:
        """The team's share."""
        return round(100 * self.right / self.given)

    @property
    def all_percent(self) -> int:
        """The share of all teams."""
        return round(100 * self.all_right / self.all_given)


def team_answers(match: Match) -> list[TeamLine]:
    """What the people of a match answered so far, question by question; nothing for a match outside a session."""
    play_session = _session_of(match)
    if play_session is None:
        return []
    path = [branch.match_id for branch in matches.branches([match])[match.pk]]
    members = set(SeatHolder.objects.filter(seat__match__in=path).values_list("user", flat=True))
    own, every = _counts(play_session, members), _counts(play_session)
    return [
        TeamLine(each, *own[each.row.pk], *every[each.row.pk])
        for each in asked(play_session)
        if own.get(each.row.pk, (0, 0))[1] >= FEWEST
    ]


def settled_answers(match: Match) -> str:
    """Names what a printed debrief shows of the answers once they cannot change any more; empty until then, so that a
    file is not out of date with every answer.
    """
    play_session = _session_of(match)
    if play_session is None or play_session.status != SessionStatus.ARCHIVED:
        return ""
    lines = team_answers(match)
    return ";".join(f"{each.asked.row.pk}:{each.percent}:{each.all_percent}" for each in lines)


def _session_of(match: Match) -> Session | None:
    """No query for a match that belongs to no course."""
    return Session.objects.filter(session_teams__match=match).first() if match.supervised else None


def _counts(play_session: Session, users: Iterable[int] | None = None) -> dict[int, tuple[int, int]]:
    """Right answers and all answers, by question."""
    rows = QuizAnswer.objects.filter(question__session=play_session)
    if users is not None:
        rows = rows.filter(user__in=users)
    counted = rows.order_by().values("question").annotate(given=Count("pk"), right=Count("pk", filter=Q(is_right=True)))
    return {row["question"]: (row["right"], row["given"]) for row in counted}
