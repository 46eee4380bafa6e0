"""UTBohème's part in trials: pieces and cards that nobody buys, and matches that take too long."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from games.catalogue.utboheme.rules.events import CardBought, GameEnded, UvBuilt, UvUpgraded
from games.catalogue.utboheme.rules.scenario import Scenario
from games.engine.trial.remarks import Finding, remark, share_of
from games.engine.trial.rules import Note, Notes, Took, TrialRules, usual_seconds
from games.engine.trial.tally import Question, Trial, quantile

SECONDS: Final[Mapping[str, int]] = {
    "found_uv": 60, "found_cc": 20, "roll": 6, "act": 20, "robber": 20, "roads": 20, "discard": 20, "answer": 15,
    "orders": 0,
}  # fmt: skip
"""Estimates by kind of decision: a match at a table takes 60 to 90 minutes."""
SELDOM: Final = 0.05
"""Good players should buy each kind of thing in more games."""
UNSURE: Final = 0.15
"""Nothing is called useless before its share cannot be above this."""
TURNS: Final = (8, 45)
"""Turns of each player that a match should take at least and at most."""


def notes(scenario: Scenario) -> Notes:
    """The kinds of things that are bought in a game, and its end."""
    kinds = {UvBuilt: "uv", UvUpgraded: "upgrade", CardBought: "card"}

    def found(events: Sequence[Any]) -> Iterator[Note]:
        bought = {kinds[type(event)] for event in events if type(event) in kinds}
        yield from (Took(f"costs.{kind}", "bought" if kind in bought else "never") for kind in kinds.values())
        yield from (Took("target", event.why) for event in events if isinstance(event, GameEnded))

    return found


def lints(scenario: Scenario, trial: Trial) -> Iterator[Finding]:
    """Findings on prices and on the number of turns."""
    for kind in ("uv", "upgrade", "card"):
        answers = trial.experts.questions.get(f"costs.{kind}", Question()).answers
        share = share_of(answers.get("bought", 0), sum(answers.values()))
        if share.value < SELDOM and share.high < UNSURE:
            yield _unbought(kind, share.percent)
    if trial.experts.games:
        turns = round(quantile(trial.experts.turns, 0.5) / max(1, trial.seats))
        if turns < TURNS[0]:
            yield remark(
                "too_short", "Half of the games are over after %(turns)s turns each.", 60, "target", turns=turns
            )
        elif turns > TURNS[1]:
            yield remark(
                "too_long", "Half of the games take more than %(turns)s turns each.", 60, "target", turns=turns
            )


def _unbought(kind: str, share: int) -> Finding:
    if kind == "uv":
        return remark("uv_unbought", "Good players build a further UV in %(share)s %% of the games only.", 60,
                      "costs.uv", share=share)  # fmt: skip
    if kind == "upgrade":
        return remark("upgrade_unbought", "Good players upgrade a UV in %(share)s %% of the games only.", 60,
                      "costs.upgrade", share=share)  # fmt: skip
    return remark("card_unbought", "Good players buy a card in %(share)s %% of the games only.", 60,
                  "costs.card", share=share)  # fmt: skip


TRIAL: Final = TrialRules(seconds=usual_seconds(SECONDS), notes=notes, length="target", lints=lints)
