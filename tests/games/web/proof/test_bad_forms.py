"""Nonsense in forms, queries and addresses of every page: refused or ignored, never a fault of the program."""

import re
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.factories import match_of, person, play_on, record_of

pytestmark = pytest.mark.django_db

FIELDS = re.findall(
    r"\S+",
    """
    seat key submission_id kind price quantity buy risk_tier delay_tier accept break_off note text number what turn at
    before name bot action minutes reason seed seed_text title scenario mode hours quiet_from quiet_to late_policy
    seat-0 seat-1 options-payments options-hidden_allocations options-fixed_contracts language time_zone email
    username password same_cards confirm next invite user
    """,
)
GROUPS = 8
ODD = ["", "\0", "a\0b", "9" * 23, "-1", "1e9", "٣", "é" * 3000, "../..", "<script>", "%s%n", "null", "0", "1", "owner"]
words = st.sampled_from(ODD) | st.text(max_size=20)
forms = st.dictionaries(st.sampled_from(FIELDS), words, max_size=8)


def _patterns(resolver):
    for each in resolver.url_patterns:
        if isinstance(each, URLResolver):
            if each.app_name not in {"admin", "api"}:
                yield from _patterns(each)
        elif isinstance(each, URLPattern) and each.name:
            yield each


def addresses():
    """The names of all pages."""
    return sorted({pattern.name for pattern in _patterns(get_resolver())})


def address(pattern, match_id, word):
    """The address of a pattern: the match's own number, and nonsense for the other parameters."""
    path = str(pattern.pattern)
    for name, converter in pattern.pattern.converters.items():
        value = str(match_id) if name == "match_id" else (quote(word, safe="") or "x")
        if converter.regex == "[0-9]+" and name != "match_id":
            value = "7"
        path = path.replace(f"<{type_of(path, name)}:{name}>", value).replace(f"<{name}>", value)
    return "/" + path


def type_of(path, name):
    return path.partition(f":{name}>")[0].rpartition("<")[2]


@pytest.fixture
def table(client: Client):
    ada = person()
    client.force_login(ada)
    return play_on(match_of(ada, ada, by=ada, scenario="pair"), 2)


def some(number):
    """Every nth page. Pages of a part share one table, since making a table takes longer than answering a page."""
    return addresses()[number::GROUPS]


@pytest.mark.parametrize("group", range(GROUPS))
def test_nonsense_is_no_fault_of_the_program(client, table, group):
    for name in some(group):
        refuses(client, table, name)


def refuses(client, table, name):
    (pattern, *_same) = [each for each in _patterns(get_resolver()) if each.name == name]

    @settings(max_examples=5, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
    @given(form=forms, word=words)
    def whatever_is_sent(form, word):
        path = address(pattern, table.pk, word)
        encoded = {key: value.encode("utf-8", "replace") for key, value in form.items()}
        before = record_of(table)

        assert client.get(path, encoded).status_code < 500, path
        assert record_of(table)[::3] == before[::3], path
        assert client.post(path, encoded).status_code < 500, path

    whatever_is_sent()
