"""Lines of text that people write: emoji of several signs and all scripts are kept, invisible rubbish goes."""

import pytest

from games.ui.one_line import is_shown, one_line

WORKER, FAMILY, WALES = "👷‍♀️", "👨‍👩‍👧", "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"


@pytest.mark.parametrize("text", [WORKER, FAMILY, WALES, "می‌خواهم", "שלום\u200f!", "Zoë à l’œuvre", "10 000 €"])
def test_what_people_write_is_kept(text):
    assert one_line(text) == text.replace("\xa0", " ")
    assert is_shown(one_line(text))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  two\r\n lines\t", "two lines"),
        ("co\u00adopé\u200bra\ufefftion", "coopération"),
        ("\u202egnp.exe\u202c", "gnp.exe"),
        ("10\xa0000\u202f€", "10 000 €"),
    ],
)
def test_blanks_are_one_space_and_invisible_characters_go(text, line):
    assert one_line(text) == line


@pytest.mark.parametrize("text", ["\x00", "bell\x07", "\ud800", "private \ue000"])
def test_a_control_character_is_not_shown(text):
    assert not is_shown(one_line(text))
