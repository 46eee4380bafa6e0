"""The check of a game's rules: each fault has its place, what is wrong and how to mend it; a sound game has none."""

from pathlib import Path

import msgspec
import pytest

from games.engine.checking import by_file, rules_findings
from games.engine.errors import IllegalMove
from games.engine.types import Choice, Outcome, Result, Span
from tests.games.engine import counting
from tests.games.engine.counting import GAME, Counting, Say

FOLDER = Path(counting.__file__).parent
HERE = Path(__file__)


def found(rules, **changes):
    return rules_findings(msgspec.structs.replace(GAME, rules=rules, **changes), FOLDER)


def test_a_sound_game_has_no_fault():
    assert found(Counting()) == []


class Plain(Counting):
    """Methods that need no instance."""

    load_scenario = staticmethod(Counting().load_scenario)
    prompts = staticmethod(Counting().prompts)


def test_a_method_may_be_a_function():
    assert found(Plain()) == []


class AskingTooMuch(Counting):
    def choices(self, state, seat, key):
        super().choices(state, seat, key)
        return (Choice(Say(1), (Span("number", 1, 4),)),)


class TakingTooMuch(Counting):
    def apply(self, state, seat, key, move, draws):
        return super().apply(state, seat, key, msgspec.structs.replace(move, number=min(3, max(1, move.number))), draws)


class BadDefault(Counting):
    def default(self, state, seat, key):
        self.choices(state, seat, key)
        return Say(9)


class Open(Counting):
    def choices(self, state, seat, key):
        return (Choice(Say(1), (Span("number", 1, 3),)),)


class Silent(Counting):
    def choices(self, state, seat, key):
        super().choices(state, seat, key)
        return ()


class Twice(Counting):
    def prompts(self, state):
        return super().prompts(state) * 2


class Early(Counting):
    def result(self, state):
        return Result(state.sums, (1, 1))


class Moody(Counting):
    said = 0

    def apply(self, state, seat, key, move, draws):
        Moody.said += 1
        made = super().apply(state, seat, key, move, draws)
        return Outcome(msgspec.structs.replace(made.state, turn=made.state.turn + Moody.said), made.events)


class Deaf(Counting):
    def default(self, state):
        raise IllegalMove("prompt_closed")


class Dumb(Counting):
    view = None


CASES = [
    (AskingTooMuch, "choices", "is listed, but `apply` refuses it (not_1_to_3(number=4))"),
    (TakingTooMuch, "apply", "is not listed, but `apply` takes it"),
    (BadDefault, "default", "is no legal answer"),
    (Open, "choices", "`choices` answers for a key that is not open"),
    (Silent, "choices", "no legal answer"),
    (Twice, "prompts", "two prompts of one seat have one key"),
    (Early, "result", "prompts and result contradict each other"),
    (Moody, "apply", "has two outcomes with the same draws"),
    (Deaf, "default", "`default` takes (state)"),
]


@pytest.mark.parametrize(("kind", "method", "wrong"), CASES)
def test_a_fault_of_the_rules_is_named_at_its_method(kind, method, wrong):
    line = getattr(kind, method).__code__.co_firstlineno

    told = [each for each in found(kind()) if wrong in each.wrong]

    assert told
    assert {(Path(each.file), each.line) for each in told} == {(HERE, line)}
    assert all(each.mend for each in told)


def test_a_missing_method_is_named_with_what_it_has_to_answer():
    told = [each for each in found(Dumb()) if "`view`" in each.wrong]

    assert [(each.wrong, Path(each.file)) for each in told] == [("Dumb has no `view`", HERE)]
    assert "write `view(self, state: Any, seat" in told[0].mend


def test_bots_that_are_missing_are_named():
    told = {each.wrong for each in found(Counting(), bots={"strong": GAME.bots["random"]})}

    assert "no bot `random` among ['strong']" in told
    assert "the usual bot `random` is none of ['strong']" in told


class Broken(Counting):
    def prompts(self, state):
        return super().prompts(state) if state.turn < 3 else ()[0]


def test_an_exception_is_named_at_the_line_that_raised_it():
    line = Broken.prompts.__code__.co_firstlineno + 1

    told = rules_findings(msgspec.structs.replace(GAME, rules=Broken()), HERE.parent)

    assert {(Path(each.file), each.line) for each in told} == {(HERE, line)}
    assert "IndexError" in told[0].wrong


def test_all_faults_are_told_at_once_by_file_and_line():
    told = found(BadDefault(), bots={"strong": GAME.bots["random"]}, usual_bot="strong")

    files = by_file(told)
    assert list(files) == sorted(files)
    assert len(files) == 2
    for each in files.values():
        assert each == sorted(each)
