"""Facts outside the game: quiz, surveys, forecasts and reviews by team mates. Each function returns {user: facts};
a person without a seat and without answers is not in it.
"""

from collections import defaultdict
from typing import Any, Final

from django.db.models import Count, Sum

from classrooms.assess.grading.points import FEWEST_REVIEWS, FULL
from classrooms.models import PeerReview, Session, SurveyAnswer, SurveyItem, When
from classrooms.play.questions.queries import quizzes
from classrooms.play.questions.queries.forecasts import calibration
from classrooms.play.questions.queries.moments import was_asked
from classrooms.play.questions.queries.participants import participants

FactsBy = dict[int, dict[str, Any]]
SURVEYS: Final = (When.BEFORE.value, When.AFTER.value)


def quiz(play_session: Session) -> FactsBy:
    """Right answers out of the questions asked of each student so far. A question that was asked and not answered
    counts as wrong.
    """
    if not play_session.questions.exists():
        return {user: {"why": "no_questions"} for user in participants(play_session)}
    shares = quizzes.shares(play_session)
    return {
        user: {"right": right, "asked": asked} if asked else {"why": "not_yet"}
        for user, (right, asked) in shares.items()
    }


def survey(play_session: Session) -> FactsBy:
    """The surveys that each student sent in, among surveys that were open to the student or were answered anyway."""
    there = set(SurveyItem.objects.filter(session=play_session).values_list("when", flat=True))
    rows = SurveyAnswer.objects.filter(item__session=play_session).order_by()
    sent: dict[int, set[str]] = defaultdict(set)
    for user, when in rows.values_list("user", "item__when").distinct():
        sent[user].add(when)
    found: FactsBy = {}
    for user, one in participants(play_session, sent).items():
        asked = [
            when
            for when in SURVEYS
            if when in there and (when in sent[user] or was_asked(play_session, one.place, when, None))
        ]
        surveys = [{"when": when, "done": when in sent[user]} for when in asked]
        found[user] = {"surveys": surveys} if surveys else {"why": "not_yet" if there else "no_survey"}
    return found


def forecasts(play_session: Session) -> FactsBy:
    """The calibration of the journal, as a whole number. It is not rounded again for grades."""
    if not play_session.has_forecasts:
        return {user: {"why": "no_journal"} for user in participants(play_session)}
    return {
        user: {"why": "no_forecasts"} if share is None else {"calibration": max(0, min(FULL, round(share * FULL)))}
        for user, share in calibration(play_session).items()
    }


def peers(play_session: Session) -> FactsBy:
    """The number and sum of reviews of each student; single reviews are never included."""
    rows = PeerReview.objects.filter(session_team__session=play_session).order_by().values("about")
    found: FactsBy = {user: {"why": "few_reviews"} for user in participants(play_session)}
    for row in rows.annotate(reviews=Count("pk"), total=Sum("points")):
        if row["reviews"] >= FEWEST_REVIEWS:
            found[row["about"]] = {"reviews": row["reviews"], "sum": row["total"]}
    return found
