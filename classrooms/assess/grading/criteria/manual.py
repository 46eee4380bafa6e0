"""Own line, by hand: points that the instructor types."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.assess.grading.criterion import Criterion, Evidence, Facts, FactsBy, Nothing, Params, Reason
from classrooms.assess.grading.levels import levels_of
from classrooms.assess.grading.points import Share


class Manual(Criterion[Facts]):
    """A line without computed points."""

    kind, order, facts = "manual", 90, Facts
    name = gettext_lazy("own line, by hand")
    rule = gettext_lazy("Entered by the instructor.")
    task = gettext_lazy("Do the work that your instructor set.")
    counts = gettext_lazy("Your instructor judges it.")
    by_hand = True
    reasons = {"by_hand": Reason(gettext_lazy("This line is typed by hand."), may_be_zero=True, until="work")}

    def collect(self, evidence: Evidence) -> FactsBy:
        return {user: Nothing("by_hand") for user in evidence.users}

    def share(self, params: Params, facts: Facts) -> Share:
        return None

    def staff_rule(self, params: Params, facts: Facts | None = None) -> str:
        if levels_of(params):
            return _("The instructor chooses one of four levels.")
        return super().staff_rule(params, facts)

    def staff_sentences(self, params: Params, facts: Facts) -> Iterator[str]:
        yield from ()


CRITERION = Manual()
