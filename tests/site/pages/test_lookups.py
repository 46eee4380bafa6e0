"""Texts, language, time zone and prefix are looked up as Django does, in less time."""

import threading

import pytest
from django.urls import get_script_prefix, set_script_prefix
from django.utils import timezone, translation
from django.utils.safestring import SafeData, mark_safe
from django.utils.translation import gettext, pgettext, trans_real

from domego_site import lookups


@pytest.mark.parametrize("language", ["en", "fr", "es", "fr-x-tu"])
def test_every_text_of_the_catalogues_is_the_one_that_django_finds(language):
    with translation.override(language):
        catalogue = trans_real.catalog()
        texts = [key for key in catalogue._catalog.keys() if isinstance(key, str) and key]  # noqa: SIM118
        wanted = [lookups._translate(text) for text in texts]

        assert len(texts) > 100 or language == "en"
        for _twice in range(2):
            assert [gettext(text) for text in texts] == wanted


def test_a_safe_text_stays_safe_and_a_plain_one_plain():
    with translation.override("fr"):
        for _twice in range(2):
            assert not isinstance(gettext("Cancel"), SafeData)
            assert isinstance(gettext(mark_safe("Cancel")), SafeData)
            assert (gettext(""), gettext("no such text"), pgettext("nowhere", "May")) == ("", "no such text", "May")


def test_each_thread_has_its_own_language_time_zone_and_prefix():
    found = []

    def other():
        found.append((translation.get_language(), timezone.get_current_timezone_name(), get_script_prefix()))
        translation.activate("es")
        timezone.activate("Asia/Tokyo")
        set_script_prefix("/there/")

    with translation.override("fr"), timezone.override("America/Lima"):
        set_script_prefix("/here/")
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        now = translation.get_language(), timezone.get_current_timezone_name(), get_script_prefix()
        set_script_prefix("/")

    assert now == ("fr", "America/Lima", "/here/")
    assert found == [("en", timezone.get_default_timezone_name(), "/")]


def test_the_number_of_kept_texts_is_bounded(monkeypatch):
    monkeypatch.setattr(lookups, "MOST_TEXTS", 50)
    with translation.override("fr"):
        for number in range(400):
            assert gettext(f"a lecturer's text {number}") == f"a lecturer's text {number}"

        assert len(trans_real.catalog()._texts) <= max(50, 1)
        assert gettext("Cancel") == lookups._translate("Cancel")
