"""The result of a study in sentences: every case, in both languages."""

import re

import pytest
from django.utils.translation import override

from classrooms.assess.studies.package.analysis import analysed
from classrooms.assess.studies.texts.sentences import Names, by_theme, losses, result, second_test, third_test

TWO = Names({"lecture": "Lecture", "game": "Game"}, {}, 24)
THREE = Names({"lecture": "Lecture", "game": "Game", "paper": "Paper"}, {}, 24)
THEMES = Names(TWO.arms, {"costs": "costs", "delays": "delays", "teams": "teams"}, 24)
SPREAD = 4


def effect(path, difference, low=None, high=None):
    """The numbers of a comparison as the analysis gives them; without an interval, those that are left."""
    found = {
        f"{path}.difference": difference,
        f"{path}.g": difference / SPREAD,
        f"{path}.people": 60,
        f"{path}.teams": 5,
    }
    if low is not None:
        found |= {f"{path}.low": low, f"{path}.high": high}
        found |= {f"{path}.g_low": low / SPREAD, f"{path}.g_high": high / SPREAD}
    return found


def after(*figures):
    return effect("effect.after.game", *figures)


def later(*figures):
    return {"flow.game.later": 20} | effect("effect.later.game", *figures)


@pytest.mark.parametrize(
    ("numbers", "english", "french"),
    [
        pytest.param(
            after(2.1, 0.5, 3.7),
            "On the second test, “Game” is ahead of “Lecture” by 2.10 right answers out of 24 "
            "(g = 0.53; 95\xa0% interval: 0.12 to 0.93).",
            "Au deuxième test, « Game » obtient 2,10 bonnes réponses sur 24 de plus que « Lecture » "
            "(g = 0,53 ; intervalle à 95 % : de 0,12 à 0,93).",
            id="up",
        ),
        pytest.param(
            after(-1.6, -2.8, -0.4),
            "On the second test, “Game” is behind “Lecture” by 1.60 right answers out of 24 "
            "(g = −0.40; 95\xa0% interval: −0.70 to −0.10).",
            "Au deuxième test, « Game » obtient 1,60 bonne réponse sur 24 de moins que « Lecture » "
            "(g = −0,40 ; intervalle à 95 % : de −0,70 à −0,10).",
            id="down",
        ),
        pytest.param(
            after(0.8, -0.84, 2.44),
            "The study cannot say whether “Game” or “Lecture” teaches more: “Game” minus “Lecture” is "
            "+0.80 right answers out of 24 (g = 0.20; 95\xa0% interval: −0.21 to 0.61).",
            "L’étude ne permet pas de dire si l’on apprend plus avec « Game » ou avec « Lecture » : "
            "l’écart « Game » moins « Lecture » est de +0,80 bonne réponse sur 24 "
            "(g = 0,20 ; intervalle à 95 % : de −0,21 à 0,61).",
            id="includes 0",
        ),
        pytest.param(
            after(-3.2),
            "There are too few teams or people to say whether “Game” or “Lecture” teaches more: "
            "“Game” minus “Lecture” is −3.20 right answers out of 24, without an interval.",
            "Il y a trop peu d’équipes ou de personnes pour dire si l’on apprend plus avec « Game » ou avec "
            "« Lecture » : l’écart « Game » moins « Lecture » est de −3,20 bonnes réponses sur 24, "
            "sans intervalle.",
            id="too few teams",
        ),
        pytest.param(
            {"flow.game.drawn": 30, "flow.game.after": 0},
            "“Game” and “Lecture” cannot be compared yet: it takes two answers to the second test in each arm.",
            "« Game » et « Lecture » ne peuvent pas encore être comparés : il faut deux réponses au "
            "deuxième test dans chaque groupe.",
            id="no answers",
        ),
    ],
)
def test_the_second_test_in_a_sentence(numbers, english, french):
    assert said(second_test, numbers, TWO) == ([english], [typeset(french)])


def typeset(french):
    """The text with no-break spaces at the signs of French."""
    return re.sub(r" (?=[:;%»])|(?<=«) ", "\xa0", french)


