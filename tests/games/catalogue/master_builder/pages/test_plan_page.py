"""The plan as a page: it starts empty, places become sections, and refusals are shown with reasons at their places."""

import pytest

from games.catalogue.master_builder import cards
from games.catalogue.master_builder.face.planning import proposed
from games.catalogue.master_builder.game import GAME
from games.models import AuthorKind
from games.platform.selectors.position import state_of
from games.platform.services.authors import Author
from games.platform.services.moves import submit
from tests.games.catalogue.master_builder.site import match_of, page_of, play_until, sent, step
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(client):
    user = person("nadia")
    client.force_login(user)
    return user


def planning(me, strength="thrifty", plans=1, options=None):
    """A match with an open plan: the match and the prompt."""
    match = match_of(me, me, me, options=options)
    prompt = play_until(match, me, "plan", strength=strength)
    for _skip in range(plans):
        state = state_of(match)
        move = GAME.rules.default(state, prompt.seat, prompt.key)
        by = Author(AuthorKind.PLAYER, me)
        submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by)
        match.refresh_from_db()
        prompt = play_until(match, me, "plan", strength=strength)
    return match, prompt


def panel(answer):
    return answer.context["page"].part("drawing").context["it"]["main"]


def places_of(answer):
    """The form as the page shows it: the worker at each place by its name."""
    return {
        place.name: place.who.id if place.who else ""
        for site in panel(answer)["sites"]
        for piece in site.pieces
        for place in piece.places
    }


def words_of(answer):
    """By section: its state in this plan, and the reason."""
    return {piece.id: (piece.state, piece.said) for site in panel(answer)["sites"] for piece in site.pieces}


def best_of(match, prompt):
    view = GAME.rules.view(state_of(match), prompt.seat)
    return proposed(view, prompt.seat)


def test_the_plan_starts_empty_and_nobody_proposes_one(client, me):
    match, prompt = planning(me)
    page = page_of(client, match, prompt.seat)

    assert set(places_of(page).values()) == {""}
    assert {state for state, _said in words_of(page).values()} <= {"stands", "open", "later"}
    assert (panel(page)["verdict"], panel(page)["sections"], panel(page)["may_ask"]) == ("", 0, False)
    html = page.content.decode()
    assert "Build nothing" in html
    assert 'name="propose"' not in html
    assert sent(client, match, prompt, propose="1").status_code == 422


def test_the_best_plan_is_asked_for_where_the_session_has_it_and_stays_until_the_round_is_built(client, me):
    match, prompt = planning(me, options={"proposal": True})
    best = GAME.rules.default(state_of(match), prompt.seat, prompt.key)
    assert set(places_of(page_of(client, match, prompt.seat)).values()) == {""}

    assert sent(client, match, prompt, propose="1").status_code == 303

    page = page_of(client, match, prompt.seat)
    assert {name: who for name, who in places_of(page).items() if who} == best_of(match, prompt)
    assert not panel(page)["may_ask"]
    assert "this round counts half among your own plans" in page.content.decode()
    assert sent(client, match, prompt, **places_of(page)).status_code == 303
    assert match.moves.latest("number").args["sections"] == list(best.sections)
    assert match.events.get(kind="proposal_asked").seat == prompt.seat


def test_once_all_have_built_the_best_plan_stands_beside_ones_own(client, me):
    match, prompt = planning(me)
    best = GAME.rules.default(state_of(match), prompt.seat, prompt.key).sections
    assert best

    sent(client, match, prompt)
    while state_of(match).phase == "plan":
        told = page_of(client, match, prompt.seat).context["page"].part("drawing").context["firm"]["compared"]
        assert told is None or told.round < prompt_round(prompt)
        step(match, me)

    found = page_of(client, match, prompt.seat).context["page"].part("drawing").context["firm"]["compared"]
    assert (found.round, found.built, found.best) == (prompt_round(prompt), 0, len(best))
    sheet = state_of(match).sheet
    assert list(found.sections) == [cards.piece(sheet, each) for each in best]


def prompt_round(prompt):
    return int(prompt.key.partition("/")[0].removeprefix("round-"))


def test_checking_a_plan_says_what_it_comes_to_and_plays_nothing(client, me):
    match, prompt = planning(me)
    places = best_of(match, prompt)
    number = match.number

    answer = sent(client, match, prompt, check="1", **places)

    assert (answer.status_code, match.number) == (422, number)
    assert panel(answer)["is_good"]
    assert panel(answer)["verdict"].startswith("This can be built: ")
    assert {name: who for name, who in places_of(answer).items() if who} == places
    planned = [piece for piece, (state, _said) in words_of(answer).items() if state == "planned"]
    assert panel(answer)["sections"] == len(planned)


def test_who_stays_idle_has_a_name_and_a_reason(client, me):
    match, prompt = planning(me)
    state = state_of(match)

    idle = {each.who.id: each.why for each in panel(page_of(client, match, prompt.seat))["idle"]}

    crew = state.firms[prompt.seat].crew
    assert set(idle) == {each.worker for each in crew}
    for each in crew:
        if each.down:
            assert idle[each.worker].startswith("away: ")
        else:
            assert idle[each.worker] in ("no place yet", "no free place is for this skill")
    places = best_of(match, prompt)
    after = panel(sent(client, match, prompt, check="1", **places))["idle"]
    assert {each.who.id for each in after} == set(idle) - set(places.values())


@pytest.fixture
def begun(client, me):
    """A match with a crew and an untouched house: the match, the prompt and the empty places."""
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


def test_why_a_section_is_refused_stands_at_its_place_and_the_rest_of_the_plan_stays(client, me, begun):
    match, prompt, number = begun
    state = state_of(match)
    contract = state.sheet.contract(number)
    crew = [each.worker for each in state.firms[prompt.seat].crew]
    master = min(crew, key=lambda worker: -"ATFM".index(worker[0]))
    one = next(section for section in contract.sections if len(section.needs) == 1 and section.part != "roof")
    if "ATFM".index(master[0]) < "ATFM".index(one.needs[0]):
        wrong = "cannot do it"
    else:
        wrong = "Not alone: a "
    place = f"place-{number}-{one.id}-0"

    answer = sent(client, match, prompt, check="1", **{place: master})
    state_there, said_there = words_of(answer)[f"{number}/{one.id}"]
    assert (state_there, wrong in said_there, panel(answer)["is_good"]) == ("refused", True, False)
    assert said_there in answer.content.decode()
    assert places_of(answer)[place] == master

    double = next(section for section in contract.sections if len(section.needs) == 2)
    half = sent(client, match, prompt, **{f"place-{number}-{double.id}-0": master})
    assert half.status_code == 422
    state_there, said_there = words_of(half)[f"{number}/{double.id}"]
    assert state_there in ("half", "refused")
    assert state_there == "refused" or said_there == "One more: it takes 2 workers."
    twice = {f"place-{number}-{double.id}-{at}": master for at in (0, 1)}
    answer = sent(client, match, prompt, **twice)
    assert "is on another place already" in words_of(answer)[f"{number}/{double.id}"][1]
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

    answer = sent(client, match, prompt, **{f"place-{number}-{section}-0": apprentice})

    name = next(worker.name for worker in state.sheet.workers if worker.id == apprentice)
    where, why = words_of(answer)[f"{number}/{section}"]
    assert (where, f"{name} (A) cannot do it" in why) == ("refused", True)
    assert not panel(answer)["is_good"]


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
