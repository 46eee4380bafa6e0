"""Accounts of 300 matches of mixed bots, as pages word them."""

import pytest

from classrooms.assess.analysis.accounting import decimal_figure, difference, lines_of, people_of, turns_of
from games.catalogue.domego.analysis import ANALYST
from games.catalogue.domego.analysis_words import WORDS
from games.catalogue.domego.game import GAME
from games.catalogue.domego.names import role_names
from games.engine.draws import LabelledDraws, derive
from tests.games.catalogue.domego.small_site import match_of_bots
from tests.games.catalogue.domego.table import CLASSIC

SEED = b"three hundred accounts that add "
STRENGTHS = ("random", "minimal", "balanced", "cautious", "expert")


def mixed(number):
    draws = LabelledDraws(derive(SEED, f"strengths/{number}"))
    bots = [GAME.bot(STRENGTHS[draws.below(len(STRENGTHS), str(seat))]) for seat in range(6)]
    return match_of_bots(CLASSIC, bots, derive(SEED, str(number)))


def tenths(text):
    return round(10 * float(text.replace("\u2212", "-").replace("\u202f", "").replace(",", "")))


@pytest.mark.parametrize("part", range(6))
def test_all_tables_of_an_account_add_up_as_they_stand(part):
    for number in range(50 * part, 50 * part + 50):
        judged = ANALYST.judge(mixed(number))
        account = judged.account
        lines = [[tenths(each) for each in (row["points"], *row["measures"])] for row in lines_of(account, WORDS)]
        assert [sum(column[:-1]) - column[-1] for column in zip(*lines, strict=True)] == [0] * 4

        titles = dict.fromkeys(sorted({each.turn for each in account.entries}), "")
        turns = turns_of(account, titles)
        for kind, name in (("luck", "luck"), ("decision", "points")):
            assert sum(tenths(row[name]) for row in turns) == account.total(kind)[0]

        people = people_of(account, role_names(CLASSIC))
        few = [row for row in people if not row["total"]]
        assert all(row["decisions"] < 3 for row in few)
        decisions = [each for each in account.entries if each.kind == "decision"]
        left = sum(each.project for each in decisions if not people[each.seat]["total"])
        assert left - sum(tenths(row["total"]) for row in people if row["total"]) == account.total("decision")[0]
        assert (decimal_figure(account.reached[0]), difference(account.total()[0])) == (
            lines_of(account, WORDS)[-1]["points"],
            difference(account.reached[0] - account.reference[0]),
        )
        given = {each.number: -each.project for each in decisions}
        assert [each.number for each in judged.decisions if round(each.lost / 10) not in (0, given[each.number])] == []
