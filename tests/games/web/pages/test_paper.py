"""A match that is played on paper and typed by a steward: lines, sheets, codes, undo, faults."""

from html import unescape
from random import Random

import pytest
from django.urls import reverse

from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, Offer
from games.engine import registry
from games.engine.draws import FastDraws
from games.engine.export import verify, write
from games.models import AuthorKind, Intervention, Match
from games.platform.selectors.authorship import own_moves_in, own_numbers, stories
from games.platform.selectors.authorship_words import seat_words, until_of
from games.platform.selectors.position import game_of, scenario_of, state_of
from games.platform.selectors.replaying import exported
from games.platform.services.authors import Author
from games.platform.services.holders import seat_assign
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_create, match_start
from games.platform.services.moves import submit
from games.platform.services.steering import steer_end, steer_pause, steer_resume
from games.ui import faces
from games.ui.paper import SheetCode, write_choice
from tests.every_game import GAMES
from tests.games.factories import SEED, match_of, person, role_ids

pytestmark = pytest.mark.django_db
MOST = 60
"""The moves of a match that are compared, at most."""


def on_paper(*people, tutor=None, **more):
    """A paused match of a course, and its steward."""
    tutor = tutor or person("tutor")
    match = match_of(*people, by=tutor, **more)
    Match.objects.filter(pk=match.pk).update(supervised=True)
    steer_pause(match_id=match.pk, actor=Actor(tutor))
    return Match.objects.get(pk=match.pk), tutor


def match_of_game(game, tutor):
    """A match of the smallest scenario of a game, without people."""
    kind = registry.get(game)
    text = next(iter({**kind.micro, **kind.scenarios}.values()))
    match = match_create(game=game, roles=role_ids(text, game), by=tutor, scenario=text, seed=SEED)
    Match.objects.filter(pk=match.pk).update(supervised=True)
    match_start(match_id=match.pk)
    return match.pk


def typed(client, match_id, text, line=0, *, seat=None, key=None, at=None):
    """Type a text into a line of the page as it is now."""
    match = Match.objects.get(pk=match_id)
    page = client.get(reverse("games:paper", args=[match_id]))
    lines = page.context["lines"]
    prompt = lines[line].line.prompt if lines else None
    form = {
        "typed": text,
        "seat": prompt.seat if seat is None else seat,
        "key": prompt.key if key is None else key,
        "at": match.number if at is None else at,
    }
    return client.post(reverse("games:paper", args=[match_id]), form)


def hashes(match_id):
    return list(Match.objects.get(pk=match_id).moves.order_by("number").values_list("state_hash", flat=True))


def text_of(page):
    return unescape(page.content.decode()).replace("\xa0", " ")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_of_any_game_typed_from_paper_has_the_same_hashes_as_the_one_on_screens(client, game):
    tutor = person("tutor")
    on_screens, paper = match_of_game(game, tutor), match_of_game(game, tutor)
    steer_pause(match_id=paper, actor=Actor(tutor))
    client.force_login(tutor)
    bot, draws, own = registry.get(game).bot("random"), FastDraws(5), faces.get(game).printing.lines
    for _number in range(MOST):
        match = Match.objects.get(pk=on_screens)
        rules, state = game_of(match).rules, state_of(match)
        answer = next(
            (
                (prompt, move)
                for prompt in rules.prompts(state)
                if (own is None or prompt.kind not in ("negotiate", "allocate"))
                and (move := bot.answer(state, prompt, draws)) is not None
            ),
            None,
        )
        if answer is None:
            break
        prompt, move = answer
        line = write_choice(rules.choices(state, prompt.seat, prompt.key), move)
        submit(match_id=on_screens, seat=prompt.seat, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER))

        form = {"typed": line, "seat": prompt.seat, "key": prompt.key, "at": match.number}
        answered = client.post(reverse("games:paper", args=[paper]), form)

        assert (answered.status_code, line) == (302, line)
        assert hashes(paper) == hashes(on_screens)
    assert len(hashes(paper)) > 1
    verify(write(exported(Match.objects.get(pk=paper))), registry.get(game))


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_domego_typed_from_its_sheets_has_the_same_hashes_as_the_moves_on_screens(client, seed):
    """The decisions of a table are drawn. They are typed from the sheets, and played as moves of the rules."""
    chance = Random(seed)  # noqa: S311
    match, tutor = on_paper(seed=SEED)
    other = match_of(by=tutor, seed=SEED)
    client.force_login(tutor)
    keys = lines = 0
    while Match.objects.get(pk=match.pk).status == "paused":
        page = client.get(reverse("games:paper", args=[match.pk]))
        prompt = page.context["lines"][0].line.prompt
        state = state_of(Match.objects.get(pk=match.pk))
        text, moves = decided(prompt, state, chance)
        keys, lines = keys + len(text) + 1, lines + 1

        answered = typed(client, match.pk, text)

        assert (answered.status_code, text) == (302, text)
        for seat, move in moves:
            submit(match_id=other.pk, seat=seat, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER))
        assert hashes(match.pk) == hashes(other.pk)
    ended, played = Match.objects.get(pk=match.pk), Match.objects.get(pk=other.pk)
    assert (ended.status, ended.result) == ("finished", played.result)
    verify(write(exported(ended)), registry.get("domego"))
    assert lines < 60
    assert keys < 300


