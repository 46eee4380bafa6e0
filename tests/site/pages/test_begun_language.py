"""A begun language: its complete parts have all texts, missing texts of other parts are shown in English, and sites can
offer it."""

import re
from html.parser import HTMLParser

import pytest
from babel.messages.catalog import Message
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils.translation import override

from domego_site.language_parts import WHOLE_PARTS
from domego_site.languages import Translation, is_translated, offered, strings
from games.catalogue.domego.rules.rules import RULES
from games.platform.selectors.position import game_of, state_of
from games.platform.services.bots import bot_answer
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.ui import faces
from games.ui import help as help_pages
from games.ui.languages import called, in_language
from tests.every_game import GAMES, ROOT
from tests.games.catalogue.domego.table import CLASSIC, CLASSIC_TEXT
from tests.games.factories import SEED, person, play, role_ids

WHOLE = [(code, part) for code, parts in WHOLE_PARTS.items() for part in parts]
BEGUN = {code: Translation(ROOT, code) for code in WHOLE_PARTS}


@pytest.fixture
def spanish(settings, client):
    """A client that reads Spanish, on a site that offers it."""
    settings.LANGUAGES = offered(["en", "fr", "es"])
    client.cookies["django_language"] = "es"
    return client


@pytest.mark.parametrize(("code", "part"), WHOLE)
def test_a_part_that_is_whole_lacks_nothing(code, part):
    """The command `manage.py start_language CODE --missing PART` lists missing texts."""
    counted = {each.part.key: each for each in BEGUN[code].counted()}

    assert BEGUN[code].lacking(part) == []
    assert counted[part].is_whole


FORM = re.compile(r"%\((?:the|The|of|to|from)_")


@pytest.mark.parametrize("code", WHOLE_PARTS)
def test_placeholders_are_those_of_the_english(code):
    """A name may have another form than in English: `to_payee` for `the_payee`."""
    said = [entry for found in BEGUN[code].catalogues.values() for entry in found if is_translated(entry)]
    bare = [Message(without_forms(each.id), without_forms(each.string), flags=each.flags) for each in said]

    assert [f"{entry.id!r}: {error}" for entry in bare for error in entry.check()] == []


def without_forms(text):
    return tuple(map(without_forms, text)) if isinstance(text, tuple) else FORM.sub("%(", text)


TYPOGRAPHY = re.compile(r"\s[:;?!»](?!\))|«\s|\"(?![^<]*>)|(?<!\w)'|\w'\w|\?\?|[“”]|\.\.\.")
"""Signs that Spanish does not use: a space before a sign, straight quotation marks, three dots for an ellipsis."""
PAIRS = (("¿", "?"), ("¡", "!"), ("«", "»"))


def test_spanish_is_well_written():
    entries = [entry for found in BEGUN["es"].catalogues.values() for entry in found if is_translated(entry)]
    texts = [text for entry in entries for text in strings(entry)]
    texts += [line for game in GAMES for page in BEGUN["es"].pages(game) for line in page.read_text().splitlines()]

    odd = [text for text in texts if any(text.count(first) != text.count(last) for first, last in PAIRS)]
    assert odd == []
    assert [text for text in texts if TYPOGRAPHY.search(text.replace('data-out="', "").replace('">', ""))] == []


