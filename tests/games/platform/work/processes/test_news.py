"""News: the pages that receive them, and their content."""

import time

import pytest
from django.core import signing

from games.platform.services import read_markers
from games.platform.services.holders import seat_release
from games.platform.services.talk import message_say
from games.platform.work import news, notices
from tests.games.factories import NOW, match_of, person, play_default


def test_a_ticket_says_who_reads_what_and_where_they_are_seen():
    ticket = news.read_ticket(news.ticket_for(7, ["match-3", "user-7"], [3]))

    assert ticket == news.Ticket(7, ("match-3", "user-7"), (3,))


def test_a_forged_ticket_is_refused():
    for text in ("", "x", "WzFd:1:2", signing.dumps([7, ["match-3"], []], salt="another")):
        with pytest.raises(signing.BadSignature):
            news.read_ticket(text)


def test_a_ticket_is_good_for_ten_minutes(monkeypatch):
    text = news.ticket_for(7, ["match-3"])
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 599)
    news.read_ticket(text)

    monkeypatch.setattr(time, "time", lambda: now + 602)

    with pytest.raises(signing.SignatureExpired):
        news.read_ticket(text)


@pytest.fixture
def after(news_heard, django_capture_on_commit_callbacks):
    """The news to open pages that an action causes."""

    def told_by(do):
        news_heard()
        with django_capture_on_commit_callbacks(execute=True):
            do()
        return news_heard()

    return told_by


@pytest.mark.django_db
def test_a_move_is_told_with_the_revision_that_it_leads_to(after):
    owner = person()
    match = match_of(owner, person())

    told = after(lambda: play_default(match, 0, owner))

    match.refresh_from_db()
    digests = news.prompt_digests(
        match.pk, ((row.seat, row.key) for row in match.decisions.filter(closed_at=None, optional=False))
    )
    assert told == [f"match-{match.pk} {match.revision} {digests}"]
    assert digests != news.NO_PROMPTS
    assert news.revisions_of([f"match-{match.pk}", "match-999999", "user-1", "jobs"]) == {
        f"match-{match.pk}": match.revision
    }


def test_prompts_are_a_digest_for_each_seat_with_any():
    first, same = (news.prompt_digests(7, asked) for asked in ([(2, "a"), (0, "b")], [(0, "b"), (2, "a")]))

    assert first == same
    assert [each.partition(":")[0] for each in first.split()] == ["0", "2"]
    assert (
        news.prompt_digests(7, [(1, "a"), (1, "b")])
        == news.prompt_digests(7, [(1, "b"), (1, "a")])
        != news.prompt_digests(7, [(1, "a")])
    )
    assert news.prompt_digests(7, []) == "-"


def test_the_same_prompt_of_another_seat_or_match_has_another_digest():
    texts = [news.prompt_digests(match, [(seat, "a")]) for match in (7, 8) for seat in (1, 2)]

    assert len({text.partition(":")[2] for text in texts}) == 4


@pytest.mark.parametrize(
    ("before", "what", "joined"),
    [
        (None, "7 0:a", "7 0:a"),
        ("6 0:a", "7 -", "7 -"),
        ("6", "7 0:a", "7"),
        ("6 0:a", "7", "7"),
        ("+", "7 0:a", "+"),
        ("6 0:a", "+", "+"),
    ],
)
def test_news_without_digests_are_not_hidden_by_later_ones(before, what, joined):
    assert news.joined(before, what) == joined


@pytest.mark.django_db
def test_a_word_at_the_table_is_told(after):
    owner = person()
    match = match_of(owner)

    told = after(lambda: message_say(match_id=match.pk, seat=0, author=owner, text="Hello"))

    match.refresh_from_db()
    assert told == [f"match-{match.pk} {match.revision}"]


@pytest.mark.django_db
def test_who_leaves_a_seat_loses_the_stream_and_so_do_the_others_until_they_ask_again(after):
    owner = person()
    match = match_of(owner)

    told = after(lambda: seat_release(match_id=match.pk, seat=0, user=owner))

    assert f"match-{match.pk} {news.END}" in told


@pytest.mark.django_db
def test_what_somebody_has_seen_is_told_to_their_own_pages_only(after):
    owner = person()
    match = match_of(owner, person())

    assert after(lambda: read_markers.seen(match_id=match.pk, seat=0, user_id=owner.pk, number=0)) == [
        f"user-{owner.pk} {news.SOMETHING}"
    ]
    assert after(lambda: read_markers.seen(match_id=match.pk, seat=0, user_id=owner.pk, number=0)) == []


@pytest.mark.django_db
def test_whoever_is_asked_something_is_told_on_every_page(after):
    owner = person()
    match = match_of(owner)

    told = after(lambda: notices.notify_open(match_id=match.pk, now=NOW))

    assert f"user-{owner.pk} {news.SOMETHING}" in told


@pytest.mark.django_db
def test_a_broker_that_is_away_costs_no_move(domego, tmp_path, django_capture_on_commit_callbacks, caplog, monkeypatch):
    monkeypatch.setattr(news, "_away_until", 0.0)
    domego.NEWS_URL = f"unix://{tmp_path}/nobody.sock?db=0"
    news.server.cache_clear()
    owner = person()
    match = match_of(owner, person())

    with django_capture_on_commit_callbacks(execute=True):
        play_default(match, 0, owner)

    match.refresh_from_db()
    assert match.number == 1
    assert sum("open pages learn of news a second later" in line for line in caplog.messages) == 1
    news.server.cache_clear()
