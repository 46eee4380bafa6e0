"""Text mode: a match is read as lines and played by typing, in every game."""

import re
from html import unescape

import pytest
from django.urls import reverse

from games.engine.draws import FastDraws
from games.platform.permissions import open_match
from games.platform.selectors.position import game_of, state_of
from games.platform.services.bots import play_bots
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.ui import faces
from games.ui.commands import OPTIONAL, SLOT, options_of
from games.web.table_read import TableRead
from tests.every_game import GAMES
from tests.games.factories import SEED, match_of, person, role_ids

pytestmark = pytest.mark.django_db
MOST = 400


def url(match, seat=0):
    return f"{reverse('games:text', args=[match.pk])}?seat={seat}"


def typed(client, match, command, seat=0):
    return client.post(reverse("games:text", args=[match.pk]), {"seat": seat, "command": command})


def answer(response):
    found = re.search(r'<div id="answer".*?</div>\s*</div>', response.content.decode(), re.DOTALL)
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", found[0]).split())) if found else ""


def small(game, user):
    """A match of a game's smallest scenario, with bots on all seats but the first."""
    spec = faces.get(game).game
    text = min(
        {**spec.scenarios, **spec.micro}.values(), key=lambda each: len(role_ids(each, game)) * 10_000 + len(each)
    )
    match = match_create(game=game, roles=role_ids(text, game), by=None, scenario=text, seed=SEED)
    seat_assign(match_id=match.pk, seat=0, user=user)
    match_start(match_id=match.pk)
    match.refresh_from_db()
    return match


def number_of(move, slot):
    """The number typed for a slot; slots with a minus take the number without it."""
    value = getattr(move, slot.removeprefix("-").removesuffix("+1"))
    return str(-value if slot.startswith("-") else value + slot.endswith("+1"))


def command_for(match, user):
    """The move of the game's usual bot in this seat, as a typed command; None without a pending decision."""
    game, state = game_of(match), state_of(match)
    prompts = [each for each in game.rules.prompts(state) if each.seat == 0]
    pending = [each for each in prompts if not each.optional and not each.passive]
    if not pending:
        return None
    scene = TableRead(open_match(match.pk, user), 0).plain_scene
    options = options_of(
        scene, prompts, lambda p: game.rules.choices(state, 0, p.key), faces.get(match.game).table.command
    )
    wanted = game.bot(game.usual_bot).answer(state, pending[0], FastDraws(match.number)) or game.rules.default(
        state, 0, pending[0].key
    )
    for option in options:
        spans = {span.field for span in option.choice.spans}
        loose = spans | set(option.choice.free)
        made = option.choice.move
        if (
            option.prompt.key == pending[0].key
            and type(made) is type(wanted)
            and all(name in loose or getattr(made, name) == getattr(wanted, name) for name in made.__struct_fields__)
        ):
            phrase = OPTIONAL.sub(lambda part: part[1], option.phrase)
            said = SLOT.sub(lambda slot: number_of(wanted, slot[1]), phrase)
            return f"{option.question}: {said}"
    first = next(each for each in options if each.prompt.key == pending[0].key)
    said = SLOT.sub(lambda slot: number_of(first.choice.move, slot[1]), OPTIONAL.sub("", first.phrase))
    return f"{first.question}: {said}"


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_of_every_game_is_played_by_typing(client, game):
    ada = person("ada")
    match = small(game, ada)
    client.force_login(ada)
    page = client.get(url(match)).content.decode()
    assert '<h2 id="position-h">' in page

    for _each in range(MOST):
        play_bots(match_id=match.pk)
        match.refresh_from_db()
        command = None if match.is_over else command_for(match, ada)
        if command is None:
            break
        sent = typed(client, match, command)
        assert sent.status_code == 302, (command, answer(sent))

    assert match.is_over
    assert match.moves.filter(seat=0, author=ada).exists()
    assert "The match is over." in client.get(url(match)).content.decode()


def test_a_command_that_the_rules_refuse_says_why_and_stays_typed(client):
    ada = person("ada")
    match = match_of(ada)
    client.force_login(ada)

    refused = typed(client, match, "buy 100000")

    page = refused.content.decode()
    assert refused.status_code == 422
    assert "<title>Error: Your decision." in re.sub(r"<title>\(\d+\) ", "<title>", page)
    assert answer(refused).startswith("Not played ")
    assert 'value="buy 100000"' in page
    assert 'aria-describedby="answer"' in page
    assert match.moves.filter(seat=0).count() == 0


