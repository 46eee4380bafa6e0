"""Settings. All differences between installations come from the environment (docs/run/configure.md)."""

from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from domego_site import environment, languages, paths
from domego_site.databases import database
from games import embedding

BASE_DIR = paths.BASE_DIR
VAR_DIR = paths.VAR_DIR
try:
    paths.open_var()
except OSError as error:
    raise ImproperlyConfigured(str(error)) from None

# Who answers, and where
DEBUG = environment.flag("DEBUG")
SECRET_KEY = environment.text("SECRET_KEY") or (paths.local_secret_key() if DEBUG else "")
if not SECRET_KEY:
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. On this machine only: make setup. For a real site, put it in the environment: "
        "SECRET_KEY=$(python3 -c 'import secrets; print(secrets.token_urlsafe(50))')"
    )
if weakness := environment.weakness(SECRET_KEY):
    raise ImproperlyConfigured(
        f"SECRET_KEY {weakness}: whoever guesses it signs in as anybody. Another one: "
        "SECRET_KEY=$(python3 -c 'import secrets; print(secrets.token_urlsafe(50))')"
    )
SECRET_KEY_FALLBACKS = environment.comma_list("SECRET_KEY_FALLBACKS", [])
SITE_URL = environment.text("SITE_URL", f"http://127.0.0.1:{environment.number('PORT', 8000)}").rstrip("/")
_site = urlsplit(SITE_URL)
if _site.scheme not in {"http", "https"} or not _site.hostname:
    raise ImproperlyConfigured("SITE_URL must look like https://games.example.org.")
ALLOWED_HOSTS = environment.comma_list("ALLOWED_HOSTS", [_site.hostname, "127.0.0.1", "localhost"])
CSRF_TRUSTED_ORIGINS = environment.comma_list("CSRF_TRUSTED_ORIGINS", [SITE_URL] if _site.scheme == "https" else [])
BEHIND_PROXY = environment.flag("BEHIND_PROXY")
# Nobody but this machine reaches the site: only there may accounts with a known password be made.
_local_only = {_site.hostname, environment.text("HOST", "127.0.0.1")} <= {"127.0.0.1", "::1", "localhost"}

# What it is made of
INSTALLED_APPS = [
    "domego_site",
    *embedding.APPS,
    "domego_site.apps.SiteAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
]
MIDDLEWARE = [
    "domego_site.views.ProbesMiddleware",
    "domego_site.access_log.RequestNumberMiddleware",
    "domego_site.watching.measuring.MetricsMiddleware",
    "domego_site.database_loss.RepeatOnceMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "domego_site.compressing.TextGZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "classrooms.connect.lms.frames.FrameMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "domego_site.request_limits.BodyLimitMiddleware",
    "domego_site.request_limits.ReadableMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
    *embedding.MIDDLEWARE,
]
ROOT_URLCONF = "domego_site.urls"
WSGI_APPLICATION = "domego_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": embedding.CONTEXT_PROCESSORS,
        },
    },
    embedding.FRAGMENTS,
]

