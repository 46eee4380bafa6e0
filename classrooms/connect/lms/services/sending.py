"""Sending marks: the platform's mark is read first, and a mark changed there is never overwritten unless an
instructor confirms it.
"""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from classrooms.connect.lms.calling import next_page
from classrooms.connect.lms.claims import COLUMN_TAG
from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.mark_states import Event, marks_change
from classrooms.connect.lms.services.launching import platform_check
from classrooms.connect.lms.services.registering import fault_keep
from classrooms.connect.lms.services.scores import (
    HUNDRED,
    line_item_move,
    links_with_column,
    maximum_of,
    title_of,
    written,
)
from classrooms.connect.lms.tokens import LINE_ITEM, RESULT, SCORE, call_service
from classrooms.models import LmsCourse, LmsLineItem, LmsLink, LmsPlatform, LmsScore
from games.public.base import clock

logger = logging.getLogger("classrooms.connect.lms")

State = LmsScore.State
A_SECOND: Final = timedelta(seconds=1)
MINUTES: Final = (1, 2, 5, 15, 30, 60, 120, 240)
"""Minutes until the next try; the last value repeats."""
GIVEN_UP_AFTER: Final = timedelta(days=5)
MOST_MOVES: Final = 5
"""The number of times that the marks of a deleted column move to another one."""
MOST_LOOKED: Final = 40
KIND_SCORE: Final = "application/vnd.ims.lis.v1.score+json"
KIND_RESULT: Final = "application/vnd.ims.lis.v2.resultcontainer+json"
KIND_ITEM: Final = "application/vnd.ims.lis.v2.lineitem+json"
KIND_ITEMS: Final = "application/vnd.ims.lis.v2.lineitemcontainer+json"


def tag_of(item: LmsLineItem) -> str:
    """The `resourceId` of the column, by which it is found again and never made twice."""
    return f"session-{item.session_id}" + (f"-line-{item.line_id}" if item.line_id else "")


def scores_send(*, item_id: int, now: datetime | None = None) -> int:
    """Send the due marks of a column; returns the number now on the platform. Faults are stored with each row.
    Temporary faults are retried for days at growing intervals, and an unreachable platform delays all rows.
    Safe to interrupt and repeat. Marks of a deleted column go to another column, if there is one.
    """
    moment = now or clock.now()
    sent = 0
    for _try in range(MOST_MOVES):
        number, is_gone = _scores_send(item_id, now)
        sent += number
        if not is_gone or not _renewed(item_id, moment):
            break
    return sent


def _scores_send(item_id: int, now: datetime | None) -> tuple[int, bool]:
    """The number of marks now on the platform, and whether the column was found deleted."""
    item = (
        LmsLineItem.objects.select_related("lms_course__deployment__platform", "session__grade_book", "line")
        .filter(pk=item_id, stopped_at__isnull=True)
        .first()
    )
    if item is None:
        return 0, False
    platform, sent = item.lms_course.deployment.platform, 0
    due = LmsScore.objects.filter(line_item=item, state=State.WAITING, next_at__lte=now or clock.now())
    for row in due.select_related("person").order_by("pk"):
        moment = now or clock.now()
        try:
            platform_check(platform)
            _column_make(item, platform, moment)
            sent += _send(row, item, platform, moment)
        except LmsFault as fault:
            fault_keep(platform=platform, fault=fault, what="mark", now=moment)
            if fault.kind == "column_gone":
                return sent, True
            _keep(row, fault, moment)
            if fault.retry or fault.kind in ("no_token", "platform_withdrawn", "platform_waiting", "no_service"):
                _delay(due, fault, moment)
                break
    return sent, False


def _column_make(item: LmsLineItem, platform: LmsPlatform, now: datetime) -> None:
    """Set the column's address if it has none: a link's column, an earlier column of this site, or a new one."""
    if item.url:
        return
    known = _known_elsewhere(item, platform, now)
    if known is None:
        items_url = item.lms_course.line_items_url
        tag = tag_of(item)
        content = {"label": title_of(item), "scoreMaximum": maximum_of(item), "resourceId": tag, "tag": COLUMN_TAG}
        made = call_service(
            platform, items_url, [LINE_ITEM], now, method="POST", content=content, content_type=KIND_ITEM,
            headers={"Accept": KIND_ITEM},
        )  # fmt: skip
        known = _url_of(made.record(), items_url), True
    item.url, item.is_ours = known
    LmsLineItem.objects.filter(pk=item.pk).update(url=item.url, is_ours=item.is_ours)


def _known_elsewhere(item: LmsLineItem, platform: LmsPlatform, now: datetime) -> tuple[str, bool] | None:
    """The address of an existing column for these marks, and whether this site made it; None for none. Columns in
    the last launches of links take precedence over the platform's list. Raises LmsFault.
    """
    for link in links_with_column(item):
        return link.line_item_url, False
    items_url, tag = item.lms_course.line_items_url, tag_of(item)
    if not items_url:
        raise LmsFault("no_service")
    answer = call_service(
        platform, _asking(items_url, resource_id=tag), [LINE_ITEM], now, headers={"Accept": KIND_ITEMS}
    )
    for row in answer.rows():
        if row.get("resourceId") == tag and row.get("tag") == COLUMN_TAG:
            return _url_of(row, items_url), not row.get("resourceLinkId")
    return None


