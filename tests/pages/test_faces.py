"""The face of every game that has a folder, in both languages: each page, each kind of decision, each sheet and paper.

No game is named here. An undefined name in a template is printed as `MISSING` instead of as nothing."""

import random
import re
from html import unescape
from itertools import islice
from urllib.parse import parse_qs, urlsplit

import pytest
from django.template import engines
from django.urls import reverse
from django.utils.translation import override
from jinja2 import ChainableUndefined

from benchmarks.chaos.players import forms_in
from classrooms.assess.reports import services
from classrooms.assess.reports.pdf import student_draft, team_draft
from games.engine import registry
from games.engine.choices import edges
from games.engine.errors import IllegalMove
from games.platform.selectors.position import game_of, state_of
from games.platform.services.bots import bot_answer
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start
from games.ui import faces
from games.ui import help as help_pages
from games.ui.faces import AwayPart, Face, PrintingPart, ProgressPart, RecapPart, WordsPart
from games.ui.refusals import PLATFORM_REFUSALS
from tests.every_game import GAMES, played, settings, spread
from tests.games.factories import SEED, person, play, role_ids
from tests.hollow import hollow

pytestmark = pytest.mark.django_db
MISSING = "[[missing %s]]"
UNASKED = {"query"}
"""Names that only one page sets: the page of hits, which shows the query of the rules' search again."""
TRIES = 60
WHY = re.compile(r'href="([^"]+[?;]what=[^"]+)"')
RULE = re.compile(r'href="/rules/(\w+)/([\w-]+)/#([^"]+)"')
LOOKS = 12
"""The number of positions from the start at which the table is read."""
every_face = pytest.mark.parametrize(("game", "language"), [(g, lang) for g in GAMES for lang in ("en", "fr")])


@pytest.fixture(autouse=True)
def _names_are_given(monkeypatch, no_broker):
    name_what_is_missing(monkeypatch)


class Missing(ChainableUndefined):
    """Prints a marker for each name that a piece uses and nobody sets."""

    def __str__(self):
        return MISSING % self._undefined_name

    __html__ = __str__


def name_what_is_missing(monkeypatch):
    """Print undefined names, in templates of both engines."""
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", MISSING)
    monkeypatch.setattr(engines["fragments"].env, "undefined", Missing)


def missing_in(text):
    return sorted(set(re.findall(r"\[\[missing ([^\]]*)\]\]", text)) - UNASKED)


def rules_not_found(text, language):
    """Links to headings of the help that do not exist."""
    linked = {(game, page, anchor) for game, page, anchor in RULE.findall(text) if game in GAMES}
    return sorted(each for each in linked if not has_rule(each[0], f"{each[1]}#{each[2]}", language))


def has_rule(game, rule, language):
    slug, _hash, anchor = rule.partition("#")
    return anchor in {part.anchor for part in help_pages.page(game, slug, language).sections}


