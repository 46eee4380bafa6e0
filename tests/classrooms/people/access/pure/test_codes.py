"""Codes as people type and paste them."""

import pytest

from classrooms.people.access.codes import LONGEST_TYPED, code_of


@pytest.mark.parametrize(
    "typed",
    [
        "BCD234",
        "bcd234",
        "  bcd 234 ",
        "BCD-234",
        "bcd\u2013234",
        "\uff22\uff23\uff24\uff12\uff13\uff14",
        "B.C.D.2.3.4",
        "(BCD234)",
        "BCD234.",
        "BCD%20234",
        "Code: bcd 234",
        "The code is BCD234, see you",
        "https://play.example.org/join/BCD234/",
        "https://play.example.org/join/bcd234",
        "<https://play.example.org/join/BCD234/>.",
        "Come to https://play.example.org/join/BCD234/ at nine",
        "play.example.org/enrol/BCD234/",
        "https://play.example.org/join/BCD%20234/?from=mail#top",
        "https://play.example.org/join/?code=bcd-234&x=1",
    ],
)
def test_a_code_is_found_in_what_was_typed(typed):
    assert code_of(typed) == "BCD234"


@pytest.mark.parametrize("typed", ["", "BCD", "https://play.example.org/", "aeiou", "%", "/join/"])
def test_where_there_is_no_code_none_is_made_up(typed):
    assert code_of(typed) != "BCD234"
    assert len(code_of(typed)) <= 7


def test_a_long_text_is_never_a_code_by_chance():
    assert len(code_of("BCDFGH" * LONGEST_TYPED)) == 7