def decided(prompt, state, chance):
    """Draw a decision of a table; returns the line as typed, and the same as moves on screens."""
    if prompt.kind == "buy":
        number = chance.randint(0, 8)
        return str(number), [(prompt.seat, Buy(number))]
    if prompt.kind == "negotiate":
        payer, payee = (state.sheet.role_ids.index(prompt.params[side]) for side in ("payer", "payee"))
        if chance.random() < 0.3:
            side = chance.randint(0, 1)
            return f"x{side + 1}", [((payer, payee)[side], BreakOff())]
        price = min(chance.randint(prompt.params["low"], prompt.params["high"]), state.firms[payer].money)
        return str(price), [(payer, Offer(price)), (payee, Accept(price))]
    activity, firm = state.sheet.activities[state.turn - 1], state.firms[prompt.seat]
    part = activity.parts[activity.part_of[prompt.seat]]
    options = [
        (risk, delay, max(0, part.required + part.risk[risk][0] + part.delay[delay][0] - firm.stock))
        for risk in range(len(part.risk))
        for delay in range(len(part.delay))
    ]
    risk, delay, buy = chance.choice([each for each in options if each[2] * state.sheet.high_price <= firm.money])
    fields = [str(tier) for tier, tiers in ((risk, part.risk), (delay, part.delay)) if len(tiers) > 1]
    return " ".join([*fields, str(buy)] if chance.random() < 0.5 else fields or [str(buy)]), [
        (prompt.seat, Allocate(buy, risk, delay))
    ]


def test_a_line_that_is_wrong_is_shown_again_with_its_text_and_the_reason(client):
    match, tutor = on_paper(person("ada"))
    client.force_login(tutor)
    before = hashes(match.pk)

    for text, words in (
        ("", "Type one number"),
        ("many", "Type one number"),
        ("999999", "999999"),
        ("-1", "below zero"),
    ):
        page = typed(client, match.pk, text)

        (line,) = page.context["lines"]
        assert page.status_code == 422
        assert (line.typed, words in line.error) == (text, True)
        assert f'value="{text}"' in page.content.decode()
    assert hashes(match.pk) == before


def test_a_line_of_two_moves_is_entered_whole_or_not_at_all(client):
    match, tutor = on_paper()
    client.force_login(tutor)
    typed(client, match.pk, "0")
    while "negotiate" not in client.get(reverse("games:paper", args=[match.pk])).context["lines"][0].line.prompt.key:
        assert typed(client, match.pk, "0 0").status_code in (302, 422)
        typed(client, match.pk, "0")
    before = hashes(match.pk)

    page = typed(client, match.pk, "100000")

    assert page.status_code == 422
    assert "100000k" in page.context["lines"][0].error
    assert hashes(match.pk) == before


def test_two_people_who_type_the_same_table_do_not_overwrite_each_other(client):
    match, tutor = on_paper()
    other = person("other")
    match.stewards.add(other)
    client.force_login(tutor)
    assert typed(client, match.pk, "2").status_code == 302
    after = hashes(match.pk)
    client.force_login(other)

    page = typed(client, match.pk, "0 0", at=0)
    gone = typed(client, match.pk, "3", seat=0, key="activity-1/buy/owner", at=0)

    assert (page.status_code, gone.status_code) == (422, 422)
    assert "the match has moved on" in text_of(page)
    assert page.context["lines"][0].typed == "0 0"
    assert "You typed: 3" in text_of(gone)
    assert hashes(match.pk) == after


def test_a_line_sent_twice_is_entered_once(client):
    match, tutor = on_paper()
    client.force_login(tutor)
    form = {"typed": "2", "seat": 0, "key": "activity-1/buy/owner", "at": 0}
    client.post(reverse("games:paper", args=[match.pk]), form)
    after = hashes(match.pk)

    again = client.post(reverse("games:paper", args=[match.pk]), form)

    assert "You typed: 2" in text_of(again)
    assert hashes(match.pk) == after


