"""The consent text: its points, its length and its contacts."""

import re
from datetime import date

import pytest
from django.utils.translation import override

from classrooms.assess.studies.texts.consent import paragraphs

UNTIL = date(2027, 8, 31)


def text(language):
    with override(language):
        return paragraphs(instructor="Ann Lee", until=UNTIL)


def words(language):
    return len(re.findall(r"[\w’.@-]*\w", " ".join(text(language))))


@pytest.mark.parametrize(
    ("language", "deleted", "refused", "asked"),
    [
        (
            "en",
            "The link between your name and the code is deleted on 31 August 2027 at the latest.",
            "You may refuse. This has no effect on the course or on your mark.",
            "Ann Lee answers your questions about the study.",
        ),
        (
            "fr",
            "Le lien entre votre nom et le code est effacé au plus tard le 31 août 2027.",
            "Vous pouvez refuser. Cela n’a aucun effet sur le cours ni sur votre note.",
            "Ann Lee répond à vos questions sur l’étude.",
        ),
        (
            "fr-x-tu",
            "Le lien entre ton nom et le code est effacé au plus tard le 31 août 2027.",
            "Tu peux refuser. Cela n’a aucun effet sur le cours ni sur ta note.",
            "Ann Lee répond à tes questions sur l’étude.",
        ),
    ],
)
def test_the_text_says_how_long_that_refusing_is_free_and_whom_to_ask(language, deleted, refused, asked):
    assert [text(language)[place] for place in (3, 4, 6)] == [deleted, refused, asked]


def test_the_sites_contact_for_data_protection_stands_before_the_right_to_complain(domego):
    without = text("en")
    domego.PRIVACY_CONTACT = "privacy@example.org"

    assert text("en") == [
        *without[:-1],
        "Contact for data protection on this site: privacy@example.org.",
        without[-1],
    ]


@pytest.mark.parametrize("language", ["en", "fr", "fr-x-tu"])
def test_the_text_has_at_most_180_words(language, domego):
    domego.PRIVACY_CONTACT = "privacy@example.org"

    assert (len(text(language)), words(language) <= 180) == (9, True)


def test_pupils_are_addressed_with_tu():
    assert re.findall(r"\b(?:vous|votre|vos)\b", " ".join(text("fr-x-tu")), re.IGNORECASE) == []
