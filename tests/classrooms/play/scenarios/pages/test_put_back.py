"""Fields that are put back as in the original, chosen values, and ids of new items."""

import pytest
from lxml import html

from tests.classrooms.play.scenarios.drafts import data_in, own_scenario, with_draft
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def author(client):
    user = person("author", can_create_courses=True)
    client.force_login(user)
    return user


def press(client, scenario, page, do, **fields):
    body = {"revision": scenario.revision, "do": do, **fields}
    return client.post(f"/scenarios/{scenario.pk}/edit/{page}", body)


def test_a_changed_figure_is_put_back_by_one_press(client, author):
    mine = own_scenario(author)
    before = data_in(mine)
    with_draft(mine, before | {"targets": before["targets"] | {"delay": 333}})

    page = client.get(f"/scenarios/{mine.pk}/edit/frame/").content.decode()
    press(client, mine, "frame/", "restore:targets.delay", **{"targets.cost": "140"})

    assert 'value="restore:targets.delay"' in page
    assert 'value="restore:targets.failures"' not in page
    assert data_in(mine) == before | {"targets": before["targets"] | {"cost": 140}}


def test_a_figure_of_a_later_activity_goes_back_to_that_of_the_same_activity(client, author):
    mine = own_scenario(author)
    before = data_in(mine)
    press(client, mine, "activities/0/", "remove:activities[0]")
    mine.refresh_from_db()
    days = before["activities"][8]["base_days"]
    client.post(f"/scenarios/{mine.pk}/edit/activities/7/", {"activities[7].base_days": "77"})
    mine.refresh_from_db()

    press(client, mine, "activities/7/", "restore:activities[7].base_days")

    assert data_in(mine)["activities"][7] == before["activities"][8] | {"number": 8, "base_days": days}


@pytest.mark.parametrize("path", ["targets.colour", "activities[99].base_days", "nothing", ""])
def test_nothing_is_put_back_at_a_place_that_the_original_does_not_have(client, author, path):
    mine = own_scenario(author)
    before = data_in(mine)

    answer = client.post(
        f"/scenarios/{mine.pk}/edit/frame/", {"do": f"restore:{path}"}, headers={"accept": "application/json"}
    )

    assert (answer.status_code, data_in(mine)) == (400, before)


def test_a_special_action_is_chosen_by_its_words(client, author):
    mine = own_scenario(author)

    page = client.get(f"/scenarios/{mine.pk}/edit/activities/0/").content.decode()

    assert '<option value="buy:owner" selected>Project owner: buys cubes</option>' in page
    assert '<option value="negotiate:architect&gt;fitout">Architect, Fit-out contractor: negotiate</option>' in page


@pytest.mark.parametrize(
    ("game", "items", "place"), [("master_builder", "workers", ".id"), ("dominato", "tiles", ".id")]
)
def test_a_copied_item_has_an_id_that_its_game_accepts(client, author, game, items, place):
    mine = own_scenario(author, game)

    press(client, mine, f"{items}/", f"copy:{items}[0]")

    page = client.get(f"/scenarios/{mine.pk}/edit/{items}/").content.decode()
    ids = [item["id"] for item in data_in(mine)[items]]
    assert len(set(ids)) == len(ids)
    assert f'data-for="{items}[1]{place}"><span class="sf-fault">' not in page


def test_a_figure_that_the_original_leaves_to_its_default_is_put_back_too(client, author):
    mine = own_scenario(author, "beer_game")
    with_draft(mine, data_in(mine) | {"capacity": 5, "par_cost": 11})

    page = client.get(f"/scenarios/{mine.pk}/edit/frame/").content.decode()
    press(client, mine, "frame/", "restore:capacity")
    mine.refresh_from_db()
    press(client, mine, "frame/", "restore:par_cost")

    assert [f'value="restore:{each}"' in page for each in ("capacity", "par_cost", "par_service")] == [
        True,
        True,
        False,
    ]
    assert "equal to the original" in client.get(f"/scenarios/{mine.pk}/edit/frame/").content.decode()


def test_an_item_leads_to_its_neighbours(client, author):
    mine = own_scenario(author)
    last = len(data_in(mine)["risk_cards"]) - 1

    def neighbours(place):
        page = html.fromstring(client.get(f"/scenarios/{mine.pk}/edit/risk_cards/{place}/").content)
        links = page.xpath("//header/p[@class='label']/a[position() > 1]")
        return {link.text: int(link.get("href").split("/")[-2]) for link in links}

    assert neighbours(0) == {"Next": 1}
    assert neighbours(3) == {"Previous": 2, "Next": 4}
    assert neighbours(last) == {"Previous": last - 1}


def links_of_differences(client, scenario, before, after):
    page = html.fromstring(client.get(f"/scenarios/{scenario.pk}/versions/", {"a": before, "b": after}).content)
    return [link.partition("/edit/")[2] for link in page.xpath("//table[caption='Differences']//th/a/@href")]


def test_each_difference_leads_to_its_page_and_to_an_item_of_the_draft_only(client, author):
    mine = own_scenario(author)
    data = data_in(mine)
    data["targets"]["delay"], data["risk_cards"][3]["title"]["en"] = 333, "flood"
    with_draft(mine, data)

    assert links_of_differences(client, mine, "0", "draft") == ["frame/", "risk_cards/3/"]
    assert links_of_differences(client, mine, "draft", "0") == ["frame/", "risk_cards/"]
