"""The check of docstrings finds sentences without a subject, and its list of exceptions only shrinks."""

import sys

from domego_site import ratchet
from domego_site.docstrings import faults_of

MODULE = '''"""Who may read `what` it is. How many lines? A list of `whoever`."""

LIMIT = 3
"""What a page may have."""


def pages():
    """The pages. They are told to the reader."""


class Page:
    """As `pages`, with a number."""

    def lines(self):
        """Whoever reads them. It is `told`."""
'''


def test_sentences_that_begin_with_a_question_word_or_use_a_metaphor_are_found():
    assert faults_of(MODULE) == [
        "1: Who may read `x` it is.",
        "4: What a page may have.",
        "8: They are told to the reader.",
        "12: As `x`, with a number.",
        "15: Whoever reads them.",
    ]


def test_more_faults_than_noted_fail_and_so_do_fewer_until_they_are_noted(tmp_path, monkeypatch, capsys):
    file = tmp_path / "left.txt"
    file.write_text("2 games/a.py\n1 games/b.py\n", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["check"])

    assert ratchet.compare({"games/a.py": ["1: x", "2: y"], "games/b.py": ["3: z"]}, file, "check") == 0
    assert ratchet.compare({"games/a.py": ["1: x", "2: y", "3: z"], "games/b.py": ["3: z"]}, file, "check") == 1
    assert "games/a.py: 3 faults, 2 allowed.\n  1: x\n  2: y\n  3: z\n" in capsys.readouterr().out
    assert ratchet.compare({"games/a.py": ["1: x"], "games/b.py": ["3: z"]}, file, "check") == 1
    monkeypatch.setattr(sys, "argv", ["check", "--write"])
    assert ratchet.compare({"games/a.py": ["1: x"], "games/c.py": ["9: new"]}, file, "check") == 1
    assert file.read_text(encoding="utf-8") == "1 games/a.py\n"