def test_the_last_line_is_undone_with_the_same_cards_and_typed_again(client):
    match, tutor = on_paper(person("ada"))
    client.force_login(tutor)
    first = hashes(match.pk)
    typed(client, match.pk, "2")
    entered = hashes(match.pk)

    answer = typed(client, match.pk, "<")

    fork = Match.objects.get(parent=match)
    assert answer.headers["Location"] == reverse("games:paper", args=[fork.pk])
    assert (hashes(fork.pk), fork.status) == (first, "paused")
    assert client.get(reverse("games:paper", args=[match.pk])).context["successor"] == fork
    typed(client, fork.pk, "2")
    assert hashes(fork.pk) == entered


def test_a_line_of_a_paused_fork_is_undone_again(client):
    match, tutor = on_paper()
    client.force_login(tutor)
    typed(client, match.pk, "2")
    typed(client, match.pk, "<")
    fork = Match.objects.get(parent=match)
    typed(client, fork.pk, "3")

    typed(client, fork.pk, "<")

    assert hashes(Match.objects.get(parent=fork).pk) == hashes(match.pk)[:1]


def test_nothing_is_undone_that_was_not_typed_from_paper(client):
    ada = person("ada")
    match, tutor = on_paper(ada)
    client.force_login(tutor)
    untouched = typed(client, match.pk, "<")
    steer_resume(match_id=match.pk, actor=Actor(tutor))
    state = state_of(Match.objects.get(pk=match.pk))
    move = game_of(match).rules.default(state, 0, "activity-1/buy/owner")
    submit(match_id=match.pk, seat=0, key="activity-1/buy/owner", move=move, by=Author(AuthorKind.PLAYER, ada))
    after = hashes(match.pk)

    client.post(reverse("games:paper", args=[match.pk]), {"typed": "<"})

    assert untouched.headers["Location"] == reverse("games:paper", args=[match.pk])
    assert hashes(match.pk) == after
    assert not Match.objects.filter(parent=match).exists()


def test_an_ended_match_takes_no_line(client):
    match, tutor = on_paper()
    steer_end(match_id=match.pk, actor=Actor(tutor))
    client.force_login(tutor)

    page = client.get(reverse("games:paper", args=[match.pk]))
    answer = client.post(
        reverse("games:paper", args=[match.pk]), {"typed": "2", "seat": 0, "key": "activity-1/buy/owner", "at": 0}
    )

    assert "Nothing is left to enter." in text_of(page)
    assert "You typed: 2" in text_of(answer)
    assert len(hashes(match.pk)) == 1


@pytest.mark.parametrize("name", ["paper", "paper-sheets", "paper-order"])
def test_only_stewards_without_a_seat_type_print_and_see_the_cards(client, name):
    ada, bob = person("ada"), person("bob")
    match, tutor = on_paper(ada)
    own = match_of(bob, by=bob)
    url = reverse(f"games:{name}", args=[match.pk])

    assert client.get(url).status_code == 302
    for user in (ada, bob):
        client.force_login(user)
        assert client.get(url).status_code == 404
        assert client.get(reverse("games:paper-sheet", args=[str(SheetCode(match.pk, 1))])).status_code == 404
    assert client.get(reverse(f"games:{name}", args=[own.pk])).status_code == 404
    client.force_login(tutor)
    assert client.get(url).status_code == 200


def test_the_code_of_a_sheet_leads_to_its_table_and_says_what_is_entered_already(client):
    match, tutor = on_paper()
    client.force_login(tutor)
    now, later = (str(SheetCode(match.pk, turn)) for turn in (1, 3))

    page = client.get(reverse("games:paper-code"), {"code": now.lower().replace("-", " ")}, follow=True)
    early = client.get(reverse("games:paper-sheet", args=[later]), follow=True)
    typed(client, match.pk, "2")
    typed(client, match.pk, "0 0")
    entered = client.get(reverse("games:paper-sheet", args=[now]), follow=True)

    assert page.context["match"] == match
    assert "This sheet" not in text_of(page)
    assert "This sheet is for turn 3. First enter turn 1." in text_of(early)
    assert "This sheet is entered already: turn 1." in text_of(entered)
    assert entered.context["heading"].turn == 2


def test_the_code_of_a_sheet_leads_to_the_table_that_goes_on_after_an_undo(client):
    match, tutor = on_paper()
    client.force_login(tutor)
    typed(client, match.pk, "2")
    typed(client, match.pk, "<")

    page = client.get(reverse("games:paper-sheet", args=[str(SheetCode(match.pk, 1))]), follow=True)

    assert page.context["match"] == Match.objects.get(parent=match)


@pytest.mark.parametrize("code", ["4F7K-2M9Q", "nonsense!", "1"])
def test_a_wrong_code_is_shown_again_with_the_reason(client, code):
    client.force_login(person("tutor"))

    page = client.get(reverse("games:paper-code"), {"code": code})

    assert page.status_code == 404
    assert page.context["error"]
    assert f'value="{code}"' in page.content.decode()


