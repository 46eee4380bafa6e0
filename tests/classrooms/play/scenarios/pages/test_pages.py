"""The pages of the scenario studio, with and without its script."""

import html
import re
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from classrooms.models import OwnScenario, ScenarioVersion, Session
from classrooms.play.scenarios.queries.pages import root_of
from classrooms.play.scenarios.services.trials import trial_request, try_version
from games.models import Job
from games.ui.scenario_forms import is_section
from tests.classrooms.factories import course_of, enrol
from tests.classrooms.play.scenarios.drafts import data_in, own_scenario
from tests.every_game import GAMES
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def author(client):
    user = person("author", can_create_courses=True)
    client.force_login(user)
    return user


@pytest.fixture
def mine(author):
    return own_scenario(author)


class Fields(HTMLParser):
    """The fields of a page's form as a browser without scripts sends them."""

    def __init__(self, page):
        super().__init__()
        self.sent, self._inside, self._choice, self._text = {}, False, "", None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "form":
            self._inside = "data-studio" in given
        if not self._inside or "disabled" in given:
            return
        name = given.get("name", "")
        if tag == "input" and (given.get("type") not in ("checkbox", "submit") or "checked" in given):
            self.sent[name] = given.get("value", "")
        elif tag == "select":
            self._choice = name
        elif tag == "option" and (self._choice not in self.sent or "selected" in given):
            self.sent[self._choice] = given.get("value", "")
        elif tag == "textarea":
            self._text, self.sent[name] = name, ""

    def handle_data(self, data):
        if self._text is not None:
            self.sent[self._text] += data

    def handle_endtag(self, tag):
        if tag == "textarea":
            self._text = None


def fields(client, address):
    return Fields(client.get(address).content.decode()).sent


def sections(game):
    return ["frame", *(each.name for each in root_of(game).fields if is_section(each))]


@pytest.mark.parametrize("game", GAMES)
def test_all_sections_answer_in_both_languages_and_saving_them_untouched_changes_nothing(client, author, game):
    made = own_scenario(author, game)
    before = data_in(made)
    found = {}
    for section in sections(game):
        pages = [f"/scenarios/{made.pk}/edit/{section}/"]
        if isinstance(before.get(section), list) and before[section]:
            pages.append(f"{pages[0]}0/")
        for page in pages:
            for language in ("en", "fr"):
                found[page, language] = client.get(page, headers={"accept-language": language}).status_code
            sent = fields(client, page)
            found[page, "saved"] = client.post(page, sent).status_code if sent else 302

    assert {key: code for key, code in found.items() if code not in (200, 302, 404)} == {}
    assert {code for (page, way), code in found.items() if way != "saved" and not page.endswith("/0/")} == {200}
    assert (data_in(made), OwnScenario.objects.get(pk=made.pk).revision) == (before, 0)


def test_without_a_script_the_form_saves_its_fields(client, mine):
    page = f"/scenarios/{mine.pk}/edit/activities/0/"
    sent = fields(client, page)

    answer = client.post(page, {**sent, "activities[0].base_days": "1 234", "activities[0].name.en": "Survey"})

    first = data_in(mine)["activities"][0]
    assert (answer["Location"], first["base_days"], first["name"]["en"]) == (page, 1234, "Survey")
    assert OwnScenario.objects.get(pk=mine.pk).revision == 1


def test_a_fault_is_named_at_its_field_and_in_the_answer_to_the_script(client, mine):
    page = f"/scenarios/{mine.pk}/edit/activities/0/"

    answer = client.post(
        page, {"activities[0].base_days": "soon", "revision": "0"}, headers={"accept": "application/json"}
    ).json()

    assert answer == {
        "revision": 1,
        "faults": {"activities[0].base_days": ["a whole number is needed"]},
        "count": 1,
        "changes": "1 change",
        "undo": True,
    }
    shown = client.get(page).content.decode()
    place = shown.index('data-for="activities[0].base_days"')
    assert "A whole number is needed." in shown[place : place + 300]


@pytest.mark.parametrize("path", ["targets", "staged_payments.owner>architect", "roles"])
def test_faults_of_whole_parts_are_counted_and_lead_to_a_page(client, mine, path):
    data = data_in(mine)
    data[path.partition(".")[0]] = 7
    mine.text = __import__("json").dumps(data)
    mine.save()

    page = client.get(f"/scenarios/{mine.pk}/edit/frame/").content.decode()

    to = re.search(r'<a class="btn btn-go btn-s" href="([^"]+)"', page)[1]
    assert client.get(to).status_code == 200


