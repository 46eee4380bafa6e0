"""The site on the PostgreSQL and the Redis that DATABASE_URL and REDIS_URL name."""

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from domego_site import checks

pytestmark = [pytest.mark.services, pytest.mark.django_db]
needs_redis = pytest.mark.skipif(not settings.REDIS_URL, reason="needs Redis")


@needs_redis
def test_a_site_on_real_services_is_healthy(client):
    assert client.get("/healthz").json() == {"database": "ok", "broker": "ok"}
    assert checks.services() == []


@pytest.mark.skipif(not settings.DATABASES["default"]["ENGINE"].endswith("postgresql"), reason="needs PostgreSQL")
def test_postgresql_is_used():
    assert connection.vendor == "postgresql"


@needs_redis
def test_the_cache_of_redis_keeps_a_value():
    cache.set("kept", ("value", 2))

    assert cache.get("kept") == ("value", 2)
