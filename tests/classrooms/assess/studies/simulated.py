"""Simulated tables of a study, as in a replication package, and hand-made ones."""

from random import Random

MOMENTS = ("before", "after", "delayed")
THEMES = ("cost", "time", "risk")
STRATA = ("", "group 1", "group 2")
DIMENSIONS = ("relevance", "social", "usability")
MEASURES = ("given_away", "luck")
ITEMS = 12


def study_of(seed, arms=2, people=48, team=6, strata=2, lost=0.2):
    """A class in `arms` arms, in teams of `team` people (1: no teams). A share `lost` misses each later test."""
    random = Random(seed)
    tables = {"people": [], "answers": [], "experience": [], "games": []}
    for number in range(people):
        place = number // team
        _person(random, tables, number, place % arms, f"T{place + 1:02}" if team > 1 else "", strata, lost)
    plan = {
        **{"arms": [f"arm{arm}" for arm in range(arms)], "moments": list(MOMENTS)},
        **{"items": ITEMS, "relations": list(MEASURES)},
    }
    return {"plan": plan, **tables}


def _person(random, tables, number, arm, team, strata, lost):
    person, order = f"P{number + 1:03}", "AB" if random.random() < 0.5 else "BA"
    stratum = STRATA[1 + number % strata] if strata else ""
    tables["people"].append({"person": person, "arm": f"arm{arm}", "team": team, "stratum": stratum, "order": order})
    ability = random.gauss(0.55, 0.15)
    for place, moment in enumerate(MOMENTS):
        if random.random() < (lost if place else lost / 4):
            continue
        form = order[place % 2]
        chance = ability + (0.1 + 0.1 * arm if place else 0) - (0.08 if form == "B" else 0)
        tables["answers"] += [_answer(random, person, moment, form, item, chance) for item in range(ITEMS)]
    if random.random() > lost:
        tables["experience"] += [
            {"person": person, "item": f"{dimension}-{item}", "dimension": dimension, "value": value}
            for dimension in DIMENSIONS
            for item, value in enumerate(random.choice(["", "1", "2", "3", "4", "5"]) for _ in range(3))
        ]
    if arm and random.random() > lost / 2:
        played = {"given_away": f"{random.gauss(-20, 8):.2f}", "luck": random.choice(["", str(random.randint(0, 100))])}
        tables["games"].append({"person": person, **played})


def _answer(random, person, moment, form, item, chance):
    return {
        **{"person": person, "moment": moment, "form": form, "item": f"{form}{item:02}"},
        **{"theme": THEMES[item % 3] if item < 9 else "", "right": str(int(random.random() < chance))},
        "confidence": random.choice(["", "25", "50", "75", "100"]),
    }


def by_hand(*people, strata=None, orders=None, items=20):
    """A study of two arms from (arm, team, scores) of each person: right answers at each test, None without one.

    Without `orders` all people have the forms in the order AB. Items are answered right from the first one on.
    """
    rows, answers = [], []
    for number, (arm, team, *scores) in enumerate(people):
        person = f"P{number + 1:03}"
        stratum = strata[number] if strata else ""
        order = orders[number] if orders else "AB"
        rows.append({"person": person, "arm": arm, "team": team, "stratum": stratum, "order": order})
        for place, score in enumerate(scores):
            answers += [
                {
                    **{"person": person, "moment": MOMENTS[place], "form": order[place % 2], "item": f"i{item:02}"},
                    **{"theme": "", "right": str(int(item < score)), "confidence": ""},
                }
                for item in range(items if score is not None else 0)
            ]
    moments = list(MOMENTS[: max(2, *(len(person) - 2 for person in people))])
    plan = {"arms": sorted({person[0] for person in people}), "moments": moments, "items": items, "relations": []}
    return {"plan": plan, "people": rows, "answers": answers, "experience": [], "games": []}
