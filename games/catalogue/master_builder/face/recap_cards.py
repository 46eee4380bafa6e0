"""The cards of a recap, by subject."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.face.comparing import compared
from games.catalogue.master_builder.face.explain import changes
from games.catalogue.master_builder.face.words import words_of
from games.catalogue.master_builder.names import bold, k
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.town import picture
from games.ui.faces import Scene
from games.ui.faces.facilitation import BROUGHT
from games.ui.recap import RecapCard
from games.ui.sentences import phrase, sentences, with_subject
from games.ui.stretches import Stretch


def _who(scene: Scene, seat: int | None) -> str:
    return pgettext("reader", "You") if seat == scene.seat else names.player_name(seat or 0)


def _whom(scene: Scene, seat: int | None) -> str:
    """The player's name within a sentence."""
    return pgettext("reader, within a sentence", "you") if seat == scene.seat else names.player_name(seat or 0)


def _lines(scene: Scene, events: Sequence[Any], *, named: bool = True) -> str:
    """The sentences of the history, each with its player."""
    parts: list[str] = []
    for event in events:
        words = words_of(scene.scenario, event)
        if words is not None and named and event.seat is not None:
            parts.append(with_subject(names.player_name(event.seat), words.html))
        elif words is not None:
            parts.append(words.html)
    return sentences(*parts)


def _players(scene: Scene, events: Sequence[Any]) -> str:
    """The players of some events, each once."""
    return names.listed([_whom(scene, seat) for seat in dict.fromkeys(event.seat for event in events)])


def _done_by(scene: Scene, text: str, events: Sequence[Any]) -> str:
    """One sentence with all players of the same action; empty without events."""
    return phrase(text, players=_players(scene, events)) if events else ""


def _card(scene: Scene, run: Stretch, label: str, title: str, rule: str, **more: Any) -> RecapCard:
    """A card with the figures that changed; `more` are further fields."""
    more.setdefault("words", _lines(scene, run.events))
    more["note"] = sentences(more.get("note", ""))
    turn = run.events[0].turn
    return RecapCard(label, title, turn, run.numbers, changes=tuple(changes(scene, run)), rule=rule, **more)


def round_begins(scene: Scene, run: Stretch) -> RecapCard:
    """The card for a new round, and for event cards dealt to the reader's hand."""
    label = _("Round %(round)d") % {"round": run.events[0].turn}
    title = _("Events in your hand")
    for event in run.of(events.RoundBegun):
        title = _("%(The_player)s has the mallet") % names.players_named(player=event.seat or 0)
        if event.seat == scene.seat:
            title = _("You have the mallet")
    return _card(scene, run, label, title, "rules#hire", weight="detail")


def wishes(scene: Scene, run: Stretch) -> RecapCard:
    """The card for the reader's list of wishes."""
    return _card(scene, run, _("Your wishes"), _("A list for your turn to hire"), "rules#wishes", weight="detail")


def hiring(scene: Scene, run: Stretch) -> RecapCard:
    """The card for workers hired and fired, as far as the reader saw them."""
    came, went = len(run.of(events.Hired)), len(run.of(events.Left))
    parts = []
    if came:
        parts.append(ngettext("%(number)d worker hired", "%(number)d workers hired", came) % {"number": came})
    if went:
        parts.append(ngettext("%(number)d worker fired", "%(number)d workers fired", went) % {"number": went})
    title = ", ".join(parts) or _("Nobody hired or fired")
    note = _("Wages are due at the end of each round, with work or without.") if came else ""
    weight = "news" if parts or run.has(events.StackPaid) else "detail"
    passes = run.of(events.HirePassed)
    words = sentences(
        _lines(scene, [each for each in run.events if not isinstance(each, events.HirePassed)]),
        _done_by(scene, _("Neither hire nor fire: %(players)s."), [each for each in passes if not each.forced]),
        _done_by(scene, _("Could neither hire nor fire: %(players)s."), [each for each in passes if each.forced]),
    )
    return _card(scene, run, _("Hiring and firing"), title, "rules#hire", note=note, weight=weight, words=words)


