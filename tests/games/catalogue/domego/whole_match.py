"""A match of any scenario, read on every page from its first decision to its papers."""

import random
from typing import Any

from django.urls import reverse
from django.utils.translation import override

from classrooms.assess.reports import services
from classrooms.assess.reports.pdf import student_draft, team_draft
from games.catalogue.domego.game import GAME
from games.platform.selectors.position import state_of
from games.platform.services.bots import bot_answer
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from tests.games.factories import SEED, play, role_ids
from tests.pages.test_faces import Reader

PAGES = ("history", "replay", "text", "away")


def read_whole(client: Any, text: str, language: str, looks: int, options: Any = None) -> Any:
    """Play a match of bots and read its pages as each role at `looks` moments, then at its end; returns the match."""
    reader = Reader(client, "domego", language)
    match = match_create(
        game="domego", roles=role_ids(text), by=reader.user, scenario=text, seed=SEED, options=options or {}
    )
    for seat in match.seats.all():
        seat_assign(match_id=match.pk, seat=seat.index, user=reader.user)
    match_start(match_id=match.pk)
    match.refresh_from_db()
    turns, seats = len(GAME.rules.load_scenario(text).activities), match.seats.count()
    due = sorted({1 + turns * moment // looks for moment in range(looks)})
    chance = random.Random(text)  # noqa: S311 - a test's own chance
    while not match.is_over:
        state = state_of(match)
        if due and state.turn >= due[0]:
            due.pop(0)
            for seat in range(seats):
                reader.looks_at(reverse("games:match", args=[match.pk]), seat=seat)
            reader.looks_at(reverse(f"games:{chance.choice(PAGES)}", args=[match.pk]))
        _one_move(reader, match, state)
    for name in ("match", "history", "replay", "text"):
        reader.looks_at(reverse(f"games:{name}", args=[match.pk]))
    debrief = services.debrief_freeze(match=match)
    reader.looks_at(reverse("classrooms:debrief", args=[match.pk]))
    with override(language):
        for draft in (team_draft(debrief, language, full=True), student_draft(debrief, reader.user, language)):
            assert draft.text
    return match


def _one_move(reader: Reader, match: Any, state: Any) -> None:
    for prompt in GAME.rules.prompts(state):
        move = bot_answer(match, state, prompt, GAME.usual_bot)
        if move is not None:
            play(match, prompt.seat, prompt.key, move, reader.user)
            return
    raise AssertionError("nobody moves")