def test_the_sheets_have_every_decision_of_the_turns_to_come_with_the_codes(client):
    match, tutor = on_paper()
    client.force_login(tutor)
    activities = scenario_of(match).activities

    page = client.get(reverse("games:paper-sheets", args=[match.pk]))
    typed(client, match.pk, "2")
    typed(client, match.pk, "0 0")
    later = client.get(reverse("games:paper-sheets", args=[match.pk]))

    assert [each["turn"].number for each in page.context["turns"]] == list(range(1, len(activities) + 1))
    assert [each["turn"].number for each in later.context["turns"]] == list(range(2, len(activities) + 1))
    for each, activity in zip(page.context["turns"], activities, strict=True):
        assert each["code"] == str(SheetCode(match.pk, activity.number))
        assert each["code"] in text_of(page)
        placed = [role.id for role, row in each["rows"] if row.title.startswith("Places")]
        assert placed == [part.role for part in activity.participants]


def test_a_sheet_of_another_game_has_the_open_questions_with_the_numbers_that_are_typed(client):
    tutor = person("tutor")
    match_id = match_of_game("utboheme", tutor)
    client.force_login(tutor)

    (sheet,) = client.get(reverse("games:paper-sheets", args=[match_id])).context["turns"]
    (line, *_others) = client.get(reverse("games:paper", args=[match_id])).context["lines"]

    assert sheet["rows"][0][1] == line.line.row
    (box,) = line.line.row.boxes
    assert [option.split(":")[0] for option in box.options] == [str(n) for n in range(1, len(box.options) + 1)]
    assert client.get(reverse("games:paper-order", args=[match_id])).status_code == 404


def test_the_cards_turned_over_are_those_of_the_printed_order(client):
    match, tutor = on_paper()
    client.force_login(tutor)
    stacks, _contracts = client.get(reverse("games:paper-order", args=[match.pk])).context["tables"]
    typed(client, match.pk, "2")
    typed(client, match.pk, "0 0")

    titles = {card.id: card.title.en.casefold() for card in scenario_of(match).risk_cards}
    drawn = [titles[each] for each in state_of(Match.objects.get(pk=match.pk)).drawn[0]]

    printed = [each.split(". ", 1)[1].casefold() for each in stacks.rows[0][1].split("; ")]
    assert len(drawn) == 2
    assert printed[:2] == drawn


def test_moves_from_paper_belong_to_the_people_of_the_seat_and_not_to_the_person_who_typed(client):
    ada, bob = person("ada"), person("bob")
    match, tutor = on_paper(ada)
    seat_assign(match_id=match.pk, seat=0, user=bob)
    client.force_login(tutor)
    typed(client, match.pk, "2")
    match = Match.objects.get(pk=match.pk)
    until = until_of(faces.get("domego"), scenario_of(match))

    (story,) = [each for each in stories(match) if each.seat == 0]

    move = match.moves.get(number=1)
    assert (move.author_kind, move.author) == (AuthorKind.PAPER, tutor)
    assert [user.id for user in story.own] == [ada.pk, bob.pk]
    assert story.was_played
    assert seat_words(story, until, named=True) == "Ada, Bob, entered from paper"
    assert own_moves_in([match], bob) == {match.pk: {0: 1}}
    assert own_numbers(match, ada) == {1}
    assert own_numbers(match, tutor) == frozenset()
    assert not match.interventions.exclude(kind=Intervention.Kind.PAUSE).exists()


def test_a_team_without_accounts_is_named_as_entered_from_paper(client):
    match, tutor = on_paper()
    client.force_login(tutor)
    typed(client, match.pk, "2")
    match = Match.objects.get(pk=match.pk)

    (story,) = stories(match)

    until = until_of(faces.get("domego"), scenario_of(match))
    assert seat_words(story, until, named=True) == "entered from paper"
    assert (story.was_played, story.own) == (True, {})


def test_a_running_match_takes_lines_from_paper_too(client):
    ada = person("ada")
    match, tutor = on_paper(ada)
    steer_resume(match_id=match.pk, actor=Actor(tutor))
    client.force_login(tutor)

    answer = typed(client, match.pk, "2")

    assert answer.status_code == 302
    assert Match.objects.get(pk=match.pk).moves.get(number=1).author_kind == AuthorKind.PAPER


def test_the_address_of_a_sheet_is_taken_for_its_code(client):
    client.force_login(person())
    code = str(SheetCode(12, 3))

    answers = [client.get("/paper/", {"code": typed}).status_code for typed in (code, f"https://a.test/paper/{code}/")]

    assert answers == [404, 404]
    assert "Compare the code" not in client.get("/paper/", {"code": f"https://a.test/paper/{code}/"}).content.decode()