def test_a_decision_is_played_told_and_leads_back_to_the_command(client):
    ada = person("ada")
    match = match_of(ada)
    client.force_login(ada)

    sent = typed(client, match, "  BUY   6 ")

    assert (sent.status_code, sent["Location"]) == (302, url(match))
    page = client.get(sent["Location"])
    assert answer(page) == "Your decision counts. BUY 6"
    assert "autofocus" in page.content.decode()
    assert answer(client.get(url(match))) == ""


@pytest.mark.parametrize(
    ("typed_words", "said"),
    [
        ("who is awaited", "Who is awaited Project owner (Ada)"),
        ("time", "Time There is no deadline."),
        ("list", "Commands buy (0–"),
        ("my money", "In the position "),
    ],
)
def test_things_are_read_on_demand_and_nothing_is_played(client, typed_words, said):
    ada = person("ada")
    match = match_of(ada)
    client.force_login(ada)

    read = typed(client, match, typed_words)

    assert read.status_code == 200
    assert answer(read).startswith(said)
    assert match.moves.filter(seat=0).count() == 0


def test_where_places_are_to_be_found_text_mode_lists_none(client):
    ada = person("ada")
    spec = faces.get("dominato").game
    text = spec.micro["four_tiles"]
    pages = []
    for helper in (True, False):
        match = match_create(
            game="dominato",
            roles=role_ids(text, "dominato"),
            by=None,
            scenario=text,
            seed=SEED,
            options={"helper": helper},
        )
        for seat in range(len(role_ids(text, "dominato"))):
            seat_assign(match_id=match.pk, seat=seat, user=ada)
        match_start(match_id=match.pk)
        client.force_login(ada)
        pages += [client.get(url(match, seat)).content.decode() for seat in (0, 1)]

    assert ["<h3>Commands</h3>" in page for page in pages].count(True) == 1


def test_text_mode_is_chosen_for_one_match(client):
    ada = person("ada")
    match, other = match_of(ada), match_of(ada)
    client.force_login(ada)
    table, elsewhere = (reverse("games:match", args=[each.pk]) for each in (match, other))
    mode = reverse("games:text-mode", args=[match.pk])

    assert client.post(mode, {"on": "1"})["Location"] == reverse("games:text", args=[match.pk])
    assert client.get(table)["Location"] == reverse("games:text", args=[match.pk])
    assert client.get(elsewhere).status_code == 200

    assert client.post(mode, {"on": "0"})["Location"] == table
    assert client.get(table).status_code == 200


def test_text_mode_in_all_matches_is_left_in_one_and_chosen_anew_for_all(client):
    ada = person("ada")
    match, other = match_of(ada), match_of(ada)
    client.force_login(ada)
    table, elsewhere = (reverse("games:match", args=[each.pk]) for each in (match, other))
    client.post(reverse("games:reading"), {"text_mode": "1"})

    client.post(reverse("games:text-mode", args=[match.pk]), {"on": "0"})

    assert client.get(table).status_code == 200
    assert client.get(elsewhere)["Location"] == reverse("games:text", args=[other.pk])

    client.post(reverse("games:reading"), {"text_mode": "1"})

    assert client.get(table)["Location"] == reverse("games:text", args=[match.pk])


def test_who_looks_on_reads_and_plays_nothing(client):
    ada, tutor = person("ada"), person("tutor")
    match = match_of(ada, by=tutor)
    client.force_login(tutor)

    sent = typed(client, match, "buy 6")

    assert sent.status_code == 422
    assert match.moves.filter(seat=0).count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_briefing_stands_first_until_the_first_decision_and_is_read_by_a_command(client, game, no_broker):
    user = person("lea")
    client.force_login(user)
    match = small(game, user)
    play_bots(match_id=match.pk)
    match.refresh_from_db()
    table = TableRead(open_match(match.pk, user), 0)

    first = client.get(url(match)).content.decode()
    read = answer(typed(client, match, "role"))
    typed(client, match, command_for(match, user))
    later = client.get(url(match)).content.decode()

    heading, aim = "Before you begin", table.face.words.aim(table.bare_scene)
    assert (heading in first, heading in later) == (True, False)
    for page in (" ".join(unescape(first).split()), read):
        assert f"Your role: {table.roles[0].name}." in page
        assert f"Your aim: {aim}" in page