def market(scene: Scene, run: Stretch) -> RecapCard:
    """The card for the economy card of the round, and the contracts that it reveals."""
    turned = run.of(events.EconomyTurned)
    title = cards.economy(scene.scenario, turned[0].card) if turned else _("New contracts")
    label = _("Economy card") if turned else _("Contracts on offer")
    words = _lines(scene, run.of(events.Revealed), named=False)
    return _card(scene, run, label, title, "rules#contracts", turned=bool(turned), words=words)


def auction(scene: Scene, run: Stretch) -> RecapCard:
    """The card for the bids for one contract, and its buyer."""
    contract = run.events[0].contract
    name = cards.contract(scene.scenario, contract)
    won = run.of(events.Won)
    what = scene.scenario.contracts[contract - 1]
    note = phrase(
        ngettext(
            "Counts as paid now. Its %(sections)s section brings %(payment)s once it stands.",
            "Counts as paid now. Its %(sections)s sections bring %(payment)s once all stand.",
            len(what.sections),
        ),
        sections=len(what.sections),
        payment=k(what.payment),
    )
    label, title = _("Auction"), _("Bids for %(contract)s") % {"contract": name}
    if won:
        label = _who(scene, won[0].seat)
        title = _("%(contract)s for %(price)s") % {"contract": name, "price": k(won[0].price)}
    return _card(
        scene, run, label, title, "rules#auction", seat=won[0].seat if won else None, note=note if won else "",
        words=_bids(scene, run),
        weight="news" if won or len(run.events) > 1 else "detail", **_drawn(scene, run, [contract]),
    )  # fmt: skip


def _bids(scene: Scene, run: Stretch) -> str:
    """The bids and passes. The title names the winner, so a normal award is left out."""
    bids = [_bid(scene, each) for each in run.events if isinstance(each, events.Nominated | events.Raised)]
    won = [each for each in run.of(events.Won) if each.bonus or each.how != "auction"]
    outbid, limited, passed = _passes(scene, run)
    return sentences(
        phrase(_("Bids: %(bids)s."), bids=", ".join(bids)) if bids else "",
        _done_by(scene, _("Passed: %(players)s."), passed),
        _done_by(scene, _("No money for a higher bid: %(players)s."), outbid),
        phrase(_("Your limit of %(limit)s is reached."), limit=k(limited)) if limited else "",
        _lines(scene, [*run.of(events.LimitLeft), *won]),
    )


def _passes(scene: Scene, run: Stretch) -> tuple[list[events.BidPassed], int, list[events.BidPassed]]:
    """The players who could not bid more, the reader's limit if that ended the bidding, and the players who passed."""
    outbid, limited, passed = [], 0, []
    price = max(
        (each.bid for each in _auction_events(scene, run, events.Nominated, events.Raised) if each not in run.events),
        default=0,
    )
    for each in run.events:
        if isinstance(each, events.Nominated | events.Raised):
            price = each.bid
        elif isinstance(each, events.BidPassed) and each.seat is not None:
            left = [
                before.limit
                for before in _auction_events(scene, run, events.LimitLeft)
                if before.seat == each.seat == scene.seat
            ]
            limit = left[-1] if left else 0
            if run.before["money", each.seat] <= price:
                outbid.append(each)
            elif 0 < limit <= price:
                limited = limit
            else:
                passed.append(each)
    return outbid, limited, passed


def _auction_events(scene: Scene, run: Stretch, *kinds: type[Any]) -> list[Any]:
    """The known events of the auction in the run, from its beginning."""
    first = run.events[0]
    return [
        each
        for each in scene.record
        if isinstance(each, kinds) and (each.turn, each.contract) == (first.turn, first.contract)
    ]


def _bid(scene: Scene, event: events.Nominated | events.Raised) -> str:
    return _("%(player)s %(price)s") % {"player": _whom(scene, event.seat), "price": k(event.bid)}


def _drawn(scene: Scene, run: Stretch, contracts: Sequence[int]) -> dict[str, Any]:
    """The buildings, with the new sections marked."""
    plots = [
        {
            "name": cards.contract(scene.scenario, number),
            "picture": picture(
                scene.scenario.contracts[number - 1], run.after["sections", number], run.before["sections", number]
            ),
        }
        for number in contracts
    ]
    return {"template": "master_builder/recap.html", "context": {"plots": plots}} if plots else {}


