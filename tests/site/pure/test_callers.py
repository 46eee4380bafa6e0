"""Requests to other hosts use the one HTTP client. Any other code that could make one is declared, with its reason."""

import ast
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
APPS = ("classrooms", "domego_site", "games")
SPEAK = ("aiohttp", "authlib.integrations", "http.client", "httpx", "requests", "urllib", "urllib3")
HARMLESS = ("urllib.parse",)
NAMES = {"PyJWKClient"}
"""Names of library objects that make requests, declared for other uses."""
DECLARED = {
    "classrooms/people/signing_on/provider_http.py": "hands what Authlib asks to the one caller",
    "classrooms/people/signing_on/provider.py": "Authlib's session is asking.py's; of requests it knows a fault",
    "domego_site/health.py": "asks the site itself, on its own machine",
    "games/platform/work/outside.py": "the one caller",
}


def imported(tree: ast.AST) -> set[str]:
    """All imports, as `module` and `module.name`, and names of objects that make requests."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Attribute) and node.attr in NAMES:
            found.add(node.attr)
    return found


def speaks(name: str) -> bool:
    if any(name == each or name.startswith(f"{each}.") for each in HARMLESS):
        return False
    return name.rpartition(".")[2] in NAMES or any(name == each or name.startswith(f"{each}.") for each in SPEAK)


def test_other_callers_are_declared_with_a_reason():
    found = {
        str(path.relative_to(ROOT))
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        if any(map(speaks, imported(ast.parse(path.read_text()))))
    }

    assert found == set(DECLARED)


def test_every_way_of_importing_one_is_found():
    for line in (
        "import requests",
        "from requests import get",
        "from urllib import request",
        "import urllib.request as r",
        "from http import client",
        "import http.client",
        "from httpx import Client",
        "from jwt import PyJWKClient",
        "import jwt; jwt.PyJWKClient('x')",
        "from authlib.integrations.requests_client import OAuth2Session",
    ):
        assert any(map(speaks, imported(ast.parse(line)))), line
    for line in ("from urllib.parse import urlsplit", "import http", "from http import HTTPStatus", "import jwt"):
        assert not any(map(speaks, imported(ast.parse(line)))), line
