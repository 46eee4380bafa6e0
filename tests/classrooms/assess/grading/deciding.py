"""Matches decided by hand: the test names the author of each decision of one seat."""

from datetime import timedelta

from classrooms.assess.analysis import results
from classrooms.models import Analysis
from games.engine.analysis.decisions import Difference, Weighed, Weighing
from games.engine.analysis.statistics import Mean
from games.models import AuthorKind, Decision
from games.platform.selectors.position import game_of, state_of
from games.platform.services import moves
from games.platform.services.authors import Author
from games.ui.targets import CURVES
from tests.games.factories import NOW

NOTHING = Mean(0.0, 0.0)


def decided(match, *authors, seat=1):
    """Make the next decisions of a seat by these authors: a user, "bot", or "clock". Bots play all other seats. They
    play first, so the second seat of a classic match has at least ten decisions.
    """
    for author in authors:
        before = closed(match, seat)
        while closed(match, seat) == before:
            rules, state = game_of(match).rules, state_of(match)
            pending = [each for each in rules.prompts(state) if not each.optional and not each.passive]
            prompt = next((each for each in pending if each.seat == seat), pending[0])
            by = author if prompt.seat == seat else "bot"
            kinds = {"bot": AuthorKind.BOT, "clock": AuthorKind.DEADLINE}
            who = Author(kinds[by]) if by in kinds else Author(AuthorKind.PLAYER, by)
            move = rules.default(state, prompt.seat, prompt.key)
            moves.submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=who, now=now_of(match))
            match.refresh_from_db()


def now_of(match):
    """The time of the match: a minute for each move."""
    return NOW + timedelta(minutes=match.number)


def closed(match, seat):
    """The number of required decisions of a seat that its own moves closed."""
    keys = Decision.objects.filter(match=match, seat=seat, required=True, closed_at__isnull=False).values("key")
    return match.moves.filter(seat=seat, key__in=keys).order_by().values("key").distinct().count()


def weighed(number, seat, lost, error):
    """A decision whose best alternative was worth `lost` points more."""
    best = Difference(1, Mean(100 * lost, 100 * error), NOTHING, NOTHING, ())
    return Weighed(number, seat, 1, "buy:1", "buy", (), best, NOTHING)


def analysed(match, decisions):
    """Store these results as the analysis of a match."""
    found = results.Results(results.VERSION, match.game, "00", CURVES["usual"], None, Weighing(4, tuple(decisions)), ())
    Analysis.objects.create(
        match=match,
        status=Analysis.Status.DONE,
        results=results.written(found),
        seed="00",
        playouts=4,
        asked_at=NOW,
        done_at=NOW,
    )


def moves_of(match, user):
    return list(match.moves.filter(author=user).order_by("number").values_list("number", flat=True))