def market_closes(scene: Scene, run: Stretch) -> RecapCard:
    """The card for players who nominate nothing more, and for unsold contracts."""
    final = run.has(events.NoMoreContracts)
    declined = _done_by(scene, _("Nominate nothing more: %(players)s."), run.of(events.Declined))
    others = [each for each in run.events if not isinstance(each, events.Declined)]
    title = _("The market closes") if others else _no_more_of(scene, run.of(events.Declined))
    weight = "news" if final else "detail"
    words = sentences(declined, _lines(scene, others))
    return _card(scene, run, _("Contracts"), title, "rules#contracts", weight=weight, words=words)


def _no_more_of(scene: Scene, declined: Sequence[events.Declined]) -> str:
    """The title with the players who nominate nothing more while the others continue."""
    seats = list(dict.fromkeys(each.seat for each in declined))
    if len(seats) > 1:
        return _("%(number)d players nominate nothing more") % {"number": len(seats)}
    if seats[0] == scene.seat:
        return _("You nominate nothing more")
    return _("%(The_player)s nominates nothing more") % names.players_named(player=seats[0] or 0)


def event(scene: Scene, run: Stretch) -> RecapCard:
    """The card for an event and all its effects that the reader saw."""
    turned = run.of(events.EventTurned)
    title = cards.event(scene.scenario, turned[0].event) if turned else _("What the event did")
    away = _("A worker who is away builds nothing in this round and is paid all the same.")
    note = away if run.has(events.MadeUnavailable) else ""
    said = [each for each in run.events if not isinstance(each, events.EventTurned) or each.from_hand]
    does = [cards.event_text(scene.scenario.events[at]) for at in _places(scene, turned)]
    words = sentences(*does, _lines(scene, said))
    return _card(scene, run, _("Event card"), title, "rules#events", note=note, turned=bool(turned), words=words)


def brought_key(event: Any) -> str:
    """The key of the event of the facilitator to which this one belongs; empty for all others."""
    key: str = event.event if isinstance(event, events.MoneyBrought) else getattr(event, "brought", "") or ""
    return key


def brought(scene: Scene, run: Stretch) -> RecapCard:
    """The card for an event that the facilitator brought, with its effects on all players."""
    title = cards.event(scene.scenario, brought_key(run.events[0]))
    return _card(scene, run, str(BROUGHT), title, "rules#events")


def _places(scene: Scene, turned: Sequence[events.EventTurned]) -> list[int]:
    """The indexes in the scenario of event cards whose text is not in the history."""
    ids = [card.id for card in scene.scenario.events]
    return [ids.index(each.event) for each in turned if not each.from_hand]


def renting(scene: Scene, run: Stretch) -> RecapCard:
    """The card for negotiations about workers, and those that ended with a price."""
    rented = [names.worker(scene.scenario, each.worker) for each in run.of(events.Rented)]
    title = _("Rented: %(workers)s") % {"workers": names.listed(rented)} if rented else _("Talks about workers")
    asked = run.of(events.Offered) + run.of(events.OfferRefused)
    concerns = any(scene.seat in (each.owner, each.renter) for each in asked)
    note = _("A rented worker builds for the renter in this round; the owner pays the wages.") if rented else ""
    weight = "news" if rented or concerns else "detail"
    return _card(scene, run, _("Renting"), title, "rules#rent", note=note, weight=weight)


def plans(scene: Scene, run: Stretch) -> RecapCard:
    """The card for confirmed plans."""
    number = len(run.of(events.PlanConfirmed))
    title = ngettext("%(number)d plan is ready", "%(number)d plans are ready", number) % {"number": number}
    forced = [each for each in run.of(events.PlanConfirmed) if each.forced]
    unable = phrase(_("Can build nothing: %(players)s."), players=_players(scene, forced)) if forced else ""
    words = sentences(_lines(scene, run.of(events.ProposalAsked) + run.of(events.PlanKept)), unable)
    return _card(scene, run, _("Building"), title, "rules#build", weight="detail", words=words)


