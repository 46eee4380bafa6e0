"""Webhooks: signed, tried again for days, and never sent to an address of the internal network."""

import base64
import hashlib
import hmac
import json
import socket
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.core.checks import run_checks
from standardwebhooks import Webhook

from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.connect.records import webhooks
from classrooms.connect.records.webhooks import MINUTES, deliveries_write, delivery_send, due
from classrooms.models import Delivery
from domego_site import paths
from games.models import Job
from games.platform import clock
from games.platform.work.jobs import do_job
from tests.classrooms.connect.records.playing import match_in, play
from tests.games.factories import person

pytestmark = pytest.mark.django_db

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()


class Receiver:
    """One of the operator's systems. `status` is its answer; `calls` are (headers, body)."""

    def __init__(self):
        self.status, self.calls, self.paths = 200, [], []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.calls.append(({name.lower(): value for name, value in self.headers.items()}, body))
                receiver.paths.append(self.path)
                self.send_response(receiver.status)
                if receiver.status == 302:
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()


@pytest.fixture
def receiver(domego, no_broker):
    found = Receiver()
    domego.WEBHOOK_URLS, domego.WEBHOOK_SECRET, domego.WEBHOOKS_ANYWHERE = found.url, SECRET, True
    yield found
    found.server.shutdown()
    found.server.server_close()


def work(now):
    """Do the work of a sweep at this moment: write the deliveries and send those that are due."""
    deliveries_write(now=now)
    return [delivery_send(delivery_id=pk, now=now) for pk in due(now).values_list("pk", flat=True)]


def told(receiver):
    return [json.loads(body)["type"] for _headers, body in receiver.calls]


def test_what_happens_is_told_once_with_numbers_and_nobodys_name(receiver, session):
    match = match_in(session)
    work(clock.now())
    play(match)
    book_ensure(play_session=session)
    grades_publish(play_session=session, incomplete=True)
    work(clock.now())
    work(clock.now() + timedelta(hours=1))

    assert told(receiver) == ["match.started", "match.finished", "marks.published"]
    assert json.loads(receiver.calls[1][1])["data"] == {
        "match": match.pk,
        "game": "domego",
        "status": "finished",
        "url": f"http://127.0.0.1:8000/matches/{match.pk}/",
        "session": session.pk,
        "course": session.course_id,
    }
    assert [
        word for word in (b"Zoe", b"Martin", b"Max", b"Team 1") if any(word in body for _h, body in receiver.calls)
    ] == []


def test_the_signature_is_what_a_receivers_library_and_the_documented_lines_expect(receiver, session):
    work(clock.now())

    headers, body = receiver.calls[0]
    assert Webhook(SECRET).verify(body, headers) == json.loads(body)
    page = (paths.BASE_DIR / "docs" / "run" / "records-and-webhooks.md").read_text()
    lines = page.split("```python\n")[1].split("```")[0]
    assert len(lines.strip().splitlines()) == 3
    names = {"headers": headers, "body": body, "SECRET": SECRET, "base64": base64, "hmac": hmac, "hashlib": hashlib}
    exec(lines, names)  # noqa: S102  the page's own lines
    assert names["is_genuine"] is True
    exec(lines, names | {"body": body + b" "})  # noqa: S102
    forged = dict(names, body=body + b" ")
    exec(lines, forged)  # noqa: S102
    assert forged["is_genuine"] is False


def test_a_receiver_that_is_away_for_a_day_is_told_when_it_is_back(receiver, session):
    receiver.status, began = 503, clock.now()
    for minute in range(0, 24 * 60):
        work(began + timedelta(minutes=minute))
    delivery = Delivery.objects.get()
    waits = [sum(MINUTES[:number]) for number in range(len(MINUTES) + 1)]
    tried = [minute for minute in waits if minute < 24 * 60]
    assert (len(receiver.calls), delivery.attempts) == (len(tried), len(tried))
    assert (delivery.state, delivery.error) == ("waiting", "answered 503")
    assert len({headers["webhook-id"] for headers, _body in receiver.calls}) == 1

    receiver.status = 204
    for hour in range(24, 48):
        work(began + timedelta(hours=hour))

    delivery.refresh_from_db()
    assert (delivery.state, delivery.error, len(receiver.calls)) == ("done", "", len(tried) + 1)


def test_after_three_days_it_is_given_up_and_sent_again_by_hand(receiver, session, client):
    receiver.status, began = 500, clock.now()
    for hour in range(0, 5 * 24):
        for delivery in due(began + timedelta(hours=hour)):
            delivery_send(delivery_id=delivery.pk, now=began + timedelta(hours=hour))
        deliveries_write(now=began)
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.attempts, list(due(began + timedelta(days=30)))) == (
        "failed",
        len(MINUTES) + 1,
        [],
    )

    receiver.status = 200
    client.force_login(person("boss", is_staff=True, is_superuser=True))
    page = client.get("/admin/classrooms/delivery/").content.decode()
    assert "answered 500" in page
    assert "match.started" in page
    chosen = {"action": "send_again", "_selected_action": [delivery.pk]}
    assert "1 call is sent again." in client.post("/admin/classrooms/delivery/", chosen, follow=True).content.decode()
    do_job(Job.objects.get(kind="webhook").pk)

    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("done", 1)


