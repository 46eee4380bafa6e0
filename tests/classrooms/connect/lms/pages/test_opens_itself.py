"""From the picker to the first decision in few clicks: sessions that open automatically, and pages that wait."""

from classrooms.connect.lms.claims import CLAIM, DL, NRPS
from classrooms.models import Course, Enrolment, LmsCourse, Session, SessionTeam, Team
from classrooms.play.sessions import services as sessions
from games.models import SeatHolder
from tests.classrooms.connect.lms.pages.test_deep_linking import SETTINGS, teacher, told
from tests.games.factories import person
from tests.lms.launches import Browser
from tests.lms.platform import INSTRUCTOR, LEARNER


def listed(number, group=""):
    """A student on the platform's list. The list gives the groups of a link."""
    custom = {CLAIM + "custom": {"groups": group}}
    return {"user_id": f"student-{number}", "name": f"Student {number}", "roles": [LEARNER], "message": [custom]}


def picked(browser, row, claims=None, **sent):
    """The teacher adds a new session to the course. Returns the content item of its link."""
    teacher(browser, message="LtiDeepLinkingRequest", deep=SETTINGS, link=None, **(claims or {}))
    answer = browser.client.post("/lms/choose/", {"game": "beer_game", "teams": "groups", "column-new": "1", **sent})
    (item,) = told(answer, row)[DL + "content_items"]
    return item


def student(platform, item, number, group="", **claims):
    """A student follows the link for the first time. Returns the browser and the response."""
    browser = Browser(platform)
    custom = {**item["custom"], "groups": group}
    answer = browser.launch(sub=f"student-{number}", name=f"Student {number}", custom=custom, **claims)
    return browser, answer


def hands():
    """The names of the people with a seat, by team."""
    found = {}
    rows = SeatHolder.objects.filter(released_at__isnull=True).order_by("seat__index").select_related("user", "seat")
    for holder in rows:
        name = holder.seat.match.session_team.name
        found.setdefault(name, []).append(holder.user.display_name)
    return {name: sorted(set(people)) for name, people in found.items()}


def test_a_session_is_picked_by_one_press_under_the_name_of_its_game(here, row, browser):
    item = picked(browser, row)

    made = Session.objects.get()
    assert (item["title"], made.title, made.status) == ("Beer game", "Beer game", "draft")
    assert (made.pace["mode"], made.opens_itself) == ("async", "groups")
    assert item["lineItem"]["label"] == "Beer game"
    assert picked(Browser(browser.platform), row, pace="live")["title"] == "Beer game 2"
    assert Session.objects.get(title="Beer game 2").pace["mode"] == "live"


def test_somebody_new_makes_the_course_with_the_press_that_says_so(row, platform):
    platform.members = [listed(1)]
    browser = Browser(platform)
    answer = browser.launch_as_teacher(message="LtiDeepLinkingRequest", deep=SETTINGS, link=None)
    page = browser.client.get(answer["Location"]).content.decode()
    assert "make the course “Construction management”" in page

    onward = browser.client.post("/lms/who/", {"who": "course"})

    course = Course.objects.get()
    assert (onward["Location"], course.name) == ("/lms/choose/", "Construction management")
    assert course.enrolments.get().role == "instructor"
    other = Browser(platform)
    answer = other.launch(sub="teacher-2", name="Karim", roles=[INSTRUCTOR])
    page = other.client.get(answer["Location"]).content.decode()
    assert ("make the course" in page, "I am new here" in page) == (False, True)


def test_a_student_who_says_so_makes_no_course(row, platform):
    browser = Browser(platform)
    browser.client.force_login(person("somebody"))
    answer = browser.launch()
    assert answer["Location"] == "/lms/who/"

    browser.client.post("/lms/who/", {"who": "course"})

    assert Course.objects.count() == 0


def test_it_opens_with_the_first_who_comes_and_its_teams_are_the_groups_there(here, row, platform, browser):
    platform.members = [listed(number, "11" if number < 4 else "12") for number in range(1, 7)] + [listed(7)]
    item = picked(browser, row)

    _client, answer = student(platform, item, 1, "11")

    made = Session.objects.get()
    assert (answer["Location"], made.status) == (f"/sessions/{made.pk}/", "running")
    assert hands() == {
        "Group 11": ["Student 1", "Student 2", "Student 3"],
        "Group 12": ["Student 4", "Student 5", "Student 6"],
        "Team 1": ["Student 7"],
    }
    assert all(table.match.awaits_people for table in SessionTeam.objects.all() if table.name != "Group 11")


def test_a_live_one_waits_with_everybody_in_the_room_until_it_is_started(here, row, platform, browser):
    platform.members = [listed(number) for number in range(1, 6)]
    item = picked(browser, row, pace="live", teams="lot")

    client, answer = student(platform, item, 1)

    made = Session.objects.get()
    assert made.status == "open"
    assert client.client.get(answer["Location"])["Location"] == f"/sessions/{made.pk}/lobby/"
    assert hands() == {"Team 1": [f"Student {number}" for number in range(1, 6)]}


def test_groups_that_are_told_by_launches_gather_until_all_have_come(here, row, platform, browser):
    """Students come from Moodle one by one: no seat goes to a bot before its student had a chance to come."""
    platform.members = [listed(number) for number in range(1, 4)]
    item = picked(browser, row)
    student(platform, item, 1, "11")
    student(platform, item, 2, "12")
    assert Session.objects.get().status == "open"
    assert hands() == {"Group 11": ["Student 1"], "Group 12": ["Student 2"]}

    _browser, answer = student(platform, item, 3, "11")

    assert answer["Location"] == f"/sessions/{Session.objects.get().pk}/"
    assert Session.objects.get().status == "running"
    assert hands() == {"Group 11": ["Student 1", "Student 3"], "Group 12": ["Student 2"]}
    assert SeatHolder.objects.count() == 3


