"""A team's quiz results for its debrief: shares of right answers, without names."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from classrooms.models import QuizAnswer, Session
from classrooms.play.questions.queries.session_questions import PosedQuestion, posed_questions
from classrooms.play.questions.queries.surveys import FEWEST
from games.public.matches import decided_on_paper, players, stories_in
from games.public.models import AuthorKind, Match, Move, SeatHolder


@dataclass(frozen=True)
class TeamLine:
    """A question with the right answers of the team and of the whole session. Teams with fewer than `FEWEST` answers
    are left out, so that no person's knowledge is revealed.
    """

    asked: PosedQuestion
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
    """The results of people who moved in a match, question by question; empty outside a session."""
    play_session = session_of(match)
    if play_session is None:
        return []
    return answers_of_teams(play_session, members_of([match]))[match.pk]


def answers_of_teams(play_session: Session, members: Mapping[int, Collection[int]]) -> dict[int, list[TeamLine]]:
    """The same for several matches of a session, each with its active people, in two queries."""
    rows = list(QuizAnswer.objects.filter(question__session=play_session).values_list("question", "user", "is_right"))
    every, questions = _counted(rows), posed_questions(play_session)
    by_user: defaultdict[int, list[tuple[int, int, bool]]] = defaultdict(list)
    for row in rows:
        by_user[row[1]].append(row)
    found = {}
    for match_id, users in members.items():
        own = _counted(row for user in users for row in by_user[user])
        found[match_id] = [
            TeamLine(each, *own[each.row.pk], *every[each.row.pk])
            for each in questions
            if own[each.row.pk][1] >= FEWEST
        ]
    return found


def _counted(rows: Iterable[tuple[int, int, bool]]) -> defaultdict[int, tuple[int, int]]:
    """Right answers and all answers, by question."""
    right: Counter[int] = Counter()
    given: Counter[int] = Counter()
    for question, _user, is_right in rows:
        given[question] += 1
        right[question] += is_right
    return defaultdict(lambda: (0, 0), {question: (right[question], given[question]) for question in given})


def members_of(teams: Iterable[Match]) -> dict[int, set[int]]:
    """The authors of moves in each match, by its id. It takes two queries, and some more if people share a screen."""
    listed = {match.pk: match for match in teams}
    found: dict[int, set[int]] = {pk: set() for pk in listed}
    moves = Move.objects.kept().filter(match__in=listed, author_kind=AuthorKind.PLAYER, author__isnull=False)
    on_paper = SeatHolder.objects.filter(decided_on_paper(), seat__match__in=listed).order_by()
    pairs = moves.order_by().values_list("match_id", "author_id").distinct()
    for pk, author in pairs.union(on_paper.values_list("seat__match_id", "user_id")):
        found[pk].add(author)
    together = SeatHolder.objects.filter(seat__match__in=listed, together_with__isnull=False)
    shared = [listed[pk] for pk in set(together.order_by().values_list("seat__match", flat=True))]
    for pk, told in stories_in(shared).items() if shared else ():
        found[pk] = {person.id for person in players(told)}
    return found


def session_of(match: Match) -> Session | None:
    """The session of a match; no query for a match that belongs to no course."""
    return Session.objects.filter(session_teams__match=match).first() if match.supervised else None
