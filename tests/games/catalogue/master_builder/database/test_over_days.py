"""A match over days in simulated time: deadlines pass in every phase, and standing orders spare visits."""

from datetime import timedelta

import pytest

from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.rules.moves import Nominate, SetLimit, Want, Wish
from games.models import AuthorKind, Status
from games.platform.pace import Pace
from games.platform.selectors.position import state_of
from games.platform.selectors.replaying import difference
from games.platform.services.authors import Author
from games.platform.services.bots import play_bots
from games.platform.services.deadlines import apply_due
from games.platform.services.moves import submit
from games.platform.work import notices
from games.platform.work.sweep import sweep
from tests.games.catalogue.master_builder.site import match_of
from tests.games.factories import NOW, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

DAY = Pace(mode="async", hours=24, time_zone="Europe/Paris")
ALL = {"choose_worker": True, "selective_events": True, "rent_workers": True, "extra_events": True, "first_player": 0}
STEP = timedelta(hours=1)


class Days:
    """A match of some people with a day for each answer, and the site's workers, at simulated times."""

    def __init__(self, players, options):
        self.people = [person() for _seat in range(players)]
        self.match = match_of(*self.people, options=options, now=NOW, pace_of_match=DAY)
        self.now = NOW

    @property
    def state(self):
        return state_of(self.match)

    def open_prompts(self, kind):
        return [prompt for prompt in GAME.rules.prompts(self.state) if prompt.kind == kind]

    def due(self):
        """The next deadline."""
        rows = self.match.decisions.filter(closed_at__isnull=True, due_at__isnull=False)
        return min(rows.values_list("due_at", flat=True))

    def tick(self):
        """Run a sweep, and do its tasks at the same moment."""
        for task, pk in sweep(now=self.now):
            if task == "games.apply_due":
                apply_due(match_id=pk, now=self.now)
            if task in ("games.apply_due", "games.after_move"):
                play_bots(match_id=pk)
                notices.notify_open(match_id=pk, now=self.now)
        self.match.refresh_from_db()

    def pass_deadline(self):
        """Pass a deadline: nothing happens an hour before it; when it has come, the default is played."""
        due, number = self.due(), self.match.number
        self.now = due - STEP
        self.tick()
        assert self.match.number == number
        self.now = due
        self.tick()
        assert self.match.number > number

    def answer(self, prompt, move):
        by = Author(AuthorKind.PLAYER, self.people[prompt.seat])
        submit(match_id=self.match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by, now=self.now)
        self.match.refresh_from_db()

    def nominates(self, prompt):
        """Nominate the cheapest contract at its minimum bid."""
        lots = [self.state.sheet.contract(lot.contract) for lot in self.state.lots]
        lot = min(lots, key=lambda contract: contract.min_bid)
        self.answer(prompt, Nominate(lot.number, lot.min_bid))

    def closed_by(self, author):
        """Kinds of prompt that this hand answered."""
        rows = self.match.decisions.filter(closed_by__author_kind=author)
        return set(rows.values_list("kind", flat=True))


def test_a_match_over_days_ends_though_deadlines_pass_in_every_phase():
    """Four players: one visits for nominations and leaves the other decisions to the deadlines, as the others do."""
    days = Days(4, ALL)
    while not days.match.is_over:
        own = [prompt for prompt in days.open_prompts("nominate") if prompt.seat == 0]
        if own and days.state.firms[0].cash > 6:
            days.nominates(own[0])
        else:
            days.pass_deadline()

    late = {"draft", "hire", "nominate", "bid", "play_event", "choose", "rent", "plan", "borrow"}
    assert late <= days.closed_by(AuthorKind.DEADLINE)
    assert set(days.match.moves.filter(number__gt=0).values_list("author_kind", "seat")) == {
        (AuthorKind.PLAYER, 0), *((AuthorKind.DEADLINE, seat) for seat in range(4)),
    }  # fmt: skip
    assert (days.match.status, difference(days.match)) == (Status.FINISHED, None)
    assert days.now - NOW > timedelta(days=60)


def test_with_a_limit_an_auction_over_days_takes_its_owner_one_visit():
    days = Days(3, {"first_player": 0})
    while not days.open_prompts("nominate"):
        days.pass_deadline()
    days.nominates(days.open_prompts("nominate")[0])
    price = days.state.market.auction.price
    waiting = next(prompt for prompt in days.open_prompts("limit") if prompt.seat == 2)
    days.answer(waiting, SetLimit(price + 6))
    visits = days.match.moves.filter(author_kind=AuthorKind.PLAYER, seat=2).count()

    days.pass_deadline()  # the second player, who says nothing, is out

    assert days.state.market.auction.leader == 2
    assert [prompt.seat for prompt in days.open_prompts("bid")] == [0]
    days.pass_deadline()  # and so is the first
    assert [len(firm.sites) for firm in days.state.firms] == [0, 0, 1]
    assert days.match.events.get(kind="won").data["price"] == price + 1
    assert days.match.moves.filter(author_kind=AuthorKind.PLAYER, seat=2).count() == visits == 1


def test_with_a_list_of_wishes_nobody_waits_for_its_owner():
    days = Days(2, {"first_player": 0})
    wishes = tuple(Want("hire", skill=skill) for skill in ("T", "F", "A", "T", "M"))
    days.answer(days.open_prompts("wish")[1], Wish(wishes))

    for _go in range(5):
        days.pass_deadline()

    assert [len(firm.crew) for firm in days.state.firms] == [5, 5]
    assert [each.worker[0] for each in days.state.firms[1].crew] == ["T", "F", "A", "T", "M"]
    asked = days.match.decisions.filter(seat=1, kind="draft")
    assert asked.count() == 0
