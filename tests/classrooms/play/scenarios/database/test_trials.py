"""A trial is a job that plays a version, and its original once."""

from typing import Any

import pytest

from classrooms.models import ScenarioVersion
from classrooms.play.scenarios.services import trials
from classrooms.play.scenarios.services.drafts import scenario_change, scenario_copy
from classrooms.play.scenarios.services.trials import JOB, is_whole, trial_in, trial_request, try_version
from games.engine import registry
from games.engine.editing import put
from games.engine.errors import ScenarioError
from games.models import Job
from tests.classrooms.play.scenarios.drafts import own_scenario
from tests.games.factories import person

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


@pytest.fixture
def author():
    return person("author", can_create_courses=True)


def requested():
    return list(Job.objects.filter(kind=JOB).order_by("pk").values_list("subject", flat=True))


def test_a_trial_is_asked_for_the_draft_and_its_original(author, no_broker):
    mine = own_scenario(author, "dominyam")
    scenario_change(scenario_id=mine.pk, make=lambda data: [put(data, ("players",), data["players"] + 1)])

    version = trial_request(scenario_id=mine.pk, by=author)

    original = mine.versions.get(number=0)
    assert (version.number, requested()) == (1, [str(version.pk), str(original.pk)])


def test_an_original_with_faults_is_not_tried(author, no_broker):
    mine = scenario_copy(by=author, game="dominyam", text="{}", title="A", parent_name="B")
    sound = next(iter(registry.get("dominyam").scenarios.values()))
    mine.text = sound
    mine.save()

    version = trial_request(scenario_id=mine.pk, by=author)

    assert requested() == [str(version.pk)]


def test_a_draft_with_faults_is_not_tried(author, no_broker):
    mine = own_scenario(author, "dominyam", data={})

    with pytest.raises(ScenarioError):
        trial_request(scenario_id=mine.pk, by=author)

    assert (requested(), mine.versions.count()) == ([], 1)


@pytest.mark.parametrize("game", ["dominyam", "domego"])
def test_the_job_plays_the_games_of_both_strengths_and_a_second_one_adds_what_lacks(author, no_broker, game):
    mine = own_scenario(author, game)
    version = trial_request(scenario_id=mine.pk, by=author)
    job = Job.objects.get(kind=JOB)

    numbers = []
    for games in (2, 3):
        try_version(job, games=games, chunk=1)
        tried = trial_in(ScenarioVersion.objects.get(pk=version.pk))
        numbers.append((trials.played(tried.experts), trials.played(tried.usual)))

    assert numbers == [(2, 2), (3, 3)]
    assert not is_whole(ScenarioVersion.objects.get(pk=version.pk))


def test_the_job_of_a_version_that_is_gone_does_nothing(author, no_broker):
    mine = own_scenario(author, "dominyam")
    trial_request(scenario_id=mine.pk, by=author)
    job = Job.objects.get(kind=JOB)
    mine.delete()

    try_version(job, games=1, chunk=1)

    assert Job.objects.get(pk=job.pk).progress == 0


def test_an_equal_version_takes_over_a_whole_trial(author, no_broker):
    first, second = own_scenario(author, "dominyam"), own_scenario(author, "dominyam")
    version = trial_request(scenario_id=first.pk, by=author)
    try_version(Job.objects.get(kind=JOB), games=1, chunk=1)
    tried = ScenarioVersion.objects.get(pk=version.pk).trial
    many = whole(tried)
    ScenarioVersion.objects.filter(pk=version.pk).update(trial=many)

    other = trial_request(scenario_id=second.pk, by=author)

    assert (ScenarioVersion.objects.get(pk=other.pk).trial, Job.objects.filter(kind=JOB).count()) == (many, 1)


def whole(stored: dict[str, Any]) -> dict[str, Any]:
    """The stored trial with as many games as a whole one has."""
    tallies = {strength: {**tally, "games": trials.GAMES} for strength, tally in stored["tallies"].items()}
    return {**stored, "tallies": tallies}


def test_a_trial_by_other_rules_is_not_shown_and_is_played_again(author, no_broker):
    mine = own_scenario(author, "dominyam")
    version = trial_request(scenario_id=mine.pk, by=author)
    try_version(Job.objects.get(kind=JOB), games=1, chunk=1)
    Job.objects.all().delete()
    version = ScenarioVersion.objects.get(pk=version.pk)
    versions = ScenarioVersion.objects.filter(pk=version.pk)

    versions.update(trial=whole(version.trial))
    trial_request(scenario_id=mine.pk, by=author)
    asked = Job.objects.filter(kind=JOB).count()
    versions.update(trial={**whole(version.trial), "rules": 0})
    trial_request(scenario_id=mine.pk, by=author)

    assert (asked, Job.objects.filter(kind=JOB).count()) == (0, 1)
    assert (trial_in(versions.get()), trials.tried_version(mine)) == (None, None)