class Reader:
    """A person on all seats of a small match, who checks every page."""

    def __init__(self, client, game, language):
        self.client, self.game, self.language, self.explained = client, game, language, set()
        self.user = person(language=language)
        client.force_login(self.user)
        client.cookies["django_language"] = language
        self.chance = random.Random(game)  # noqa: S311 - which of the choices of a form is sent

    def looks_at(self, path, **query):
        return self.checked(self.client.get(path, query), 200)

    def checked(self, answer, *statuses):
        text = answer.content.decode()
        assert answer.status_code in statuses, text[-2000:]
        assert missing_in(text) == []
        assert hollow(text) == []
        assert rules_not_found(text, self.language) == []
        self.asks_why(text)
        return text

    def asks_why(self, text):
        """Open the explanation of each number, the first time that a page offers it."""
        for address in map(unescape, WHY.findall(text)):
            what = parse_qs(urlsplit(address).query)["what"][0]
            if what not in self.explained:
                self.explained.add(what)
                self.looks_at(address)

    def small_match(self):
        spec = registry.get(self.game)
        text = min({**spec.scenarios, **spec.micro}.values(), key=len)
        match = match_create(game=self.game, roles=role_ids(text, self.game), by=self.user, scenario=text, seed=SEED)
        for seat in match.seats.all():
            seat_assign(match_id=match.pk, seat=seat.index, user=self.user)
        match_start(match_id=match.pk)
        match.refresh_from_db()
        return match

    def decides(self, match, prompt):
        """Decide without scripts: first send an empty form, then try the values that the page offers."""
        table = reverse("games:match", args=[match.pk])
        page = self.looks_at(table, seat=prompt.seat)
        empty = {"key": prompt.key, "seat": prompt.seat, "submission_id": "nothing"}
        answer = self.client.post(reverse("games:play", args=[match.pk]), empty)
        for number in range(TRIES):
            if answer.status_code == 303:
                return
            page = self.checked(answer, 422)
            forms = [form for form in forms_in(page) if form.fixed.get("key") == prompt.key]
            assert forms, f"{prompt.kind} has no form"
            fields = self.chance.choice(forms).filled(self.chance)
            answer = self.client.post(
                reverse("games:play", args=[match.pk]), fields | {"submission_id": f"{match.number}-{number}"}
            )
        raise AssertionError(f"{prompt.kind}: nothing that its form offers is taken")

    def plays(self, match):
        """Decide once of each kind by its form, and otherwise as the game's usual bot."""
        rules, kinds, looks = game_of(match).rules, set(), 0
        while not match.is_over:
            state = state_of(match)
            prompts = rules.prompts(state)
            prompt = next((each for each in prompts if each.kind not in kinds), None)
            if prompt is not None:
                kinds.add(prompt.kind)
                self.decides(match, prompt)
                match.refresh_from_db()
                continue
            if looks < LOOKS:
                looks += 1
                self.looks_at(reverse("games:match", args=[match.pk]), seat=prompts[0].seat)
            for prompt in prompts:
                move = bot_answer(match, state, prompt, game_of(match).usual_bot)
                if move is not None:
                    play(match, prompt.seat, prompt.key, move, self.user)
                    break
            else:
                raise AssertionError("nobody moves")
        return kinds


@every_face
def test_every_page_of_a_game_is_there_and_every_kind_of_decision_can_be_taken(client, game, language):
    every_page(client, game, language)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_optional_parts_looks_whole(client, monkeypatch, game):
    monkeypatch.setitem(faces._faces, game, bare(faces.get(game)))

    every_page(client, game, "fr")


def bare(face):
    """A face with what a game must give, and with explanations: the game's own templates link to them."""
    required = ("roles", "heading", "event", "decision", "silent_kinds")
    words = WordsPart(**{name: getattr(face.words, name) for name in required}, scenario=lambda scenario: "Une partie")
    absent = {"recap": RecapPart(), "progress": ProgressPart(), "lesson": None, "away": AwayPart()}
    return Face(game=face.game, title=face.title, words=words, printing=PrintingPart(), **absent)


