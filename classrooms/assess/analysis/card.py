"""The summary card of a finished match on one screen: the account in a line, and the reader's costliest decisions."""

from collections.abc import Set as AbstractSet
from typing import Any, Final

from django.utils import translation

from classrooms.assess.analysis.access import is_readable
from classrooms.assess.analysis.accounting import FEWEST, person_of
from classrooms.assess.analysis.document import AnalysisDocument
from classrooms.assess.analysis.queries import analysis_of, analysis_progress, can_be_analysed
from games.engine.analysis import Weighed, reckons
from games.public import hooks
from games.public.base import clock
from games.public.hooks import Panel
from games.public.matches import Access, game_of, own_numbers
from games.public.models import Match
from games.ui import faces
from games.ui.languages import offered

Row = dict[str, Any]
MOST: Final = 3
SOON: Final = 30.0
"""Seconds after the end of a match for which its page waits for an account."""
TEMPLATE: Final = "classrooms/analysis/card.html"


def at_table(access: Access) -> Panel | None:
    """The card, or a note that it is being worked out."""
    match = access.match
    if not _is_shown(access):
        return None
    card = card_for(access, offered())
    return Panel("account", TEMPLATE, {"card": card, "match": match}, awaited=card is None and _is_near(match))


def card_for(access: Access, language: str) -> Row | None:
    """The card for this reader; None without an analysis, without permission to read it, and at tables of pupils."""
    if not _is_shown(access):
        return None
    return card_of(access.match, own_numbers(access.match, access.user), language)


def _is_shown(access: Access) -> bool:
    match = access.match
    pupils = faces.get(match.game).for_pupils
    return can_be_analysed(match) and not pupils and is_readable(match, steward=access.steward)


def _is_near(match: Match) -> bool:
    """Will there be an account in a moment? The account of a game with rivals takes a minute."""
    if reckons(game_of(match).analysis) or match.ended_at is None:
        return False
    return (clock.now() - match.ended_at).total_seconds() < SOON and analysis_progress(match).moving


def card_of(match: Match, own: AbstractSet[int], language: str) -> Row | None:
    """The card for the decisions made by the moves `own`, or for all decisions if there are none; None without an
    analysis.
    """
    results = analysis_of(match)
    if results is None:
        return None
    with translation.override(language):
        document = AnalysisDocument(match, results, language)
        weighed = [each for each in results.weighing.decisions if not own or each.number in own]
        costliest = sorted((each for each in weighed if each.loss), key=lambda each: (-each.lost, each.number))[:MOST]
        return {
            "sentence": document.summary,
            "accounts": document.accounts_of({each.seat for each in weighed} if own else set()),
            "own": bool(own),
            "person": person_of(results.account, own) if results.account is not None else {},
            "count": len(weighed),
            "judged": len(weighed) >= FEWEST,
            "costliest": [document.decision(each) | {"minus": document.points_of([each])} for each in costliest],
            "others": _others(weighed, costliest, document),
        }


def _others(weighed: list[Weighed], costliest: list[Weighed], document: AnalysisDocument) -> Row | None:
    """The loss by the decisions that are not listed; None among rivals, and where all are listed."""
    left = [each for each in weighed if each not in costliest]
    if document.rivals or not costliest or not left:
        return None
    return {"count": len(left), "points": document.points_of(left)}


hooks.SEQUELS.fill(at_table)
