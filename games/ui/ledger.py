"""The texts of a game's accounts (`games.engine.ledger`), and the explanations and changes made from them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.ledger import Account, Accounts, Entry, Figures, Holder
from games.ui.faces import Explanation, Scene, Term
from games.ui.recap import Change, Happened
from games.ui.stretches import Stretch, stretches

Text = Any
"""A lazy text, or a function: (scene, holder) -> text."""


@dataclass(frozen=True, kw_only=True)
class Statement:
    """An account in words. A text is lazy, or a function of the scene and the holder.

    `words` are those of a posting (safe HTML). `more` are terms that no event makes, such as the worth of unfinished
    things; with them `total` is a figure of its own. `rule` and `note` are those of an Explanation. `changed` is the
    label of a change on a card, with its `unit`. A statement without `words` explains nothing. `explained` is the
    account whose postings are explained, if it has fewer of them.
    """

    account: Account
    title: Text = ""
    words: Callable[[Scene, Entry], str] | None = None
    explained: Account | None = None
    more: Callable[[Scene, Holder], Iterable[Term]] = lambda scene, holder: ()
    total: Callable[[Scene, Holder], int] | None = None
    explained_unit: Any = ""
    note: Text = ""
    rule: str = ""
    changed: Text = ""
    unit: Any = ""


@dataclass(frozen=True)
class Statements:
    """The accounts of a game with their texts, by the first part of an address: `money` for `money-3`."""

    accounts: Accounts
    statements: Mapping[str, Statement]

    def explain_kinds(self, what: str) -> tuple[str, ...]:
        """See `ExplainPart.kinds`."""
        statement = self.statements.get(what.partition("-")[0])
        if statement is None or statement.words is None:
            return ()
        return (statement.explained or statement.account).kinds

    def explain(self, scene: Scene, what: str) -> Explanation | None:
        """See `ExplainPart.number`. `what` is NAME or NAME-HOLDER. A hidden figure is the sum of the postings that
        the reader knows; None if there are none, or no such holder.
        """
        name, holder = figure_of(what)
        statement = self.statements.get(name)
        if statement is None or statement.words is None:
            return None
        known = self.accounts.terms(scene.scenario, scene.view, scene.record)
        account = statement.explained or statement.account
        entries = tuple(account.entries(scene.record, known, holder))
        total = account.shown(scene.view).get(holder)
        if total is None and not any(entry.turn for entry in entries):
            return None
        terms = (*_terms(scene, statement.words, entries), *statement.more(scene, holder))
        if total is None:
            total = sum(term.amount for term in terms)
        elif statement.total is not None:
            total = statement.total(scene, holder)
        return Explanation(
            title=_text(statement.title, scene, holder),
            terms=terms,
            total=total,
            unit=str(statement.explained_unit),
            note=_text(statement.note, scene, holder),
            rule=statement.rule,
        )

    def stretches(
        self, scene: Scene, happened: Sequence[Happened], begins: Callable[[Any, Any], bool]
    ) -> list[Stretch]:
        """The events of each card with the figures around them. See `stretches`."""
        terms = self.accounts.terms(scene.scenario, scene.view, scene.record)
        now = self.accounts.shown(scene.view)
        return stretches(happened, begins, now, lambda after, event: self.accounts.before(after, event, terms))

    def change(self, scene: Scene, name: str, holder: Holder, before: Figures, after: Figures) -> Change:
        """The change of a shown figure, also if it stays as it is."""
        statement = self.statements[name]
        key = statement.account.key, holder
        why = name if holder is None else f"{name}-{holder}"
        return Change(
            label=_text(statement.changed, scene, holder),
            before=before[key],
            after=after[key],
            unit=str(statement.unit),
            why="" if statement.words is None else why,
            mine=holder is not None and holder == scene.seat,
        )

    def changes(
        self,
        scene: Scene,
        stretch: Stretch,
        name: str,
        holders: Iterable[Holder] | None = None,
        *,
        unchanged: bool = False,
    ) -> tuple[Change, ...]:
        """The changes of an account's figures by the events of a card, of all holders the reader's first. Figures that
        stay as they are count only with `unchanged`.
        """
        if holders is None:
            account = self.statements[name].account.key
            found = [holder for key, holder in stretch.after if key == account]
            holders = sorted(found, key=lambda holder: (holder != scene.seat, holder))
        changed = (self.change(scene, name, holder, stretch.before, stretch.after) for holder in holders)
        return tuple(each for each in changed if unchanged or each.before != each.after)


def _text(text: Text, scene: Scene, holder: Holder) -> str:
    found: str = text(scene, holder) if callable(text) else str(text)
    return found


def _terms(scene: Scene, words: Callable[[Scene, Entry], str], entries: Iterable[Entry]) -> tuple[Term, ...]:
    """A term for each posting. Those of one event with the same words are one term."""
    found: dict[tuple[int | None, str], Term] = {}
    for entry in entries:
        said = words(scene, entry)
        before = found.get((entry.place, said))
        amount = entry.posting.amount + (before.amount if before else 0)
        found[entry.place, said] = Term(said, amount, entry.turn, () if entry.place is None else (entry.place,))
    return tuple(found.values())


def figure_of(what: str) -> tuple[str, Holder]:
    """`points-3` as ("points", 3), `delay` as ("delay", None). ("", None) for any other text from an address."""
    name, dash, number = what.partition("-")
    if not dash:
        return name, None
    return (name, int(number)) if number.isdecimal() and str(int(number)) == number else ("", None)


def kinds_of(*accounts: Account) -> tuple[str, ...]:
    """The kinds of events that change these accounts, each once: the `kinds` of a part that reads them."""
    return tuple({kind: None for account in accounts for kind in account.kinds})
