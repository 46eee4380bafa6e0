"""Events in sentences. The page shows the player as a badge before the sentence, as its subject."""

import re
from collections.abc import Callable
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.utboheme import names
from games.catalogue.utboheme.face import aims, drafts
from games.catalogue.utboheme.face.refusals import REFUSALS
from games.catalogue.utboheme.face.words_trade import TRADE_WORDS
from games.catalogue.utboheme.rules import events
from games.catalogue.utboheme.rules.board import Board
from games.catalogue.utboheme.rules.resources import INDEX, Cards, of_one
from games.catalogue.utboheme.rules.scenario import Scenario
from games.catalogue.utboheme.rules.types import KINDS, RefusalOrder
from games.catalogue.utboheme.rules.view import View
from games.engine.types import Result
from games.ui.faces import Heading, Words, WordsPart, to_numbered_turn
from games.ui.nouns import within
from games.ui.seats import LETTERS, players_named
from games.ui.sentences import phrase, sentences

PLACE = re.compile(r'<b data-u-at="(crossing|path|hexagon)-([0-9]+)">[0-9]+</b>')
Maker = Callable[[Scenario, Any], Words | None]


def bold(text: object) -> SafeString:
    return format_html("<b>{}</b>", text)


def place(kind: str, number: int) -> SafeString:
    """A number of the island, see `located`. Beside the drawing, a script highlights the place."""
    return format_html('<b data-u-at="{}-{}">{}</b>', kind, number, number + 1)


def located(board: Board, html: str) -> SafeString:
    """The text with the descriptions of places in place of their numbers."""
    say = {"crossing": names.around_crossing, "path": names.around_path, "hexagon": names.region}

    def here(found: re.Match[str]) -> str:
        kind, number = found[1], int(found[2])
        return format_html('<b data-u-at="{}-{}">{}</b>', kind, number, say[kind](board, number))

    return mark_safe(PLACE.sub(here, html))  # noqa: S308 - words of the game, and names escaped above


def island_laid(scenario: Scenario, event: events.IslandLaid) -> Words:
    return Words(_("The island is laid; the binôme glandeur begins in Sevenans."), "flag")


def start_thrown(scenario: Scenario, event: events.StartThrown) -> Words:
    thrown = [f"{LETTERS[seat]} {die}" for seat, die in enumerate(event.dice) if die]
    return Words(phrase(_("Throw for the start: %(dice)s."), dice=", ".join(thrown)))


def starter_found(scenario: Scenario, event: events.StarterFound) -> Words:
    text = _("Founds first. %(The_player)s has the first turn.")
    return Words(phrase(text, **players_named(player=event.begins)), "flag")


def uv_founded(scenario: Scenario, event: events.UvFounded) -> Words:
    first = phrase(_("Founded a UV on crossing %(place)s."), place=place("crossing", event.crossing))
    gets = phrase(_("Gets %(cards)s."), cards=bold(names.cards(event.cards))) if any(event.cards) else ""
    return Words(sentences(first, gets), "", f"points-{event.seat}")


def cc_founded(scenario: Scenario, event: events.CcFounded) -> Words:
    return Words(phrase(_("Put its CC on path %(place)s."), place=place("path", event.path)))


def turn_begun(scenario: Scenario, event: events.TurnBegun) -> Words:
    return Words(_("Is the active player."))


def rolled(scenario: Scenario, event: events.Rolled) -> Words:
    one, other = event.dice
    return Words(phrase(_("Threw %(one)s and %(other)s: %(sum)s."), one=one, other=other, sum=bold(one + other)))