def test_the_command_writes_every_text_once_and_keeps_what_is_said(tmp_path):
    """The tree has a game with French, a begun catalogue of another language, and a text added since."""
    game = tmp_path / "games" / "catalogue" / "domego"
    (game / "locale/fr/LC_MESSAGES").mkdir(parents=True)
    (game / "help").mkdir()
    (game / "locale/fr/LC_MESSAGES/django.po").write_text(
        'msgid ""\nmsgstr ""\n"Language: fr\\n"\n\nmsgid "Cube"\nmsgstr "Cube"\n\n'
        'msgid "%(n)d cube"\nmsgid_plural "%(n)d cubes"\nmsgstr[0] "%(n)d cube"\nmsgstr[1] "%(n)d cubes"\n'
    )
    (game / "help/help.json").write_text('{"pages": [{"slug": "rules", "title": {"en": "Rules", "fr": "Règles"}}]}')
    (game / "locale/de/LC_MESSAGES").mkdir(parents=True)
    catalogue = game / "locale/de/LC_MESSAGES/django.po"
    catalogue.write_text('msgid "Cube"\nmsgstr "Würfel"\n\nmsgid "Gone"\nmsgstr "Fort"\n')

    assert Translation(tmp_path, "de").write() == [catalogue]
    text = catalogue.read_text()

    assert Translation(tmp_path, "de").write() == []
    assert [line for line in text.splitlines() if line.startswith("msg")][2:] == [
        *('msgid "Cube"', 'msgstr "Würfel"'),
        *('msgid "%(n)d cube"', 'msgid_plural "%(n)d cubes"', 'msgstr[0] ""', 'msgstr[1] ""'),
        *('msgctxt "data"', 'msgid "Rules"', 'msgstr ""'),
    ]
    assert '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in text
    assert [(c.part.key, c.texts, c.of_texts) for c in Translation(tmp_path, "de").counted() if c.of_texts] == [
        ("domego", 1, 2),
        ("domego-rules", 0, 1),
    ]


def test_the_command_leaves_out_empty_entries_when_asked(tmp_path):
    """The package of a language stays small: it has what is translated, and each run keeps that."""
    for game, said in (("domego", "Würfel"), ("dominato", "")):
        folder = tmp_path / "games" / "catalogue" / game / "locale"
        for code, texts in (("fr", ("Cube", "Carré")), ("de", (said, ""))):
            path = folder / code / "LC_MESSAGES" / "django.po"
            path.parent.mkdir(parents=True)
            entries = zip((f"Cube of {game}", f"Square of {game}"), texts, strict=True)
            path.write_text("\n".join(f'msgid "{text}"\nmsgstr "{string}"\n' for text, string in entries))
    kept = tmp_path / "games/catalogue/domego/locale/de/LC_MESSAGES/django.po"
    gone = tmp_path / "games/catalogue/dominato/locale/de/LC_MESSAGES/django.po"

    assert Translation(tmp_path, "de").write(only_filled=True) == [kept]

    lines = [line for line in kept.read_text().splitlines() if line.startswith("msg")][2:]
    assert lines == ['msgid "Cube of domego"', 'msgstr "Würfel"']
    assert not gone.exists()
    assert Translation(tmp_path, "de").write(only_filled=True) == []
    assert Translation(tmp_path, "de").write() == [kept, gone]
    assert 'msgid "Square of domego"\nmsgstr ""' in kept.read_text()


def test_the_command_tells_how_far_a_language_is(capsys):
    call_command("start_language", "es", "--status")
    call_command("start_language", "it", "--missing", "dominyam-rules")
    told = capsys.readouterr().out

    assert {f"whole {part}" in " ".join(told.split()) for part in WHOLE_PARTS["es"]} == {True}
    assert "games/catalogue/dominyam/help/it/rules.md" in told.splitlines()


@pytest.mark.parametrize("code", ["fr", "xx", "../es"])
def test_only_a_language_that_is_not_whole_can_be_begun(code):
    with pytest.raises(CommandError):
        call_command("start_language", code, "--status")


@pytest.mark.parametrize("codes", [["en", "xx"], ["fr"]])
def test_a_site_offers_languages_that_there_are_and_english(codes):
    with pytest.raises(ImproperlyConfigured):
        offered(codes)


def test_a_begun_language_says_so_by_its_name():
    assert [called(code) for code in ("en", "fr", "it")] == ["English", "Français", "Italiano (translation begun)"]
    with override("fr"):
        assert [str(name) for _code, name in offered(["en", "it"])] == ["Anglais", "Italien (traduction commencée)"]


def test_what_a_language_lacks_is_english():
    with override("it"):
        names = [role.name for role in faces.get("domego").words.roles(CLASSIC)]
        page, entries = help_pages.page("domego", "rules", "it"), help_pages.entries("domego", "it")
        texts = [in_language({"en": "", "fr": "Oui"}), in_language({"en": "Yes", "fr": "Oui"}), in_language({})]

    assert names[0] == "Project owner"
    assert (page.language, page.title, entries[0].title) == ("en", "Rules of Domego", "Rules")
    assert texts == ["Oui", "Yes", ""]