def test_a_class_of_one_begins_with_the_one_who_comes(here, row, platform, browser):
    platform.members = [listed(1)]
    item = picked(browser, row)

    student(platform, item, 1, "11")

    assert (Session.objects.get().status, hands()) == ("running", {"Group 11": ["Student 1"]})


def test_a_group_larger_than_a_table_leaves_nobody_without_a_seat(here, row, platform, browser):
    """In a game with hidden information, nobody is seated beside others automatically."""
    platform.members = [listed(number) for number in range(1, 7)]
    item = picked(browser, row)
    for number in range(1, 6):
        student(platform, item, number, "11")

    assert sorted(map(len, hands().values())) == [1, 4]


def test_without_a_list_a_session_waits_for_its_teacher(here, row, platform, browser):
    item = picked(browser, row, {NRPS: None})
    LmsCourse.objects.update(members_url="")
    for number, group in ((1, "11"), (2, "12"), (3, "11"), (4, ""), (5, "")):
        _browser, answer = student(platform, item, number, group, **{NRPS: None})
        assert answer["Location"].startswith("/sessions/"), number

    assert Session.objects.get().status == "open"
    assert set(hands()["Group 11"]) >= {"Student 1", "Student 3"}
    assert set(hands()["Group 12"]) >= {"Student 2"}
    assert sorted(sum(hands().values(), [])) == [f"Student {number}" for number in range(1, 6)]


def test_whoever_finds_no_seat_gets_a_table(here, row, platform, browser):
    LmsCourse.objects.update(members_url="")
    item = picked(browser, row, {NRPS: None}, teams="lot")
    for number in range(1, 10):
        student(platform, item, number, **{NRPS: None})

    assert sorted(map(len, hands().values())) == [1, 4, 4]


def test_a_platform_that_does_not_answer_costs_the_groups_and_not_the_session(here, row, platform, browser):
    item = picked(browser, row)
    platform.wrong["/courses"] = [(503, {}, {})] * 20

    student(platform, item, 1, "11")

    assert Session.objects.get().status == "open"
    assert hands() == {"Group 11": ["Student 1"]}


def test_a_draft_whose_teams_somebody_chooses_waits_for_them(here, row, platform, browser):
    item = picked(browser, row)
    made = Session.objects.get()
    sessions.tables_choose(session_id=made.pk, teams=[], others=1)

    client, answer = student(platform, item, 1)

    assert answer["Location"] == "/lms/wait/"
    page = client.client.get("/lms/wait/")
    assert (page.status_code, "still preparing this session" in page.content.decode()) == (200, True)
    assert 'data-seconds="10"' in page.content.decode()
    sessions.session_open(session_id=made.pk, by=made.created_by)
    assert client.client.post("/lms/wait/")["Location"] == f"/sessions/{made.pk}/"
    assert hands() == {"Table 1": ["Student 1"]}


def test_its_pages_say_that_it_opens_by_itself_and_let_that_be_undone(here, row, browser):
    picked(browser, row)
    made = Session.objects.get()
    page = browser.client.get(f"/sessions/{made.pk}/edit/1/").content.decode()
    assert "This session opens by itself" in page
    review = browser.client.get(f"/sessions/{made.pk}/edit/6/").content.decode()
    assert ("Ready to open" in review, "Something is missing" in review) == (True, False)

    browser.client.post(f"/sessions/{made.pk}/by-hand/")

    made.refresh_from_db()
    assert (made.opens_itself, made.status) == ("", "draft")
    assert "opens by itself" not in browser.client.get(f"/sessions/{made.pk}/edit/1/").content.decode()


def test_staff_opens_it_before_anybody_comes(here, row, browser):
    picked(browser, row)
    made = Session.objects.get()

    browser.client.post(f"/sessions/{made.pk}/open/")

    made.refresh_from_db()
    assert (made.status, made.session_teams.count()) == ("running", 1)


def test_a_student_waits_until_the_course_is_connected_and_is_on_its_list_then(row, platform):
    browser = Browser(platform)
    assert browser.launch()["Location"] == "/lms/wait/"
    page = browser.client.get("/lms/wait/")
    assert (page.status_code, "has not connected this course yet" in page.content.decode()) == (200, True)
    other = Browser(platform)
    other.launch_as_teacher()
    other.client.post("/lms/who/", {"who": "course"})

    browser.client.post("/lms/wait/")

    assert Enrolment.objects.get(role="student").user.display_name == "Léa Moreau"


def test_the_waiting_page_is_for_who_came_by_a_launch(client, db):
    assert client.get("/lms/wait/").status_code == 403


def test_teams_that_the_course_has_play_again(here, row, platform, browser):
    platform.members = [listed(number) for number in range(1, 5)]
    first = picked(browser, row, teams="lot")
    student(platform, first, 1)
    teams = list(Team.objects.values_list("pk", flat=True))
    second = picked(Browser(platform), row, teams="lot")

    student(platform, second, 2)

    assert list(Team.objects.values_list("pk", flat=True)) == teams
    assert {table.team_id for table in SessionTeam.objects.all()} == set(teams)