def said(sentences, numbers, names):
    found = []
    for language in ("en", "fr"):
        with override(language):
            found.append(sentences(numbers, names))
    return tuple(found)


@pytest.mark.parametrize(
    ("numbers", "english", "french"),
    [
        pytest.param(
            after(2, 0.4, 3.6) | later(1.2, 0.08, 2.32),
            "Most of the difference stayed: on the third test, “Game” minus “Lecture” is +1.20 right answers out of 24 "
            "(g = 0.30; 95\xa0% interval: 0.02 to 0.58).",
            "L’essentiel de l’écart est resté : au troisième test, l’écart « Game » moins « Lecture » est "
            "de +1,20 bonne réponse sur 24 (g = 0,30 ; intervalle à 95 % : de 0,02 à 0,58).",
            id="stayed",
        ),
        pytest.param(
            after(-2, -3.6, -0.4) | later(-0.4, -1.6, 0.8),
            "The difference shrank: on the third test, “Game” minus “Lecture” is −0.40 right answers out of 24 "
            "(g = −0.10; 95\xa0% interval: −0.40 to 0.20).",
            "L’écart s’est réduit : au troisième test, l’écart « Game » moins « Lecture » est "
            "de −0,40 bonne réponse sur 24 (g = −0,10 ; intervalle à 95 % : de −0,40 à 0,20).",
            id="shrank",
        ),
        pytest.param(
            after(2, 0.4, 3.6) | later(0.8, -0.8, 2.4),
            "The study cannot say how much of the difference stayed: on the third test, “Game” minus “Lecture” is "
            "+0.80 right answers out of 24 (g = 0.20; 95\xa0% interval: −0.20 to 0.60).",
            "L’étude ne permet pas de dire quelle part de l’écart est restée : au troisième test, l’écart "
            "« Game » moins « Lecture » est de +0,80 bonne réponse sur 24 "
            "(g = 0,20 ; intervalle à 95 % : de −0,20 à 0,60).",
            id="cannot say",
        ),
        pytest.param(
            after(2, 0.4, 3.6) | later(2),
            "The study cannot say how much of the difference stayed: on the third test, “Game” minus “Lecture” is "
            "+2.00 right answers out of 24, without an interval.",
            "L’étude ne permet pas de dire quelle part de l’écart est restée : au troisième test, l’écart "
            "« Game » moins « Lecture » est de +2,00 bonnes réponses sur 24, sans intervalle.",
            id="no interval",
        ),
        pytest.param(
            after(2, 0.4, 3.6) | {"flow.game.later": 1, "flow.lecture.later": 0},
            "“Game” and “Lecture” cannot be compared again: the third test has too few answers.",
            "« Game » et « Lecture » ne peuvent pas être comparés de nouveau : le troisième test a trop peu "
            "de réponses.",
            id="too few answers",
        ),
        pytest.param(
            after(2, 0.4, 3.6) | {"flow.game.later": 0, "flow.lecture.later": 0},
            "The third test has no answers yet: it will compare “Game” and “Lecture” again.",
            "Le troisième test n’a pas encore de réponses : il comparera de nouveau « Game » et « Lecture ».",
            id="not asked yet",
        ),
    ],
)
def test_the_third_test_in_a_sentence(numbers, english, french):
    assert said(third_test, numbers, TWO) == ([english], [typeset(french)])


@pytest.mark.parametrize(
    ("first", "left"),
    [
        pytest.param(after(0.8, -0.8, 2.4), later(1.6, 0.4, 2.8), id="no clear difference before"),
        pytest.param(after(2, 0.4, 3.6), later(1.2, -0.4, 2.8), id="most is there, but so could be nothing"),
        pytest.param(after(2, 0.4, 3.6), later(0.8, 0.1, 2.1), id="less is there, but so could be all"),
        pytest.param(after(2), later(2, 1, 3), id="no interval before"),
        pytest.param(after(0.8, -0.8, 2.4), later(0.2, -0.2, 0.6), id="less than an unclear difference"),
        pytest.param(after(-2, -3.6, -0.4), later(-0.8, -2.4, 0.8), id="less is there, but so could be more"),
        pytest.param(after(2, 0.4, 3.6), later(1.2, -0.4, 1.9), id="most is there, less than all, perhaps nothing"),
    ],
)
def test_what_could_be_chance_neither_stayed_nor_shrank(first, left):
    with override("en"):
        (sentence,) = third_test(first | left, TWO)

    assert sentence.partition(":")[0] == "The study cannot say how much of the difference stayed"


