"""Push notifications: encrypted for one browser, signed, once for each decision, and without names."""

import socket
import threading
from datetime import timedelta
from io import StringIO
from urllib.parse import urlsplit

import pytest
from celery import current_app
from django.core.management import call_command
from django.test import Client

from domego_site.checks import push_keys_are_whole
from games import tasks
from games.models import Notification, PushSubscription
from games.platform.pace import Pace
from games.platform.services.devices import MOST_DEVICES, device_add, device_name
from games.platform.work import hosts, presence, pushes, web_push
from games.platform.work.notices import mark_read, notify_open
from games.platform.work.pushes import FAILURES, pushes_due, send_pushes
from tests.games.factories import NOW, match_of, person, play_default
from tests.games.platform.work.push_service import Browser, PushService, claims_of

pytestmark = pytest.mark.django_db
SLOW = Pace(mode="async", hours=24)
SOON = NOW + timedelta(minutes=1)
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture
def keys(domego):
    domego.VAPID_PRIVATE_KEY, domego.VAPID_SUBJECT = web_push.new_private_key(), "mailto:ada@example.org"
    domego.PUSH_ANYWHERE = True


@pytest.fixture
def service(keys):
    running = PushService()
    yield running
    running.close()


@pytest.fixture
def browser():
    return Browser()


@pytest.fixture
def ada():
    return person("ada", language="fr")


def on_device(user, service, browser, path="/send/one"):
    return device_add(user=user, endpoint=service.url + path, agent=FIREFOX, now=NOW, **browser.keys)


def told_match(user, **more):
    match = match_of(user, person(), scenario="pair", pace_of_match=SLOW, now=NOW, **more)
    notify_open(match_id=match.pk, now=NOW)
    return match


def test_the_browser_reads_whose_turn_it_is_and_nobody_s_name_and_the_site_has_signed(ada, service, browser):
    match = told_match(ada, title="Ada’s bridge")
    on_device(ada, service, browser)

    assert send_pushes(now=SOON) == 1

    ((path, headers, body),) = service.got
    assert browser.read(body) == {
        "title": "Domego",
        "body": "C’est à vous de jouer.",
        "url": f"/matches/{match.pk}/?seat=0",
        "tag": f"match-{match.pk}",
    }
    claims = claims_of(headers["Authorization"], web_push.public_key())
    assert (path, claims["aud"], claims["sub"]) == ("/send/one", service.url, "mailto:ada@example.org")
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", str(24 * 3600 - 60))
    assert Notification.objects.get(user=ada).push_sent_at == SOON


def test_who_chose_no_language_is_told_in_that_of_the_device(ada, service, browser):
    ada.language = ""
    ada.save()
    told_match(ada)
    on_device(ada, service, browser)
    PushSubscription.objects.update(language="fr")

    send_pushes(now=SOON)

    assert browser.read(service.got[0][2])["body"] == "C’est à vous de jouer."


def test_a_decision_is_told_once_on_each_device_and_games_are_told_together(ada, service, browser):
    told_match(ada)
    told_match(ada)
    other = Browser()
    on_device(ada, service, browser)
    on_device(ada, service, other, "/send/two")

    assert [send_pushes(now=SOON), send_pushes(now=SOON + timedelta(hours=1))] == [1, 0]

    read = {path: reader.read(body) for (path, _h, body), reader in zip(service.got, (browser, other), strict=True)}
    message = {"body": "2 parties vous attendent.", "url": "/games/", "tag": "turns"}
    assert read == {"/send/one": message, "/send/two": message}


def test_a_crash_between_claim_and_sending_loses_an_alert_and_never_doubles_one(ada, service, browser):
    told_match(ada)
    on_device(ada, service, browser)
    Notification.objects.filter(user=ada).update(push_claimed_at=NOW)

    assert (send_pushes(now=SOON), service.got) == (0, [])


def test_nothing_is_sent_for_what_was_read_answered_or_is_before_the_reader_s_eyes(ada, service, browser):
    on_device(ada, service, browser)
    read, answered, shown = told_match(ada), told_match(ada), told_match(ada)
    mark_read(match_id=read.pk, user_id=ada.pk, now=NOW)
    play_default(answered, 0)
    presence.seen(shown.pk, ada.pk, SOON)

    assert (send_pushes(now=SOON), service.got) == (0, [])
    assert send_pushes(now=SOON + timedelta(minutes=5)) == 1
    assert browser.read(service.got[0][2])["tag"] == f"match-{shown.pk}"


