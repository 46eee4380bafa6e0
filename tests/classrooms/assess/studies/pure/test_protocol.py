"""The protocol of a study and its digest."""

import hashlib
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.utils.translation import override

from classrooms.assess.studies.texts.protocol import Arm, Plan, Test, digest, protocol, short

SECOND = Test(datetime(2026, 12, 1, 8, tzinfo=UTC), datetime(2026, 12, 8, 8, tzinfo=UTC))
THIRD = Test(datetime(2027, 1, 5, 8, tzinfo=UTC), datetime(2027, 1, 12, 8, 30, tzinfo=UTC), optional=True)
PLAN = Plan(
    title="Does Domego teach?",
    question="Do students learn more about coordination by playing?",
    course="Construction management",
    arms=(Arm("Lecture", "a lecture of 90 minutes"), Arm("Game", "a match of Domego")),
    unit="team",
    strata=("earlier marks",),
    design="crossover",
    questions=12,
    forms=("A", "B"),
    tests=(Test(None, None), SECOND, THIRD),
    people=60,
    power=(0.214, 0.466, 0.855),
    consent_version=1,
    seed_digest="c0ffee11" + "0" * 56,
)
OTHER = {
    "title": "Another title",
    "question": "Another question?",
    "course": "Another course",
    "arms": (Arm("Lecture", "a lecture of 45 minutes"), PLAN.arms[1]),
    "unit": "person",
    "strata": (),
    "design": "parallel",
    "questions": 13,
    "forms": ("B", "A"),
    "tests": (PLAN.tests[0], SECOND, replace(THIRD, optional=False)),
    "people": 61,
    "power": (0.214, 0.466, 0.856),
    "consent_version": 2,
    "seed_digest": "c0ffee12" + "0" * 56,
    "asks_experience": False,
    "analysis": "another",
}


def test_the_digest_changes_with_every_field():
    found = [digest(replace(PLAN, **{field.name: OTHER[field.name]})) for field in fields(Plan)]

    assert len({digest(PLAN), *found}) == len(fields(Plan)) + 1


def test_the_digest_is_that_of_json_with_sorted_keys():
    arms = '[{"does":"a lecture of 90 minutes","name":"Lecture"},{"does":"a match of Domego","name":"Game"}]'
    tests = (
        '[{"closes":null,"opens":null,"optional":false},{"closes":"2026-12-08T08:00:00+00:00",'
        '"opens":"2026-12-01T08:00:00+00:00","optional":false},{"closes":"2027-01-12T08:30:00+00:00",'
        '"opens":"2027-01-05T08:00:00+00:00","optional":true}]'
    )
    text = (
        f'{{"analysis":"ols-cr2","arms":{arms},"asks_experience":true,"consent_version":1,"course":"Génie civil",'
        f'"design":"crossover","forms":["A","B"],"people":60,"power":[0.214,0.466,0.855],"question":"{PLAN.question}",'
        f'"questions":12,"seed_digest":"{PLAN.seed_digest}","strata":["earlier marks"],"tests":{tests},'
        '"title":"Does Domego teach?","unit":"team"}'
    )

    assert digest(replace(PLAN, course="Génie civil")) == hashlib.sha256(text.encode()).hexdigest()


def test_the_digest_is_that_of_the_plan_in_any_language_and_any_time_zone():
    paris = timezone(timedelta(hours=1))
    moved = replace(SECOND, opens=SECOND.opens.astimezone(paris), closes=SECOND.closes.astimezone(paris))
    found = []
    for language in ("en", "fr"):
        with override(language):
            found.append(digest(PLAN))

    assert (found[1], digest(replace(PLAN, tests=(PLAN.tests[0], moved, THIRD)))) == (found[0], found[0])


def test_a_digest_is_shown_by_its_first_eight_signs():
    assert short("3f8a01bc" + "0" * 56) == "3f8a\xa001bc"


def test_a_plan_with_a_value_that_json_lacks_has_no_digest():
    with pytest.raises(TypeError) as raised:
        digest(replace(PLAN, strata=({"mark"},)))

    assert str(raised.value) == "A plan has no place for {'mark'}."


