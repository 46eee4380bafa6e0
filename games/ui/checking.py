"""Faults of a game's face, help, questions and debrief, all at once, each with its place and the way to mend it. See
`games.engine.checking`.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import override

from games.engine.checking import NO_TIME, Finding, broken, place_of
from games.engine.codec import read_options, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import Played, playout
from games.engine.record import Record
from games.engine.registry import Game
from games.engine.types import Outcome
from games.ui import debriefs, faces, help, quiz
from games.ui.faces import Face, Scene
from games.ui.faces.parts import Part
from games.ui.scenario_faults import fault_words

LANGUAGES: Final = ("en", "fr")
MOST_STATES: Final = 30
ROLE_CLASS: Final = re.compile(r"\.role-([\w-]+)")
SHELL: Final = "shell/parts.css"


def face_findings(game: Game, folder: Path) -> list[Finding]:
    """All faults of the parts of a game that people see; the game must be registered."""
    found = [
        Finding(each.file, 0, fault_words(fault), "correct the scenario: it is left out of the site")
        for each in game.left_out
        for fault in each.faults
    ]
    if game.face is None:
        return [*found, Finding(str(folder / "game.py"), 0, "no face: only programs can play it", "name it in `face`")]
    checks: tuple[Callable[[Game, Path], Iterator[Finding]], ...] = (_parts, _look, _played, _help, _quiz, _debrief)
    for check in checks:
        try:
            found += check(game, folder)
        except Exception as error:  # noqa: BLE001 - whatever a game raises is a finding
            found.append(broken(folder, error, f"checking {check.__name__.removeprefix('_')}"))
    return sorted(set(found))


def _first(game: Game) -> Any:
    """The first scenario. Raises LookupError for a game without one."""
    return game.shipped("")


def _parts(game: Game, folder: Path) -> Iterator[Finding]:
    """Each part of the face can be imported."""
    face = faces.get(game.key)
    for name, part in vars(Face).items():
        if isinstance(part, Part):
            try:
                getattr(face, name)
            except Exception as error:  # noqa: BLE001 - whatever a game raises is a finding
                yield broken(folder, error, f"the part `{name}` of the face")


def _look(game: Game, folder: Path) -> Iterator[Finding]:
    """Roles, templates, styles and names of bots."""
    face, scenario = faces.get(game.key), _first(game)
    roles, seats = face.words.roles(scenario), max(game.rules.seat_counts(scenario))
    words = place_of(face.words.roles)
    if len(roles) != seats:
        yield Finding(*words, f"`roles` names {len(roles)} seats of {seats}", "name each seat of the scenario once")
    letters = [role.letter for role in roles]
    if len(set(letters)) < len(letters):
        yield Finding(*words, f"two roles have one letter: {letters}", "give each role of a table its own letter")
    known = _role_classes(face)
    for role in roles:
        if role.css.partition(" ")[0] not in known:
            mend = f"choose one of {', '.join(sorted(known))}, or write `.role-{role.colour}` into a style of the game"
            yield Finding(*words, f"the role {role.id} has the unknown colour `{role.css}`", mend)
    for region in face.table.regions:
        if fault := _no_template(region.template, "fragments"):
            yield Finding(*place_of(face.table.decision), f"the region `{region.id}`: {fault}", "write the template")
    for path in (*face.table.styles, *face.table.scripts, *([face.cover] if face.cover else [])):
        if not finders.find(path):
            yield Finding(str(folder), 0, f"the static file `{path}` is not there", "put it into static/")
    for key in game.bots.keys() - face.bots.keys():
        yield Finding(
            str(folder / "face" / "__init__.py"), 0, f"the bot `{key}` has no name", "name it in `bots` of FACE"
        )


def _role_classes(face: Face) -> set[str]:
    """The colour classes of roles in the styles of the site and of the game."""
    paths = (finders.find(name) for name in (SHELL, *face.table.styles))
    return {name for path in paths if path for name in ROLE_CLASS.findall(Path(path).read_text(encoding="utf-8"))}


def _no_template(name: str, engine: str) -> str:
    """The fault of a template; empty if it can be read."""
    try:
        get_template(name, using=engine)
    except TemplateDoesNotExist:
        return f"no template {name}"
    except Exception as error:  # noqa: BLE001 - a syntax error of either engine
        return f"{name}: {error}"
    return ""


def _match(game: Game) -> tuple[Any, Any, Outcome, list[Played], Any]:
    """A match of random bots: scenario, options, start, moves and end."""
    scenario, rules = _first(game), game.rules
    options, seats = read_options("{}", rules.options_type), max(rules.seat_counts(scenario))
    draws, moves = LabelledDraws(b"check"), list[Played]()
    start = rules.setup(scenario, options, seats, draws)
    bots = [game.bot("random" if "random" in game.bots else game.usual_bot)] * seats
    end = playout(rules, start, bots, draws, bot_draws=FastDraws(1), on_move=moves.append)
    return scenario, options, start, moves, end


def _played(game: Game, folder: Path) -> Iterator[Finding]:
    """The words, cards and forms of a match, in both languages."""
    scenario, _options, start, moves, end = _match(game)
    events = {type(event): event for event in (*start.events, *(event for move in moves for event in move.events))}
    states = [start.state, *(move.state for move in moves)]
    for language in LANGUAGES:
        with override(language):
            yield from _words(game, scenario, list(events.values()), end.result)
            for state in states[:: -(-len(states) // MOST_STATES)]:
                try:
                    yield from _position(game, scenario, state)
                except Exception as error:  # noqa: BLE001 - whatever a game raises is a finding
                    yield broken(folder, error, f"drawing a position ({language})")


def _words(game: Game, scenario: Any, events: list[Any], result: Any) -> Iterator[Finding]:
    words = faces.get(game.key).words
    for event in events:
        kind = event.__struct_config__.tag
        said = words.event(scenario, event)
        if said is None and kind not in words.silent_kinds:
            mend = f"answer its sentence, or name `{kind}` in `silent_kinds`"
            yield Finding(*place_of(words.event), f"the event `{kind}` has no words", mend)
        elif said is not None and not str(said.html).strip():
            yield Finding(
                *place_of(words.event), f"the words of the event `{kind}` are empty", "answer None or a sentence"
            )
    if not str(words.score(scenario, result)).strip():
        yield Finding(*place_of(words.score), "`score` is empty", "say the result in one line")


def _position(game: Game, scenario: Any, state: Any) -> Iterator[Finding]:
    face, prompts = faces.get(game.key), game.rules.prompts(state)
    heading = face.words.heading(scenario, game.rules.view(state, None))
    if not heading.title:
        yield Finding(*place_of(face.words.heading), "the heading is empty", "name the turn")
    face.progress.current(Scene(scenario, game.rules.view(state, None)), heading)
    for prompt in prompts:
        scene = Scene(scenario, game.rules.view(state, prompt.seat), prompt.seat, prompts)
        if not face.words.decision(scenario, prompt).strip():
            yield Finding(*place_of(face.words.decision), f"`{prompt.kind}` has no question", "ask it in one line")
        card = face.table.decision(scene, None)
        if card is None or prompt.key not in card.keys:
            wrong = f"the card does not answer `{prompt.kind}` ({prompt.key})"
            yield Finding(*place_of(face.table.decision), wrong, "return a card with this key")
        elif fault := _no_template(card.template, "fragments"):
            yield Finding(*place_of(face.table.decision), fault, "write the template")
        face.table.form(scene, prompt, None)


def _help(game: Game, folder: Path) -> Iterator[Finding]:
    """Help in both languages, with a heading for each rule that a refusal names."""
    entries = help.entries(game.key, "en")
    if not entries:
        yield Finding(str(folder / "help" / "help.json"), 0, "no help", "list at least the page `rules`")
        return
    for entry in entries:
        for language in LANGUAGES:
            path = folder / "help" / language / f"{entry.slug}.md"
            if not path.is_file():
                yield Finding(
                    str(path), 0, f"the page `{entry.slug}` is not there", "write it, or take it out of help.json"
                )
    refusals = faces.get(game.key).words.refusals.by_code
    for language in LANGUAGES:
        known = {part.anchor for part in help.page(game.key, "rules", language).sections}
        for code, refusal in refusals.items():
            if refusal.rule and refusal.rule not in known:
                file = str(folder / "help" / language / "rules.md")
                yield Finding(
                    file, 0, f"the refusal `{code}` names the rule `{refusal.rule}`", "give it a heading {#anchor}"
                )


def _quiz(game: Game, folder: Path) -> Iterator[Finding]:
    """The question bank."""
    face, path = faces.get(game.key), str(folder / "quiz" / "bank.json")

    def has_rule(page: str, anchor: str, language: str) -> bool:
        return anchor in {part.anchor for part in help.page(game.key, page, language).sections}

    turns = face.turn_count(_first(game))
    for fault in quiz.faults(face.quiz(), languages=LANGUAGES, turns=turns, has_rule=has_rule):
        yield Finding(path, 0, fault, "correct the question")


def _debrief(game: Game, folder: Path) -> Iterator[Finding]:
    """Headline, charts and sheets of a whole match."""
    if game.facts is None:
        return
    scenario, options, start, moves, _end = _match(game)
    records = [Record(0, None, "", "rules", NO_TIME, start.events)]
    records += [Record(n, move.seat, move.key, "bot", NO_TIME, move.events) for n, move in enumerate(moves, start=1)]
    debriefing = debriefs.get(game.key)
    facts = debriefing.parse_facts(json.loads(to_json(game.facts(scenario, options, records))))
    home = place_of(type(debriefing))
    for language in LANGUAGES:
        with override(language):
            if not debriefing.headline(scenario, facts).strip():
                yield Finding(*home, "the headline is empty", "say the match in a few words with its numbers")
            for chart in debriefing.charts(scenario, facts):
                if not chart.alt.strip():
                    yield Finding(*home, f"the chart `{chart.name}` has no text", "say its important numbers in `alt`")
            debriefing.context(scenario, facts, [""] * len(faces.get(game.key).words.roles(scenario)))
    for name in (*debriefing.sheets, *debriefing.stopped_sheets, debriefing.seat_sheet, debriefing.class_sheet):
        if name and (fault := _no_template(name, "django")):
            yield Finding(*home, fault, "write the template")
