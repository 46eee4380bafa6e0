"""Projects of any size that the rules allow: play, board, facts, analysis and expected end."""

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue.domego.analysis import ANALYST
from games.catalogue.domego.face import board
from games.catalogue.domego.face.cells import cells
from games.catalogue.domego.face.past import past_of
from games.catalogue.domego.game import GAME
from games.catalogue.domego.names import is_described, role_names
from games.catalogue.domego.rules.loader import load
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.types import Options
from games.engine import codec
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.expected import part_of, samples
from games.engine.playout import playout
from games.engine.record import Record
from games.ui import faces
from tests.games.catalogue.domego.projects import project
from tests.games.catalogue.domego.small_site import match_of_bots
from tests.games.catalogue.domego.table import CLASSIC

AT = "2026-03-02T09:00:00+00:00"
SIZES = {"roles": st.integers(3, 12), "activities": st.integers(3, 40), "seed": st.integers(0, 2**32)}


@settings(max_examples=40, deadline=None)
@given(**SIZES, variant=st.sampled_from(["{}", GAME.variants["hidden"], GAME.variants["staged"]]))
def test_a_project_is_played_to_its_end_and_told(roles, activities, seed, variant):
    scenario, options = load(project(roles, activities, seed)), codec.read_options(variant, Options)
    start, played = RULES.setup(scenario, options, roles, FastDraws(seed)), []

    end = playout(
        RULES, start, [GAME.bot(GAME.usual_bot)] * roles, FastDraws(seed), bot_draws=FastDraws(1), on_move=played.append
    )

    assert len(end.result.scores) == roles
    records = [
        Record(0, None, "", "rules", AT, start.events),
        *(Record(number, each.seat, each.key, "bot", AT, each.events) for number, each in enumerate(played, start=1)),
    ]
    facts = GAME.facts(scenario, options, records)
    assert codec.from_json(codec.to_json(facts), type(facts)) == facts
    for kept in (records[:1], records[: len(records) // 2]):
        assert GAME.facts(scenario, options, kept)


@settings(max_examples=40, deadline=None)
@given(**SIZES)
def test_all_marks_lie_in_the_boxes_of_the_board_and_none_on_another(roles, activities, seed):
    scenario = load(project(roles, activities, seed))
    start = RULES.setup(scenario, Options(), roles, FastDraws(seed))
    drawn = cells(scenario, RULES.view(start.state, 0), past_of(()))

    for drawing in (board.wide(drawn), board.tall(drawn)):
        assert len(drawing.boxes) == activities
        for box in drawing.boxes:
            assert {(each.role) for each in box.marks} == {each.role.id for each in box.cell.marks}
            assert len({(each.x, each.y) for each in box.marks}) == len(box.marks)
            assert all(box.x <= m.x and m.x + 15 <= box.x + box.width for m in box.marks)
            assert all(box.y <= m.y and m.y + 15 <= box.y + box.height for m in box.marks)
            assert box.x + box.width <= drawing.width
            assert box.y + box.height <= drawing.height
        tops = [(box.x, box.y) for box in drawing.boxes]
        assert len(set(tops)) == len(tops)


@settings(max_examples=40, deadline=None)
@given(**SIZES)
def test_roles_of_one_colour_have_different_letters(roles, activities, seed):
    names = role_names(load(project(roles, activities, seed)))

    assert len({(each.css, each.letter) for each in names}) == roles


@pytest.mark.parametrize(("roles", "activities", "seed"), [(3, 3, 1), (5, 9, 8), (12, 14, 5)])
def test_the_account_of_a_project_adds_up(roles, activities, seed):
    match = match_of_bots(load(project(roles, activities, seed)), [GAME.bot("balanced")], b"a project of any size")

    account = ANALYST.judge(match).account

    parts = [account.reference, *(account.total(kind) for kind in ("luck", "decision", "means", "rest"))]
    assert tuple(map(sum, zip(*parts, strict=True))) == account.reached


@pytest.mark.parametrize(("roles", "activities", "seed"), [(3, 3, 1), (12, 40, 3)])
def test_an_end_can_be_expected(roles, activities, seed):
    scenario = load(project(roles, activities, seed))
    state = RULES.setup(scenario, Options(), roles, FastDraws(seed)).state
    for seat in (0, roles - 1):
        view = RULES.view(state, seat)
        assert RULES.view(part_of(GAME).deal(scenario, view, LabelledDraws(b"dealt")), seat) == view
        assert len(list(samples(GAME, scenario, view, seat, "00" * 32, 3))) == 3


def test_what_belongs_to_the_shipped_project_is_not_said_of_another():
    face, other = faces.get("domego"), load(project(6, 12, 1))

    assert (is_described(CLASSIC), is_described(other)) == (True, False)
    assert {each.page for each in role_names(CLASSIC)} == {"roles"}
    assert {each.page for each in role_names(other)} == {""}
    assert face.reach(other) is None
    assert face.turn_count(other) == 12
    with override("fr"):
        assert (
            face.words.heading(other, RULES.view(RULES.setup(other, Options(), 6, FastDraws(1)).state, 0)).turns == 12
        )
