"""Studies of simulated classes: `python -m benchmarks.study [--classes 1000] [--people 36 60 120]`.

Teams of six are drawn by lot into two arms. Scores at two tests of 24 questions correlate by 0.5; a tenth of their
variance is between teams; 15 % do not answer the second test, and 10 % refuse. The program plants effects of 0, 0.3
and 0.6 standard deviations and prints how often the 95 % interval of the analysis covers the planted effect, how often
it excludes 0, and what the page on power says before.
"""

import argparse
import math
from random import Random
from typing import Any, Final

ITEMS: Final = 24
TEAM: Final = 6
EFFECTS: Final = (0.0, 0.3, 0.6)
CORRELATION: Final = 0.5
SHARE: Final = 0.1
LOST: Final = 0.15
REFUSED: Final = 0.1
MEAN: Final = 12.0
SPREAD: Final = 4.0
HARDER: Final = 1.5
"""Questions by which form B is harder."""


def tables_of(seed: int, people: int, effect: float) -> dict[str, Any]:
    """The tables of a class as in a replication package."""
    random = Random(seed)  # noqa: S311
    teams = list(range(people // TEAM))
    random.shuffle(teams)
    rows: list[dict[str, str]] = []
    answers: list[dict[str, str]] = []
    for place, team in enumerate(teams):
        arm = place % 2
        own = [random.gauss(0, 1) for _moment in range(2)]
        common = random.gauss(0, 1)
        for member in range(TEAM):
            if random.random() < REFUSED:
                continue
            person, order = f"P{team * TEAM + member:03}", "AB" if (team + member) % 2 else "BA"
            rows.append({"person": person, "arm": f"arm{arm}", "team": f"T{team}", "stratum": "", "order": order})
            base = random.gauss(0, 1)
            for moment, name in enumerate(("before", "after")):
                if moment and random.random() < LOST:
                    continue
                within = math.sqrt(CORRELATION) * base + math.sqrt(1 - CORRELATION) * random.gauss(0, 1)
                between = math.sqrt(CORRELATION) * common + math.sqrt(1 - CORRELATION) * own[moment]
                value = math.sqrt(SHARE) * between + math.sqrt(1 - SHARE) * within + effect * arm * moment
                harder = HARDER * (order[moment] == "B")
                right = min(ITEMS, max(0, round(MEAN + SPREAD * value - harder)))
                answers += [
                    {
                        **{"person": person, "moment": name, "form": order[moment], "item": f"{order[moment]}{item}"},
                        **{"theme": "", "right": str(int(item < right)), "confidence": ""},
                    }
                    for item in range(ITEMS)
                ]
    plan = {"arms": ["arm0", "arm1"], "moments": ["before", "after"], "items": ITEMS, "relations": []}
    return {"plan": plan, "people": rows, "answers": answers, "experience": [], "games": []}


def class_of(seed: int, people: int, effect: float) -> tuple[bool, bool, float] | None:
    """Is the planted effect in the interval, is 0 outside it, and the degrees of freedom; None without an interval."""
    from classrooms.assess.studies.package.analysis import Study, comparison

    study = Study(tables_of(seed, people, effect))
    found = comparison(study, study.scores("after"), study.scores("before"))
    if "arm1.low" not in found:
        return None
    low, high = found["arm1.low"], found["arm1.high"]
    planted = effect * SPREAD
    return bool(low <= planted <= high), bool(low > 0 or high < 0), float(found["arm1.freedom"])


def main(classes: int, sizes: tuple[int, ...]) -> None:
    from classrooms.assess.studies.power import Design, power_of

    margin = 1.96 * math.sqrt(0.05 * 0.95 / classes)
    print(f"{classes} classes each; a share of 95 % of so many is known to {100 * margin:.1f} points")
    print("people effect  covered  0 excluded  told before  freedom  without an interval")
    for people in sizes:
        half = round(people * (1 - REFUSED) / 2)
        design = Design((half, half), (TEAM, TEAM), CORRELATION, SHARE, LOST)
        told = power_of(design)
        for number, effect in enumerate(EFFECTS):
            found = [class_of(10_000 * number + seed, people, effect) for seed in range(classes)]
            known = [each for each in found if each is not None]
            shares = [_share(each[0] for each in known), _share(each[1] for each in known)]
            freedom = sum(each[2] for each in known) / len(known)
            line = f"{people:6} {effect:6.1f} {shares[0]:8.1f} {shares[1]:11.1f} {100 * _chance(told, effect):12.1f}"
            print(f"{line} {freedom:8.1f} {len(found) - len(known):8}", flush=True)


def _chance(told: Any, effect: float) -> float:
    """The chance of an interval without 0, as `power_of` computes it for its own effects."""
    from classrooms.assess.studies import power

    return power.chance_of(effect, told.error, told.freedom)


def _share(values: Any) -> float:
    found = list(values)
    return 100 * sum(found) / len(found)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--classes", type=int, default=1000)
    parser.add_argument("--people", type=int, nargs="+", default=(36, 60, 120))
    return parser.parse_args()


if __name__ == "__main__":
    chosen = _arguments()
    main(chosen.classes, tuple(chosen.people))
