"""Peer evaluation: the mean of the reviews by team mates."""

from collections.abc import Iterator
from fractions import Fraction

from django.db.models import Count, Sum
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.assess.grading.criterion import Criterion, Evidence, Facts, FactsBy, Nothing, Params, Reason, Remarks
from classrooms.assess.grading.points import Share, rounded
from classrooms.assess.grading.services.peer_reviews import BEST_REVIEW, FEWEST_REVIEWS, KIND, notes_about
from classrooms.models import PeerReview, Session
from classrooms.play.questions.queries.participants import participants


class PeerFacts(Facts, frozen=True):
    """The number and sum of reviews; single reviews are never included."""

    reviews: int = 0
    sum: int = 0


class Peer(Criterion[PeerFacts]):
    """The mean of the reviews by team mates; at least two are needed."""

    kind, order, facts = KIND, 80, PeerFacts
    name = gettext_lazy("peer evaluation")
    rule = gettext_lazy("The mean of what team mates said, 0 to 4, from two reviews on.")
    task = gettext_lazy("Work well with your team mates.")
    counts = gettext_lazy("Your team mates rate your contribution from 0 to 4.")
    example = gettext_lazy("Example: 3 on average gives %(three)s of %(best)s.")
    example_shares = {"three": Fraction(3, 4)}
    reasons = {
        "few_reviews": Reason(
            gettext_lazy("Fewer than two team mates have said something: nothing is shown."), until="publication"
        )
    }

    def collect(self, evidence: Evidence) -> FactsBy:
        found: FactsBy = {user: Nothing("few_reviews") for user in participants(evidence.play_session)}
        rows = PeerReview.objects.filter(session_team__session=evidence.play_session).order_by().values("about")
        for row in rows.annotate(reviews=Count("pk"), total=Sum("points")):
            if row["reviews"] >= FEWEST_REVIEWS:
                found[row["about"]] = PeerFacts(row["reviews"], row["total"])
        return found

    def share(self, params: Params, facts: PeerFacts) -> Share:
        return Fraction(facts.sum, facts.reviews * BEST_REVIEW) if facts.reviews >= FEWEST_REVIEWS else None

    def staff_sentences(self, params: Params, facts: PeerFacts) -> Iterator[str]:
        mean = formats.localize(rounded(Fraction(100 * facts.sum, facts.reviews)) / 100)
        yield _("%(n)d reviews by team mates, mean %(mean)s of 4.") % {"n": facts.reviews, "mean": mean}

    def remarks(self, play_session: Session, user_id: int) -> Remarks:
        note = _("Nobody learns who said what: there are a mean and notes without names.")
        return Remarks(note, notes_about(play_session, user_id))


CRITERION = Peer()
