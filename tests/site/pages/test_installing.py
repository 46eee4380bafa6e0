"""The site as an app: its manifest, the service worker, the offline page, the number in the title."""

import json
from io import BytesIO

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from games.platform.services.matches import match_pause
from tests.games.factories import match_of, person
from tests.site.html import Page

pytestmark = pytest.mark.django_db


def path_of(url: str) -> str:
    return str(finders.find(url.removeprefix("/static/")))


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Serious games for teaching, turn by turn."), ("fr", "Jeux sérieux")]
)
def test_the_manifest_has_all_that_browsers_ask_of_an_app(client: Client, language: str, said: str) -> None:
    answer = client.get("/manifest.webmanifest", headers={"accept-language": language})

    found = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (found["name"], found["lang"], found["scope"], found["display"]) == ("Domego", language, "/", "standalone")
    assert found["description"].startswith(said)
    assert client.get(found["start_url"]).status_code == 302  # to the sign-in
    assert sorted((icon["sizes"], icon["purpose"]) for icon in found["icons"]) == [
        ("192x192", "any"),
        ("192x192", "maskable"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    for icon in found["icons"]:
        with open(path_of(icon["src"]), "rb") as file, Image.open(BytesIO(file.read())) as image:
            assert f"{image.width}x{image.height}" == icon["sizes"]


def test_a_maskable_icon_has_its_ground_to_the_edge() -> None:
    with Image.open(path_of("/static/shell/icons/maskable-512.png")) as image:
        corners = {image.getpixel(place) for place in ((0, 0), (511, 0), (0, 511), (511, 511))}

    assert corners == {(20, 38, 74, 255)}


def test_the_worker_serves_the_whole_site_and_keeps_no_page_of_anybody(client: Client) -> None:
    answer = client.get("/worker.js")

    first = answer.content.decode().partition("\n")[0]
    shell = json.loads(first.removeprefix("const shell = ").removesuffix(";"))
    assert (answer["Content-Type"], answer["Service-Worker-Allowed"]) == ("text/javascript; charset=utf-8", "/")
    assert "no-cache" in answer["Cache-Control"]
    assert shell["page"] == "/offline/?language=en"
    assert [file for file in shell["files"] if not file.startswith("/static/")] == []
    french = client.get("/worker.js", headers={"accept-language": "fr"}).content.decode()
    assert "/offline/?language=fr" in french
    assert "C’est à vous de jouer." in json.loads(french.partition("\n")[0][14:-1])["body"]


def test_the_page_without_a_connection_is_sound_and_needs_no_file_that_the_worker_does_not_keep(client: Client) -> None:
    page = Page(client.get("/offline/").content.decode())
    shell = json.loads(client.get("/worker.js").content.decode().partition("\n")[0][14:-1])

    assert (page.headings, page.inline, page.twice) == (1, [], set())
    assert page.files - set(shell["files"]) == set()


def test_the_title_begins_with_how_many_matches_wait_for_the_reader(client: Client) -> None:
    ada = person("ada")
    client.force_login(ada)
    assert "<title>Your matches." in client.get("/games/").content.decode()

    match_of(ada)
    other = match_of(ada)

    assert "<title>(2) Your matches." in client.get("/games/").content.decode()
    match_pause(match_id=other.pk)
    assert "<title>(1) Your matches." in client.get("/games/").content.decode()


def test_an_open_table_is_told_what_is_owed_elsewhere_without_news_of_its_own(client: Client) -> None:
    ada = person("ada")
    client.force_login(ada)
    here, there = match_of(ada), match_of(ada)
    url = f"/matches/{here.pk}/live/?seat=0"
    tag = client.get(url)["ETag"]
    before = client.get(url, headers={"if-none-match": tag})

    match_pause(match_id=there.pk)
    after = client.get(url, headers={"if-none-match": tag})

    assert [(each.status_code, each["X-Pending"]) for each in (before, after)] == [(304, "2"), (304, "1")]
