"""The claims of an LTI launch as plain values."""

import html
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from classrooms.connect.lms.faults import LmsFault
from classrooms.connect.lms.roles import is_test, role_of
from games.ui.names import BadName, name_read

CLAIM: Final = "https://purl.imsglobal.org/spec/lti/claim/"
DL: Final = "https://purl.imsglobal.org/spec/lti-dl/claim/"
AGS: Final = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
NRPS: Final = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
GROUPS: Final = "https://purl.imsglobal.org/spec/lti-gs/claim/groupsservice"
RESOURCE: Final = "LtiResourceLinkRequest"
DEEP: Final = "LtiDeepLinkingRequest"
COLUMN_TAG: Final = "domego-marks"
"""The tag on columns of a gradebook that this site made."""
MESSAGES: Final = frozenset({RESOURCE, DEEP})
NAME: Final = 80
TITLE: Final = 120
MOST_GROUPS: Final = 20


@dataclass(frozen=True)
class Launch:
    """A launch that was checked. Names are empty where the platform withholds them."""

    message: str
    deployment: str
    subject: str
    target: str
    role: str
    is_test: bool
    context_id: str
    context_title: str
    link_id: str = ""
    link_title: str = ""
    name: str = ""
    given_name: str = ""
    family_name: str = ""
    language: str = ""
    product: str = ""
    custom: dict[str, str] = field(default_factory=dict)
    members_url: str = ""
    groups_url: str = ""
    line_items_url: str = ""
    line_item_url: str = ""
    scopes: list[str] = field(default_factory=list)
    groups: list[list[str]] = field(default_factory=list)
    deep: dict[str, Any] = field(default_factory=dict)
    return_url: str = ""

    def as_json(self) -> dict[str, Any]:
        """The launch as JSON, stored until the person has answered a question before they enter."""
        return asdict(self)


def launch_of(data: Mapping[str, Any]) -> Launch:
    """A launch from its stored JSON."""
    return Launch(**data)


def parse_claims(claims: Mapping[str, Any]) -> Launch:
    """Read the claims of a checked token. Raises LmsFault for missing claims and wrong types."""
    if _text(claims, CLAIM + "version") != "1.3.0":
        raise LmsFault("wrong_version")
    message = _text(claims, CLAIM + "message_type")
    if message not in MESSAGES:
        raise LmsFault("wrong_message")
    subject = _text(claims, "sub")
    if not subject or len(subject) > 255:
        raise LmsFault("claim_missing", claim="sub")
    context, link = _part(claims, CLAIM + "context"), _part(claims, CLAIM + "resource_link")
    context_id, link_id = _text(context, "id"), _text(link, "id")
    if not context_id or len(context_id) > 255:
        raise LmsFault("claim_missing", claim="context")
    if message == RESOURCE and not (0 < len(link_id) <= 255):
        raise LmsFault("claim_missing", claim="resource_link")
    names = [name for name in claims.get(CLAIM + "roles") or [] if isinstance(name, str)]
    grades, members, groups = _part(claims, AGS), _part(claims, NRPS), _part(claims, GROUPS)
    deep = _part(claims, DL + "deep_linking_settings")
    if message == DEEP and not _text(deep, "deep_link_return_url"):
        raise LmsFault("claim_missing", claim="deep_link_return_url")
    custom = {str(key): str(value)[:500] for key, value in _part(claims, CLAIM + "custom").items()}
    return Launch(
        message=message,
        deployment=_text(claims, CLAIM + "deployment_id"),
        subject=subject,
        target=_text(claims, CLAIM + "target_link_uri"),
        role=role_of(names),
        is_test=is_test(names),
        context_id=context_id,
        context_title=named(_text(context, "title") or _text(context, "label"), TITLE),
        link_id=link_id,
        link_title=named(_text(link, "title"), TITLE),
        name=named(_text(claims, "name"), NAME),
        given_name=named(_text(claims, "given_name"), NAME),
        family_name=named(_text(claims, "family_name"), NAME),
        language=_language(claims),
        product=_text(_part(claims, CLAIM + "tool_platform"), "product_family_code").lower()[:40],
        custom=custom,
        members_url=_text(members, "context_memberships_url")[:1000],
        groups_url=_text(groups, "context_groups_url")[:1000],
        line_items_url=_text(grades, "lineitems")[:1000],
        line_item_url=_text(grades, "lineitem")[:1000],
        scopes=[str(scope) for scope in grades.get("scope") or []][:20],
        groups=groups_in(custom.get("groups", "")),
        deep=deep if message == DEEP else {},
        return_url=_text(_part(claims, CLAIM + "launch_presentation"), "return_url")[:1000],
    )


def _language(claims: Mapping[str, Any]) -> str:
    """The language of the surrounding page, else the person's own, which is all that Blackboard sends."""
    found = _text(_part(claims, CLAIM + "launch_presentation"), "locale") or _text(claims, "locale")
    return found.replace("_", "-").lower()[:8]


def groups_in(text: str) -> list[list[str]]:
    """Keys and names of groups in a custom parameter, as Moodle writes the groups of a person: "12,15". One that was
    not filled in begins with a dollar.
    """
    if text.startswith("$"):
        return []
    return [[key, ""] for part in text.split(",")[:MOST_GROUPS] if (key := part.strip()[:60])]


def named(text: str, most: int) -> str:
    """A name from a platform, decoded once as HTML. Moodle writes `&amp;` for & in its lists and not in its launches;
    decoded, the name is the same from both.
    """
    return displayable_name(html.unescape(text), most)


def displayable_name(text: str, most: int) -> str:
    """A name that can be shown and is not too long, else none."""
    try:
        return name_read(text[:most], most=most, required=False)
    except BadName:
        return ""


def _text(record: Mapping[str, Any], key: str) -> str:
    found = record.get(key)
    return found if isinstance(found, str) else ""


def _part(record: Mapping[str, Any], key: str) -> dict[str, Any]:
    found = record.get(key)
    return found if isinstance(found, dict) else {}