def test_a_second_window_learns_that_parts_were_moved(client, mine):
    page = f"/scenarios/{mine.pk}/edit/activities/0/"
    client.post(page, {"do": "remove:activities[0]", "revision": "0"})
    before = data_in(mine)

    answer = client.post(
        page, {"activities[0].base_days": "9", "revision": "0"}, headers={"accept": "application/json"}
    )

    assert ("another window" in answer.json()["error"], data_in(mine)) == (True, before)
    assert answer.status_code >= 400


@pytest.mark.parametrize(
    ("do", "to"),
    [
        ("add:activities", "edit/activities/12/"),
        ("copy:activities[2]", "edit/activities/3/"),
        ("remove:activities[0]", "edit/activities/"),
        ("up:activities[0]", "edit/activities/0/"),
        ("add:activities[0].special", "edit/activities/0/"),
    ],
)
def test_a_button_leads_to_the_page_of_what_it_made(client, mine, do, to):
    answer = client.post(f"/scenarios/{mine.pk}/edit/activities/0/", {"do": do})

    assert answer["Location"] == f"/scenarios/{mine.pk}/{to}"
    assert client.get(answer["Location"]).status_code == 200


def test_a_list_is_searched_and_narrowed(client, mine):
    home = f"/scenarios/{mine.pk}/edit/risk_cards/"
    client.post(home, {"risk_cards[3].title.en": "A very rare storm"})

    def rows(query):
        return len(re.findall(r'<th scope="row"><a', client.get(home + query).content.decode()))

    total = len(data_in(mine)["risk_cards"])
    of_first = sum(card["activity"] == 1 for card in data_in(mine)["risk_cards"])
    assert [rows(""), rows("?find=very RARE"), rows("?changed=1"), rows("?activity=1"), rows("?find=zzz")] == [
        total,
        1,
        1,
        of_first,
        0,
    ]


def test_versions_are_compared_and_restored(client, mine):
    client.post(f"/scenarios/{mine.pk}/edit/frame/", {"targets.delay": "77"})
    page = client.get(f"/scenarios/{mine.pk}/versions/").content.decode()
    client.post(f"/scenarios/{mine.pk}/versions/0/")
    after = client.get(f"/scenarios/{mine.pk}/versions/?a=0&b=nothing").content.decode()

    assert ("<td>77</td>" in page, "Both are equal." in page) == (True, False)
    assert "Both are equal." in after


def test_a_moved_role_is_shown_as_moved(client, mine):
    client.post(f"/scenarios/{mine.pk}/edit/roles/0/", {"do": "down:roles[0]"})

    page = client.get(f"/scenarios/{mine.pk}/versions/").content.decode()

    assert ("place 1" in page, "place 2" in page, "equal to the original" in page) == (True, True, False)


def test_a_session_is_planned_in_a_managed_course_and_keeps_the_version(client, author, mine):
    course = course_of(author)
    client.post(f"/scenarios/{mine.pk}/edit/frame/", {"targets.delay": "77"})

    answer = client.post(f"/scenarios/{mine.pk}/start/", {"course": course.pk})

    made = Session.objects.get()
    assert answer["Location"].startswith(f"/sessions/{made.pk}/")
    assert (made.scenario_version.number, '"delay":77' in made.scenario) == (1, True)


def test_a_session_in_a_course_of_others_is_refused(client, author, mine):
    course = course_of(person("b"))
    enrol(course, author, "assistant")

    assert client.post(f"/scenarios/{mine.pk}/start/", {"course": course.pk}).status_code == 403
    assert Session.objects.count() == 0


@pytest.mark.parametrize("page", ["start/", "play/"])
def test_a_draft_with_faults_leads_to_the_first_one(client, author, mine, page):
    course = course_of(author)
    client.post(f"/scenarios/{mine.pk}/edit/frame/", {"activities[1].base_days": "soon"})

    answer = client.post(f"/scenarios/{mine.pk}/{page}", {"course": course.pk})

    assert answer["Location"] == f"/scenarios/{mine.pk}/edit/activities/1/"