def _url_of(row: Mapping[str, Any], items_url: str) -> str:
    url = row.get("id")
    if not isinstance(url, str) or not 0 < len(url) <= 1000:
        raise LmsFault("unexpected", host=urlsplit(items_url).netloc)
    return url


def _renewed(item_id: int, now: datetime) -> bool:
    """Move the marks of a deleted column to another existing column. False if there is none."""
    item = LmsLineItem.objects.select_related("lms_course__deployment__platform").get(pk=item_id)
    platform = item.lms_course.deployment.platform
    try:
        known = _known_elsewhere(item, platform, now)
    except LmsFault as fault:
        fault_keep(platform=platform, fault=fault, what="column", now=now)
        return False
    if known is not None:
        line_item_move(item=item, url=known[0], is_ours=known[1], now=now)
    return known is not None


def columns_look(*, lms_course: LmsCourse, now: datetime | None = None) -> int:
    """Check whether the columns of a course still exist, and those of competing links; returns the number of deleted
    ones. Marks of a deleted column go to another one, or wait for a manual retry. No mark is read. If the platform does
    not answer, nothing changes.
    """
    now = now or clock.now()
    platform, gone = lms_course.deployment.platform, 0
    rows = LmsLineItem.objects.filter(lms_course=lms_course, stopped_at__isnull=True).exclude(url="")
    for item in rows.select_related("lms_course__deployment__platform", "session", "line").order_by("-pk")[
        :MOST_LOOKED
    ]:
        try:
            platform_check(platform)
            for url in dict.fromkeys([item.url, *(link.line_item_url for link in links_with_column(item))]):
                if _is_gone(platform, url, now):
                    _forget(lms_course.pk, url)
                    if url == item.url:
                        _gone(item)
                        gone += 1
        except LmsFault as fault:
            fault_keep(platform=platform, fault=fault, what="column", now=now)
            break
        if not item.url:
            _renewed(item.pk, now)
    return gone


def _is_gone(platform: LmsPlatform, url: str, now: datetime) -> bool:
    """Was the column deleted on the platform? The request uses the scope that sending marks needs anyway."""
    try:
        call_service(
            platform, _asking(_below(url, "results"), limit="1"), [RESULT], now, headers={"Accept": KIND_RESULT}
        )
    except LmsFault as fault:
        if fault.params.get("status") == 404:
            return True
        raise
    return False


def _forget(lms_course_id: int, url: str) -> None:
    """Remove the column's address from all links."""
    LmsLink.objects.filter(lms_course=lms_course_id, line_item_url=url).update(line_item_url="")


def _asking(address: str, **asked: str) -> str:
    """The address with more query parameters; its own parameters stay."""
    parts = urlsplit(address)
    return parts._replace(query="&".join(filter(None, (parts.query, urlencode(asked))))).geturl()


def _below(address: str, name: str) -> str:
    """The address with /results or /scores before its query parameters."""
    parts = urlsplit(address)
    return parts._replace(path=f"{parts.path.rstrip('/')}/{name}").geturl()


def _send(row: LmsScore, item: LmsLineItem, platform: LmsPlatform, now: datetime) -> bool:
    """Send one mark after reading the platform's. False if it was not written."""
    if row.sent_at is not None and now < row.sent_at + A_SECOND:
        _mine(row).update(next_at=row.sent_at + A_SECOND)
        return False
    maximum = maximum_of(item)
    found = _found(platform, item, row.person.subject, maximum, now)
    if not row.is_sure:
        ours = found is not None and found == row.tried
        if found is not None and found == row.wanted:
            if ours:
                return _note_sent(row, now)  # it arrived, and its answer was lost
        elif ours:
            LmsScore.objects.filter(pk=row.pk).update(sent=found)
        elif found != row.sent:
            marks_change(_mine(row), Event.CHANGED_THERE, now=now, found=written(found))
            return False
    if not _mine(row).update(attempts=row.attempts + 1, tried=row.wanted):
        return False  # another mark is wanted by now
    try:
        _write(row, item, platform, maximum, now)
    except LmsFault as fault:
        status = fault.params.get("status")
        if status == 409:
            return _after_refusal(row, item, platform, maximum, now)
        if status == 404:
            raise _gone(item) from None
        if status in (400, 422):  # Canvas says the second one
            raise LmsFault("not_a_learner") from None
        raise
    # Moodle takes a score with thanks and keeps the mark that somebody overrode. Canvas shows a new one a little later,
    # and takes none back.
    if platform.product != LmsPlatform.Product.CANVAS or row.wanted is None:
        kept = _found(platform, item, row.person.subject, maximum, now)
        if kept != row.wanted:
            kept_there = LmsFault("kept_there")
            marks_change(_mine(row), Event.CHANGED_THERE, now=now, fault=kept_there, found=written(kept))
            return False
    return _note_sent(row, now)


