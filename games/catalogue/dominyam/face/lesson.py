"""The texts of Dominyam's first game, a guided lesson: three turns of the learner, from the first throw to the worth of
a hand.
"""

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.dominyam import names
from games.catalogue.dominyam.lesson import LEARNER, advised
from games.catalogue.dominyam.rules.combinations import best_assignment
from games.catalogue.dominyam.rules.events import Eaten, WentWithout
from games.catalogue.dominyam.rules.moves import Eat, NoMeal, Reroll
from games.catalogue.dominyam.rules.scoring import hand_bits
from games.catalogue.dominyam.rules.types import DICE
from games.ui.faces import Learned, LessonPart, Moment, Step


def turns(moment: Moment) -> list[list[Any]]:
    """The learner's moves, grouped by turn."""
    found: dict[str, list[Any]] = {}
    for each in moment.made:
        found.setdefault(each.key.rpartition("/")[0], []).append(each.move)
    return list(found.values())


def thrown(nth: int, times: int) -> Callable[[Moment], bool]:
    """True if the learner has thrown again this many times in the nth turn, or ended it."""

    def done(moment: Moment) -> bool:
        moves = turns(moment)[nth - 1 : nth]
        again = sum(isinstance(move, Reroll) for each in moves for move in each)
        return again >= times or over(nth)(moment)

    return done


def over(nth: int) -> Callable[[Moment], bool]:
    """True if the learner's nth turn is over."""
    return lambda moment: sum(isinstance(each.move, Eat | NoMeal) for each in moment.made) >= nth


def advice(kind: type) -> Callable[[Moment], tuple[str, Any] | None]:
    """A function that gives the best move now, if it is of that kind."""

    def found(moment: Moment) -> tuple[str, Any] | None:
        if not moment.prompts:
            return None
        best = advised(moment.view, moment.prompts[0])
        return (moment.prompts[0].key, best) if isinstance(best, kind) else None

    return found


throw, eat = advice(Reroll), advice(Eat)


def do_throw(moment: Moment) -> str:
    """The instruction which dice to keep, by their numbers."""
    found = throw(moment)
    again = found[1].dice if found else ()
    kept = [moment.view.dice[number - 1] for number in range(1, DICE + 1) if number not in again]
    if not kept:
        return _("Keep no die: throw all of them again.")
    return _("Tick the dice that show %(dice)s, and throw the others again.") % {"dice": names.dice(kept)}


def do_eat(moment: Moment) -> str:
    """The instruction which meal to take."""
    found = eat(moment)
    if found is None:
        return ""
    meal = found[1]
    words = {
        "dominoes": names.dominoes(moment.view.dominoes[place - 1] for place in meal.places),
        "point": meal.point,
    }
    return _("Choose the meal %(dominoes)s with die %(point)d left over, and eat.") % words


def target(moment: Moment) -> str:
    words = {"dice": names.dice(moment.view.dice), "target": moment.view.target}
    return _("You threw %(dice)s. The two dominoes together must have at least %(target)d points.") % words


def dice_now(moment: Moment) -> str:
    return _("Now your dice show %(dice)s.") % {"dice": names.dice(moment.view.dice)}


def about_the_other(moment: Moment) -> str:
    """The end of the opponent's turn, and the present turn number; empty before that end."""
    ended = [event for event in moment.events if isinstance(event, Eaten | WentWithout)]
    if not ended or ended[-1].seat == LEARNER:
        return ""
    words: dict[str, Any] = {"turn": moment.view.turn, "target": moment.view.target}
    if isinstance(ended[-1], WentWithout):
        return _("The opponent went without a meal. It is still turn %(turn)d, and the target is %(target)d.") % words
    words["dominoes"] = names.dominoes(ended[-1].dominoes)
    return _("The opponent has eaten %(dominoes)s. It is turn %(turn)d, and the target is %(target)d.") % words


def about_the_hand(moment: Moment) -> str:
    """The dominoes that the learner has eaten, and their score if the match ended now."""
    view = moment.view
    hand = best_assignment(hand_bits(view, LEARNER), view.options.value_end)
    words = {
        "dominoes": names.dominoes(view.dominoes[place - 1] for place in view.hands[LEARNER]),
        "worth": names.points(hand.total),
    }
    if not view.hands[LEARNER]:
        return ""
    return _("Your hand: %(dominoes)s. In the end it would score %(worth)s.") % words