def test_the_list_is_for_the_operator(client, receiver, session):
    deliveries_write(now=clock.now())
    client.force_login(person("claire-2"))

    assert client.get("/admin/classrooms/delivery/").status_code == 302


def test_a_redirection_is_not_followed(receiver, session):
    receiver.status = 302
    work(clock.now())

    assert receiver.paths == ["/hook"]
    assert Delivery.objects.get().error == "answered 302"


INSIDE = [
    "http://hooks.example.org/x",
    "https://127.0.0.1/x",
    "https://localhost/x",
    "https://printer.local/x",
    "https://metadata.internal/x",
    "https://10.0.0.7/x",
    "https://192.168.1.1/x",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/x",
    "https://[fd00::1]/x",
    "https://[::ffff:10.0.0.7]/x",
    "https://[64:ff9b::a00:7]/x",
    "https://0/x",
    "https://hooks.example.org:22/x",
    "https://boss@hooks.example.org/x",
    "https://hooks.exämple.org/x",
    "ftp://hooks.example.org/x",
    "nonsense",
]


@pytest.mark.parametrize("url", [each for each in INSIDE if each != "https://0/x"])
def test_an_address_inside_a_network_is_refused_when_it_is_configured(domego, url):
    domego.WEBHOOK_URLS, domego.WEBHOOK_SECRET = url, SECRET

    assert [each.id for each in run_checks() if each.id.startswith("domego.E01")] == ["domego.E012"]


def test_addresses_outside_and_a_secret_of_the_right_form_are_taken(domego):
    domego.WEBHOOK_URLS, domego.WEBHOOK_SECRET = "https://hooks.example.org/x https://8.8.8.8/y", SECRET

    assert [each.id for each in run_checks() if each.id.startswith("domego.E01")] == []


@pytest.mark.parametrize("secret", ["secret", "whsec_", "whsec_short", "whsec_" + "A" * 200, SECRET[6:]])
def test_a_weak_secret_is_refused(domego, secret):
    domego.WEBHOOK_URLS, domego.WEBHOOK_SECRET = "https://hooks.example.org/x", secret

    assert "domego.E013" in [each.id for each in run_checks()]


@pytest.mark.parametrize("url", INSIDE)
def test_nothing_is_sent_into_a_network_whatever_the_settings_say(receiver, session, domego, url):
    """The refusal includes names that resolve to such addresses."""
    deliveries_write(now=clock.now())
    port = receiver.url.split(":")[2].partition("/")[0]
    wanted = url.replace("localhost", f"localhost:{port}")
    domego.WEBHOOKS_ANYWHERE, domego.WEBHOOK_URLS = False, wanted
    Delivery.objects.update(url=wanted)

    delivery = delivery_send(delivery_id=Delivery.objects.get().pk)

    assert receiver.calls == []
    assert delivery.error.startswith(("refused", "gaierror"))


@pytest.mark.parametrize("number", ["127.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1"])
def test_a_name_that_has_come_to_lead_inside_is_refused_and_tried_again(receiver, session, domego, monkeypatch, number):
    """The name had a public address when the settings were checked. The list shows the reason of the refusal."""
    deliveries_write(now=clock.now())
    url = "https://hooks.example.org/x"
    domego.WEBHOOKS_ANYWHERE, domego.WEBHOOK_URLS = False, url
    Delivery.objects.update(url=url)
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_arguments, **_more: found)
    monkeypatch.setattr(socket, "create_connection", lambda *_arguments, **_more: pytest.fail("called"))

    delivery = delivery_send(delivery_id=Delivery.objects.get().pk)

    assert (delivery.error, delivery.state, delivery.attempts) == ("refused: address", "waiting", 1)
    assert receiver.calls == []


def test_an_address_that_is_no_longer_configured_is_not_called(receiver, session, domego):
    deliveries_write(now=clock.now())
    domego.WEBHOOK_URLS = "https://other.example.org/x"

    assert delivery_send(delivery_id=Delivery.objects.get().pk).error == "refused: no longer in WEBHOOK_URLS"
    assert receiver.calls == []


def test_nothing_is_written_where_no_webhook_is_configured(session):
    webhooks._look(clock.now())

    assert Delivery.objects.count() == 0


def test_two_sweeps_at_once_write_each_call_once(receiver, session):
    now = clock.now()

    assert (deliveries_write(now=now), deliveries_write(now=now)) == (1, 0)


def test_what_was_taken_leaves_the_list_after_a_month(receiver, session):
    work(clock.now())
    webhooks._look(clock.now() + timedelta(days=31))

    assert Delivery.objects.count() == 0
