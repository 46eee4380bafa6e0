"""Pooled studies of simulated classes: `python -m benchmarks.study_pooling [POOLS]`, 4000.

Each pool has ten classes as in `benchmarks.study`, of 36, 60 or 120 people. The effects of classes are drawn around 0.3
with a standard deviation of 0.1. Each class is analysed, shared as a file, read back and pooled. The program prints how
often the 95 % interval covers 0.3, and how often the prediction interval covers the effect of a further class.
"""

import math
from random import Random
from typing import Any, Final

import msgspec

from benchmarks._report import Report, run, verdict
from benchmarks.study import CORRELATION, ITEMS, LOST, REFUSED, SHARE, SPREAD, TEAM
from benchmarks.study import MEAN as MEAN_SCORE

POOLS: Final = 4000
STUDIES: Final = 10
FEWER: Final = (3, 5, 10)
"""Numbers of studies that are pooled, of the same ten."""
SIZES: Final = (36, 60, 120)
MEAN: Final = 0.3
TAU: Final = 0.1
AIM: Final = (93.0, 97.0)


class Found(msgspec.Struct, frozen=True):
    """One pool of so many studies: does the interval cover the mean effect, does it exclude 0, does the prediction
    interval cover the effect of a further class?
    """

    studies: int
    covered: bool
    excludes_0: bool
    predicted: bool
    g: float
    tau: float
    i_squared: float


def pool_of(seed: int) -> tuple[list[Found], int]:
    """The pools of one set of ten classes, and the number of classes without an interval, which others replaced."""
    from classrooms.assess.studies.sharing.pooling import pooled
    from classrooms.assess.studies.sharing.summary import comparisons, read, write

    random = Random(seed)
    summaries: list[Any] = []
    tried = 0
    while len(summaries) < STUDIES:
        effect, people = random.gauss(MEAN, TAU), random.choice(SIZES)
        summary = _summary(1_000 * seed + tried, people, effect)
        tried += 1
        if any(each.moment == "after" for each in summary.effects):
            summaries.append(summary)
    further = random.gauss(MEAN, TAU)
    (effects,) = comparisons(read(write(summaries))).values()
    found = []
    for studies in FEWER:
        own = pooled(effects[:studies])
        assert own is not None
        assert own.predicted_low is not None
        assert own.predicted_high is not None
        found.append(
            Found(
                studies,
                own.low <= MEAN <= own.high,
                own.low > 0 or own.high < 0,
                own.predicted_low <= further <= own.predicted_high,
                own.g,
                own.tau,
                own.i_squared,
            )
        )
    return found, tried - STUDIES


def _summary(seed: int, people: int, effect: float) -> Any:
    """The summary of a class. Scores are drawn as in `benchmarks.study`, without single answers, and analysed."""
    import numpy as np

    from classrooms.assess.studies.package.analysis import Study, comparison
    from classrooms.assess.studies.sharing.summary import About, summary_of

    draw = np.random.default_rng(seed)
    teams = people // TEAM
    keep, lost = draw.random(people) >= REFUSED, draw.random(people) < LOST
    arm = np.repeat(np.arange(teams) % 2, TEAM)
    shared = np.repeat(_correlated(draw, teams), TEAM, axis=0)
    values = math.sqrt(SHARE) * shared + math.sqrt(1 - SHARE) * _correlated(draw, people)
    values[:, 1] += effect * arm
    before, after = np.clip(np.round(MEAN_SCORE + SPREAD * values), 0, ITEMS).T
    after = np.where(lost, np.nan, after)
    rows = [
        {"person": f"P{place}", "arm": f"arm{arm[place]}", "team": f"T{place // TEAM}", "stratum": "", "order": "AB"}
        for place in np.flatnonzero(keep)
    ]
    plan = {"arms": ["arm0", "arm1"], "moments": ["before", "after"], "items": ITEMS, "relations": []}
    study = Study({"plan": plan, "people": rows, "answers": [], "experience": [], "games": []})
    numbers = {f"effect.after.{name}": value for name, value in comparison(study, after[keep], before[keep]).items()}
    for each in (0, 1):
        here = keep & (arm == each)
        numbers |= {f"flow.arm{each}.drawn": here.sum(), f"flow.arm{each}.before": here.sum()}
        numbers |= {f"flow.arm{each}.after": (here & ~lost).sum(), f"both.arm{each}": (here & ~lost).sum()}
        numbers[f"teams.arm{each}"] = len(set(study.unit[study.arm == each]))
    about = About(
        study=f"{seed:032x}",
        game="domego",
        scenario="classic",
        digest="0" * 64,
        language="en",
        year=2026,
        questions=ITEMS,
        arms=("arm0", "arm1"),
        moments=("before", "after"),
        kinds=("lecture", "match"),
    )
    return summary_of({name: float(value) for name, value in numbers.items()}, about)


def _correlated(draw: Any, count: int) -> Any:
    """Pairs of standard normal values with the correlation of two tests."""
    common = draw.normal(size=(count, 1))
    return math.sqrt(CORRELATION) * common + math.sqrt(1 - CORRELATION) * draw.normal(size=(count, 2))


def main(pools: int = POOLS) -> int:
    """Pool and print; returns 1 if the aim was missed."""
    report = Report()
    both = [pool_of(seed) for seed in range(1, pools + 1)]
    margin = 196 * (0.05 * 0.95 / pools) ** 0.5
    report.say(
        f"# python -m benchmarks.study_pooling {pools}",
        f"{pools} pools; effects of classes {MEAN} with a standard deviation of {TAU}",
        f"a share of 95 % of so many pools is known to {margin:.1f} points",
        "studies  covered  0 excluded  further class covered  mean g  mean tau  mean I²",
    )
    for place, studies in enumerate(FEWER):
        own = [found[place] for found, _without in both]
        covered = _percent(each.covered for each in own)
        is_met = studies < STUDIES or AIM[0] <= covered <= AIM[1]
        aim = f"  aim {AIM[0]:.0f} to {AIM[1]:.0f}: {verdict(is_met)}" if studies == STUDIES else ""
        means = [sum(values) / len(own) for values in zip(*((e.g, e.tau, e.i_squared) for e in own), strict=True)]
        report.say(
            f"{studies:7} {covered:8.1f} {_percent(each.excludes_0 for each in own):11.1f}"
            f" {_percent(each.predicted for each in own):22.1f} {means[0]:7.3f} {means[1]:9.3f} {means[2]:8.1f}{aim}",
            met=is_met,
        )
    report.say(f"classes without an interval, replaced: {sum(without for _found, without in both)}")
    return report.close("study_pooling", whole=pools >= POOLS)


def _percent(values: Any) -> float:
    found = list(values)
    return 100 * sum(found) / len(found)


if __name__ == "__main__":
    run(main)
