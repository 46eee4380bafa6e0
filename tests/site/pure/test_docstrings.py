"""The check of docstrings finds sentences without a subject, and words that no reader knows as terms."""

from domego_site.docstrings import faults_of

MODULE = '''"""Who may read `what` it is. How many lines? A list of `whoever`."""

LIMIT = 3
"""What a page may have."""


def pages():
    """The pages. They are told to the reader. Whether one is long."""


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
        "8: Whether one is long.",
        "12: As `x`, with a number.",
        "15: Whoever reads them.",
    ]
