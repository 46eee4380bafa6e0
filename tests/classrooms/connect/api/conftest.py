import json

import pytest
from django.test import Client

from games.api.authentication import token_create
from games.platform import clock
from tests.classrooms.factories import course_of, enrol
from tests.games.factories import person


class Program:
    """A program that talks to the API with a token for some scopes, or for everything."""

    def __init__(self, user, scopes=None):
        token, _until = token_create(user, clock.now(), scopes)
        self.client = Client(headers={"Authorization": f"Bearer {token}"})

    def get(self, path, **more):
        return self.client.get(f"/api/v1{path}", **more)

    def post(self, path, **body):
        return self.client.post(f"/api/v1{path}", json.dumps(body), content_type="application/json")

    def put(self, path, **body):
        return self.client.put(f"/api/v1{path}", json.dumps(body), content_type="application/json")


@pytest.fixture
def program():
    return Program


@pytest.fixture
def teacher():
    return person("claire", can_create_courses=True)


@pytest.fixture
def zoe():
    return person("zoe", display_name="Zoe Martin")


@pytest.fixture
def course(teacher, zoe):
    course = course_of(teacher, [zoe])
    enrol(course, person("assi"), "assistant")
    enrol(course, person("watcher"), "observer")
    return course
