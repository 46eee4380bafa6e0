"""Erasing a person's words from a match. The match still replays and verifies: texts that the rules do not read are
changed in moves and events alike. No state holds them.
"""

from collections.abc import Callable
from typing import Any, get_args

import msgspec
from django.db import transaction
from django.db.models import Q
from msgspec import structs

from games.engine.codec import to_json
from games.engine.errors import RulesError
from games.engine.types import Text
from games.models import Event, Match, Move
from games.platform.selectors.position import draws_for, game_of
from games.platform.selectors.replaying import replayed

Clean = Callable[[str], str]
Changed = Callable[[int | None, str], str]
"""The replacement for a text by an author (None: by nobody)."""


class RulesReadText(Exception):
    """A field that a game declares free of meaning changed its state. This is a fault of the game."""


@transaction.atomic
def person_forget_in_match(*, match_id: int, user_id: int, clean: Clean) -> None:
    """Delete a person's messages in a match, and blank the texts of the person's moves and interventions. The texts
    of all others pass through `clean`, which removes names. Moves, their numbers and all hashes stay.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    match.messages.filter(author=user_id).delete()
    _clean_rows(match.messages.all(), "text", clean)
    _forget_in_moves(match, lambda author, text: "" if author == user_id else clean(text))
    theirs = match.interventions.filter(Q(by=user_id) | Q(user=user_id))
    theirs.update(reason="")
    _clean_rows(match.interventions.all(), "reason", clean)
    match.fork_reason = "" if match.created_by_id == user_id else clean(match.fork_reason)
    match.title, match.team_name = clean(match.title), clean(match.team_name)
    match.revision += 1
    match.save(update_fields=["fork_reason", "title", "team_name", "revision"])


@transaction.atomic
def talk_forget_in_match(*, match_id: int) -> set[str]:
    """Delete all messages in a match and blank the texts of all moves and interventions; returns the deleted texts.
    Moves, their numbers and all hashes stay. Safe to repeat.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    gone = {*match.messages.values_list("text", flat=True), *match.interventions.values_list("reason", flat=True)}
    gone.add(match.fork_reason)
    before = _words_of(match)
    _forget_in_moves(match, lambda _author, _text: "")
    gone = (gone | (before - _words_of(match))) - {""}
    match.messages.all().delete()
    match.interventions.exclude(reason="").update(reason="")
    if gone:
        match.fork_reason = ""
        match.revision += 1
        match.save(update_fields=["fork_reason", "revision"])
    return gone


def _words_of(match: Match) -> set[str]:
    return {text for args in match.moves.values_list("args", flat=True) for text in _texts_in(args)}


def _clean_rows(rows: Any, column: str, clean: Clean) -> None:
    for pk, text in rows.values_list("pk", column):
        if clean(text) != text:
            rows.model.objects.filter(pk=pk).update(**{column: clean(text)})


def cleaned(value: Any, clean: Clean) -> Any:
    """A JSON value with every text in it passed through `clean`; keys stay."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [cleaned(each, clean) for each in value]
    if isinstance(value, dict):
        return {key: cleaned(each, clean) for key, each in value.items()}
    return value


def _forget_in_moves(match: Match, changed: Changed) -> None:
    if not any(_texts_in(args) for args in match.moves.values_list("args", flat=True)):
        return
    try:
        _replay_and_change(match, changed)
    except (RulesError, msgspec.ValidationError):
        # Rules of another version: the words are found by their type instead.
        _change_by_type(match, changed)


def _texts_in(args: dict[str, Any]) -> list[str]:
    return [value for name, value in args.items() if name != "kind" and isinstance(value, str) and value]


def _replay_and_change(match: Match, changed: Changed) -> None:
    """Change the free fields of each move, as the rules declare them."""
    rules, state = game_of(match).rules, None
    for step in replayed(match):
        row = step.row
        if step.move is not None and row.seat is not None and _texts_in(row.args):
            free = _free_fields(rules.choices(state, row.seat, row.key), step.move)
            values = {name: changed(row.author_id, getattr(step.move, name)) for name in free}
            move = structs.replace(step.move, **values)
            if move != step.move:
                draws = draws_for(match, row.number)
                outcome = rules.apply(state, row.seat, row.key, move, draws)
                if to_json(outcome.state) != to_json(step.outcome.state):
                    raise RulesReadText(match.game, row.kind)
                events = () if row.taken_back else outcome.events
                _write(row, msgspec.to_builtins(move), [msgspec.to_builtins(event) for event in events])
        state = step.outcome.state


def _free_fields(choices: Any, move: Any) -> list[str]:
    return sorted({name for choice in choices if type(choice.move) is type(move) for name in choice.free})


def _change_by_type(match: Match, changed: Changed) -> None:
    """Change every text field of a move, and the same text in the move's events."""
    fields = _text_fields(game_of(match).rules.move_type)
    for row in match.moves.order_by("number"):
        texts = [row.args[name] for name in fields.get(row.kind, ()) if row.args.get(name)]
        swaps = {text: changed(row.author_id, text) for text in texts}
        if any(before != after for before, after in swaps.items()):
            args, *events = (_swapped(data, swaps) for data in (row.args, *_data_of(row)))
            _write(row, args, events)


def _text_fields(move_type: Any) -> dict[str, list[str]]:
    """The text fields of a game's moves, by kind."""
    kinds = get_args(move_type) or (move_type,)
    return {kind.__struct_config__.tag: [f.name for f in structs.fields(kind) if f.type == Text] for kind in kinds}


def _swapped(data: dict[str, Any], swaps: dict[str, str]) -> dict[str, Any]:
    return {
        name: swaps.get(value, value) if isinstance(value, str) and name != "kind" else value
        for name, value in data.items()
    }


def _data_of(row: Move) -> list[Any]:
    return list(row.events.order_by("number").values_list("data", flat=True))


def _write(row: Move, args: dict[str, Any], events: list[Any]) -> None:
    Move.objects.filter(pk=row.pk).update(args=args)
    for event, data in zip(row.events.order_by("number"), events, strict=True):
        Event.objects.filter(pk=event.pk).update(data=data)
