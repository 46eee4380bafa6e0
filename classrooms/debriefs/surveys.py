"""What a team said in the survey: only counts and means, and only where enough answered that nobody can be told."""

from collections import defaultdict
from dataclasses import dataclass

from classrooms.models import Session, SurveyAnswer, SurveyItem
from classrooms.selectors.survey_bank import item_text
from classrooms.selectors.surveys import FEWEST, MOMENTS
from games import selectors as matches
from games.models import Match, SeatHolder


@dataclass(frozen=True)
class SurveyLine:
    """A statement with the mean step (1 to 5) of the team and of all teams. `given` are the team's answers."""

    text: str
    when: str
    given: int
    mean: float
    all_mean: float


def team_survey(match: Match) -> list[SurveyLine]:
    """Statements that at least `FEWEST` of the team answered; nothing for a match outside a session."""
    play_session = Session.objects.filter(session_teams__match=match).first() if match.supervised else None
    if play_session is None:
        return []
    path = [branch.match_id for branch in matches.branches([match])[match.pk]]
    members = set(SeatHolder.objects.filter(seat__match__in=path).values_list("user", flat=True))
    steps: dict[int, list[tuple[int, int]]] = defaultdict(list)
    answers = SurveyAnswer.objects.filter(item__session=play_session, value__isnull=False)
    for item_id, user, value in answers.order_by("pk").values_list("item", "user", "value"):
        steps[item_id].append((user, value or 0))
    items = SurveyItem.objects.filter(session=play_session, kind=SurveyItem.Kind.LIKERT).order_by("position", "pk")
    found = []
    for when in MOMENTS:
        for item in (item for item in items if item.when == when):
            every = [value for _user, value in steps[item.pk]]
            own = [value for user, value in steps[item.pk] if user in members]
            # With fewer others than that, they could be worked out from the two means.
            if len(own) >= FEWEST and len(every) - len(own) not in range(1, FEWEST):
                text, mean = item_text(item), sum(own) / len(own)
                found.append(SurveyLine(text, item.get_when_display(), len(own), mean, sum(every) / len(every)))
    return found
