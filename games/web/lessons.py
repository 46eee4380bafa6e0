"""The card of a first game at its table."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.engine import codec
from games.models import Status
from games.platform import selectors
from games.platform.selectors.position import game_of
from games.ui.faces import LearnerMove, Moment
from games.ui.first_game import Guidance, guide

if TYPE_CHECKING:
    from games.web.table_read import TableRead


@dataclass(frozen=True)
class LessonCard:
    """The card above the decision. `learned` are the learner's skills, at the end of the lesson. `asked` is the open
    question in words if the step does not fit. `skipped` means that the lesson was left before its end.
    """

    guidance: Guidance
    learned: tuple[str, ...] = ()
    asked: str = ""
    skipped: bool = False
    others_wait: bool = False


def lesson_card(read: "TableRead") -> LessonCard | None:
    """The lesson's card for its learner; None for any other match or reader."""
    lesson, part = read.face.game.lesson, read.face.lesson
    if not read.match.is_lesson or lesson is None or part is None or lesson.seat not in read.access.seats:
        return None
    moment = moment_of(read, lesson.seat)
    guidance = guide(part, game_of(read.match).rules, read.state, moment)
    at_end = guidance.state == "end"
    learned = tuple(str(each.words) for each in part.learned if at_end and each.did(moment))
    asked = read.face.words.decision(read.scenario, guidance.prompt) if guidance.prompt else ""
    skipped = read.match.status == Status.ABORTED and guidance.number < guidance.total
    return LessonCard(guidance, learned, asked, skipped)


def moment_of(read: "TableRead", seat: int) -> Moment:
    """The state of a lesson, in two queries: a lesson has few moves."""
    match = read.match
    rules = game_of(match).rules
    rows = match.moves.kept().filter(seat=seat, number__lte=match.number).order_by("number").values_list("key", "args")
    made = tuple(LearnerMove(key, codec.convert(args, rules.move_type)) for key, args in rows)
    events = selectors.events_until(match, [seat]).order_by("number")
    prompts = tuple(prompt for prompt in read.prompts if prompt.seat == seat)
    view = rules.view(read.state, seat)
    told = tuple(read.value(row) for row in events)
    return Moment(read.scenario, view, seat, prompts, made, told, match.is_over)