def test_a_match_against_bots_begins_at_once(client, mine):
    answer = client.post(f"/scenarios/{mine.pk}/play/", {"seat": "1"})

    assert client.get(answer["Location"], follow=True).status_code == 200


@pytest.mark.parametrize("game", ["domego", "dominyam"])
def test_the_page_of_a_stored_trial_answers(client, author, game, no_broker):
    made = own_scenario(author, game)
    trial_request(scenario_id=made.pk, by=author)
    try_version(Job.objects.get(), games=2, chunk=2)

    found = [client.get(f"/scenarios/{made.pk}/{page}").status_code for page in ("trial/", "edit/frame/")]
    proposed = client.post(f"/scenarios/{made.pk}/trial/", {"targets": "fair"}).status_code

    assert found == [200, 200]
    assert proposed == (302 if game == "domego" else 400)


def test_targets_of_a_trial_find_their_place_in_a_draft_of_another_form(client, author, no_broker):
    made = own_scenario(author)
    trial_request(scenario_id=made.pk, by=author)
    try_version(Job.objects.get(), games=2, chunk=2)
    made.text = made.text.replace('"targets":{', '"targets":[],"others":{')
    made.save()

    assert client.post(f"/scenarios/{made.pk}/trial/", {"targets": "fair"}).status_code == 302
    assert sorted(data_in(made)["targets"]) == ["cost", "delay", "failures"]


def test_readers_see_the_fields_and_cannot_change_them(client, author, mine):
    course = course_of(author)
    mine.courses.add(course)
    reader = enrol(course, person("reader"), "assistant")
    client.force_login(reader)

    page = client.get(f"/scenarios/{mine.pk}/edit/activities/0/").content.decode()
    posted = client.post(f"/scenarios/{mine.pk}/edit/activities/0/", {"activities[0].base_days": "9"}).status_code

    assert ("Make my own" in page, 'name="do"' in page, posted) == (True, False, 403)


def test_a_copy_of_a_shared_scenario_is_ones_own_and_the_source_stays(client, author, mine):
    course = course_of(author)
    mine.courses.add(course)
    reader = enrol(course, person("reader"), "assistant")
    client.force_login(reader)

    answer = client.post(f"/scenarios/{mine.pk}/copy/")

    copy = OwnScenario.objects.get(owner=reader)
    assert answer["Location"] == f"/scenarios/{copy.pk}/"
    assert (copy.text, copy.parent_name, list(copy.courses.all()), ScenarioVersion.objects.count()) == (
        mine.text, "Harbour", [], 2,
    )  # fmt: skip


def test_the_list_names_own_shared_removed_and_shipped_scenarios(client, author, mine):
    client.post(f"/scenarios/{mine.pk}/bin/")
    other = own_scenario(author, title="Quay")
    foreign = own_scenario(person("b"), title="Lock")
    foreign.courses.add(course_of(author))

    page = html.unescape(client.get("/scenarios/").content.decode())

    assert [each for each in ("Harbour", "Quay", "Lock") if each in page] == ["Harbour", "Quay", "Lock"]
    client.post(f"/scenarios/{mine.pk}/bin/", {"restore": "1"})
    assert OwnScenario.objects.get(pk=mine.pk).removed_at is None
    assert other.removed_at is None


@pytest.mark.parametrize("page", ["bin/"])
def test_only_the_owner_puts_it_into_the_bin(client, author, mine, page):
    course = course_of(author)
    mine.courses.add(course)
    client.force_login(enrol(course, person("reader"), "instructor"))

    assert client.post(f"/scenarios/{mine.pk}/{page}").status_code == 403


@pytest.mark.parametrize("section", ["roles", "activities", "risk_cards", "standard_contracts", "staged_payments"])
def test_headings_buttons_and_fields_of_a_page_name_places_of_the_draft(client, mine, section):
    pages = [f"/scenarios/{mine.pk}/edit/{section}/"]
    if section in ("roles", "activities", "risk_cards"):
        pages.append(f"{pages[0]}0/")
    for page in pages:
        text = html.unescape(client.get(page).content.decode())
        names = [*re.findall(r'name="do" value="\w+:([^"]*)"', text), *re.findall(r'data-for="([^"]*)"', text)]
        assert "Node(" not in text
        assert [name for name in names if not name.startswith(section)] == []
        assert names