def every_page(client, game, language):
    """Play a match of a game and look at all of its pages."""
    reader = Reader(client, game, language)
    for name, args in (("start-game", [game]), ("start", []), ("rules", [])):
        reader.looks_at(reverse(f"games:{name}", args=args))
    match = reader.small_match()
    for name in ("away", "text"):
        reader.looks_at(reverse(f"games:{name}", args=[match.pk]))

    assert reader.plays(match)

    for name in ("match", "history", "replay", "text"):
        reader.looks_at(reverse(f"games:{name}", args=[match.pk]))
    reader.looks_at(reverse("games:home"))
    for number in range(0, match.number + 1, max(1, match.number // 6)):
        reader.looks_at(reverse("games:replay", args=[match.pk]), at=number)
    with override(language):
        for page in help_pages.pages(game, language):
            reader.looks_at(reverse("games:rules-page", args=[game, page.slug]))
    reader.looks_at(reverse("games:game-rules", args=[game]))
    for sheet in faces.get(game).printing.sheets:
        reader.looks_at(reverse("games:print-sheet", args=[game, sheet]))
    debrief = services.debrief_freeze(match=match)
    reader.looks_at(reverse("classrooms:debrief", args=[match.pk]))
    for draft in (team_draft(debrief, language, full=True), student_draft(debrief, reader.user, language)):
        assert missing_in(draft.text) == []


def words_of(game, language):
    """Every line of a game for lists, mails, news and refusals, over seeded matches of its first scenario."""
    name = next(name for name in sorted(settings()) if settings()[name].game.key == game)
    where, face = settings()[name], faces.get(game)
    scenario, rules = where.scenario, where.game.rules
    states = spread(name, 1, most=30)
    prompts = [prompt for state in states for prompt in rules.prompts(state)]
    start, moves, end = played(name)
    for event in (*start.events, *(event for move in moves for event in move.events)):
        words = face.words.event(scenario, event)
        if words is not None or event.__struct_config__.tag not in face.words.silent_kinds:
            yield event.__struct_config__.tag, words.html if words else ""
    yield "scenario", face.words.scenario(scenario)
    yield from (("bot", told) for told in face.bot_names().values())
    for role in face.words.roles(scenario):
        yield from (("role", role.name), ("role in tables", role.short), ("letter", role.letter))
    for state in states:
        yield "heading", face.words.heading(scenario, rules.view(state, None)).title
    for turn in range(1, face.words.heading(scenario, rules.view(states[0], None)).turns + 1):
        yield from (("turn", face.words.turn(scenario, turn)), ("until", face.words.until(scenario, turn)))
    for prompt in prompts:
        yield "decision", face.words.decision(scenario, prompt)
        face.words.where(scenario, prompt)
    yield "score", face.words.score(scenario, end.result)
    yield "refusal", face.refusal(scenario, IllegalMove("unheard_of"))
    lines = face.words.targets(scenario, end.result)
    yield from (("target", line.label) for line in lines)
    own = {line.label for line in lines} - {target.name for target in end.result.targets}
    yield "targets, each by a name of its own", "yes" if len(own) == len(end.result.targets) else ""
    listed = [move for state in states for p in rules.prompts(state) for move in moves_at(rules, state, p)]
    for state in states[::3]:
        for prompt in rules.prompts(state):
            for move in listed[::5]:
                try:
                    rules.apply(state, prompt.seat, prompt.key, move, where.draws)
                except IllegalMove as refusal:
                    said = face.words.refusals.describe(scenario, refusal)
                    yield refusal.code, said or PLATFORM_REFUSALS.get(refusal.code, "")
                    face.words.refusals.because(refusal, prompt.seat)


def moves_at(rules, state, prompt):
    return islice(edges(rules.choices(state, prompt.seat, prompt.key)), 20)


@every_face
def test_every_line_of_a_game_is_said_in_words_of_its_own(game, language):
    with override(language):
        said = list(words_of(game, language))

    assert {what for what, words in said if not str(words).strip() or "%(" in str(words)} == set()
    assert {"decision", "score", "heading"} <= {what for what, _words in said}


def test_seats_without_roles_of_their_own_have_one_order_of_colours_and_shapes():
    order = ["owner", "structure seat-b", "architect seat-c", "fitout seat-d"]
    for game in ("dominato", "dominyam", "utboheme"):
        kind = registry.get(game)
        scenario = kind.rules.load_scenario(next(iter(kind.scenarios.values())))
        css = [role.css for role in faces.get(game).words.roles(scenario)]
        assert css == order[: len(css)], game


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_has_a_name_and_none_is_called_by_its_key(game):
    assert [key for key, name in faces.get(game).bot_names().items() if name == key] == []
