"""Files are taken in after their changes were shown. A hostile one is refused, and the draft stays as it is."""

import html
import re
import zipfile
from io import BytesIO

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook, load_workbook

from classrooms.models import OwnScenario
from games.engine import registry
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


def sent(client, scenario, content, name="a.json"):
    content = content if isinstance(content, bytes) else msgspec.json.encode(content)
    return client.post(f"/scenarios/{scenario.pk}/file/", {"file": SimpleUploadedFile(name, content)})


def shown(answer):
    return html.unescape(" ".join(answer.content.decode().split()))


def taken_in(client, scenario, answer):
    """Press the button of a preview."""
    text = re.search(r'name="text" value="([^"]+)"', answer.content.decode())
    assert text is not None, shown(answer)
    return client.post(f"/scenarios/{scenario.pk}/file/", {"text": text[1]})


def workbook(**sheets):
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        page = book.create_sheet(name)
        for row in rows:
            page.append(row)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def with_part(content, name, text):
    """The workbook with another text of a part."""
    stream = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            new.writestr(part, text(old.read(part)) if part == name else old.read(part))
    return stream.getvalue()


FINE = workbook(roles=[["For people"], ["id"], ["owner"]])
HOSTILE = {
    "not JSON": b"{",
    "no object": b"[1]",
    "an empty file": b"",
    "not a number": b'{"targets": NaN}',
    "no finite number": b'{"targets": 1e999}',
    "no UTF-8": b'{"name": "\xff"}',
    "nested 100,000 deep": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "lists nested 100,000 deep": b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "nested 30 deep": b'{"a":' * 30 + b"1" + b"}" * 30,
    "a name twice": b'{"targets": 1, "targets": 2}',
    "a name twice inside": b'{"targets": [{"a": 1, "a": 1}]}',
    "a name that is no path": b'{"staged_payments": {"a.b": 1}}',
    "an empty name": b'{"staged_payments": {"": 1}}',
    "a long name": msgspec.json.encode({"a" * 61: 1}),
    "signs without a shape": b'{"name": {"en": "A\\u0000"}}',
    "a number of 5,000 digits": b'{"owner_subsidy": ' + b"9" * 5_000 + b"}",
    "1,000 items": msgspec.json.encode({"roles": [0] * 1_000}),
    "60,000 values": msgspec.json.encode({"roles": [[0] * 600] * 100}),
    "more than 2 MB": b'{"name": "' + b"x" * 2_000_000 + b'"}',
    "more than 1 MB of text": b'{"name": "' + b"x" * 1_500_000 + b'"}',
    "no workbook": b"PK\x03\x04 nothing",
    "a zip of another kind": with_part(FINE, "xl/workbook.xml", lambda text: b"<a/>"),
    "a bomb": with_part(FINE, "xl/worksheets/sheet1.xml", lambda text: text + b" " * 30_000_000),
    "an entity": with_part(FINE, "xl/worksheets/sheet1.xml", lambda text: b'<!DOCTYPE a [<!ENTITY b "bbbb">]>' + text),
    "sheets of something else": workbook(marks=[["a"], ["b"], ["c"]]),
    "a formula without a value": workbook(roles=[["For people"], ["id"], ["=1+1"]]),
    "2,001 rows": workbook(roles=[["For people"], ["id"], *([["a"]] * 2_000)]),
    "1,201 columns": workbook(roles=[["x"] * 1_201]),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_with_its_reason_and_nothing_is_lost(client, mine, kind):
    before = OwnScenario.objects.get(pk=mine.pk).text

    answer = sent(client, mine, HOSTILE[kind])

    assert (answer.status_code, OwnScenario.objects.get(pk=mine.pk).text) == (422, before)
    assert re.search(r'<p class="error" role="alert">[A-Z][^<]{10,}</p>', answer.content.decode())


def test_no_file_is_asked_for(client, mine):
    answer = client.post(f"/scenarios/{mine.pk}/file/", {})

    assert (answer.status_code, "Choose a file first." in shown(answer)) == (422, True)


@pytest.mark.parametrize("text", ["x", "x:y"])
def test_a_preview_of_ones_own_making_is_refused(client, mine, text):
    answer = client.post(f"/scenarios/{mine.pk}/file/", {"text": text})

    assert (answer.status_code, OwnScenario.objects.get(pk=mine.pk).revision) == (422, 0)


def test_a_changed_json_file_is_shown_taken_in_and_undone(client, mine):
    before = data_in(mine)
    changed = {**before, "targets": {**before["targets"], "delay": 77}}
    preview = sent(client, mine, b"\xef\xbb\xbf" + msgspec.json.encode(changed))
    still = data_in(mine)

    answer = taken_in(client, mine, preview)

    assert ("Targets" in shown(preview), still, answer.status_code, data_in(mine)) == (True, before, 302, changed)
    client.post(f"/scenarios/{mine.pk}/undo/")
    assert data_in(mine) == before


def test_a_scenario_of_another_game_is_shown_with_its_faults(client, mine):
    preview = sent(client, mine, next(iter(registry.get("utboheme").scenarios.values())).encode())

    assert preview.status_code == 200
    assert "With this file the draft has" in shown(preview)
    assert "there is no field `land` here" in shown(preview)
    assert taken_in(client, mine, preview).status_code == 302


def test_a_field_that_no_scenario_has_is_a_change(client, mine):
    preview = sent(client, mine, {**data_in(mine), "colour": "red"})

    assert ("The file changes nothing." in shown(preview), "colour" in shown(preview)) == (False, True)


def test_an_equal_file_changes_nothing(client, mine):
    assert "The file changes nothing." in shown(sent(client, mine, data_in(mine)))


@pytest.mark.parametrize("game", GAMES)
def test_a_workbook_comes_back_as_it_was(client, author, game):
    made = own_scenario(author, game)
    answer = client.get(f"/scenarios/{made.pk}/scenario.xlsx")

    back = sent(client, made, answer.content, "a.xlsx")

    assert "The file changes nothing." in shown(back)
    assert "cannot be read" not in shown(back)


def test_a_cell_that_cannot_be_read_is_named_with_its_reason(client, mine):
    book = load_workbook(BytesIO(client.get(f"/scenarios/{mine.pk}/scenario.xlsx").content))
    book["scenario"]["B4"] = "=HYPERLINK(1)"
    book["scenario"]["B4"].data_type = "s"
    stream = BytesIO()
    book.save(stream)

    preview = sent(client, mine, stream.getvalue(), "a.xlsx")

    assert "<b>scenario B4</b>: a whole number is needed" in shown(preview)


def test_texts_that_look_like_formulas_are_stored_as_texts(client, mine):
    client.post(f"/scenarios/{mine.pk}/edit/frame/", {"name.en": "=1+1", "name.fr": "@x"})

    book = load_workbook(BytesIO(client.get(f"/scenarios/{mine.pk}/scenario.xlsx").content))

    cells = {row[0].value: row[1] for row in book["scenario"].iter_rows(min_row=3)}
    assert [(cells[name].value, cells[name].data_type) for name in ("name.en", "name.fr")] == [
        ("=1+1", "s"),
        ("@x", "s"),
    ]


def test_a_filled_value_of_a_formula_counts(client, mine):
    content = workbook(roles=[["For people"], ["id", "start_money"], ["owner", "=1+1"]])
    content = with_part(
        content,
        "xl/worksheets/sheet1.xml",
        lambda text: text.replace(b"<v />", b"<v>2</v>").replace(b"<v></v>", b"<v>2</v>").replace(b"<v/>", b"<v>2</v>"),
    )

    assert sent(client, mine, content, "a.xlsx").status_code == 200


def test_json_is_the_draft(client, mine):
    answer = client.get(f"/scenarios/{mine.pk}/scenario.json")

    assert (answer.json(), answer["Content-Disposition"]) == (data_in(mine), 'attachment; filename="harbour.json"')
