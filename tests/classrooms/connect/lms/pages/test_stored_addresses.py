"""Every stored address of a platform, and its renewal after a change there: an activity deleted and added again, a
service that moved, a platform under a new name."""

from datetime import timedelta

from django.core.cache import cache
from django.db import models

from classrooms.connect.lms import jobs
from classrooms.connect.lms.claims import AGS, GROUPS
from classrooms.connect.lms.mark_states import Event
from classrooms.connect.lms.services import courses, rosters, scores, sending
from classrooms.models import LmsCourse, LmsLineItem, LmsLink, LmsPlatform, LmsScore
from games.models import Job
from games.models.names import NameField
from games.templatetags.ui import when
from tests.classrooms.connect.lms.marks import SECOND, published, send, shown, states
from tests.classrooms.factories import session_of
from tests.games.factories import NOW, person
from tests.lms.launches import Browser
from tests.lms.platform import COURSE, LEARNER

ALL = {"student-1": 15.0, "student-2": 12.0}


def ags(platform, url=""):
    services = f"{platform.issuer}/courses/{COURSE}"
    return {"lineitems": f"{services}/items", "scope": [], **({"lineitem": url} if url else {})}


def link_to(here, session, number):
    row, _new = here.links.get_or_create(
        link_id=f"link-{number}", defaults={"session": session, "created_at": NOW, "title": f"Activity {number}"}
    )
    return row


def open_link(here, platform, session, number, *, url=None, sub="student-1", **claims):
    """A launch by link `number` of the session, whose column has the same number."""
    link_to(here, session, number)
    url = f"{platform.issuer}/courses/{COURSE}/items/{number}" if url is None else url
    browser = Browser(platform)
    link = {"id": f"link-{number}", "title": f"Activity {number}"}
    answer = browser.launch(sub=sub, link=link, **{AGS: ags(platform, url)}, **claims)
    assert answer.status_code == 302
    return browser


def look(here, *, is_later=True):
    """Run the workers' check of columns if a launch requested it. Then let enough time pass for another check. Returns
    the number of requests.
    """
    asked = list(Job.objects.filter(kind=jobs.COLUMNS, state=Job.State.PENDING))
    for job in asked:
        jobs.look_at_columns(job)
    Job.objects.filter(kind=jobs.COLUMNS).delete()
    if is_later:
        cache.clear()
    return len(asked)


def marked(here, platform, graded):
    """An activity with a column and published marks, all sent."""
    url = platform.activity("1")
    open_link(here, platform, graded, 1)
    item = published(here, graded, {"student-1": 7500, "student-2": 6000})
    assert (item.url, item.is_ours, send(item)) == (url, False, 2)
    return item


def test_an_activity_that_was_deleted_and_added_again_gets_all_marks_with_the_next_launch(here, platform, graded):
    item = marked(here, platform, graded)
    platform.delete_activity("1")
    new = platform.activity("2")

    open_link(here, platform, graded, 2)
    assert look(here) == 1
    item.refresh_from_db()
    sent = send(item, later=SECOND * 10)

    assert (item.url, item.is_ours, sent) == (new, False, 2)
    assert (shown(platform), list(platform.items)) == (ALL, ["2"])
    assert states(item) == {"student-1": "sent", "student-2": "sent"}


def test_the_new_activity_gets_the_marks_although_the_columns_were_looked_at_a_moment_ago(here, platform, graded):
    """A lecturer deletes an activity just after a student opened another one."""
    item = marked(here, platform, graded)
    platform.activity("3")
    open_link(here, platform, graded, 3)
    assert look(here, is_later=False) == 1
    platform.delete_activity("1")
    platform.delete_activity("3")
    new = platform.activity("2")

    open_link(here, platform, graded, 2)
    assert look(here, is_later=False) == 1
    item.refresh_from_db()

    assert (item.url, send(item, later=SECOND * 10), shown(platform)) == (new, 2, ALL)
    open_link(here, platform, graded, 2)
    open_link(here, platform, graded, 3, url=f"{platform.issuer}/courses/{COURSE}/items/3")
    assert look(here, is_later=False) == 0


def test_marks_that_are_published_meanwhile_go_to_the_column_of_the_new_activity_at_once(here, platform, graded):
    item = marked(here, platform, graded)
    open_link(here, platform, graded, 2, url=platform.activity("2"))
    platform.delete_activity("1")
    published(here, graded, {"student-1": 8000})

    send(item, later=SECOND * 10)

    assert (shown(platform), list(platform.items)) == ({"student-1": 16.0, "student-2": 12.0}, ["2"])
    assert LmsLink.objects.get(link_id="link-1").line_item_url == ""