def test_a_language_is_offered_only_where_the_site_says_so(db, client):
    client.cookies["django_language"] = "es"
    page = client.get(reverse("classrooms:landing")).content.decode()

    assert '<html lang="en"' in page
    assert 'value="es"' not in page
    assert [code for code, _name in settings.LANGUAGES] == ["en", "fr"]


class Shown(HTMLParser):
    """Collects the texts of a page, and those of attributes that people read."""

    def __init__(self, page):
        super().__init__()
        self.texts, self.values, self.silent = set(), set(), 0
        self.feed(page)
        self.texts -= self.values

    def handle_starttag(self, tag, attrs):
        self.silent += tag in {"script", "style"}
        self.values |= {value for key, value in attrs if tag == "option" and key == "value"}
        self.texts |= {value for key, value in attrs if key in {"aria-label", "title", "placeholder", "alt"} and value}

    def handle_endtag(self, tag):
        self.silent -= tag in {"script", "style"}

    def handle_data(self, data):
        if not self.silent:
            self.texts.add(" ".join(data.split()))


KEPT = {
    *("Domego", "Master Builder", "Dominato", "Dominyam", "Les colons de l’UTBohème"),
    *("English", "Français", "Español (borrador)"),
    *("Balance", "Bot", "Bot, random", "Error", "Roles", "Total"),
}
"""Texts that are the same in both languages."""


def left_in_english(client, path, **query):
    """The texts of a Spanish page that are also on the English one."""
    shown = {}
    for language in ("en", "es"):
        client.cookies["django_language"] = language
        answer = client.get(path, query)
        assert answer.status_code == 200
        page = answer.content.decode()
        assert f'<html lang="{language}"' in page
        shown[language] = Shown(page).texts
    return {text.strip(": ") for text in shown["en"] & shown["es"] if re.search(r"[^\W\d_]{3}", text)} - KEPT


@pytest.mark.django_db
def test_the_way_in_is_spanish(spanish):
    ways = ("landing", "sign-in", "password-reset")

    assert {way: left_in_english(spanish, reverse(f"classrooms:{way}")) for way in ways} == dict.fromkeys(ways, set())


@pytest.mark.django_db
def test_home_account_and_every_kind_of_decision_are_spanish(spanish, no_broker):
    user = person(language="")
    spanish.force_login(user)
    names = {user.display_name, user.username, user.email}
    match = match_create(
        game="domego", roles=role_ids(CLASSIC_TEXT, "domego"), by=user, scenario=CLASSIC_TEXT, seed=SEED
    )
    for seat in match.seats.all():
        seat_assign(match_id=match.pk, seat=seat.index, user=user)
    match_start(match_id=match.pk)
    pages = {}
    kinds = set()
    while len(kinds) < 3:
        match.refresh_from_db()
        prompts = RULES.prompts(state_of(match))
        if prompts[0].kind not in kinds:
            kinds.add(prompts[0].kind)
            table = left_in_english(spanish, reverse("games:match", args=[match.pk]), seat=prompts[0].seat)
            pages[prompts[0].kind] = table
        for prompt in prompts:
            move = bot_answer(match, state_of(match), prompt, game_of(match).usual_bot)
            if move is not None:
                play(match, prompt.seat, prompt.key, move, user)
                break
    for name in ("match", "text", "history", "replay", "away"):
        pages[name] = left_in_english(spanish, reverse(f"games:{name}", args=[match.pk]))
    for name in ("home", "reading", "offline"):
        pages[name] = left_in_english(spanish, reverse(f"games:{name}"))
    for name in ("account", "told"):
        pages[name] = left_in_english(spanish, reverse(f"classrooms:{name}"))
    for name in ("game-rules", "start-game"):
        pages[name] = left_in_english(spanish, reverse(f"games:{name}", args=["domego"]))
    pages = {page: texts - names for page, texts in pages.items()}

    assert {page: texts for page, texts in pages.items() if texts} == {}
    assert len(kinds) == 3