def test_a_button_beside_the_fields_of_an_item_is_carried_out(client, mine):
    page = f"/scenarios/{mine.pk}/edit/activities/0/"
    before = data_in(mine)["activities"]

    answer = client.post(page, {**fields(client, page), "do": "down:activities[0]"})

    after = data_in(mine)["activities"]
    assert [each["name"] for each in after[:2]] == [before[1]["name"], before[0]["name"]]
    assert "equal to the original" not in client.get(answer["Location"]).content.decode()


def test_a_shipped_scenario_is_copied_and_opened(client, author):
    answer = client.post("/scenarios/new/", {"game": "domego", "scenario": "classic"})

    made = OwnScenario.objects.get(owner=author)
    assert answer["Location"] == f"/scenarios/{made.pk}/"
    assert (made.title, made.parent_name, made.versions.get().number) == (
        "Classic project (copy)",
        "Classic project",
        0,
    )
    assert client.get(answer["Location"], follow=True).redirect_chain == [(f"/scenarios/{made.pk}/edit/frame/", 302)]


def test_each_further_copy_has_a_title_of_its_own(client, author):
    for _copy in range(3):
        client.post("/scenarios/new/", {"game": "domego", "scenario": "classic"})

    titles = OwnScenario.objects.filter(owner=author).order_by("pk").values_list("title", flat=True)
    assert list(titles) == ["Classic project (copy)", "Classic project (copy 2)", "Classic project (copy 3)"]


@pytest.mark.parametrize("sent", [{}, {"game": "gone", "scenario": "classic"}, {"game": "domego", "scenario": "gone"}])
def test_a_scenario_that_is_not_shipped_is_not_copied(client, author, sent):
    assert client.post("/scenarios/new/", sent).status_code == 404
    assert OwnScenario.objects.count() == 0


def test_a_title_is_saved_and_a_bad_one_is_not(client, mine):
    back = f"/scenarios/{mine.pk}/edit/roles/"
    found = []
    for title in ("Quay", "x" * 121):
        answer = client.post(f"/scenarios/{mine.pk}/title/", {"title": title, "back": back})
        found.append((answer["Location"], OwnScenario.objects.get(pk=mine.pk).title))

    assert found == [(back, "Quay"), (back, "Quay")]


def test_a_link_is_made_opened_by_another_instructor_and_ended(client, author, mine):
    client.post(f"/scenarios/{mine.pk}/share/", {"link": "on"})
    token = OwnScenario.objects.get(pk=mine.pk).token
    shown = client.get(f"/scenarios/{mine.pk}/share/").content.decode()
    client.force_login(person("b", can_create_courses=True))
    page = client.get(f"/scenarios/link/{token}/").status_code
    copied = client.post(f"/scenarios/link/{token}/")["Location"]
    client.force_login(author)
    client.post(f"/scenarios/{mine.pk}/share/", {"link": "off"})

    assert (token in shown, page, client.get(f"/scenarios/link/{token}/").status_code) == (True, 200, 404)
    assert OwnScenario.objects.get(pk=int(copied.split("/")[2])).owner.username == "b"


def test_a_trial_is_asked_for_and_a_draft_with_faults_is_not_tried(client, mine, no_broker):
    asked = client.post(f"/scenarios/{mine.pk}/trial/", {"try": "1"}).status_code
    jobs = Job.objects.count()
    client.post(f"/scenarios/{mine.pk}/edit/frame/", {"targets.delay": "soon"})
    client.post(f"/scenarios/{mine.pk}/trial/", {"try": "1"})

    assert (asked, jobs, Job.objects.count()) == (302, 1, 1)
    assert client.get(f"/scenarios/{mine.pk}/trial/").status_code == 200


def test_the_list_takes_as_many_queries_for_three_scenarios_as_for_one(client, author):
    course, counts = course_of(author), []
    for number in (1, 2):
        for each in range(number):
            own_scenario(author, title=f"S{each}").courses.add(course)
        with CaptureQueriesContext(connection) as queries:
            client.get("/scenarios/")
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_a_member_of_no_course_may_not_use_the_studio(client):
    client.force_login(person("nobody"))

    assert [client.get("/scenarios/").status_code, client.post("/scenarios/new/").status_code] == [403, 403]
