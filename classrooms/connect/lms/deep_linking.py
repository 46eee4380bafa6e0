"""A lecturer's choice of links for the platform (LTI Deep Linking): title, text, picture, column and dates."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _

from classrooms.assess.grading.rubric import book_ensure
from classrooms.connect.lms.claims import CLAIM, COLUMN_TAG, DL, Launch
from classrooms.connect.lms.keys import signed
from classrooms.connect.lms.services.courses import item_sign
from classrooms.models import LmsCourse, LmsLink, LmsPlatform, Session
from classrooms.play.sessions.queries.set_up import game_words

SECONDS: Final = 300
Page = LmsLink.Page


@dataclass(frozen=True)
class Choice:
    """One link: a page of a session, with a column for its marks or without."""

    play_session: Session
    page: str
    with_column: bool


def item_of(choice: Choice, lms_course: LmsCourse, launch: Launch, start: str, icon: str) -> dict[str, Any]:
    """The content item. It opens in a tab of its own unless the platform has another setting."""
    play_session, page = choice.play_session, choice.page
    title = play_session.title
    if page != Page.SESSION:
        title = _("%(what)s: %(words)s") % {"what": title, "words": Page(page).label}
    item: dict[str, Any] = {
        "type": "ltiResourceLink",
        "title": title,
        "text": game_words(play_session),
        "url": start,
        "icon": {"url": icon, "width": 192, "height": 192},
        "custom": {"item": item_sign(lms_course=lms_course, play_session=play_session, page=page)},
        "window": {"targetName": "_blank"},
    }
    if choice.with_column and not play_session.is_rehearsal and launch.deep.get("accept_lineitem", True):
        book = book_ensure(play_session=play_session)
        item["lineItem"] = {
            "label": play_session.title,
            "scoreMaximum": book.scale,
            "resourceId": f"session-{play_session.pk}",
            "tag": COLUMN_TAG,
        }
    if page == Page.SESSION and play_session.starts_at is not None:
        item["available"] = {"startDateTime": play_session.starts_at.isoformat()}
    if page == Page.SESSION and play_session.debrief_at is not None:
        item["submission"] = {"endDateTime": play_session.debrief_at.isoformat()}
    return item


def answer(
    *,
    platform: LmsPlatform,
    lms_course: LmsCourse,
    launch: Launch,
    choices: Sequence[Choice],
    start: str,
    icon: str,
    now: datetime,
) -> str:
    """The token that carries the choice back; only the first link if the platform takes one."""
    if not launch.deep.get("accept_multiple", True):
        choices = choices[:1]
    moment = int(now.timestamp())
    claims: dict[str, Any] = {
        "iss": platform.client_id,
        "aud": [platform.issuer],
        "iat": moment - 5,
        "exp": moment + SECONDS,
        "nonce": secrets.token_urlsafe(16),
        CLAIM + "deployment_id": launch.deployment,
        CLAIM + "message_type": "LtiDeepLinkingResponse",
        CLAIM + "version": "1.3.0",
        DL + "content_items": [item_of(choice, lms_course, launch, start, icon) for choice in choices],
    }
    if "data" in launch.deep:
        claims[DL + "data"] = launch.deep["data"]
    return signed(claims)