def test_sending_again_finds_the_column_of_an_activity_that_nobody_has_opened_yet(here, platform, graded):
    """The activity was picked on the site, so that its column identifies the session. No second column is made."""
    item = marked(here, platform, graded)
    platform.delete_activity("1")
    sending.columns_look(lms_course=here)
    assert set(states(item).values()) == {"refused"}
    platform.activity("2", f"session-{graded.pk}")

    assert scores.scores_resend(item=item, states=["refused"]) == 2
    send(item, later=SECOND * 10)

    item.refresh_from_db()
    assert (shown(platform), list(platform.items), item.is_ours) == (ALL, ["2"], False)


def test_without_a_new_activity_the_page_says_that_the_column_is_gone_and_makes_one_when_asked(
    here, platform, graded, client
):
    item = marked(here, platform, graded)
    platform.delete_activity("1")
    sending.columns_look(lms_course=here)
    client.force_login(person_of(graded))
    page = f"/sessions/{graded.pk}/grades/platform/"

    answer = client.get(page).content.decode()
    assert "This column is gone there" in answer
    assert answer.count('value="resend"') == 1 + 2  # once for all, once for each student
    client.post(f"{page}columns/{item.pk}/", {"act": "resend"})
    send(item, later=SECOND * 10)

    assert [row["resourceId"] for row in platform.items.values()] == [f"session-{graded.pk}"]
    assert shown(platform) == ALL
    assert "is gone" not in client.get(page).content.decode()


def person_of(session):
    return session.course.enrolments.get(role="instructor").user


def test_where_two_columns_live_the_page_says_which_one_counts_and_the_other_is_one_press_away(
    here, platform, graded, client
):
    item = marked(here, platform, graded)
    second = platform.activity("2")
    open_link(here, platform, graded, 2)
    look(here)
    client.force_login(person_of(graded))
    page = f"/sessions/{graded.pk}/grades/platform/"

    answer = client.get(page).content.decode()
    assert "“Activity 2” has a column of its own there." in answer
    assert "The marks go to the column of “Activity 1”, and to no other." in answer
    item.refresh_from_db()
    assert (item.url.endswith("/1"), set(states(item).values())) == (True, {"sent"})

    link = LmsLink.objects.get(link_id="link-2")
    client.post(f"{page}columns/{item.pk}/", {"act": "use", "link": link.pk})
    item.refresh_from_db()
    send(item, later=SECOND * 10)

    assert (item.url, platform.marks["2", "student-1"]["score"]) == (second, 15.0)
    assert platform.marks["1", "student-1"]["score"] == 15.0
    assert "“Activity 1” has a column of its own there." in client.get(page).content.decode()


def test_two_activities_of_one_name_are_told_apart_by_when_they_were_first_opened(here, platform, graded, client):
    marked(here, platform, graded)
    platform.activity("2")
    open_link(here, platform, graded, 2)
    first, second = LmsLink.objects.order_by("pk")
    LmsLink.objects.filter(pk=first.pk).update(title="Beer game", created_at=NOW - timedelta(days=3))
    LmsLink.objects.filter(pk=second.pk).update(title="Beer game", created_at=NOW - timedelta(days=2))
    client.force_login(person_of(graded))

    answer = client.get(f"/sessions/{graded.pk}/grades/platform/").content.decode()

    old, new = (f"Beer game, first opened {when(NOW - timedelta(days=days))}" for days in (3, 2))
    assert old != new
    assert f"“{new}” has a column of its own there." in answer
    assert f"The marks go to the column of “{old}”, and to no other." in answer


def test_a_link_of_another_session_is_no_choice(here, platform, graded, client):
    item = marked(here, platform, graded)
    other = link_to(here, session_of(here.course, teams=1), 3)
    LmsLink.objects.filter(pk=other.pk).update(line_item_url=platform.activity("3"))
    client.force_login(person_of(graded))

    client.post(f"/sessions/{graded.pk}/grades/platform/columns/{item.pk}/", {"act": "use", "link": other.pk})

    item.refresh_from_db()
    assert item.url.endswith("/1")


def test_a_dead_column_of_an_old_activity_is_offered_to_nobody(here, platform, graded, client):
    marked(here, platform, graded)
    open_link(here, platform, graded, 2, url=platform.activity("2"))
    platform.delete_activity("2")

    assert look(here) == 1

    client.force_login(person_of(graded))
    assert "of its own there" not in client.get(f"/sessions/{graded.pk}/grades/platform/").content.decode()


