"""The points that each line of a rubric gives to matches of bots, as `benchmarks.rubric` prints them."""

from benchmarks.rubric import report

GAMES = 40


def test_no_role_has_under_three_of_twenty_for_its_draw_and_who_sinks_the_project_gains_nothing():
    lines = list(report(GAMES))

    assert "project result 8.0" in lines[0]
    assert lines[1].endswith("by the role  20.0, the line   8.0")
    assert [line for line in lines if line.startswith("under 3 of 20")] == [
        f"under 3 of 20 for the role, where the project is not: 0 of {6 * GAMES}"
    ] * 3
