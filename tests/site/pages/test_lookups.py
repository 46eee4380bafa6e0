"""Texts, language, time zone and prefix are looked up as Django does, in less time."""

import threading

import pytest
from django.contrib.auth import get_user
from django.urls import NoReverseMatch, Resolver404, get_resolver, get_script_prefix, reverse, set_script_prefix
from django.utils import timezone, translation
from django.utils.safestring import SafeData, mark_safe
from django.utils.translation import gettext, pgettext, trans_real

from domego_site import lookups
from tests.games.factories import person


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


def test_a_path_leads_to_its_view_each_time_and_the_view_to_its_path():
    for _twice in range(2):
        for number in (1, 2, 12):
            path = reverse("games:match", args=[number])
            assert (path, reverse("games:match", kwargs={"match_id": number})) == (f"/matches/{number}/", path)
            found = get_resolver().resolve(path)
            assert (found.view_name, found.kwargs) == ("games:match", {"match_id": number})
        assert reverse("games:match", args=["3"]) == "/matches/3/"
        for missing in ({"args": [True]}, {"args": [-1]}, {"kwargs": {"nobody": 1}}):
            with pytest.raises(NoReverseMatch):
                reverse("games:match", **missing)
        with pytest.raises(Resolver404):
            get_resolver().resolve("/matches/one/")


def test_a_prefix_changes_the_paths():
    set_script_prefix("/here/")
    there = reverse("games:match", args=[1])
    set_script_prefix("/")

    assert (there, reverse("games:match", args=[1])) == ("/here/matches/1/", "/matches/1/")


def test_the_number_of_kept_paths_is_bounded(monkeypatch):
    monkeypatch.setattr(lookups, "MOST_PATHS", 20)
    for number in range(100):
        assert get_resolver().resolve(f"/matches/{number}/").kwargs == {"match_id": number}
        assert reverse("games:match", args=[number]) == f"/matches/{number}/"

    assert len(get_resolver()._views) <= 20


@pytest.mark.django_db
def test_the_account_of_a_session_is_the_one_that_django_reads(client):
    user = person("ada")
    client.force_login(user)

    seen = get_user(client)
    assert (seen, vars(seen).keys() == vars(type(user).objects.get(pk=user.pk)).keys()) == (user, True)
    type(user).objects.filter(pk=user.pk).update(is_active=False)
    assert get_user(client).is_anonymous
    user.delete()
    assert get_user(client).is_anonymous