METHOD = {
    "en": "Scores of the second test are compared between arms by least squares, adjusted for the first test and the "
    "strata. Standard errors are robust to teams (CR2), with Satterthwaite's degrees of freedom. Everybody is counted "
    "in the arm of the draw. The result is Hedges' g with its 95-percent interval. There is no interval with "
    "fewer than "
    "three teams (or people drawn singly) in an arm. All other comparisons are exploration.",
    "fr": "Les scores du deuxième test sont comparés entre les groupes par les moindres carrés, en tenant compte du "
    "premier test et des strates. Les erreurs types sont robustes aux équipes (CR2), avec les degrés de liberté de "
    "Satterthwaite. Chaque personne compte dans le groupe de son tirage. Le résultat est le g de Hedges avec son "
    "intervalle à 95 pour cent. Il n’y a pas d’intervalle avec moins de trois équipes (ou personnes tirées une à une) "
    "dans "
    "un groupe. Toutes les autres comparaisons sont exploratoires.",
}


def test_the_protocol_says_all_of_the_plan_in_english():
    with override("en"):
        found = protocol(PLAN)

    assert found == [
        ("Question of the study", [PLAN.question, "Course: Construction management."]),
        ("Arms", ["“Lecture”: a lecture of 90 minutes", "“Game”: a match of Domego"]),
        (
            "Draw",
            [
                "Each team is drawn into an arm by lot, with all its members. The draw balances the arms by earlier "
                "marks. After the second test, each arm also does what the other arms did.",
                "The result of the draw stays concealed until the arms begin. Digest of its seed: c0ff\xa0ee11.",
            ],
        ),
        (
            "Tests",
            [
                "Each test has 12 questions. The forms A and B share no question; the order is drawn by lot.",
                "First test: from the day of this protocol to the draw.",
                "Second test: from 1 December 2026, 09:00 to 8 December 2026, 09:00.",
                "Third test, optional: from 5 January 2027, 09:00 to 12 January 2027, 09:30.",
                "Beside each answer, people say how sure they are. With the second test, they fill in the MEEGA+ "
                "questionnaire on their experience.",
            ],
        ),
        (
            "Sample and power",
            [
                "60 people are expected.",
                "Studies of this design that find an effect of size d: 21 of 100 for d = 0.3; 47 of 100 for d = 0.5; "
                "86 of 100 for d = 0.8.",
            ],
        ),
        ("Analysis", [METHOD["en"]]),
        ("Consent", ["Answers are used beyond the course only with consent (text of version 1)."]),
        ("Digest", [f"{short(digest(PLAN))} (SHA-256 of the plan: {digest(PLAN)})"]),
    ]


def test_the_protocol_says_all_of_another_plan_in_french():
    plan = replace(
        PLAN,
        unit="person",
        strata=(),
        design="parallel",
        questions=1,
        people=1,
        tests=(Test(None, None), SECOND, replace(THIRD, optional=False)),
        asks_experience=False,
    )
    with override("fr"):
        found = protocol(plan)

    assert found == [
        ("Question de l’étude", [PLAN.question, "Cours\xa0: Construction management."]),
        ("Groupes", ["«\xa0Lecture\xa0»\xa0: a lecture of 90 minutes", "«\xa0Game\xa0»\xa0: a match of Domego"]),
        (
            "Tirage au sort",
            [
                "Le groupe de chaque personne est tiré au sort. Le tirage n’a pas de strates. Chaque personne reste "
                "dans le même groupe jusqu’à la fin de l’étude.",
                "Le résultat du tirage reste secret jusqu’au début des activités. Empreinte de sa graine\xa0: "
                "c0ff\xa0ee11.",
            ],
        ),
        (
            "Tests",
            [
                "Chaque test compte 1 question. Les versions A et B n’ont aucune question en commun\xa0; leur ordre "
                "est tiré au sort.",
                "Premier test\xa0: du jour de ce protocole au tirage au sort.",
                "Deuxième test\xa0: du 1er décembre 2026, 9\xa0h au 8 décembre 2026, 9\xa0h.",
                "Troisième test\xa0: du 5 janvier 2027, 9\xa0h au 12 janvier 2027, 9\xa0h\xa030.",
                "À chaque réponse, les personnes indiquent leur degré de certitude.",
            ],
        ),
        (
            "Échantillon et puissance",
            [
                "1 personne est attendue.",
                "Études de ce type qui trouvent un effet de taille d\xa0: 21 sur 100 pour d = 0,3\xa0; 47 sur 100 pour "
                "d = 0,5\xa0; 86 sur 100 pour d = 0,8.",
            ],
        ),
        ("Analyse", [METHOD["fr"]]),
        (
            "Consentement",
            ["Les réponses ne servent au-delà du cours qu’avec l’accord de la personne (version 1 du texte)."],
        ),
        ("Empreinte", [f"{short(digest(plan))} (SHA-256 du plan\xa0: {digest(plan)})"]),
    ]