def marks(move: Any) -> tuple[str, ...]:
    """The dice to keep, or the meal, as form fields."""
    if isinstance(move, Eat):
        return (f"eat={move.places[0]}-{move.places[1]}-{move.point}",)
    return tuple(f"keep={number}" for number in range(1, DICE + 1) if number not in move.dice)


STEPS: Final = (
    Step(
        id="mercy",
        title=gettext_lazy("What may be eaten"),
        news=target,
        do=do_throw,
        why=gettext_lazy(
            "You eat two dominoes that touch, and both must be at the mercy of the void: one long side without a "
            "neighbour. The spiral shows which pairs may go. You have three throws, and keep what you like of each."
        ),
        at="spiral",
        done=thrown(1, 1),
        advice=throw,
    ),
    Step(
        id="keep",
        title=gettext_lazy("Four dice make a pair"),
        news=dice_now,
        do=do_throw,
        why=gettext_lazy(
            "Four of the five dice must show the four halves of the pair. A blank half takes any die. Under “What "
            "other pairs still need” you see what is missing."
        ),
        at="dominyam-missing",
        done=thrown(1, 2),
        advice=throw,
    ),
    Step(
        id="eat",
        title=gettext_lazy("Eat"),
        news=dice_now,
        do=do_eat,
        why=gettext_lazy(
            "The fifth die is the point die: its number is yours at once. The two dominoes go into your hand and count "
            "at the end."
        ),
        done=over(1),
        advice=eat,
    ),
    Step(
        id="number",
        title=gettext_lazy("The numbers run down"),
        news=about_the_other,
        do=do_throw,
        why=gettext_lazy(
            "After a meal the next player plays the next lower number, and needs as many points in the two dominoes. "
            "If no pair has so many, the target is lowered by itself."
        ),
        at="players",
        done=thrown(2, 1),
        advice=throw,
    ),
    Step(
        id="combine",
        title=gettext_lazy("Collect combinations"),
        news=about_the_hand,
        do=do_eat,
        why=gettext_lazy(
            "Dominoes alone score their higher half. Together they can make more: a double is a pair, four numbers in "
            "a row on two dominoes a small straight, and so on. Your hand shows what it makes and what is missing."
        ),
        at="hand",
        done=over(2),
        advice=eat,
    ),
    Step(
        id="last",
        title=gettext_lazy("The board grows small"),
        news=about_the_other,
        do=do_throw,
        why=gettext_lazy(
            "Fewer dominoes, fewer pairs: now the dice decide more. No pair may go that would leave a domino alone."
        ),
        at="spiral",
        done=thrown(3, 1),
        advice=throw,
    ),
    Step(
        id="without",
        title=gettext_lazy("One throw left"),
        news=dice_now,
        do=do_throw,
        why=gettext_lazy(
            "If nothing fits after the third throw, the turn ends without a meal: nothing is scored, and the other "
            "plays the same number. Nobody has to eat, either: a meal that helps the other more can be left."
        ),
        done=thrown(3, 2),
        advice=throw,
    ),
    Step(
        id="end",
        title=gettext_lazy("The last meal, and what counts"),
        news=about_the_hand,
        do=do_eat,
        why=gettext_lazy(
            "When all is eaten, or no pair may go any more, each adds the points of the dice and those of the hand. "
            "The best combinations are found for you."
        ),
        done=over(3),
        advice=eat,
    ),
)

LESSON: Final = LessonPart(
    steps=STEPS,
    learned=(
        Learned(
            gettext_lazy("See which two dominoes may be eaten, and the target that they must reach."),
            lambda moment: bool(moment.moves(Eat)),
        ),
        Learned(
            gettext_lazy("Throw again, and keep the dice that four halves need."),
            lambda moment: bool(moment.moves(Reroll)),
        ),
        Learned(
            gettext_lazy("Choose a meal for its point die, and for the combinations of your hand."),
            lambda moment: len(moment.moves(Eat)) > 1,
        ),
        Learned(
            gettext_lazy("Go without a meal."),
            lambda moment: bool(moment.moves(NoMeal)),
        ),
    ),
    marks=marks,
)