def test_matches_in_a_room_and_quiet_hours_send_nothing(ada, service, browser):
    on_device(ada, service, browser)
    match_of(ada, scenario="pair", pace_of_match=Pace(mode="live", minutes=5), now=NOW)
    quiet = Pace(mode="async", hours=24, quiet_from=9, quiet_to=11, time_zone="UTC")
    late = match_of(ada, scenario="pair", pace_of_match=quiet, now=NOW)
    notify_open(match_id=late.pk, now=NOW)

    assert (send_pushes(now=SOON), service.got) == (0, [])
    assert send_pushes(now=NOW + timedelta(hours=2, minutes=1)) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(ada, service, browser, status):
    told_match(ada)
    on_device(ada, service, browser)
    service.status = status

    assert (send_pushes(now=SOON), PushSubscription.objects.count()) == (0, 0)


@pytest.mark.parametrize("status", [302, 429, 500])
def test_a_service_that_fails_is_left_alone_for_longer_each_time_and_nothing_is_followed(ada, service, browser, status):
    told_match(ada)
    device = on_device(ada, service, browser)
    service.status = status

    send_pushes(now=SOON)

    device.refresh_from_db()
    assert (device.failures, device.rests_until, len(service.got)) == (1, SOON + timedelta(minutes=2), 1)
    told_match(ada)
    assert list(pushes_due(SOON)) == []
    assert set(pushes_due(SOON + timedelta(minutes=3))) == set(Notification.objects.filter(user=ada))
    send_pushes(now=SOON + timedelta(minutes=3))
    device.refresh_from_db()
    assert (device.failures, device.rests_until) == (2, SOON + timedelta(minutes=7))
    PushSubscription.objects.update(failures=FAILURES - 1, rests_until=None)
    told_match(ada)
    send_pushes(now=SOON + timedelta(minutes=9))
    assert PushSubscription.objects.count() == 0


def test_a_service_that_is_away_delays_nobody_for_good(ada, service, browser):
    device = on_device(ada, service, browser)
    told_match(ada)
    PushSubscription.objects.update(endpoint="http://127.0.0.1:9/nobody")

    assert send_pushes(now=SOON) == 0
    device.refresh_from_db()
    assert device.failures == 1


def test_a_service_that_is_left_alone_is_no_failure_of_the_device(ada, service, browser):
    device = on_device(ada, service, browser)
    told_match(ada)
    host = hosts.name_of(urlsplit(service.url))
    for _each in range(hosts.FAULTS):
        hosts.unanswered(host)

    assert (send_pushes(now=SOON), service.got) == (0, [])
    device.refresh_from_db()
    assert (device.failures, device.rests_until) == (0, SOON + timedelta(minutes=2))

    hosts.answered(host)
    assert (send_pushes(now=SOON + timedelta(minutes=2)), len(service.got)) == (1, 1)


def test_an_alert_that_a_service_could_not_take_goes_out_when_it_can_and_once(ada, service, browser):
    told_match(ada)
    on_device(ada, service, browser)
    service.status = 503

    assert (send_pushes(now=SOON), send_pushes(now=SOON + timedelta(minutes=1))) == (0, 0)
    service.status = 201
    later = [send_pushes(now=SOON + timedelta(minutes=minutes)) for minutes in (3, 9)]

    assert (later, len(service.got)) == ([1, 0], 2)
    assert browser.read(service.got[0][2]) == browser.read(service.got[1][2])


def test_an_alert_that_reached_one_device_is_not_sent_again_for_another(ada, service, browser):
    told_match(ada)
    on_device(ada, service, browser)
    away = on_device(ada, service, Browser(), "/send/two")
    PushSubscription.objects.filter(pk=away.pk).update(endpoint="http://127.0.0.1:9/nobody")

    assert (send_pushes(now=SOON), send_pushes(now=SOON + timedelta(hours=1)), len(service.got)) == (1, 0, 1)


def test_an_alert_is_given_up_after_a_day(ada, service, browser):
    told_match(ada)
    on_device(ada, service, browser)
    service.status = 503

    send_pushes(now=NOW + timedelta(hours=25))

    assert Notification.objects.get(user=ada).push_claimed_at == NOW + timedelta(hours=25)


def test_what_a_round_has_no_time_for_is_sent_in_the_next_one(ada, service, browser, monkeypatch):
    told_match(ada)
    on_device(ada, service, browser)
    monkeypatch.setattr(pushes, "ROUND", 0.0)

    assert (send_pushes(now=SOON), service.got) == (0, [])
    monkeypatch.undo()
    assert send_pushes(now=SOON) == 1


