"""One player's part of the match, for the report of that player."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.master_builder import cards
from games.catalogue.master_builder.debrief.result import cash_lines
from games.catalogue.master_builder.facts import Facts
from games.catalogue.master_builder.facts.tables import ContractFacts, PlayerFacts, RoundFacts, plan_quality
from games.catalogue.master_builder.names import k, signed
from games.catalogue.master_builder.rules.scenario import Scenario

NONE = "\u2013"
Row = dict[str, Any]


def seat_context(scenario: Scenario, facts: Facts, seat: int) -> Row:
    """Score, money, contracts and crew of a player. For a stopped match it has no score, and no values of unfinished
    contracts.
    """
    player, rounds = facts.seats[seat], [each for each in facts.rounds if each.seat == seat]
    bought = [each for each in facts.contracts if each.seat == seat]
    return {
        "figures": _figures(scenario, facts, player),
        "contracts": [_contract(scenario, facts, each) for each in bought],
        "crew": [_crew(each) for each in rounds if facts.ended or _is_paid(each)],
        "crew_words": _crew_words(player, rounds),
        "cash": cash_lines(facts, seat),
        "plans": _plans(rounds),
    }


def _plans(rounds: Sequence[RoundFacts]) -> str:
    """The comparison of the player's plans with the best ones, in a sentence; empty without plans."""
    own = [each for each in rounds if each.is_own]
    quality = plan_quality(own)
    if quality is None:
        return ""
    words = {"built": sum(each.sections for each in own), "possible": sum(each.possible for each in own)}
    said = _("Sections in your own plans: %(built)d; in the best plans: %(possible)d.") % words
    asked = sum(each.asked for each in own)
    text = _("Quality of your plans: %(quality)d of 100.")
    if asked:
        text = ngettext(
            "In %(n)d round you asked for the best plan: it counts half. Quality of your plans: %(quality)d of 100.",
            "In %(n)d rounds you asked for the best plan: they count half. Quality of your plans: %(quality)d of 100.",
            asked,
        )
    return f"{said} {text % {'n': asked, 'quality': quality}}"


def _figures(scenario: Scenario, facts: Facts, player: PlayerFacts) -> list[Row]:
    """The figures of the player; a score only if the match has ended."""
    place = _("place %(place)d of %(of)d") % {"place": player.place, "of": facts.players}
    loans = [each for each in facts.loans if each.seat == player.seat]
    still = sum(each.repaid is None for each in loans)
    taken = ngettext("%(n)d loan, %(open)d still open", "%(n)d loans, %(open)d still open", len(loans))
    score = {"label": _("Score"), "value": k(player.score), "note": place}
    return [
        *([score] if facts.ended else []),
        {
            "label": _("Cash"),
            "value": k(player.cash),
            "note": _("%(amount)s at the start") % {"amount": k(scenario.start_money)},
        },
        {
            "label": _("Wages paid"),
            "value": k(player.wages),
            "note": _("%(amount)s of it without work") % {"amount": k(player.idle_wages)},
        },
        {
            "label": _("Loans cost"),
            "value": k(player.interest),
            "note": taken % {"n": len(loans), "open": still} if loans else _("no loan"),
        },
    ]


def _contract(scenario: Scenario, facts: Facts, made: ContractFacts) -> Row:
    """A contract in the order of buying. `brought` is empty while it can still be finished."""
    is_known = facts.ended or made.finished is not None
    return {
        "name": cards.contract(scenario, made.contract),
        "round": made.round,
        "least": made.min_bid,
        "price": made.price,
        "next": NONE if made.runner_up is None else made.runner_up,
        "brought": made.brought if is_known else NONE,
        "gain": signed(made.gain) if is_known else NONE,
        "lost_money": is_known and made.gain < 0,
        "built": _("%(built)d of %(sections)d")
        % {"built": made.sections, "sections": len(scenario.contracts[made.contract - 1].sections)},
        "finished": NONE if made.finished is None else _("round %(round)d") % {"round": made.finished},
    }


def _crew(line: RoundFacts) -> Row:
    """A round of the crew. Workers let to others count as busy."""
    return {
        "round": line.round,
        "busy": line.busy + line.let,
        "idle": line.idle,
        "down": line.down,
        "wages": line.wages,
        "idle_wages": line.idle_wages,
        "sections": line.sections,
        "best": line.possible,
        "fell_short": line.is_own and line.sections < line.possible,
        "asked": line.asked,
    }


def _is_paid(line: RoundFacts) -> bool:
    """True if the wages of the round are paid. A round without a crew counts as unpaid."""
    return bool(line.busy + line.idle + line.down + line.let)


def _crew_words(player: PlayerFacts, rounds: Sequence[RoundFacts]) -> str:
    """The numbers of workers hired and fired, and of rounds with idle workers."""
    words = {
        "hired": player.hired,
        "fired": player.fired,
        "rounds": sum(each.idle > 0 for each in rounds),
    }
    return _("Hired: %(hired)d. Fired: %(fired)d. Rounds with workers without work: %(rounds)d.") % words
