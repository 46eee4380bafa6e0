"""The studio of each game: its first scenario as forms, in complete languages."""

from html.parser import HTMLParser

import pytest
from django.urls import reverse
from django.utils.translation import override

from classrooms.models import OwnScenario
from classrooms.play.scenarios.queries.pages import FRAME, Sheet, has_pages, root_of, sheet_of
from classrooms.play.scenarios.services.drafts import scenario_copy
from domego_site import french
from games.engine import registry
from games.engine.fields import Field
from games.ui import faces
from games.ui.languages import WHOLE
from tests.every_game import GAMES, ROOT
from tests.games.factories import person

FACED = [key for key in GAMES if key in {face.game.key for face in faces.all_faces()}]


def copied(game: str) -> OwnScenario:
    """A copy of the first scenario of a game, by somebody who may make courses."""
    text = next(iter(registry.get(game).scenarios.values()))
    owner = person("Ada", can_create_courses=True)
    return scenario_copy(by=owner, game=game, text=text, title="My own", parent_name="First")


def pages(sheet: Sheet):
    """The addresses of all sections and of the first and the last item of each list with pages."""
    scenario = sheet.scenario.pk
    for line in sheet.sections:
        yield reverse("classrooms:scenario-section", args=[scenario, line.key])
        part = sheet.root.inner(line.key)
        if line.key != FRAME and part is not None and has_pages(part):
            for place in sorted({0, line.size - 1}):
                yield reverse("classrooms:scenario-item", args=[scenario, line.key, place])


def walk(field: Field, path: str = ""):
    """All fields of a type that people see, with their paths."""
    yield path, field
    for each in field.fields:
        if each.title or field.kind == "row":
            yield from walk(each, f"{path}.{each.name}")
    for each in (field.item, field.key):
        if each is not None:
            yield from walk(each, f"{path}[]")


def words_of(field: Field) -> list[str]:
    return [text for text in (field.title, field.help, field.unit, *(name for _value, name in field.names)) if text]


class Buttons(HTMLParser):
    """The values of the buttons of a page that change parts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.does: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "button" and given.get("name") == "do":
            self.does.append(given["value"] or "")


@pytest.mark.django_db
@pytest.mark.parametrize("game", FACED)
@pytest.mark.parametrize("language", WHOLE)
def test_every_section_of_a_games_first_scenario_is_a_page_of_forms(game, language, client):
    scenario = copied(game)
    client.force_login(scenario.owner)
    client.cookies["django_language"] = language
    with override(language):
        found = {path: client.get(path) for path in pages(sheet_of(scenario))}

    assert {path: page.status_code for path, page in found.items()} == dict.fromkeys(found, 200)
    assert [path for path, page in found.items() if "Node(" in page.content.decode()] == []


@pytest.mark.django_db
@pytest.mark.parametrize("game", FACED)
def test_every_button_of_an_items_page_names_the_item(game, client):
    """A field `name` or `title` of an item must not stand in for the item's own."""
    scenario = copied(game)
    client.force_login(scenario.owner)
    items = [path for path in pages(sheet_of(scenario)) if path.rstrip("/").rpartition("/")[2].isdecimal()]

    for path in items:
        section, place = path.rstrip("/").split("/")[-2:]
        does = Buttons(client.get(path).content.decode()).does
        assert {f"{verb}:{section}[{place}]" for verb in ("copy", "up", "down", "remove")} <= set(does)


@pytest.mark.django_db
@pytest.mark.parametrize("game", FACED)
def test_a_form_that_is_saved_as_it_stands_changes_nothing(game, client):
    scenario = copied(game)
    client.force_login(scenario.owner)

    for path in pages(sheet_of(scenario)):
        fields = client.get(path).context["nodes"]
        values = {node.name: node.value for top in fields for node in top.walk() if node.field.is_single}
        client.post(path, {**values, "revision": scenario.revision})

    assert (changed := OwnScenario.objects.get(pk=scenario.pk)).text == scenario.text
    assert changed.done == []


@pytest.mark.django_db
@pytest.mark.parametrize("game", FACED)
def test_items_are_named_and_no_name_is_a_number(game):
    """Lists with pages show their items by name."""
    sheet = sheet_of(copied(game))
    names = [line.name for section in sheet.sections for line in section.lines]

    assert [name for name in names if not name or name.isdecimal()] == []


@pytest.mark.parametrize("game", FACED)
def test_every_word_of_a_field_has_french(game):
    known = {text for context, text in french.translated(ROOT) if context is None}
    told = [(path, text) for path, field in walk(root_of(game)) for text in words_of(field)]

    assert [(path, text) for path, text in told if text not in known] == []


@pytest.mark.parametrize("game", FACED)
def test_every_value_of_a_choice_that_is_shown_has_a_word(game):
    choices = [(path, field) for path, field in walk(root_of(game)) if field.kind == "choice"]
    unnamed = [
        (path, value)
        for path, field in choices
        for value in field.choices
        if value != "" and field.name_of(value) is None and path.rpartition(".")[2] != "format"
    ]

    assert unnamed == []


@pytest.mark.parametrize("game", FACED)
def test_numbers_of_any_game_can_be_changed(game):
    """Each game has at least its players, its length or its amounts in the first section."""
    shown = [field for path, field in walk(root_of(game)) if field.kind == "number" and field.title]

    assert shown != []