# Data. No ATOMIC_REQUESTS: services say where a transaction begins and ends.
DATABASES = {
    "default": database(
        environment.text("DATABASE_URL"),
        sqlite_file=VAR_DIR / "db.sqlite3",
        pool_size=environment.number("DATABASE_POOL", 10),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Broker and cache live on one Redis: REDIS_URL, or the embedded one that `manage.py run` starts.
REDIS_URL = environment.text("REDIS_URL")
BROKER_SOCKET = None if REDIS_URL else paths.broker_socket()
CELERY_BROKER_URL = REDIS_URL or f"redis+socket://{BROKER_SOCKET}?virtual_host=0"
_cache_default = environment.next_redis_database(REDIS_URL) if REDIS_URL else f"unix://{BROKER_SOCKET}?db=1"
CACHES = {
    "default": {
        "BACKEND": "domego_site.cache.ForgivingRedisCache",
        "LOCATION": environment.text("CACHE_URL", _cache_default),
        "KEY_PREFIX": "domego",
        "TIMEOUT": 3600,
    }
}
SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"

# What the plugin is told (games/platform/conf.py).
DOMEGO: dict[str, Any] = {
    "SITE_URL": SITE_URL,
    "SITE_NAME": environment.text("SITE_NAME", "Domego"),
    "BEHIND_PROXY": BEHIND_PROXY,
    "VAR_DIR": str(VAR_DIR),
    "LOCAL_ONLY": _local_only,
    "OPEN_DEMO": environment.flag("OPEN_DEMO", default=_local_only),
    "OPEN_COURSE_CREATION": environment.flag("OPEN_COURSE_CREATION"),
    # Who must have a second factor: "off" (who likes), "staff" of the site, or "instructors" and all staff of courses.
    "REQUIRE_SECOND_FACTOR": environment.choice("REQUIRE_SECOND_FACTOR", ("off", "staff", "instructors")),
    # Single sign-on by OpenID Connect: off until an issuer is named (docs/run/single-sign-on.md).
    "OIDC_ISSUER": environment.text("OIDC_ISSUER"),
    "OIDC_CLIENT_ID": environment.text("OIDC_CLIENT_ID"),
    "OIDC_CLIENT_SECRET": environment.text("OIDC_CLIENT_SECRET"),
    "OIDC_NAME": environment.text("OIDC_NAME"),
    "OIDC_SCOPE": environment.text("OIDC_SCOPE", "openid profile email"),
    "OIDC_ROLES_CLAIM": environment.text("OIDC_ROLES_CLAIM"),
    "OIDC_INSTRUCTORS": environment.text("OIDC_INSTRUCTORS"),
    "OIDC_NEW_ACCOUNTS": environment.flag("OIDC_NEW_ACCOUNTS", default=True),
    # Learning records (xAPI) go to a record store, news to webhooks (docs/run/records-and-webhooks.md).
    "XAPI_ENDPOINT": environment.text("XAPI_ENDPOINT"),
    "XAPI_KEY": environment.text("XAPI_KEY"),
    "XAPI_SECRET": environment.text("XAPI_SECRET"),
    "XAPI_PSEUDONYMS": environment.flag("XAPI_PSEUDONYMS", default=True),
    "WEBHOOK_URLS": environment.text("WEBHOOK_URLS"),
    "WEBHOOK_SECRET": environment.text("WEBHOOK_SECRET"),
    # Matches of sessions are analysed when they end; the worker for it has a queue of its own and yields to everything.
    "AUTO_ANALYSIS": environment.flag("AUTO_ANALYSIS", default=True),
    # Open pages say what may be expected of the end; another queue of its own.
    "EXPECTED_END": environment.flag("EXPECTED_END", default=True),
    # News for open pages go over the broker's channels to `manage.py live`, which listens on a port of its own.
    # Browsers reach it there, or under LIVE_URL where a proxy hands such questions on (docs/run/configure.md).
    # LIVE_PORT=0: no such process, pages ask every other second.
    "NEWS_URL": REDIS_URL or f"unix://{BROKER_SOCKET}?db=0",
    "LIVE_PORT": environment.number("LIVE_PORT", environment.number("PORT", 8000) + 100),
    "LIVE_HOST": environment.text("HOST", "127.0.0.1"),
    "LIVE_URL": environment.text("LIVE_URL"),
    # Alerts on devices (Web Push): off until both are set. `manage.py vapid_keys` makes them.
    "VAPID_PRIVATE_KEY": environment.text("VAPID_PRIVATE_KEY"),
    "VAPID_SUBJECT": environment.text("VAPID_SUBJECT"),
    # Who was erased, by number, for backups that are older: it outlives the database.
    "ERASURES_FILE": VAR_DIR / "erasures.jsonl",
    # Who answers for people's data: /privacy/ and `manage.py privacy_register` say it. Texts of the operator,
    # in the language of the people; what is empty is told as not told.
    "ACCESSIBILITY_SIGNED_BY": environment.text("ACCESSIBILITY_SIGNED_BY"),
    "ACCESSIBILITY_SIGNED_ON": environment.text("ACCESSIBILITY_SIGNED_ON"),
    "ACCESSIBILITY_CONTACT": environment.text("ACCESSIBILITY_CONTACT"),
    "ACCESSIBILITY_AUDIT_BY": environment.text("ACCESSIBILITY_AUDIT_BY"),
    "ACCESSIBILITY_AUDIT_ON": environment.text("ACCESSIBILITY_AUDIT_ON"),
    "ACCESSIBILITY_AUDIT_PERCENT": environment.number("ACCESSIBILITY_AUDIT_PERCENT", 0),
    "ACCESSIBILITY_AUDIT_URL": environment.text("ACCESSIBILITY_AUDIT_URL"),
    "PRIVACY_CONTROLLER": environment.text("PRIVACY_CONTROLLER"),
    "PRIVACY_CONTACT": environment.text("PRIVACY_CONTACT"),
    "PRIVACY_DPO": environment.text("PRIVACY_DPO"),
    "PRIVACY_LEGAL_BASIS": environment.text("PRIVACY_LEGAL_BASIS"),
    "PRIVACY_HOSTING": environment.text("PRIVACY_HOSTING"),
    "PRIVACY_MAIL": environment.text("PRIVACY_MAIL"),
    "PRIVACY_AUTHORITY": environment.text("PRIVACY_AUTHORITY"),
    "PRIVACY_LOG_DAYS": environment.number("PRIVACY_LOG_DAYS", 0),
    "PRIVACY_BACKUP_DAYS": environment.number("PRIVACY_BACKUP_DAYS", 0),
    # How many months after its end a course keeps papers, talk and names, where its instructors say nothing else, and
    # the most that they may say. Nothing goes while marks can be appealed against, so many months after they were
    # published.
    "RETENTION": environment.flag("RETENTION", default=True),
    "RETENTION_MONTHS": {
        "papers": environment.number("RETENTION_PAPERS_MONTHS", 12),
        "talk": environment.number("RETENTION_TALK_MONTHS", 18),
        "names": environment.number("RETENTION_NAMES_MONTHS", 24),
    },
    "RETENTION_MOST_MONTHS": {
        "papers": environment.number("RETENTION_PAPERS_MOST_MONTHS", 36),
        "talk": environment.number("RETENTION_TALK_MOST_MONTHS", 36),
        "names": environment.number("RETENTION_NAMES_MOST_MONTHS", 60),
    },
    "APPEAL_MONTHS": environment.number("APPEAL_MONTHS", 2),
}

# People
AUTH_USER_MODEL = "classrooms.User"
DOMEGO_PERSON_MODEL = AUTH_USER_MODEL
AUTHENTICATION_BACKENDS = [
    "classrooms.people.accounts.signing_in.LimitsBackend",
    "axes.backends.AxesStandaloneBackend",
    "classrooms.people.accounts.signing_in.ProgramsBackend",
    "django.contrib.auth.backends.ModelBackend",
]
# The only one, so that nothing hashes beside its gate.
PASSWORD_HASHERS = ["classrooms.people.accounts.hashing.GatedHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "classrooms:sign-in"
LOGIN_REDIRECT_URL = "games:home"
LOGOUT_REDIRECT_URL = "classrooms:landing"

# Ten wrong passwords for one name from one address close that pair for 15 minutes. Not the address alone: a whole
# class signs in from behind one. Not the name alone: anybody could then shut a classmate out.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_HTTP_RESPONSE_CODE = 429
AXES_LOCKOUT_TEMPLATE = "classrooms/accounts/locked_out.html"
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "games.platform.addresses.client_address"

# Language and time
LANGUAGE_CODE = "en"
# A language that is begun is offered only where it is named here; what it lacks is shown in English.
LANGUAGES = languages.offered(environment.comma_list("LANGUAGES", ["en", "fr"]))
TIME_ZONE = environment.text("TIME_ZONE", "Europe/Paris")
FORMAT_MODULE_PATH = ["domego_site.formats"]
USE_I18N = True
USE_TZ = True

# Static files: collected once, named by content, served by WhiteNoise with DEBUG on or off.
STATIC_URL = "/static/"
STATIC_ROOT = environment.text("STATIC_ROOT", str(VAR_DIR / "static"))
# Where papers were kept before the database was: `prepare` moves what it finds there.
MEDIA_ROOT = environment.text("MEDIA_ROOT", str(VAR_DIR / "media"))
STORAGES = {
    "default": environment.media_storage(environment.text("MEDIA_URL")),
    "staticfiles": {"BACKEND": "domego_site.static_files.JoiningStorage"},
}

# Compressing the API pages' source maps, which no visitor loads, would be most of the first set-up's time.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["map", "png", "jpg", "webp", "woff", "woff2", "gz", "br"]
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# What a browser may do with a page: nothing inline, nothing from outside but the streams of news.
_streams = environment.stream_sources(
    DOMEGO["LIVE_URL"], DOMEGO["LIVE_PORT"], _site.scheme, ALLOWED_HOSTS, behind_proxy=BEHIND_PROXY
)
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "connect-src": [SELF, *_streams],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = _site.scheme == "https" and not DEBUG
SECURE_HSTS_SECONDS = environment.number("HSTS_SECONDS", 31_536_000) if SESSION_COOKIE_SECURE else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_SSL_REDIRECT = BEHIND_PROXY and SESSION_COOKIE_SECURE

# Mail goes to files in var/mail until EMAIL_URL names a server.
EMAIL_URL = environment.text("EMAIL_URL")
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = VAR_DIR / "mail"
if EMAIL_URL:
    globals().update(environment.mail_settings(EMAIL_URL))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = environment.text("DEFAULT_FROM_EMAIL", f"Domego <noreply@{_site.hostname}>")

# Whom the site tells when its work stands still, and what counts as that.
OPERATOR_EMAIL = environment.comma_list("OPERATOR_EMAIL", [])
SWEEP_ALERT_SECONDS = environment.number("SWEEP_ALERT_SECONDS", 60)
DISK_FREE_MB = environment.number("DISK_FREE_MB", 500)
BACKUP_ALERT_DAYS = environment.number("BACKUP_ALERT_DAYS", 0)  # 0: backups are made by other means
# Errors go to a Sentry server too, without what people typed and who they are (domego_site/error_reports.py).
SENTRY_DSN = environment.text("SENTRY_DSN")
SENTRY_ENVIRONMENT = environment.text("SENTRY_ENVIRONMENT", _site.hostname)
# Metrics for Prometheus are served beside the site, never on its own port; 0: not at all.
METRICS_PORT = environment.number("METRICS_PORT", 0)
METRICS_HOST = environment.text("METRICS_HOST", "127.0.0.1")
if METRICS_PORT and environment.number("PORT", 8000) == METRICS_PORT:
    raise ImproperlyConfigured("METRICS_PORT and PORT must not be the same.")

# One line for each request; LOG_FORMAT=json makes each line of each process an object.
ACCESS_LOG = environment.flag("ACCESS_LOG")
LOG_FORMAT = environment.text("LOG_FORMAT", "text").lower()
if LOG_FORMAT not in {"text", "json"}:
    raise ImproperlyConfigured(f"LOG_FORMAT is {LOG_FORMAT!r}; write LOG_FORMAT=text or LOG_FORMAT=json.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "domego_site.log_lines.formatter", "kind": LOG_FORMAT}},
    "filters": {"broker_away": {"()": "domego_site.logs.BrokerAway"}, "no_probes": {"()": "domego_site.logs.NoProbes"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": environment.text("LOG_LEVEL", "INFO").upper()},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "django.request": {"filters": ["no_probes"]},
        # These tell of every task and every beat, and a sweep runs each second.
        "celery": {"level": environment.text("CELERY_LOG_LEVEL", "WARNING").upper()},
        "celery.beat": {"filters": ["broker_away"]},
        # It tells of every request that waits for a thread.
        "waitress.queue": {"level": "ERROR"},
    },
}
