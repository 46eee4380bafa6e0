"""Studies of several classes: summaries that courses share, files that others take in, and all together."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from classrooms.assess.studies.jobs import pool_compute
from classrooms.assess.studies.queries.summaries import all_of, pool_numbers
from classrooms.assess.studies.services.sharing import summary_share
from classrooms.assess.studies.sharing.pooling import pooled
from classrooms.assess.studies.sharing.summary import StudyEffect
from classrooms.models import Study, StudyPool
from games.models import Job
from tests.classrooms.assess.studies.studying import class_of, computed_of, draft_of
from tests.classrooms.factories import course_of

pytestmark = pytest.mark.django_db


def browser(user):
    client = Client()
    client.force_login(user)
    return client


def shared(client, study, **kinds):
    """Share a study on its page, the lecture as a lecture unless `kinds` say otherwise."""
    arm = study.arms.get(session=None)
    data = {"share": "1", "language": "en", f"kind-{arm.pk}": "lecture", **kinds}
    return client.post(reverse("classrooms:study-summary", args=[study.pk]), data)


def pool_url(course):
    return reverse("classrooms:course-study-pool", args=[course.pk])


def file_of(client, course):
    return client.get(reverse("classrooms:course-studies-shared", args=[course.pk]))


def taken(client, course, content):
    return client.post(pool_url(course), {"file": SimpleUploadedFile("studies.json", content)})


def other_site(content, number, shift=0.0):
    """The same study as another site would share it: its own identifier, and another effect."""
    found = json.loads(content)
    found["studies"][0]["study"] = f"{number:032x}"
    for effect in found["studies"][0]["effects"]:
        for name in ("g", "low", "high"):
            effect[name] = round(effect[name] + shift, 6)
    return json.dumps(found).encode()


def test_a_shared_study_has_no_names_and_its_consent_is_fixed(no_broker):
    study, teacher, students = computed_of()
    client = browser(teacher)
    assert file_of(client, study.course).status_code == 404

    assert shared(client, study)["Location"] == pool_url(study.course)

    content = file_of(client, study.course).content
    (found,) = json.loads(content)["studies"]
    assert [arm["kind"] for arm in found["arms"]] == ["lecture", "match"]
    assert (found["game"], found["scenario"], found["language"]) == ("domego", "classic", "en")
    told = content.decode()
    assert not [
        word for word in (study.title, study.course.name, *(user.username for user in students)) if word in told
    ]
    client = browser(students[0])
    client.post(reverse("classrooms:study-mine", args=[study.pk]), {"consents": "no"})
    assert study.people.get(user=students[0]).consents is True


def test_a_study_with_a_small_arm_is_not_shared(no_broker):
    study, teacher, _students = computed_of(8)

    answer = shared(browser(teacher), study)

    assert answer.status_code == 422
    assert "An arm has fewer than five people." in answer.content.decode()
    assert (Study.objects.get().summary, Study.objects.get().pooled_at) == (None, None)


def test_another_course_pools_its_files_and_says_what_they_say_together(no_broker):
    study, teacher, _students = computed_of(36, gain=2)
    client = browser(teacher)
    shared(client, study)
    content = file_of(client, study.course).content
    elsewhere = course_of(teacher, [])
    assert "No summary yet" in client.get(pool_url(elsewhere)).content.decode()

    for number in range(3):
        assert taken(client, elsewhere, other_site(content, number, 0.1 * number)).status_code == 302
    assert len(all_of(elsewhere)) == 3
    assert "The numbers are being computed." in client.get(pool_url(elsewhere)).content.decode()
    pool_compute(Job.objects.get(kind="study_pool"))
    Job.objects.update(state=Job.State.DONE)

    (told,) = pool_numbers(elsewhere)["comparisons"]
    effects = [effect for each in all_of(elsewhere) for effect in each.effects if effect.moment == "after"]
    by_hand = pooled([StudyEffect(str(place), each.g, each.error) for place, each in enumerate(effects)])
    assert (told["pooled"]["g"], told["pooled"]["low"]) == (pytest.approx(by_hand.g), pytest.approx(by_hand.low))
    text = client.get(pool_url(elsewhere)).content.decode()
    assert "Domego: game on the site against lecture" in text
    assert "3 studies." in text


def test_a_computation_that_failed_is_told_and_can_be_tried_again(no_broker):
    study, teacher, _students = computed_of()
    client = browser(teacher)
    shared(client, study)
    client.post(pool_url(study.course), {"compute": "1"})
    Job.objects.filter(kind="study_pool").update(state=Job.State.FAILED)

    text = client.get(pool_url(study.course)).content.decode()
    assert ("The computation failed. Try again." in text, "Compute all together" in text) == (True, True)


def test_the_same_study_is_pooled_once_and_a_study_can_be_taken_out(no_broker):
    study, teacher, _students = computed_of()
    client = browser(teacher)
    shared(client, study)
    content = file_of(client, study.course).content
    taken(client, study.course, content)
    taken(client, study.course, other_site(content, 7))
    assert len(all_of(study.course)) == 2

    client.post(pool_url(study.course), {"remove": f"{7:032x}"})

    assert [each.study for each in all_of(study.course)] == [Study.objects.get().summary["study"]]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"names,marks\nAnn,3\n", "The file is not JSON."),
        (b"{}", "The file is no file of study summaries."),
        (b'{"format": "domego-study-summaries", "version": 9, "studies": []}', "version: This site does not know"),
    ],
)
def test_a_wrong_file_is_refused_with_its_fault_and_changes_nothing(no_broker, content, said):
    course, teacher, _students = class_of(4)
    client = browser(teacher)

    answer = taken(client, course, content)

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert list(StudyPool.objects.values_list("summaries", flat=True)) in ([], [[]])


def test_a_study_that_is_no_longer_shared_leaves_the_file(no_broker):
    study, teacher, _students = computed_of()
    client = browser(teacher)
    summary_share(study_id=study.pk, kinds=["lecture", "match"], language="fr")

    client.post(reverse("classrooms:study-summary", args=[study.pk]), {"withdraw": "1"})

    assert file_of(client, study.course).status_code == 404
    assert Study.objects.get().pooled_at is not None


def test_an_earlier_study_is_copied_without_times_and_sessions():
    course, teacher, _students = class_of(12)
    earlier = draft_of(course, teacher, draw_by="team", crossover=False)
    next_year = course_of(teacher, [])
    client = browser(teacher)

    client.post(
        reverse("classrooms:course-studies", args=[next_year.pk]), {"title": "Once more", "like": str(earlier.pk)}
    )

    made = Study.objects.get(course=next_year)
    assert (made.title, made.question, made.draw_by, made.crossover) == ("Once more", earlier.question, "team", False)
    assert [(arm.name, arm.activity, arm.session) for arm in made.arms.all()] == [
        ("Lecture", "The lecture", None),
        ("Game", "", None),
    ]
    assert list(made.questions.values_list("form", "bank_key")) == list(
        earlier.questions.values_list("form", "bank_key")
    )


def test_only_studies_of_own_courses_can_be_copied():
    course, teacher, students = class_of(12)
    earlier = draft_of(course, teacher)
    stranger = students[0]
    own = course_of(stranger, [])

    answer = browser(stranger).post(
        reverse("classrooms:course-studies", args=[own.pk]), {"title": "Mine", "like": str(earlier.pk)}
    )

    assert answer.status_code == 302
    assert [arm.name for arm in Study.objects.get(course=own).arms.all()] == ["Lecture first", "Game first"]