def building(scene: Scene, run: Stretch) -> RecapCard:
    """The card for one player's construction."""
    built, done = len(run.of(events.Work)), run.of(events.Finished)
    worked = sorted({each.contract for each in run.of(events.Work)})
    title = ngettext("%(number)d section built", "%(number)d sections built", built) % {"number": built}
    if done:
        finished = names.listed([cards.contract(scene.scenario, each.contract) for each in done])
        title = _("Finished: %(contracts)s") % {"contracts": finished}
    elif not built:
        title = _("Nothing built")
    seat = run.events[0].seat
    return _card(
        scene, run, _who(scene, seat), title, "rules#build", seat=seat, words=_built(scene, run),
        note=sentences(
            _("The bank pays for a contract when its last section stands.") if done else "", _beside(scene, seat, run)
        ),
        weight="news" if built else "detail", **_drawn(scene, run, worked),
    )  # fmt: skip


def _beside(scene: Scene, seat: int | None, run: Stretch) -> str:
    """The comparison of the reader's plan with the best one."""
    best = compared(scene, seat, run.events[0].turn) if seat is not None and seat == scene.seat else None
    if best is None:
        return ""
    if best.built >= best.best:
        return _("No plan had more sections.")
    text = _("The best plan had %(best)d: %(sections)s.")
    return text % {"best": best.best, "sections": "; ".join(best.sections)}


def _built(scene: Scene, run: Stretch) -> str:
    """The sections by contract, the busy and idle workers, and the finished contracts."""
    works = run.of(events.Work)
    sites: dict[int, list[str]] = {}
    for each in works:
        contract = scene.scenario.contracts[each.contract - 1]
        part = next(section for section in contract.sections if section.id == each.section)
        sites.setdefault(each.contract, []).append(cards.section(contract, part))
    built = [
        phrase(
            _("%(contract)s: %(sections)s."),
            contract=bold(cards.contract(scene.scenario, number)),
            sections=names.listed(parts),
        )
        for number, parts in sites.items()
    ]
    busy = [worker for each in works for worker in each.workers]
    at_work = phrase(_("At work: %(workers)s."), workers=names.workers(scene.scenario, busy)) if busy else ""
    rest = [each for each in run.events if not isinstance(each, events.Work)]
    return sentences(*built, at_work, _lines(scene, rest, named=False))


def wages_paid(scene: Scene, run: Stretch) -> RecapCard:
    """The card for the wages of all, with the loans that they required."""
    lent, paid = run.of(events.Borrowed), run.of(events.WagesPaid)
    title = _("Wages are paid") if paid else _("A loan is taken") if lent else _("A loan is repaid")
    note, rule = "", "rules#wages"
    if run.has(events.Borrowed, events.Repaid):
        rule = "rules#loans"
    if lent:
        terms = getattr(scene.scenario.loans, lent[0].loan)
        note = phrase(
            _("A loan of %(cash)s costs %(early)s to give back, %(late)s once the contract deck is empty."),
            cash=k(terms.cash),
            early=k(terms.early),
            late=k(terms.late),
        )
    parts = [_("%(player)s %(price)s") % {"player": _whom(scene, each.seat), "price": k(each.amount)} for each in paid]
    said = phrase(_("Wages paid: %(wages)s."), wages=", ".join(parts)) if parts else ""
    loans = [each for each in run.events if not isinstance(each, events.WagesPaid)]
    return _card(scene, run, _("Wages"), title, rule, note=note, words=sentences(_lines(scene, loans), said))


def end(scene: Scene, run: Stretch) -> RecapCard:
    """The card for the final scores."""
    ended: events.MatchEnded = run.events[0]
    text = _("%(player)s: %(cash)s in cash, %(unfinished)s for unfinished contracts, %(debts)s for loans: %(score)s.")
    lines = [
        phrase(
            text,
            player=_who(scene, seat),
            cash=k(ended.cash[seat]),
            unfinished=k(ended.unfinished[seat]),
            debts=k(-ended.debts[seat]),
            score=bold(k(score)),
        )
        for seat, score in enumerate(ended.scores)
    ]
    return _card(
        scene, run, _("The end"), _("The town stands"), "rules#scoring", words=sentences(*lines),
        note=_("Most money wins."),
    )  # fmt: skip


CARDS: dict[str, Callable[[Scene, Stretch], RecapCard]] = {
    "round": round_begins,
    "wishes": wishes,
    "hire": hiring,
    "market": market,
    "auction": auction,
    "close": market_closes,
    "event": event,
    "brought": brought,
    "rent": renting,
    "plan": plans,
    "build": building,
    "wages": wages_paid,
    "end": end,
}
