import json

import pytest
from django.test import Client

API = "/api/v1"


class Api:
    """A program that talks to the API: paths without the prefix, bodies as JSON."""

    def __init__(self, user=None, **defaults):
        self.client = Client(**defaults)
        if user is not None:
            self.client.force_login(user)

    def get(self, path, query=None, **headers):
        return self.client.get(API + path, query or {}, headers=headers)

    def post(self, path, body, **headers):
        text = body if isinstance(body, bytes | str) else json.dumps(body)
        return self.client.post(API + path, text, content_type="application/json", headers=headers)


def shape_of(answer):
    """(status, code), after checking that a refusal has the one shape."""
    body = answer.json()
    assert set(body) - {"view"} == {"code", "message", "params"}
    assert isinstance(body["code"], str)
    assert isinstance(body["message"], str)
    assert isinstance(body["params"], dict)
    return answer.status_code, body["code"]


@pytest.fixture
def api():
    return Api


@pytest.fixture
def refusal():
    return shape_of
