"""The plan as a page: the best one is proposed, places become sections, and why a plan is illegal is said at once."""

import pytest

from games.master_builder.game import GAME
from games.models import AuthorKind
from games.selectors.position import state_of
from games.services.authors import Author
from games.services.moves import submit
from tests.games.factories import person
from tests.games.master_builder.site import match_of, page_of, play_until, sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(client):
    user = person("nadia")
    client.force_login(user)
    return user


def planning(me, strength="thrifty", plans=1):
    """A match in which somebody plans: the match and the prompt."""
    match = match_of(me, me, me)
    prompt = play_until(match, me, "plan", strength=strength)
    for _skip in range(plans):
        state = state_of(match)
        move = GAME.rules.default(state, prompt.seat, prompt.key)
        by = Author(AuthorKind.PLAYER, me)
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by)
        match.refresh_from_db()
        prompt = play_until(match, me, "plan", strength=strength)
    return match, prompt


def places_of(answer):
    """The form as the page shows it: by name of the place, who is on it."""
    return {
        place.name: place.worker
        for site in answer.context["it"]["main"]["sites"]
        for piece in site.pieces
        for place in piece.places
    }


def test_the_plan_that_is_proposed_is_the_best_one_and_is_built_as_it_stands(client, me):
    match, prompt = planning(me)
    page = page_of(client, match, prompt.seat)
    best = GAME.rules.default(state_of(match), prompt.seat, prompt.key)

    assert page.context["it"]["main"]["is_best"]
    assert page.context["it"]["main"]["verdict"].startswith("This can be built: ")
    assert sent(client, match, prompt, **places_of(page)).status_code == 303

    stored = match.moves.latest("number")
    assert stored.args["sections"] == list(best.sections)


def test_checking_a_plan_says_what_it_comes_to_and_plays_nothing(client, me):
    match, prompt = planning(me)
    places = places_of(page_of(client, match, prompt.seat))
    number = match.number

    answer = sent(client, match, prompt, check="1", **places)

    assert (answer.status_code, match.number) == (422, number)
    assert answer.context["it"]["main"]["is_good"]
    assert answer.context["it"]["main"]["verdict"].startswith("This can be built: ")
    assert places_of(answer) == places


@pytest.fixture
def begun(client, me):
    """A crew and an untouched house: the match, the prompt and the places, nobody on any of them."""
    match, prompt = planning(me, plans=0)
    state = state_of(match)
    while not any(
        not site.standing and state.sheet.contract(site.contract).kind == "building"
        for site in state.firms[prompt.seat].sites
    ):
        move = GAME.rules.default(state, prompt.seat, prompt.key)
        by = Author(AuthorKind.PLAYER, me)
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by)
        match.refresh_from_db()
        prompt = play_until(match, me, "plan", strength="strong")
        state = state_of(match)
    site = next(
        site
        for site in state.firms[prompt.seat].sites
        if not site.standing and state.sheet.contract(site.contract).kind == "building"
    )
    return match, prompt, site.contract


def verdict(answer):
    return answer.context["it"]["main"]["verdict"], answer.context["it"]["main"]["is_good"]


def test_why_a_plan_is_illegal_is_said_at_once(client, me, begun):
    match, prompt, number = begun
    state = state_of(match)
    contract = state.sheet.contract(number)
    crew = [each.worker for each in state.firms[prompt.seat].crew]
    master = min(crew, key=lambda worker: -"ATFM".index(worker[0]))
    one = next(section for section in contract.sections if len(section.needs) == 1 and section.part != "roof")
    if "ATFM".index(master[0]) < "ATFM".index(one.needs[0]):
        wrong = "cannot do it"
    else:
        wrong = "the first work on it takes a side wall and a gable"
    place = f"place-{number}-{one.id}-0"

    said_, is_good = verdict(sent(client, match, prompt, check="1", **{place: master}))
    assert (wrong in said_, is_good) == (True, False)

    double = next(section for section in contract.sections if len(section.needs) == 2)
    half = sent(client, match, prompt, **{f"place-{number}-{double.id}-0": master})
    assert "takes 2 workers: fill both places or none" in verdict(half)[0]
    twice = {f"place-{number}-{double.id}-{at}": master for at in (0, 1)}
    answer = sent(client, match, prompt, **twice)
    assert "is put on two places" in verdict(answer)[0]
    assert {name: worker for name, worker in places_of(answer).items() if worker} == twice


def test_an_apprentice_on_a_foremans_place_is_refused_by_name(client, me):
    match, prompt = planning(me, plans=0)
    state = state_of(match)
    while not _apprentice_and_foreman(state, prompt.seat):
        move = GAME.rules.default(state, prompt.seat, prompt.key)
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=Author(AuthorKind.PLAYER, me))
        match.refresh_from_db()
        prompt = play_until(match, me, "plan", strength="random")
        state = state_of(match)
    apprentice, number, section = _apprentice_and_foreman(state, prompt.seat)

    said_, is_good = verdict(sent(client, match, prompt, **{f"place-{number}-{section}-0": apprentice}))

    name = next(worker.name for worker in state.sheet.workers if worker.id == apprentice)
    assert f"{name} (A) cannot do it." in said_
    assert not is_good


def _apprentice_and_foreman(state, seat):
    """(apprentice, contract, section that asks for a foreman first) if the seat has both."""
    firm = state.firms[seat]
    apprentices = [each.worker for each in firm.crew if each.worker[0] == "A" and not each.down]
    for site in firm.sites:
        for index, section in enumerate(state.sheet.contract(site.contract).sections):
            if section.needs[0] in "FM" and not site.standing >> index & 1 and apprentices:
                return apprentices[0], site.contract, section.id
    return None


def test_an_empty_plan_is_allowed(client, me):
    match, prompt = planning(me)

    assert sent(client, match, prompt).status_code == 303

    assert match.moves.latest("number").args["sections"] == []


def test_workers_that_come_from_elsewhere_are_no_choice(client, me):
    match, prompt = planning(me)
    place = next(iter(places_of(page_of(client, match, prompt.seat))))
    strangers = {
        each.worker for seat, firm in enumerate(state_of(match).firms) if seat != prompt.seat for each in firm.crew
    }

    answer = sent(client, match, prompt, **{place: min(strangers)})

    assert answer.status_code == 422