def test_picking_links_looks_at_the_columns_too(here, platform, graded, no_broker):
    item = marked(here, platform, graded)
    platform.delete_activity("1")
    settings = {"deep_link_return_url": "https://moodle.example/return", "accept_types": ["ltiResourceLink"]}
    teacher = Browser(platform)
    teacher.launch_as_teacher(message="LtiDeepLinkingRequest", deep=settings, link=None)
    teacher.client.post("/lms/who/", {"who": "new"})

    look(here)
    item.refresh_from_db()
    assert item.url == ""
    new = platform.activity("2")
    open_link(here, platform, graded, 2)

    item.refresh_from_db()
    assert (item.url, send(item, later=SECOND * 10), shown(platform)) == (new, 2, ALL)


def test_a_platform_that_is_away_loses_no_column(here, platform, graded):
    item = marked(here, platform, graded)
    platform.wrong["/courses/course-7/items/1/results"] = [(503, {}, {}), (500, {}, {}), (403, {}, {})]

    assert [sending.columns_look(lms_course=here) for _each in range(3)] == [0, 0, 0]

    item.refresh_from_db()
    assert (item.url.endswith("/1"), set(states(item).values())) == (True, {"sent"})


def test_a_mark_that_somebody_stopped_is_not_sent_to_another_column(here, platform, graded):
    item = marked(here, platform, graded)
    scores.score_change(score=LmsScore.objects.get(person__subject="student-1"), event=Event.LEAVE)
    platform.delete_activity("1")
    platform.activity("2")
    open_link(here, platform, graded, 2)
    look(here)

    send(item, later=SECOND * 10)

    assert shown(platform) == {"student-2": 12.0}


def test_a_column_to_be_made_is_that_of_a_link_once_one_is_opened(here, platform, graded):
    item = scores.line_item_open(lms_course=here, play_session=graded)
    open_link(here, platform, graded, 1, url=platform.activity("1"))

    item.refresh_from_db()
    assert (item.url.endswith("/1"), item.is_ours) == (True, False)


def test_a_link_whose_column_was_taken_away_has_none_any_more(here, platform, graded):
    marked(here, platform, graded)

    open_link(here, platform, graded, 1, url="")

    assert LmsLink.objects.get().line_item_url == ""


def test_at_night_columns_are_looked_at_with_the_list(here, platform, graded):
    item = marked(here, platform, graded)
    platform.delete_activity("1")
    platform.members = [{"user_id": f"student-{n}", "roles": [LEARNER], "name": f"S {n}"} for n in (1, 2)]

    jobs.look(Job(kind=jobs.ROSTER, subject=str(here.pk)))

    item.refresh_from_db()
    assert (item.url, set(states(item).values())) == ("", {"refused"})


def test_services_of_a_course_are_those_of_the_last_launch(here, platform, browser):
    LmsCourse.objects.update(members_url="https://old.example/m", groups_url="https://old.example/g", scopes=["old"])
    LmsCourse.objects.update(line_items_url="https://old.example/i")
    groups = {"context_groups_url": f"{platform.issuer}/courses/{COURSE}/groups"}
    session = session_of(here.course, teams=1)

    open_link(here, platform, session, 1, url="", **{GROUPS: groups})

    here.refresh_from_db()
    services = f"{platform.issuer}/courses/{COURSE}"
    assert (here.members_url, here.groups_url, here.line_items_url, here.scopes) == (
        f"{services}/members",
        f"{services}/groups",
        f"{services}/items",
        ["old"],  # this launch names none
    )


def test_a_list_that_moved_is_found_again_after_anybodys_launch(here, platform, browser):
    platform.members = [{"user_id": "student-1", "roles": [LEARNER], "name": "Léa Moreau"}]
    LmsCourse.objects.update(members_url=f"{platform.issuer}/courses/gone/members")
    here.refresh_from_db()
    jobs.look(Job(kind=jobs.ROSTER, subject=str(here.pk)))
    here.refresh_from_db()
    assert here.roster_fault == "refused"

    browser.launch()
    here.refresh_from_db()
    rosters.roster_read(lms_course=here)

    here.refresh_from_db()
    assert here.roster_fault == ""


def test_a_link_that_was_made_again_leads_where_it_was_chosen_to_lead(here, platform, browser):
    session = session_of(here.course, teams=1)
    item = courses.item_sign(lms_course=here, play_session=session, page="session")
    link_to(here, session, 1)

    answer = browser.launch(link={"id": "link-9", "title": "Workshop"}, custom={"item": item})

    assert answer["Location"] == f"/sessions/{session.pk}/"
    assert [row.link_id for row in session.lms_links.order_by("pk")] == ["link-1", "link-9"]


