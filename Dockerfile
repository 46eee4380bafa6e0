# The site in one image: web server, workers and commands (docs/run/install.md). Runs as nobody in particular, on a
# read-only file system, with one volume at /var/lib/domego.
FROM docker.io/library/python:3.11-slim-bookworm AS packages

COPY requirements.lock /tmp/
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes --only-binary :all: --no-binary http-ece \
        --requirement /tmp/requirements.lock \
    && /venv/bin/pip uninstall --yes --quiet pip setuptools

FROM docker.io/library/python:3.11-slim-bookworm

RUN apt-get update \
    && apt-get install --yes --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
        fontconfig fonts-noto-core fonts-noto-cjk \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 domego \
    && useradd --uid 10001 --gid domego --home-dir /var/lib/domego --shell /usr/sbin/nologin domego \
    && install --directory --owner domego --group domego --mode 0700 /var/lib/domego

COPY --from=packages /venv /venv
COPY . /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    VAR_DIR=/var/lib/domego \
    STATIC_ROOT=/app/collected \
    HOST=0.0.0.0 \
    PORT=8000
# Translations and static files do not change while the image lives; compiled modules make each start faster.
RUN SECRET_KEY="$(python -c 'import secrets; print(secrets.token_urlsafe(50))')" VAR_DIR=/tmp/build \
        python manage.py prepare --files \
    && rm -r /tmp/build \
    && python -m compileall -q /app /venv

USER domego
VOLUME /var/lib/domego
EXPOSE 8000
CMD ["python", "manage.py", "serve"]
