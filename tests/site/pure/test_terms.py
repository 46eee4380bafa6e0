"""The table of terms is read as it stands, and its words to avoid are counted in the catalogues."""

from domego_site.terms import LEFT, TERMS, avoided, faults

TABLE = """
| Term | French | Meaning | Avoid | Avoid in French |
|---|---|---|---|---|
| luck | chance | what cards brought | fortune | hasard, sort |
| game | jeu | the rules | | |

| Name | Meaning |
|---|---|
| `Match` | a play |
"""


def test_each_avoided_word_is_read_with_its_language():
    assert list(avoided(TABLE)) == [("en", "fortune"), ("fr", "hasard"), ("fr", "sort")]


def test_the_words_of_the_project_s_own_table_are_counted():
    words = {f"{language} {word}" for language, word in avoided(TERMS.read_text(encoding="utf-8"))}
    noted = {line.partition(" ")[2] for line in LEFT.read_text(encoding="utf-8").splitlines()}

    assert noted <= words
    assert set(faults()) <= words