def test_the_sweep_leaves_alerts_to_the_heavy_worker_one_round_at_a_time(
    ada, service, browser, django_capture_on_commit_callbacks, monkeypatch
):
    sent = []
    monkeypatch.setattr(current_app, "send_task", lambda task, **more: sent.append((task, more["queue"])))
    match = told_match(ada)
    on_device(ada, service, browser)
    Notification.objects.filter(decision__match=match).update(created_at=NOW - timedelta(minutes=1))

    with django_capture_on_commit_callbacks(execute=True):
        tasks.sweep()
        tasks.sweep()

    assert [each for each in sent if each[0] == "games.send_pushes"] == [("games.send_pushes", "heavy")]
    assert service.got == []
    tasks.send_pushes()
    assert len(service.got) == 1
    assert current_app.amqp.router.route({}, "games.send_pushes")["queue"].name == "heavy"


ADDRESSES = [
    "http://push.example.org/x",
    "https://push.example.org:8443/x",
    "https://127.0.0.1/x",
    "https://10.1.2.3/x",
    "https://169.254.169.254/latest",
    "https://[::1]/x",
    "https://[fd00::1]/x",
    "https://0.0.0.0/x",
    "https://224.0.0.1/x",
    "https://240.0.0.1/x",
    "https://[::]/x",
    "https://[ff0e::1]/x",
    "https://[fec0::1]/x",
    "https://[64:ff9b::a01:203]/x",
    "https://[64:ff9b::808:808]/x",
    "https://[2002:a01:203::1]/x",
    "https://[2001:0:a01:203::1]/x",
    "https://[::ffff:10.1.2.3]/x",
    "https://[::10.1.2.3]/x",
    "https://ada@push.example.org/x",
    "https:///x",
    "https://push.example.org/\nx",
    "ftp://push.example.org/x",
    "nonsense",
    "https://push.example.org/" + "x" * 1000,
]


@pytest.mark.parametrize("endpoint", ADDRESSES)
def test_an_address_inside_a_network_is_refused(ada, keys, domego, browser, endpoint):
    domego.PUSH_ANYWHERE = False
    client = Client()
    client.force_login(ada)

    client.post("/account/told/device/", {"endpoint": endpoint, **browser.keys})

    assert PushSubscription.objects.count() == 0


def test_a_name_that_leads_into_a_network_is_not_called(ada, service, domego, browser):
    told_match(ada)
    on_device(ada, service, browser)
    PushSubscription.objects.update(endpoint="https://localhost/send/one")
    domego.PUSH_ANYWHERE = False

    assert (send_pushes(now=SOON), service.got, PushSubscription.objects.count()) == (0, [], 0)


@pytest.mark.parametrize("endpoint", ["https://8.8.8.8/x", "https://[2a00:1450::1]/x", "https://[::ffff:8.8.8.8]/x"])
def test_an_address_in_the_open_internet_is_taken(keys, domego, browser, endpoint):
    domego.PUSH_ANYWHERE = False

    assert web_push.check_subscription(endpoint, **browser.keys) is None


@pytest.mark.parametrize("host", ["a..b", "x" * 64 + ".example.org"])
def test_a_device_at_what_cannot_be_a_name_is_forgotten_and_the_next_one_is_told(ada, service, browser, host):
    told_match(ada)
    wrong = on_device(ada, service, Browser(), "/send/wrong")
    PushSubscription.objects.filter(pk=wrong.pk).update(endpoint=f"https://{host}/x")
    on_device(ada, service, browser)

    assert (send_pushes(now=SOON), len(service.got), PushSubscription.objects.filter(pk=wrong.pk).count()) == (1, 1, 0)


def test_a_fault_with_one_device_is_written_down_and_the_next_one_is_told(ada, service, browser, monkeypatch, caplog):
    told_match(ada)
    wrong = on_device(ada, service, Browser(), "/send/wrong")
    on_device(ada, service, browser)
    encrypt, asked = web_push.http_ece.encrypt, []

    def faulty(*args, **more):
        asked.append(args)
        if len(asked) == 1:
            raise ZeroDivisionError
        return encrypt(*args, **more)

    monkeypatch.setattr(web_push.http_ece, "encrypt", faulty)

    assert (send_pushes(now=SOON), [path for path, _h, _b in service.got]) == (1, ["/send/one"])
    wrong.refresh_from_db()
    assert wrong.failures == 1
    assert f"device {wrong.pk} of user {ada.pk} could not be told" in caplog.text


def sent_to(endpoint, browser):
    return web_push.send(endpoint=endpoint, message={"body": "x"}, seconds=1, **browser.keys)


def test_a_service_that_drips_its_answer_is_left_when_its_whole_time_is_over(service, browser, monkeypatch):
    monkeypatch.setattr(web_push, "PATIENCE", 0.4)
    service.drips = 0.05

    assert sent_to(service.url, browser) is web_push.PushResult.LATER


def test_a_service_that_never_ends_its_first_line_is_left(service, browser):
    service.babbles = True

    assert sent_to(service.url, browser) is web_push.PushResult.LATER


