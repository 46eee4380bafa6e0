"""Survey results of a team: only numbers and means, and only from enough answers that no person can be recognised."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from classrooms.models import Session, SurveyAnswer, SurveyItem
from classrooms.play.questions.queries.polls import PollResult, answered_in
from classrooms.play.questions.queries.survey_bank import item_text
from classrooms.play.questions.queries.surveys import FEWEST, MOMENTS
from classrooms.play.questions.queries.team_answers import members_of, session_of
from games.public.models import Match


@dataclass(frozen=True)
class SurveyLine:
    """A statement with the mean step (1 to 5) of the team and of all teams. `given` are the team's answers."""

    text: str
    when: str
    given: int
    mean: float
    all_mean: float


def team_survey(match: Match) -> list[SurveyLine]:
    """Statements that at least `FEWEST` active people of the table answered; empty outside a session."""
    play_session = session_of(match)
    if play_session is None:
        return []
    return surveys_of_teams(play_session, members_of([match]))[match.pk]


def polls_of_match(match: Match) -> list[PollResult]:
    """The room's poll answers in the session of a match; empty outside a session."""
    play_session = session_of(match)
    return [] if play_session is None else answered_in(play_session)


def surveys_of_teams(play_session: Session, members: Mapping[int, Collection[int]]) -> dict[int, list[SurveyLine]]:
    """The same for several matches of a session, each with its active people, in two queries."""
    steps: dict[int, list[tuple[int, int]]] = defaultdict(list)
    answers = SurveyAnswer.objects.filter(item__session=play_session, value__isnull=False)
    for item_id, user, value in answers.order_by("pk").values_list("item", "user", "value"):
        steps[item_id].append((user, value or 0))
    rows = SurveyItem.objects.filter(session=play_session, kind=SurveyItem.Kind.LIKERT).order_by("position", "pk")
    items = [item for when in MOMENTS for item in rows if item.when == when]
    lines = {match_id: [_line(item, steps[item.pk], users) for item in items] for match_id, users in members.items()}
    return {match_id: [line for line in found if line is not None] for match_id, found in lines.items()}


def _line(item: SurveyItem, steps: Sequence[tuple[int, int]], members: Collection[int]) -> SurveyLine | None:
    every = [value for _user, value in steps]
    own = [value for user, value in steps if user in members]
    # With fewer others than that, they could be worked out from the two means.
    if len(own) < FEWEST or len(every) - len(own) in range(1, FEWEST):
        return None
    text, mean = item_text(item), sum(own) / len(own)
    return SurveyLine(text, item.get_when_display(), len(own), mean, sum(every) / len(every))