def test_a_difference_that_turned_round_shrank():
    with override("en"):
        (sentence,) = third_test(after(2, 0.4, 3.6) | later(-2, -3.6, -0.4), TWO)

    assert sentence.partition(":")[0] == "The difference shrank"


@pytest.mark.parametrize(
    ("numbers", "english", "french"),
    [
        pytest.param(
            effect("theme.costs.game", 1, 0.2, 1.8)
            | effect("theme.delays.game", -1, -1.8, -0.2)
            | effect("theme.teams.game", 0.1, -0.7, 0.9),
            "By theme, as a look without correction for several comparisons: “Game” is ahead of “Lecture” in costs; "
            "“Game” is behind “Lecture” in delays; the study cannot say for “Game” and “Lecture” in teams.",
            "Par thème, simple aperçu sans correction pour comparaisons multiples : « Game » obtient plus que "
            "« Lecture » pour costs ; « Game » obtient moins que « Lecture » pour delays ; "
            "l’étude ne permet pas de départager « Game » et « Lecture » pour teams.",
            id="all three",
        ),
        pytest.param(
            effect("theme.costs.game", 1) | effect("theme.delays.game", 0, -1, 1),
            "By theme, as a look without correction for several comparisons: the study cannot say for “Game” and "
            "“Lecture” in costs, delays and teams.",
            "Par thème, simple aperçu sans correction pour comparaisons multiples : l’étude ne permet pas de "
            "départager « Game » et « Lecture » pour costs, delays et teams.",
            id="cannot say",
        ),
    ],
)
def test_themes_in_a_sentence(numbers, english, french):
    assert said(by_theme, numbers, THEMES) == ([english], [typeset(french)])


def flow(**people):
    """Drawn and answered after, by arm."""
    return {
        f"flow.{arm}.{name}": number
        for arm, numbers in people.items()
        for name, number in zip(("drawn", "after"), numbers, strict=True)
    }


@pytest.mark.parametrize(
    ("names", "numbers", "english", "french"),
    [
        pytest.param(
            TWO,
            flow(lecture=(30, 27), game=(30, 28)) | {"bound.game.low": -1.2, "bound.game.high": 2.8},
            "5 of 60 people did not take the second test (“Lecture”: 3; “Game”: 2): with the lowest scores in one "
            "arm and the highest in the other, “Game” minus “Lecture” could be from −1.20 to +2.80 right answers "
            "out of 24.",
            "5 personnes sur 60 n’ont pas passé le deuxième test (« Lecture » : 3 ; « Game » : 2) "
            ": avec les scores les plus bas dans un groupe et les plus hauts dans l’autre, l’écart « Game » "
            "moins « Lecture » pourrait aller de −1,20 à +2,80 bonnes réponses sur 24.",
            id="bounds",
        ),
        pytest.param(
            THREE,
            flow(lecture=(20, 20), game=(20, 19), paper=(20, 20))
            | {"bound.game.low": 0.5, "bound.game.high": 1, "bound.paper.low": -1, "bound.paper.high": 0},
            "1 of 60 people did not take the second test (“Lecture”: 0; “Game”: 1; “Paper”: 0): with the lowest scores "
            "in one arm and the highest in the other, “Game” minus “Lecture” could be from +0.50 to +1.00; “Paper” "
            "minus “Lecture” could be from −1.00 to 0.00 right answers out of 24.",
            "1 personne sur 60 n’a pas passé le deuxième test (« Lecture » : 0 ; « Game » : 1 ; "
            "« Paper » : 0) : avec les scores les plus bas dans un groupe et les plus hauts dans l’autre, "
            "l’écart « Game » moins « Lecture » pourrait aller de +0,50 à +1,00 ; l’écart « Paper » "
            "moins « Lecture » pourrait aller de −1,00 à 0,00 bonnes réponses sur 24.",
            id="three arms",
        ),
        pytest.param(
            TWO,
            flow(lecture=(30, 30), game=(30, 1)),
            "29 of 60 people did not take the second test (“Lecture”: 0; “Game”: 29).",
            "29 personnes sur 60 n’ont pas passé le deuxième test (« Lecture » : 0 ; « Game » : 29).",
            id="no bounds",
        ),
        pytest.param(
            TWO,
            flow(lecture=(30, 30), game=(30, 30)),
            "All 60 people took the second test.",
            "Les 60 personnes ont toutes passé le deuxième test.",
            id="nobody missing",
        ),
        pytest.param(
            TWO,
            flow(lecture=(30, 0), game=(30, 0)),
            "None of the 60 people has taken the second test yet.",
            "Aucune des 60 personnes n’a encore passé le deuxième test.",
            id="all missing",
        ),
        pytest.param(TWO, {}, "", "", id="before the draw"),
    ],
)
def test_losses_in_a_sentence(names, numbers, english, french):
    assert said(losses, numbers, names) == (english, typeset(french))


