"""Registration of platforms: by one URL or by hand. Staff admits them, tests them and can remove them."""

import pytest
from django.core import signing
from django.templatetags.static import static
from django.test import Client

from classrooms.connect.lms.claims import CLAIM
from classrooms.connect.lms.services import registering
from classrooms.models import LmsCourse, LmsPlatform, User
from tests.classrooms.factories import course_of
from tests.games.factories import person
from tests.lms.launches import SITE, Browser
from tests.lms.platform import CLIENT, DEPLOYMENT

TOOL = "https://purl.imsglobal.org/spec/lti-tool-configuration"


@pytest.fixture
def staff(db):
    client = Client()
    user = person("operator")
    User.objects.filter(pk=user.pk).update(is_staff=True)
    client.force_login(User.objects.get(pk=user.pk))
    return client


@pytest.fixture
def address(db, staff):
    link = staff.post("/lms/").context["link"]
    assert link.startswith(f"{SITE}/lms/register/")
    return link.removeprefix(SITE)


def test_one_address_pasted_there_registers_the_platform_which_waits_for_staff(address, platform, staff, client):
    asked = {
        "openid_configuration": f"{platform.issuer}/.well-known/openid-configuration",
        "registration_token": "reg-1",
    }
    shown = client.get(address, asked)
    assert shown.status_code == 200
    assert f"frame-ancestors {platform.issuer}" in shown["Content-Security-Policy"]

    answer = client.post(address, asked)

    assert answer.status_code == 200
    row = LmsPlatform.objects.get()
    assert (row.issuer, row.client_id, row.state, row.product) == (platform.issuer, CLIENT, "waiting", "moodle")
    assert [each.deployment_id for each in row.deployments.all()] == [DEPLOYMENT]
    told = platform.registered[0]
    assert told["token"] == "Bearer reg-1"
    assert told["redirect_uris"] == [f"{SITE}/lms/launch/"]
    assert "email" not in told[TOOL]["claims"]
    assert client.post(address, asked).status_code == 410
    assert Browser(platform).begin().status_code == 403

    staff.post(f"/lms/{row.pk}/decide/", {"state": "on"})

    assert Browser(platform).begin().status_code == 302


def test_canvas_is_told_what_canvas_knows(address, platform, client):
    platform.configuration = {
        "https://purl.imsglobal.org/spec/lti-platform-configuration": {"product_family_code": "canvas"}
    }
    client.post(address, {"openid_configuration": f"{platform.issuer}/.well-known/openid-configuration"})

    tool = platform.registered[0][TOOL]
    assert tool["https://canvas.instructure.com/lti/privacy_level"] == "name_only"
    assert [message["placements"] for message in tool["messages"]] == [
        ["assignment_selection", "link_selection", "editor_button"],
        ["course_navigation"],
    ]


def test_the_icon_of_the_site_is_registered_with_an_address_that_stays(address, platform, client):
    client.post(address, {"openid_configuration": f"{platform.issuer}/.well-known/openid-configuration"})

    told = platform.registered[0]
    assert told["logo_uri"] == f"{SITE}/lms/icon.png"
    assert told[TOOL]["messages"][0]["icon_uri"] == f"{SITE}/lms/icon.png"
    extension = client.get("/lms/canvas.json").json()["extensions"][0]
    assert extension["settings"]["icon_url"] == f"{SITE}/lms/icon.png"
    assert client.get("/lms/icon.png")["Location"] == static("shell/icons/icon-192.png")


WORDS = (
    "“Manage tools”",
    "“Activate”",
    "“Show in activity chooser and as a preconfigured tool”",
    "“New window”",
    "“LTI External tools”",
    "“Show in activity chooser”",
)
"""Labels from mod/lti/lang/en/lti.php of Moodle 4.5 and 5.1."""
MOTS = (
    "« Gérer les outils »",
    "« Activer »",
    "« Afficher dans le sélecteur d’activité et comme outil préconfiguré »",
    "« Nouvelle fenêtre »",
    "« Outils externes LTI »",
    "« Afficher dans le sélecteur d’activités »",
)
"""Labels from Moodle's French language pack."""


@pytest.mark.parametrize(("language", "words"), [("en", WORDS), ("fr", MOTS)])
def test_the_last_page_of_a_registration_says_how_lecturers_find_the_tool(address, platform, client, language, words):
    asked = {"openid_configuration": f"{platform.issuer}/.well-known/openid-configuration"}

    page = client.post(address, asked, headers={"Accept-Language": language}).content.decode()
    page = page.replace("\N{NO-BREAK SPACE}", " ")

    assert [word for word in words if word not in page] == []


def test_the_pages_of_the_platform_and_of_its_courses_say_it_too(staff, here, client):
    assert "“Manage tools”" in staff.get(f"/lms/{here.deployment.platform_id}/").content.decode()
    client.force_login(here.course.enrolments.get().user)
    page = client.get(f"/courses/{here.course.pk}/platform/").content.decode()
    assert ("“Add an activity or resource”" in page, "“Manage tools”" in page) == (True, False)

    LmsPlatform.objects.update(product="canvas")

    pages = ((staff, f"/lms/{here.deployment.platform_id}/"), (client, f"/courses/{here.course.pk}/platform/"))
    for reader, url in pages:
        assert "“Show in activity chooser”" not in reader.get(url).content.decode()


def test_a_course_that_is_connected_to_nothing_says_how_a_first_link_is_made(row, client):
    claire = person("claire")
    course = course_of(claire)
    client.force_login(claire)

    assert "“Add an activity or resource”" in client.get(f"/courses/{course.pk}/platform/").content.decode()