def _write(row: LmsScore, item: LmsLineItem, platform: LmsPlatform, maximum: int, now: datetime) -> None:
    content: dict[str, Any] = {
        "userId": row.person.subject,
        "timestamp": now.isoformat(timespec="milliseconds"),
        "activityProgress": "Completed",
        "gradingProgress": "FullyGraded",
        "comment": row.comment,
    }
    if row.wanted is None:
        # Taking back, which somebody confirmed: the only time that a mark there is made empty.
        content |= {"activityProgress": "Initialized", "gradingProgress": "NotReady"}
    else:
        content |= {"scoreGiven": row.wanted / HUNDRED, "scoreMaximum": maximum}
    call_service(
        platform, _below(item.url, "scores"), [SCORE], now, method="POST", content=content, content_type=KIND_SCORE
    )


def _after_refusal(row: LmsScore, item: LmsLineItem, platform: LmsPlatform, maximum: int, now: datetime) -> bool:
    """The platform refused a mark because it has a newer one: this site's own, or another person's."""
    found = _found(platform, item, row.person.subject, maximum, now)
    if found == row.wanted:
        return _note_sent(row, now)
    event = Event.CHANGED_THERE if found is not None else Event.GIVEN_UP
    marks_change(_mine(row), event, now=now, fault=LmsFault("too_late"), found=written(found))
    return False


def _found(platform: LmsPlatform, item: LmsLineItem, subject: str, maximum: int, now: datetime) -> int | None:
    """The mark on the platform, in hundredths of this site's scale; None for none."""
    url = _asking(_below(item.url, "results"), user_id=subject)
    for _page in range(20):
        try:
            answer = call_service(platform, url, [RESULT], now, headers={"Accept": KIND_RESULT})
        except LmsFault as fault:
            if fault.params.get("status") == 404:
                raise _gone(item) from None
            raise
        for row in answer.rows():
            if str(row.get("userId")) == subject:
                return _hundredths(row, maximum)
        url = next_page(answer, url)
        if not url:
            return None
    raise LmsFault("too_long", host=urlsplit(item.url).netloc)


def _gone(item: LmsLineItem) -> LmsFault:
    """Record that the column was deleted on the platform. Its address is removed, and its marks wait for another
    column or for a manual retry.
    """
    fault = LmsFault("column_gone")
    _forget(item.lms_course_id, item.url)
    line_item_move(item=item, url="", is_ours=item.is_ours, fault=fault)
    return fault


def _hundredths(row: Mapping[str, Any], maximum: int) -> int | None:
    score, most = row.get("resultScore"), row.get("resultMaximum", 1)
    if any(isinstance(each, bool) or not isinstance(each, int | float) for each in (score, most)) or not most:
        return None
    assert score is not None  # noqa: S101 - a number, as was just seen
    return round(score * maximum * HUNDRED / most)


def _mine(row: LmsScore) -> Any:
    """The row, unless the request changed meanwhile."""
    return LmsScore.objects.filter(pk=row.pk, state=State.WAITING, asked_at=row.asked_at)


def _note_sent(row: LmsScore, now: datetime) -> bool:
    done = {"sent": row.wanted, "sent_comment": row.comment, "sent_at": now, "tried": None}
    LmsScore.objects.filter(pk=row.pk).update(**done)
    marks_change(_mine(row), Event.ARRIVED, now=now, found="")
    return True


def _keep(row: LmsScore, fault: LmsFault, now: datetime) -> None:
    """Store a fault: retry later, or give up. Withdrawn platforms may be admitted again."""
    passing = fault.retry or fault.kind in ("platform_withdrawn", "platform_waiting", "no_token")
    tries = row.attempts + 1
    if not passing or now - row.asked_at > GIVEN_UP_AFTER:
        marks_change(_mine(row), Event.GIVEN_UP, now=now, fault=fault, attempts=tries)
        return
    wait = max(timedelta(minutes=MINUTES[min(tries, len(MINUTES)) - 1]), timedelta(seconds=fault.after))
    kept = {"asked_at": row.asked_at, "attempts": tries}
    marks_change(_mine(row), Event.FAILED, now=now + wait, is_sure=row.is_sure, fault=fault, **kept)


def _delay(due: Any, fault: LmsFault, now: datetime) -> None:
    """Delay the other rows of the column, which would meet the same fault."""
    for row in list(due):
        _keep(row, fault, now)


def column_delete(*, item: LmsLineItem, now: datetime | None = None) -> None:
    """Delete a column made by this site from the platform's gradebook, with its marks. A column that the platform
    made with its link is only unlinked. Raises LmsFault, and then the column stays.
    """
    now = now or clock.now()
    platform = item.lms_course.deployment.platform
    if item.url and item.is_ours:
        try:
            call_service(platform, item.url, [LINE_ITEM], now, method="DELETE", good=(200, 202, 204, 404))
        except LmsFault as fault:
            fault_keep(platform=platform, fault=fault, what="column", now=now)
            raise
    item.delete()