def test_a_course_that_was_restored_there_is_connected_anew_and_the_old_one_can_be_parted(here, platform, client):
    again = Browser(platform)
    again.launch_as_teacher(context={"id": "course-8", "title": "Construction management"})
    again.client.post("/lms/who/", {"who": "new"})
    assert again.client.get("/lms/connect/").status_code == 200
    client.force_login(here.course.enrolments.get(role="instructor").user)

    client.post(f"/courses/{here.course_id}/platform/{here.pk}/part/", {"sure": "1"})

    assert [row.course_id for row in LmsCourse.objects.order_by("pk")] == [None, None]


def test_addresses_of_a_platform_and_its_deployments_are_those_that_staff_writes(here, row, client):
    staff = person("root", is_staff=True, is_superuser=True)
    client.force_login(staff)
    values = {
        "name": row.name, "product": "moodle", "client_id": "client-2", "issuer": "https://new.example",
        "auth_url": "https://new.example/auth", "token_url": "https://new.example/token",
        "jwks_url": "https://new.example/jwks", "audience": "https://new.example/aud",
        "frames": "https://school.example", "admits_all": "on", "deployments": "1\n7",
    }  # fmt: skip

    answer = client.post(f"/lms/{row.pk}/edit/", values)

    assert answer.status_code == 302
    found = LmsPlatform.objects.values(*(name for name in values if name != "deployments")).get()
    assert found == {**{name: text for name, text in values.items() if name != "deployments"}, "admits_all": True}
    assert list(row.deployments.values_list("deployment_id", flat=True)) == ["1", "7"]


def test_a_deployment_that_is_another_one_is_named_to_the_site_s_staff(here, row, browser):
    answer = browser.launch(deployment="7")

    row.refresh_from_db()
    assert (answer.status_code, row.fault, row.fault_params) == (403, "wrong_deployment", {"deployment": "7"})


RENEWED = {
    "LmsPlatform.issuer": test_addresses_of_a_platform_and_its_deployments_are_those_that_staff_writes,
    "LmsPlatform.client_id": test_addresses_of_a_platform_and_its_deployments_are_those_that_staff_writes,
    "LmsPlatform.auth_url": test_addresses_of_a_platform_and_its_deployments_are_those_that_staff_writes,
    "LmsPlatform.token_url": test_addresses_of_a_platform_and_its_deployments_are_those_that_staff_writes,
    "LmsPlatform.jwks_url": test_addresses_of_a_platform_and_its_deployments_are_those_that_staff_writes,
    "LmsPlatform.audience": test_addresses_of_a_platform_and_its_deployments_are_those_that_staff_writes,
    "LmsPlatform.frames": test_addresses_of_a_platform_and_its_deployments_are_those_that_staff_writes,
    "LmsDeployment.deployment_id": test_a_deployment_that_is_another_one_is_named_to_the_site_s_staff,
    "LmsCourse.context_id": test_a_course_that_was_restored_there_is_connected_anew_and_the_old_one_can_be_parted,
    "LmsCourse.members_url": test_a_list_that_moved_is_found_again_after_anybodys_launch,
    "LmsCourse.groups_url": test_services_of_a_course_are_those_of_the_last_launch,
    "LmsCourse.line_items_url": test_services_of_a_course_are_those_of_the_last_launch,
    "LmsLink.link_id": test_a_link_that_was_made_again_leads_where_it_was_chosen_to_lead,
    "LmsLink.line_item_url": test_a_link_whose_column_was_taken_away_has_none_any_more,
    "LmsLineItem.url": test_an_activity_that_was_deleted_and_added_again_gets_all_marks_with_the_next_launch,
}
"""The columns with addresses, each with the test of its renewal."""
SHORT_LIVED = {"LmsLogin.target"}
"""Addresses of one launch, deleted with it."""
NOBODYS_TO_CHANGE = {"LmsPerson.subject"}
"""The platform's id for a person, which LTI keeps as long as the account exists."""


def test_every_address_that_is_kept_has_a_way_to_be_renewed():
    kept = {
        f"{model.__name__}.{field.name}"
        for model in LmsLineItem._meta.apps.get_app_config("classrooms").get_models()
        if model.__name__.startswith("Lms")
        for field in model._meta.fields
        if type(field) is models.CharField and not isinstance(field, NameField) and field.max_length in (255, 1000)
    }

    assert kept == {*RENEWED, *SHORT_LIVED, *NOBODYS_TO_CHANGE}