def test_an_issuer_of_somebody_else_is_not_believed(address, platform, client):
    platform.configuration = {"issuer": "https://moodle.example.org"}

    answer = client.post(address, {"openid_configuration": f"{platform.issuer}/.well-known/openid-configuration"})

    assert answer.status_code == 400
    assert (LmsPlatform.objects.count(), platform.registered) == (0, [])


@pytest.mark.parametrize(
    "asked", ["http://10.0.0.1/x", "ftp://127.0.0.1/", "https://user@127.0.0.1/", "file:///etc/passwd"]
)
def test_addresses_that_are_none_are_never_asked(address, asked, client):
    assert client.post(address, {"openid_configuration": asked}).status_code == 502
    assert LmsPlatform.objects.count() == 0


def test_a_redirection_is_not_followed(address, platform, client):
    platform.wrong["/.well-known"] = [(302, {"Location": "http://127.0.0.1:1/"}, None)]

    answer = client.post(address, {"openid_configuration": f"{platform.issuer}/.well-known/openid-configuration"})

    assert answer.status_code == 502
    assert "is not followed there" in answer.content.decode()


def by_hand(platform, **more):
    return {
        "name": "Our Moodle",
        "product": "moodle",
        "issuer": platform.issuer,
        "client_id": CLIENT,
        "auth_url": f"{platform.issuer}/auth",
        "token_url": f"{platform.issuer}/token",
        "jwks_url": f"{platform.issuer}/jwks",
        "deployments": "1\n2\n",
        **more,
    }


def test_by_hand_with_several_deployments_and_everything_to_copy(staff, platform):
    page = staff.get("/lms/new/").content.decode()
    for address in ("login/", "launch/", "keys.json", "canvas.json", "start/", "icon.png"):
        assert f"{SITE}/lms/{address}" in page

    answer = staff.post("/lms/new/", by_hand(platform))

    row = LmsPlatform.objects.get()
    assert (answer["Location"], row.state) == (f"/lms/{row.pk}/", "on")
    assert sorted(each.deployment_id for each in row.deployments.all()) == ["1", "2"]
    assert staff.post("/lms/new/", by_hand(platform)).status_code == 422
    assert staff.post("/lms/new/", by_hand(platform, issuer="http://moodle.example")).status_code == 422
    assert LmsPlatform.objects.count() == 1


def test_test_it_says_what_is_wrong_and_keeps_it_for_the_page(staff, row, platform):
    platform.wrong["/jwks"] = [(200, {}, b"<html>Maintenance</html>")]
    staff.post(f"/lms/{row.pk}/test/")
    page = staff.get(f"/lms/{row.pk}/").content.decode()
    assert "answered with something else than data" in page
    assert "(not_json)" in page

    staff.post(f"/lms/{row.pk}/test/")

    row.refresh_from_db()
    assert (row.fault, row.answered_at is not None) == ("", True)


def test_each_course_waits_for_staff_unless_all_may_come_in(staff, row, platform):
    LmsPlatform.objects.update(admits_all=False)
    browser = Browser(platform)
    answer = browser.launch()
    assert (answer.status_code, "has not let your course in yet" in answer.content.decode()) == (403, True)
    waiting = LmsCourse.objects.get()

    staff.post(f"/lms/{row.pk}/courses/{waiting.pk}/", {"allow": "1"})
    waits = Browser(platform)
    assert waits.launch()["Location"] == "/lms/wait/"
    assert "has not connected this course yet" in waits.client.get("/lms/wait/").content.decode()
    staff.post(f"/lms/{row.pk}/courses/{waiting.pk}/", {"allow": "0"})
    assert "did not let this course in" in Browser(platform).launch().content.decode()


@pytest.mark.parametrize(("sent", "state", "admits"), [({}, "waiting", False), ({"lets_in": "1"}, "on", True)])
def test_staff_may_let_a_platform_in_with_the_address(staff, platform, sent, state, admits):
    link = staff.post("/lms/", sent).context["link"]

    registering.platform_register(
        token=link.rstrip("/").rpartition("/")[2],
        configuration_url=f"{platform.issuer}/.well-known/openid-configuration",
        platform_token="",
        site="https://games.example",
    )

    row = LmsPlatform.objects.get()
    assert (row.state, row.admits_all) == (state, admits)


def test_an_address_that_was_made_before_there_was_a_choice_lets_nobody_in(db):
    token = signing.dumps("an old one", salt=registering.SALT)

    registering.registration_check(token=token)

    assert registering._parse_token(token) == ("an old one", False)


def test_nobody_but_staff_sees_platforms(client, row):
    client.force_login(person("somebody", can_create_courses=True))

    assert [client.get(url).status_code for url in ("/lms/", "/lms/new/", f"/lms/{row.pk}/")] == [403] * 3


def test_two_deployments_of_one_platform_are_two_places(row, platform, here):
    row.deployments.create(deployment_id="2")

    answer = Browser(platform).launch(**{CLAIM + "deployment_id": "2"})

    assert answer["Location"] == "/lms/wait/"
    assert sorted(each.deployment.deployment_id for each in LmsCourse.objects.all()) == ["1", "2"]


def test_a_registration_token_is_old_after_a_week(monkeypatch, platform):
    token = registering.registration_token()
    monkeypatch.setattr(registering, "A_WEEK", -1)

    with pytest.raises(registering.LmsFault):
        registering.registration_check(token=token)
