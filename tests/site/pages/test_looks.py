"""The guard of all tests: a request that only reads fails if it writes (tests/looks.py)."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from tests.games.factories import person
from tests.looks import MAY_WRITE, LookWrites, get_never_writes
from tests.matrix.addresses import addresses

pytestmark = pytest.mark.django_db


@pytest.fixture
def writes():
    """A view that writes, behind the guard."""
    user = person()

    def view(request):
        type(user).objects.filter(pk=user.pk).update(last_login=timezone.now())
        return HttpResponse()

    return get_never_writes(view)


@pytest.mark.parametrize("method", ["get", "head"])
def test_a_look_that_writes_fails_with_the_table(writes, method):
    with pytest.raises(LookWrites, match="classrooms_user"):
        writes(getattr(RequestFactory(), method)("/games/"))


def test_a_post_and_a_view_with_a_reason_may_write(writes):
    assert writes(RequestFactory().post("/games/")).status_code == 200
    assert writes(RequestFactory().get("/account/data/")).status_code == 200


def test_only_views_that_there_are_have_a_reason():
    assert set(MAY_WRITE) <= set(addresses())
