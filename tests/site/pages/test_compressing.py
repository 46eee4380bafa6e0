"""Text is sent compressed, and an open page still gets a 304 if nothing changed."""

import gzip
import re
from io import BytesIO

import pytest
from django.http import FileResponse, HttpResponse
from django.test import RequestFactory

from domego_site.compressing import TextGZipMiddleware
from tests.games.factories import match_of, person

BROWSER = {"accept-encoding": "gzip, deflate, br"}


@pytest.mark.django_db
def test_a_table_travels_in_a_quarter_of_its_size_and_its_news_are_304_until_something_changes(client, no_broker):
    ann = person("ann")
    match = match_of(ann)
    client.force_login(ann)

    page = client.get(f"/matches/{match.pk}/", headers=BROWSER)
    text = gzip.decompress(page.content).decode()
    assert page.headers["Content-Encoding"] == "gzip"
    assert len(page.content) < len(text) / 4

    shown = re.search(r'data-etag="([^"]*)"', text)[1].replace("&quot;", '"')
    live = re.search(r'data-poll-url="([^"]*)"', text)[1]
    assert client.get(live, headers=BROWSER | {"if-none-match": shown}).status_code == 304

    news = client.get(live, headers=BROWSER)
    assert (news.status_code, news.headers["ETag"]) == (200, f"W/{shown}")
    assert client.get(live, headers=BROWSER | {"if-none-match": news.headers["ETag"]}).status_code == 304
    assert client.get(live, headers=BROWSER | {"if-none-match": 'W/"another"'}).status_code == 200


@pytest.mark.parametrize("asks", [{"HX-Request": "true"}, {"X-Answer": "regions"}])
def test_what_an_open_page_exchanges_is_packed_with_a_length_that_tells_nothing(asks):
    regions = "<div>Owner's resource allocation</div>" * 100

    def sent(**more):
        answer = HttpResponse(regions, headers={"ETag": '"57"'})
        return TextGZipMiddleware(lambda _request: answer)(RequestFactory().get("/", headers=asks | more))

    packed = [sent(**BROWSER) for _time in range(20)]
    assert {gzip.decompress(each.content).decode() for each in packed} == {regions}
    assert {(each["ETag"], each["Vary"], each["Content-Encoding"]) for each in packed} == {
        ('W/"57"', "Accept-Encoding", "gzip")
    }
    assert all(each["Content-Length"] == str(len(each.content)) for each in packed)
    assert len({len(each.content) for each in packed}) > 3
    assert sent().content.decode() == regions


@pytest.mark.parametrize(
    "answer",
    [
        lambda: HttpResponse(b"%PDF-" + bytes(4000), content_type="application/pdf"),
        lambda: FileResponse(BytesIO(b"a" * 4000), content_type="text/plain"),
    ],
    ids=["paper", "file"],
)
def test_papers_and_files_are_sent_as_they_are(answer):
    request = RequestFactory().get("/", headers=BROWSER)

    sent = TextGZipMiddleware(lambda _request: answer())(request)

    assert not sent.has_header("Content-Encoding")