def test_a_look_up_that_takes_too_long_is_left(keys, service, browser, monkeypatch):
    monkeypatch.setattr(web_push, "PATIENCE", 0.2)
    over, look_up = threading.Event(), socket.getaddrinfo

    def slow(*args, **more):
        over.wait(2)
        return look_up(*args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", slow)

    assert sent_to(service.url, browser) is web_push.PushResult.LATER
    over.set()
    assert service.got == []


@pytest.mark.parametrize("keys_sent", [{}, {"p256dh": "x" * 87}, {"auth": "x" * 60}, {"auth": "é" * 22}])
def test_keys_that_no_browser_makes_are_refused(ada, service, browser, keys_sent):
    client = Client()
    client.force_login(ada)
    sent = {**browser.keys, **keys_sent} if keys_sent else {}

    answer = client.post("/account/told/device/", {"endpoint": service.url, **sent})

    assert (answer.status_code, PushSubscription.objects.count()) == (302, 0)


def test_a_device_is_switched_on_and_off_on_the_page_and_nobody_else_s(ada, service, browser):
    client, eve = Client(), Client()
    client.force_login(ada)
    eve.force_login(person("eve"))
    sent = {"endpoint": f"{service.url}/a", **browser.keys}

    client.post("/account/told/device/", sent, headers={"user-agent": FIREFOX, "accept-language": "fr"})

    row = PushSubscription.objects.get(user=ada)
    assert row.language == "fr"
    assert "Firefox, Android" in client.get("/account/told/").content.decode()
    eve.post("/account/told/device/", {"remove": row.pk})
    assert PushSubscription.objects.count() == 1
    client.post("/account/told/device/", {"remove": row.pk})
    assert PushSubscription.objects.count() == 0


def test_a_browser_tells_whoever_signed_in_last_and_the_oldest_device_gives_way(ada, service, browser):
    on_device(person("eve"), service, browser)

    on_device(ada, service, browser)

    assert list(PushSubscription.objects.values_list("user", flat=True)) == [ada.pk]
    for number in range(MOST_DEVICES):
        device_add(user=ada, endpoint=f"{service.url}/{number}", now=SOON, **Browser().keys)
    assert PushSubscription.objects.filter(endpoint=f"{service.url}/send/one").count() == 0
    assert PushSubscription.objects.count() == MOST_DEVICES


def test_a_browser_that_signs_out_is_told_no_more_and_other_devices_are(ada, service, browser):
    eve = person("eve")
    on_device(ada, service, browser)
    on_device(ada, service, Browser(), "/send/two")
    on_device(eve, service, Browser(), "/send/eve")
    client = Client()
    client.force_login(ada)

    for path in ("/send/one", "/send/eve"):
        client.post("/sign-out/", {"endpoint": service.url + path})
        assert "_auth_user_id" not in client.session
        client.force_login(ada)
    client.post("/sign-out/", {"endpoint": ""})

    left = PushSubscription.objects.order_by("pk").values_list("user", "endpoint")
    assert list(left) == [(ada.pk, f"{service.url}/send/two"), (eve.pk, f"{service.url}/send/eve")]


def test_without_keys_of_the_operator_there_are_no_alerts(ada, browser):
    client = Client()
    client.force_login(ada)

    client.post("/account/told/device/", {"endpoint": "https://push.example.org/x", **browser.keys})

    assert (send_pushes(now=SOON), PushSubscription.objects.count()) == (0, 0)
    assert "Alertes" not in client.get("/account/told/", headers={"accept-language": "en"}).content.decode()
    assert "This site sends no alerts to devices." in client.get("/account/told/").content.decode()


def test_the_command_makes_keys_that_the_site_takes(domego):
    out = StringIO()

    call_command("vapid_keys", stdout=out)

    made = dict(line.split("=", 1) for line in out.getvalue().split())
    domego.VAPID_PRIVATE_KEY, domego.VAPID_SUBJECT = made["VAPID_PRIVATE_KEY"], made["VAPID_SUBJECT"]
    assert (push_keys_are_whole(None), len(web_push.public_key())) == ([], 87)


@pytest.mark.parametrize(
    ("key", "subject", "found"),
    [
        ("", "", []),
        ("x", "", ["site.W004"]),
        ("", "mailto:a@b.org", ["site.W004"]),
        ("x", "mailto:a@b.org", ["site.E005"]),
    ],
)
def test_keys_that_cannot_be_used_are_named_by_the_check(domego, key, subject, found):
    domego.VAPID_PRIVATE_KEY, domego.VAPID_SUBJECT = key, subject

    assert [message.id for message in push_keys_are_whole(None)] == found


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537 Edg/140.0", "Edge, Windows"),
        ("curl/8", ""),
    ],
)
def test_devices_are_listed_by_browser_and_system(agent, name):
    assert device_name(agent) == name
