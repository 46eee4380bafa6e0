"""Extension points of the games' pages: other apps fill them, and the pages work without."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from classrooms import hooks as rooms
from games.platform import hooks
from games.platform.hooks import Hook, Panel
from tests.games.factories import match_of, person

pytestmark = pytest.mark.django_db


def test_a_hook_keeps_the_order_and_has_a_function_once():
    hook = Hook()

    for function in (len, repr, len):
        hook.fill(function)

    assert list(hook) == [len, repr]
    assert hook.all("ab") == [2, "'ab'"]


def test_none_is_no_answer_and_functions_after_the_first_answer_are_not_called():
    asked = []
    hook = Hook()
    for name, answer in (("silent", None), ("empty", ""), ("later", "page")):
        hook.fill(lambda given, name=name, answer=answer: (asked.append((name, given)), answer)[1])

    assert hook.first(7) == ""
    assert asked == [("silent", 7), ("empty", 7)]
    assert hook.all(8) == ["", "page"]
    assert Hook().first(7) is None


def test_the_command_lists_each_hook_with_its_type_purpose_and_functions(capsys):
    call_command("hooks")
    lines = capsys.readouterr().out.splitlines()

    at = lines.index("DEBRIEFS  Hook[[Match], str]")
    assert lines[at + 1 : at + 3] == [
        "    The URL of a match's debrief.", "    - classrooms.assess.reports.jobs.debrief_url"
    ]  # fmt: skip
    assert "JOBS  dict[str, Work]" in lines
    assert "    - debrief: classrooms.assess.reports.jobs.make_debrief" in lines
    declared = [name for module in (hooks, rooms) for name in vars(module) if isinstance(vars(module)[name], Hook)]
    assert {name for name in declared if not any(line.startswith(f"{name}  Hook[") for line in lines)} == set()


@pytest.fixture
def alone(monkeypatch):
    """Leave all extension points empty."""
    for name in ("HIGHLIGHTS", "VENUES", "OFFERS", "PLANNED", "TABLE_PANELS", "HOME_PANELS", "DEBRIEFS"):
        monkeypatch.setattr(hooks, name, Hook())


def test_pages_of_the_games_stand_without_any_room_above(alone, client):
    ada = person()
    match = match_of(ada)
    client.force_login(ada)

    pages = [reverse("games:home"), reverse("games:match", args=[match.pk]), reverse("games:replay", args=[match.pk])]

    assert [client.get(page).status_code for page in pages] == [200, 200, 200]
    assert hooks.debrief_url(match) == ""


def test_a_panel_stands_at_supervised_tables_and_on_the_first_page(alone, client):
    ada = person()
    client.force_login(ada)
    alone_match, with_staff = match_of(ada), match_of(ada)
    type(with_staff).objects.filter(pk=with_staff.pk).update(supervised=True)
    names = {"beside": [{"url": "/here/", "words": "<three>"}]}
    hooks.TABLE_PANELS.fill(lambda match, user: Panel("asked", "classrooms/questions/notice.html", names))
    hooks.HOME_PANELS.fill(lambda user: Panel("asked", "classrooms/questions/notice.html", names))
    shown = '<a href="/here/">&lt;three&gt;</a>'

    texts = [
        client.get(page).content.decode()
        for page in (
            reverse("games:match", args=[alone_match.pk]),
            reverse("games:match", args=[with_staff.pk]),
            reverse("games:home"),
        )
    ]

    assert [shown in text for text in texts] == [False, True, True]
    assert ['<div id="asked" data-region>' in text for text in texts] == [False, True, False]
