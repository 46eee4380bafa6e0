"""Placeholders of a mail to teams."""

from hypothesis import given
from hypothesis import strategies as st

from classrooms.play.monitor.mail_words import PLACEHOLDERS, filled, tidied, unknown_in

VALUES = {"name": "Ada {team}", "team": "Lintel", "session": "Harbour", "link": "https://a.example.org/"}


def test_placeholders_get_their_values_and_other_braces_stay():
    assert filled("{name}: {team}, {Team} {} {team", VALUES) == "Ada {team}: Lintel, {Team} {} {team"


def test_unknown_placeholders_are_named_once_in_their_order():
    assert unknown_in("{nom} {name} {first name} {} {nom}") == ["{nom}", "{first name}", "{}"]


def test_a_text_keeps_its_lines_and_loses_what_nobody_sees():
    assert tidied(" \r\nDear\u200b {name},\r\n\r\n\tnow  \u2028go\n\n") == "Dear {name},\n\n    now\ngo"


@given(st.text())
def test_a_tidied_text_is_tidy_and_a_known_text_is_filled_completely(text):
    once = tidied(text)

    assert tidied(once) == once
    if not unknown_in(once):
        rest = filled(once, dict.fromkeys(PLACEHOLDERS, "x"))
        assert all(f"{{{name}}}" not in rest for name in PLACEHOLDERS)
