"""The self-assessment of accessibility, and the statement made from it."""

from collections import Counter
from pathlib import Path

import pytest
from django.test import Client

from games.ui.accessibility import assessment, conformity, document, openacr, share_of

ROOT = Path(__file__).resolve().parents[2]
OF_RGAA = {1: 9, 2: 2, 3: 3, 4: 13, 5: 8, 6: 2, 7: 5, 8: 10, 9: 4, 10: 14, 11: 13, 12: 11, 13: 12}
"""The number of criteria of each theme of RGAA 4.1: 106 in all."""


def test_each_criterion_of_rgaa_is_assessed_once_in_order():
    numbers = [each.number for each in assessment().rgaa]

    assert numbers == [f"{theme}.{place}" for theme, many in OF_RGAA.items() for place in range(1, many + 1)]


def test_wcag_2_2_has_31_criteria_of_level_a_and_24_of_level_aa():
    found = assessment().wcag

    assert Counter(each.level for each in found) == {"A": 31, "AA": 24}
    assert len({each.number for each in found}) == 55


def test_whatever_is_not_met_says_what_is_wrong_in_both_languages():
    found = assessment()

    assert [each.number for each in found.rgaa if set(each.title) != {"en", "fr"}] == []
    assert [each.number for each in found.rgaa if each.state == "not_met" and set(each.note) != {"en", "fr"}] == []
    assert [each.number for each in found.wcag if each.state == "not_met" and not each.note] == []


def test_the_two_lists_do_not_contradict_each_other():
    """A criterion of WCAG fails if one of its counterparts in RGAA fails."""
    found = assessment()
    failing = {each.number for each in found.rgaa if each.state == "not_met"}

    assert [each.number for each in found.wcag if each.state == "met" and failing.intersection(each.rgaa)] == []


def test_the_documents_say_what_the_data_say():
    """After a change, run manage.py accessibility_docs."""
    assert (ROOT / "docs" / "run" / "accessibility.md").read_text(encoding="utf-8") == document()
    assert (ROOT / "docs" / "run" / "openacr.yaml").read_text(encoding="utf-8") == openacr()


@pytest.mark.parametrize(
    ("percent", "state"), [(0, "none"), (49, "none"), (50, "partial"), (99, "partial"), (100, "total")]
)
def test_an_audit_says_what_a_site_is(percent, state):
    assert conformity(percent) == state


@pytest.mark.django_db
def test_without_an_audit_the_statement_says_not_conforming_whatever_was_assessed():
    page = Client(headers={"Accept-Language": "fr"}).get("/accessibility/").content.decode()
    share = share_of(assessment().rgaa)

    assert "<b>non conforme</b>" in page
    assert "Aucun audit de ce site" in page
    assert f"{share.met} sur {share.applicable} critères applicables" in page
    assert page.count('<th scope="row">') == 106


@pytest.mark.django_db
def test_the_operator_signs_it_and_enters_an_audit(domego):
    domego.ACCESSIBILITY_SIGNED_BY = "École des <ponts>"
    domego.ACCESSIBILITY_CONTACT = "access@example.org"
    domego.ACCESSIBILITY_AUDIT_BY = "Somebody else"
    domego.ACCESSIBILITY_AUDIT_ON = "3 March 2026"
    domego.ACCESSIBILITY_AUDIT_PERCENT = 72
    client = Client(headers={"Accept-Language": "en"})

    page = " ".join(client.get("/accessibility/").content.decode().split())

    assert "École des &lt;ponts&gt; undertakes" in page
    assert "<b>partly conforming</b>" in page
    assert "An audit by Somebody else on 3 March 2026 found 72 % of the criteria" in page
    assert "access@example.org" in page
    assert "Accessibility: partly conforming</a>" in " ".join(client.get("/sign-in/").content.decode().split())
