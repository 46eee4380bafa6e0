"""A player's accounts in words: the meals and the hand that add up to the points, and the changes on cards of news."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.catalogue.dominyam import names
from games.catalogue.dominyam.rules.accounts import ACCOUNTS, HANDS, LEFT, MEALS
from games.catalogue.dominyam.rules.events import PointsBrought
from games.catalogue.dominyam.rules.scoring import Score, final_score, score_of
from games.engine.ledger import Entry, Figures, Holder
from games.ui.faces import ExplainPart, Scene, Term
from games.ui.ledger import Statement, Statements
from games.ui.recap import Change
from games.ui.sentences import phrase
from games.ui.stretches import Stretch


def _role(scene: Scene, seat: Holder) -> dict[str, str]:
    return {"role": names.role_names(scene.scenario)[seat or 0].name}


def _meal(scene: Scene, entry: Entry) -> str:
    if isinstance(entry.event, PointsBrought):
        return phrase(_("%(title)s, from the facilitator."), title=names.brought_title(entry.event))
    first, second = (names.domino(each) for each in entry.event.dominoes)
    text = _("Meal of %(first)s and %(second)s: point die %(point)s.")
    return phrase(text, first=first, second=second, point=entry.event.point)


def _hand(scene: Scene, seat: Holder) -> Iterator[Term]:
    """The combinations of the hand, its other dominoes, and those that a lone player left."""
    score = final_score(scene.view, seat or 0)
    for made in score.hand.combinations:
        words = phrase(_("%(kind)s: %(dominoes)s"), kind=names.kind(made.kind), dominoes=names.dominoes(made.dominoes))
        yield Term(words, made.points)
    if score.hand.others:
        words = phrase(_("Other dominoes: %(dominoes)s"), dominoes=names.dominoes(score.hand.others))
        yield Term(words, score.hand.values)
    if score.uneaten:
        yield Term(_("Dominoes not eaten"), -score.uneaten)


STATEMENTS: Final = Statements(
    ACCOUNTS,
    {
        "points": Statement(
            account=MEALS,
            title=lambda scene, seat: _("Points: %(role)s") % _role(scene, seat),
            words=_meal,
            more=_hand,
            total=lambda scene, seat: final_score(scene.view, seat or 0).total,
            explained_unit=pgettext_lazy("unit", "points"),
            note=lambda scene, seat: (
                _("The player's score if the match ended here.") if scene.view.ended is None else ""
            ),
            rule="rules#scoring",
        ),
        "left": Statement(account=LEFT, changed=gettext_lazy("Dominoes left")),
    },
)


def score_then(scene: Scene, figures: Figures, seat: int) -> Score:
    """The score of a seat if the match had ended with these figures."""
    uneaten = figures[LEFT.key, None] if scene.view.players == 1 else 0
    return score_of(figures[MEALS.key, seat], figures[HANDS.key, seat], uneaten, scene.view.options.value_end)


def changes(scene: Scene, stretch: Stretch, seat: int) -> tuple[Change, ...]:
    """The changes of the eater's score and of the dominoes left."""
    mine = seat == scene.seat
    label = _("Your points") if mine else _("Points: %(role)s") % _role(scene, seat)
    before, after = (score_then(scene, figures, seat).total for figures in (stretch.before, stretch.after))
    return (
        Change(label, before, after, why=f"points-{seat}", mine=mine),
        STATEMENTS.change(scene, "left", None, stretch.before, stretch.after),
    )


EXPLAIN: Final = ExplainPart(number=STATEMENTS.explain, kinds=STATEMENTS.explain_kinds)