def _each(numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{LETTERS[seat]} {number}" for seat, number in enumerate(numbers) if number)


def harvested(scenario: Scenario, event: events.Harvested) -> Words:
    what = {"where": place("hexagon", event.hexagon), "resource": bold(names.resource(event.resource))}
    if event.why == "robber":
        text = _("Hexagon %(where)s (%(resource)s) is blocked by the binôme glandeur: it would have given %(due)s.")
        return Words(phrase(text, **what, due=_each(event.due)), "lock")
    if event.why == "shortage":
        text = _("The bank is short of %(resource)s: of %(due)s, hexagon %(where)s gives %(got)s.")
        return Words(phrase(text, **what, due=_each(event.due), got=_each(event.got) or "0"), "alert")
    text = _("Hexagon %(where)s gives %(resource)s: %(got)s.")
    return Words(phrase(text, **what, got=bold(_each(event.got))))


def discard_owed(scenario: Scenario, event: events.DiscardOwed) -> Words:
    return Words(phrase(_("Must discard %(cards)s."), cards=bold(names.number_of_cards(event.cards))), "alert")


def discarded(scenario: Scenario, event: events.Discarded) -> Words:
    said = phrase(_("Discarded %(cards)s."), cards=bold(names.cards(event.cards)))
    order = _("A standing order chose them.") if event.by_order else ""
    return Words(sentences(said, order))


def robber_moved(scenario: Scenario, event: events.RobberMoved) -> Words:
    said = phrase(_("Moved the binôme glandeur to hexagon %(place)s."), place=place("hexagon", event.hexagon))
    who = _("A card %(of_player)s is stolen.")
    victim = phrase(who, **players_named(player=event.victim)) if event.victim is not None else _("Robs nobody.")
    return Words(sentences(said, victim), "away")


def stolen(scenario: Scenario, event: events.Stolen) -> Words:
    text = _("Took %(card)s %(from_player)s. Only you two know.")
    card = names.cards(of_one(INDEX[event.resource], 1))
    return Words(phrase(text, card=bold(card), **players_named(player=event.victim)), "lock")


def cc_built(scenario: Scenario, event: events.CcBuilt) -> Words:
    text = _("Built a free CC on path %(place)s.") if event.free else _("Built a CC on path %(place)s.")
    return Words(phrase(text, place=place("path", event.path)))


def uv_built(scenario: Scenario, event: events.UvBuilt) -> Words:
    text = _("Built a UV on crossing %(place)s.")
    return Words(phrase(text, place=place("crossing", event.crossing)), "check", f"points-{event.seat}")


def uv_upgraded(scenario: Scenario, event: events.UvUpgraded) -> Words:
    text = _("Made the UV on crossing %(place)s a UV**.")
    return Words(phrase(text, place=place("crossing", event.crossing)), "check", f"points-{event.seat}")


def card_bought(scenario: Scenario, event: events.CardBought) -> Words:
    text = ngettext(
        "Bought a development card; %(left)s is left.", "Bought a development card; %(left)s are left.", event.left
    )
    return Words(phrase(text, left=event.left), "card")


def card_taken(scenario: Scenario, event: events.CardTaken) -> Words:
    text = _("The card is: %(card)s. Nobody else sees it.")
    return Words(phrase(text, card=bold(names.kind(event.card))), "lock")


def card_played(scenario: Scenario, event: events.CardPlayed) -> Words:
    return Words(phrase(_("Played a card: %(card)s."), card=bold(names.kind(event.card))), "card")


def discovered(scenario: Scenario, event: events.Discovered) -> Words:
    return Words(phrase(_("Took %(cards)s from the bank."), cards=bold(names.cards(event.cards))))


def monopolised(scenario: Scenario, event: events.Monopolised) -> Words:
    text = _("Took all %(resource)s: %(cards)s (%(given)s).")
    total = names.number_of_cards(sum(event.given))
    given = _each(event.given) or _("nobody had any")
    return Words(phrase(text, resource=bold(names.resource(event.resource)), cards=bold(total), given=given))


def gift_received(scenario: Scenario, event: events.GiftReceived) -> Words:
    text = _("Gets %(cards)s from the bank (%(event)s).")
    return Words(phrase(text, cards=bold(names.cards(event.cards)), event=_title(event.event)), "card")


def robber_sent(scenario: Scenario, event: events.RobberSent) -> Words:
    text = _("The binôme glandeur goes to hexagon %(place)s (%(event)s). He robs nobody.")
    return Words(phrase(text, place=place("hexagon", event.hexagon), event=_title(event.event)), "away")


def _title(event: str) -> str:
    """The name of an event of the facilitator, within a sentence."""
    return within(names.event_titles()[event])


def longest_moved(scenario: Scenario, event: events.LongestMoved) -> Words:
    if event.seat is None:
        return Words(_("The longest cursus is set aside: nobody is alone in front."), "flag")
    text = _("Has the longest cursus: %(length)s CC.")
    return Words(phrase(text, length=bold(event.lengths[event.seat])), "flag", f"points-{event.seat}")


def oldest_moved(scenario: Scenario, event: events.OldestMoved) -> Words:
    text = _("Has the oldest ancien: %(number)s shown.")
    return Words(phrase(text, number=bold(event.anciens)), "flag", f"points-{event.seat}")


def keep_ordered(scenario: Scenario, event: events.KeepOrdered) -> Words:
    if event.cards is None:
        return Words(_("Your standing order for sevens has ended."), "lock")
    if not any(event.cards):
        return Words(_("Your standing order: on a seven, discard the most numerous cards at once."), "lock")
    text = _("Your standing order: on a seven, discard at once and keep %(cards)s if possible.")
    return Words(phrase(text, cards=bold(names.cards(event.cards))), "lock")


def rate_ordered(scenario: Scenario, event: events.RateOrdered) -> Words:
    what = {"give": names.resource(event.give), "get": names.resource(event.get)}
    if not event.most:
        return Words(phrase(_("Your standing order for %(give)s against %(get)s has ended."), **what), "lock")
    text = _("Your standing order: accept up to %(most)s %(give)s for each %(get)s.")
    return Words(phrase(text, most=bold(event.most), **what), "lock")


def refusals_ordered(scenario: Scenario, event: events.RefusalsOrdered) -> Words:
    order = RefusalOrder(event.all_now, event.asks, event.gives)
    if order == RefusalOrder():
        return Words(_("Your standing order to refuse offers has ended."), "lock")
    return Words(phrase(_("Your standing order: refuse %(offers)s."), offers=bold(names.refused(order))), "lock")


def plan_stopped(scenario: Scenario, event: events.PlanStopped) -> Words:
    if not event.code:
        text = ngettext("Your plan was played: %(steps)s step.", "Your plan was played: %(steps)s steps.", event.steps)
        return Words(phrase(text, steps=event.steps), "check")
    text = _("Your plan stopped after %(done)s of %(steps)s steps: %(why)s")
    return Words(phrase(text, done=event.done, steps=event.steps, why=plan_stop_words(event.code)), "alert")


def plan_stop_words(code: str) -> str:
    """The reason why the rest of a plan was dropped."""
    return {
        "turn_is_over": _("the turn was over."),
        "others_answer_first": _("others answer first."),
        "too_few_cards": _("the cards for the next step were not there."),
        "trade_is_over": _("the trade phase was over."),
    }.get(code, _("the next step was not possible."))


def hand_revealed(scenario: Scenario, event: events.HandRevealed) -> Words | None:
    if not any(event.cards):
        return None
    return Words(phrase(_("Had kept hidden: %(cards)s."), cards=bold(_kinds(event.cards))), "card")


def _kinds(cards: Cards) -> str:
    return ", ".join(
        f"{number} × {names.kind(kind)}" for kind, number in zip(KINDS, cards, strict=True) if number
    )  # fmt: skip


def game_ended(scenario: Scenario, event: events.GameEnded) -> Words:
    if event.why == "rounds" or event.seat is None:
        return Words(bold(_("The last round is played.")), "flag")
    text = _("Wins with %(points)s.")
    return Words(phrase(text, points=bold(names.points(event.scores[event.seat]))), "flag", f"points-{event.seat}")


EVENT_WORDS: dict[type, Maker] = {
    events.IslandLaid: island_laid,
    events.StartThrown: start_thrown,
    events.StarterFound: starter_found,
    events.UvFounded: uv_founded,
    events.CcFounded: cc_founded,
    events.TurnBegun: turn_begun,
    events.Rolled: rolled,
    events.Harvested: harvested,
    events.DiscardOwed: discard_owed,
    events.Discarded: discarded,
    events.RobberMoved: robber_moved,
    events.Stolen: stolen,
    events.CcBuilt: cc_built,
    events.UvBuilt: uv_built,
    events.UvUpgraded: uv_upgraded,
    events.CardBought: card_bought,
    events.CardTaken: card_taken,
    events.CardPlayed: card_played,
    events.Discovered: discovered,
    events.Monopolised: monopolised,
    events.GiftReceived: gift_received,
    events.RobberSent: robber_sent,
    events.LongestMoved: longest_moved,
    events.OldestMoved: oldest_moved,
    events.KeepOrdered: keep_ordered,
    events.RateOrdered: rate_ordered,
    events.RefusalsOrdered: refusals_ordered,
    events.PlanStopped: plan_stopped,
    events.HandRevealed: hand_revealed,
    events.GameEnded: game_ended,
    **TRADE_WORDS,
}


def words_of(scenario: Scenario, event: Any) -> Words | None:
    """An event in a sentence. It is None for events that are no news."""
    maker = EVENT_WORDS.get(type(event))
    return maker(scenario, event) if maker else None


def _heading(scenario: Scenario, view: View) -> Heading:
    """The heading of a turn. The total number of turns is unknown, unless there is a last round."""
    rounds = view.options.max_rounds
    turns = rounds * len(view.points) if rounds else view.turn
    if view.stage == "over":
        return Heading(_("The match is decided"), _turn(scenario, view.turn), view.turn, view.turn)
    player = players_named(player=view.seat)
    if not view.turn:
        return Heading(_("Foundation"), _("%(The_player)s founds") % player, 0, turns)
    words = {
        "roll": _("%(The_player)s throws the dice"),
        "discard": _("a seven: cards are discarded"),
        "robber": _("%(The_player)s moves the binôme glandeur"),
        "roads": _("%(The_player)s places free CC"),
        "act": _("%(The_player)s builds") if view.building else _("%(The_player)s trades and builds"),
    }
    return Heading(_turn(scenario, view.turn), words[view.stage] % player, view.turn, turns)


def _turn(scenario: Scenario, turn: int) -> str:
    return _("Turn %(turn)d") % {"turn": turn} if turn else _("Foundation")


def _until(scenario: Scenario, turn: int) -> str:
    return to_numbered_turn(scenario, turn) if turn else _("to the foundation")


def _score(scenario: Scenario, result: Result) -> str:
    best = [seat for seat, place in enumerate(result.places) if place == 1]
    words = {"players": names.players_text(best), "points": names.points(result.scores[best[0]])}
    return _("Won by %(players)s with %(points)s") % words


def decision_words(_scenario: Any, decision: Any) -> str:
    """`decision` is a Prompt or a stored Decision."""
    if decision.kind == "answer":
        return _("Answer the offer %(of_player)s") % players_named(player=int(decision.params["by"]))
    if decision.kind == "discard":
        return _("A seven: discard %(cards)s") % {"cards": names.number_of_cards(int(decision.params["cards"]))}
    return {
        "found_uv": _("Found a UV"),
        "found_cc": _("Put a CC beside your new UV"),
        "roll": _("Throw the dice, or play a card first"),
        "robber": _("Move the binôme glandeur"),
        "roads": _("Place your free CC"),
        "act": _("Your turn: trade, build, or end it"),
        "orders": _("Standing orders"),
    }[decision.kind]


def where_words(_scenario: Any, decision: Any) -> str:
    if "turn" not in decision.params:
        return _("foundation")
    return _("turn %(turn)d") % {"turn": decision.params["turn"]}


WORDS: Final = WordsPart(
    scenario=names.scenario_name,
    scenario_item_name=drafts.item_name,
    roles=names.role_names,
    aim=aims.aim,
    heading=_heading,
    turn=_turn,
    until=_until,
    decision=decision_words,
    where=where_words,
    refusals=REFUSALS,
    event=words_of,
    silent_kinds=("hand_revealed",),
    located=lambda view, html: located(view.board, html),
    score=_score,
    ending=aims.ending,
    ending_kinds=aims.ENDING_KINDS,
)