def test_three_arms_have_a_sentence_for_each_comparison_with_the_first():
    numbers = after(2, 0.4, 3.6) | effect("effect.after.paper", -2, -3.6, -0.4)
    with override("en"):
        found = second_test(numbers, THREE)

    assert [sentence.partition(" by ")[0] for sentence in found] == [
        "On the second test, “Game” is ahead of “Lecture”",
        "On the second test, “Paper” is behind “Lecture”",
    ]


def test_the_result_has_the_tests_and_the_themes_that_there_are():
    numbers = after(2, 0.4, 3.6) | later(1.2, 0.08, 2.32) | effect("theme.costs.game", 1, 0.2, 1.8)
    two_tests = Names(TWO.arms, {}, 24, ("before", "after"))
    with override("en"):
        whole = [*second_test(numbers, THEMES), *third_test(numbers, THEMES), *by_theme(numbers, THEMES)]

        assert (result(numbers, THEMES), len(whole)) == (whole, 3)
        assert result(numbers, TWO) == whole[:2]
        assert result(numbers, two_tests) == whole[:1]


def tables(**scores):
    """The tables of a study with right answers out of 4 at the second test; None did not take it."""
    people, answers = [], []
    for arm, numbers in scores.items():
        for place, right in enumerate(numbers):
            person = f"{arm}{place}"
            people.append({"person": person, "arm": arm, "team": "", "stratum": "", "order": "BA"})
            answers += [
                {
                    **{"person": person, "moment": "after", "form": "A", "item": f"q{item}", "theme": ""},
                    **{"right": str(int(item < right)), "confidence": ""},
                }
                for item in range(4 if right is not None else 0)
            ]
    plan = {"arms": list(scores), "moments": ["before", "after"], "items": 4, "relations": []}
    return {"plan": plan, "people": people, "answers": answers, "experience": [], "games": []}


def test_sentences_have_the_numbers_of_the_analysis():
    numbers = analysed(tables(lecture=[1, 2, 3, 2, None], game=[3, 4, 3, 4]))
    names = Names({"lecture": "Lecture", "game": "Game"}, {}, 4, ("before", "after"))

    # Means 2 and 3.5; variances 2/3 and 1/3 of 4 people each; t at 6 degrees of freedom is 2.45.
    # The lost person with 4 right answers makes the mean of the lecture 2.4, with 1 it is 1.8.
    with override("en"):
        assert (result(numbers, names), losses(numbers, names)) == (
            [
                "On the second test, “Game” is ahead of “Lecture” by 1.50 right answers out of 4 "
                "(g = 1.84; 95\xa0% interval: 0.34 to 3.35)."
            ],
            "1 of 9 people did not take the second test (“Lecture”: 1; “Game”: 0): with the lowest scores in one arm "
            "and the highest in the other, “Game” minus “Lecture” could be from +1.10 to +1.70 right answers out of 4.",
        )
