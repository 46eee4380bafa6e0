"""Settings of the tests: those of the site, without connections to the outside of the test process."""

import os

from domego_site.environment import next_redis_database

os.environ["SECRET_KEY"] = "tests-only-0123456789-abcdefghijklmnop"  # noqa: S105 - opens nothing

if os.environ.get("REDIS_URL"):
    # Tests that run side by side have queues and a cache each: one empties its cache while the other counts on its own.
    for _step in range(2 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))):
        os.environ["REDIS_URL"] = next_redis_database(os.environ["REDIS_URL"])

from domego_site.settings import *  # noqa: E402, F403
from domego_site.settings import CACHES, DATABASES, DOMEGO, MIDDLEWARE, REDIS_URL, STORAGES, VAR_DIR  # noqa: E402

MIDDLEWARE = ["tests.looks.get_never_writes", *MIDDLEWARE]

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, because threads of one test share it. Lost power may lose it: nothing waits for the disk.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
else:
    # A pool would hold connections when the test database is dropped.
    DATABASES["default"]["OPTIONS"].pop("pool", None)

if not REDIS_URL:
    CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    CELERY_BROKER_URL = "memory://"
    DOMEGO["NEWS_URL"] = ""

DOMEGO["ERASURES_FILE"] = VAR_DIR / "test-erasures.jsonl"

# Pages of tests hear of no news: tickets are another one in each page.
DOMEGO["LIVE_PORT"] = 0

# Minutes of work that no test asked for.
DOMEGO["AUTO_ANALYSIS"] = False

# Pages are tested without collecting static files first.
STORAGES = {
    "default": STORAGES["default"],
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
