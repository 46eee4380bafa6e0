"""The analysis of a study, from the files of its replication package.

Usage: `python analysis.py [FOLDER]`. It needs Python 3.11, numpy and scipy. It reads `people.csv`, `answers.csv`,
`experience.csv`, `games.csv` and `plan.json`, computes every number of the report, and compares them with
`numbers.csv`. The site runs this same file; `analysis.R` computes the numbers independently.

Model: score at a test = arm + score before + stratum, by ordinary least squares. Standard errors are robust to teams
with the small-sample correction CR2 (`Bell and McCaffrey 2002`). Degrees of freedom are computed by Satterthwaite's
way, as in Pustejovsky and Tipton (2018). Everybody stays in the arm that the lot gave (intention to treat).
"""

import csv
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy import stats

FEWEST_TEAMS: Final = 3
"""With fewer teams (or people, where they are the units) in an arm, no interval is given."""
FEWEST_FREEDOM: Final = 2.5
"""With fewer degrees of freedom, no interval is given."""
TOLERANCE: Final = 1e-6
NOTHING: Final = 1e-9
"""A smaller spread is the rounding of equal values."""
SINGULAR: Final = 1e-10
"""A direction of the columns with a smaller share of the largest one is no direction."""


def analysed(tables: dict[str, Any]) -> dict[str, float]:
    """Every number of the report by its name. `tables` has the rows of each file as dictionaries of texts, and `plan`.

    Names are paths, for example `effect.game.after.g`. A number that the data cannot give is absent.
    """
    study = Study(tables)
    numbers: dict[str, Any] = {}
    for part in (_flow, _means, _effects, _themes, _bounds, _reliability, _calibration, _experience, _relations):
        numbers.update(part(study))
    return {name: float(value) for name, value in numbers.items() if value is not None and np.isfinite(value)}


class Study:
    """The tables in a form to compute with. People are in the order of the file."""

    def __init__(self, tables: dict[str, Any]) -> None:
        self.tables, self.plan = tables, tables["plan"]
        self.arms, self.moments = self.plan["arms"], self.plan["moments"]
        self.people = [row["person"] for row in tables["people"]]
        self.at = {person: place for place, person in enumerate(self.people)}
        self.arm = np.array([self.arms.index(row["arm"]) for row in tables["people"]], dtype=int)
        self.order = [row["order"] for row in tables["people"]]
        self.strata = [row["stratum"] for row in tables["people"]]
        units = [row["team"] or f"person {row['person']}" for row in tables["people"]]
        self.unit = np.array([units.index(unit) for unit in units], dtype=int)
        self.answers = [row for row in tables["answers"] if row["person"] in self.at]

    def raw(self, moment: str, theme: str | None = None) -> Any:
        """Right answers of each person at a test; nan for who did not answer it."""
        found = np.full(len(self.people), np.nan)
        for row in self.answers:
            if row["moment"] == moment and theme in (None, row["theme"]):
                place = self.at[row["person"]]
                found[place] = np.nan_to_num(found[place]) + int(row["right"])
        return found

    def form(self, moment: str) -> Any:
        """The form of the test that each person has at a moment, from the person's order of forms."""
        place = self.moments.index(moment) % 2
        return np.array([order[place] for order in self.order])

    def shift(self, theme: str | None = None) -> float:
        """Mean equating: right answers by which form A is easier than form B, over the tests before and after.

        Forms are drawn by lot, so people with A and people with B are alike.
        """
        parts, weights = [], []
        for moment in self.moments[:2]:
            scores, form = self.raw(moment, theme), self.form(moment)
            with_a, with_b = (scores[(form == each) & np.isfinite(scores)] for each in "AB")
            if len(with_a) and len(with_b):
                parts.append(with_a.mean() - with_b.mean())
                weights.append(len(with_a) * len(with_b) / (len(with_a) + len(with_b)))
        return float(np.average(parts, weights=weights)) if parts else 0.0

    def scores(self, moment: str, theme: str | None = None) -> Any:
        """Right answers of each person on the scale of form A."""
        return self.raw(moment, theme) + np.where(self.form(moment) == "B", self.shift(theme), 0.0)


def regression(outcome: Any, columns: Any, unit: Any, contrast: int) -> tuple[float, float, float]:
    """The coefficient `contrast` of a least-squares fit, with its standard error CR2 and degrees of freedom.

    `columns` are n by k, `unit` numbers the team of each row. The answer is (coefficient, error, freedom); error and
    freedom are nan where they cannot be computed. All three are nan where the other columns add up to the contrast, for
    example where an arm and a stratum are the same people.
    """
    design = np.asarray(columns, dtype=float)
    gram = design.T @ design
    bread = np.linalg.pinv(gram, rcond=SINGULAR, hermitian=True)
    if np.abs((bread @ gram - np.eye(len(gram)))[contrast]).max() > 0.001:
        return float("nan"), float("nan"), float("nan")
    residuals = outcome - design @ (bread @ (design.T @ outcome))
    identity = np.eye(len(outcome))
    left_over = identity - design @ bread @ design.T
    variance, directions = 0.0, []
    for each in np.unique(unit):
        rows = unit == each
        values, vectors = np.linalg.eigh(left_over[np.ix_(rows, rows)])
        scale = np.where(values > 1e-8, 1 / np.sqrt(np.where(values > 1e-8, values, 1)), 0)
        pulls = (vectors * scale) @ vectors.T @ design[rows] @ bread[:, contrast]
        variance += float(pulls @ residuals[rows]) ** 2
        directions.append(left_over[:, rows] @ pulls)
    spread = np.array(directions) @ np.array(directions).T
    expected = float(np.trace(spread))
    is_known = expected > TOLERANCE * bread[contrast, contrast]
    freedom = expected**2 / float((spread**2).sum()) if is_known else float("nan")
    return float((bread @ (design.T @ outcome))[contrast]), variance**0.5, freedom


def columns_of(study: Study, rows: Any, before: Any) -> Any:
    """The columns of the model for these people: one, arms after the first, the score before, strata after the first.

    A score before that is missing is replaced by the mean, with a column that marks it.
    """
    columns = [np.ones(int(rows.sum()))]
    columns += [(study.arm[rows] == arm).astype(float) for arm in range(1, len(study.arms))]
    if before is not None:
        scores = before[rows]
        missing = ~np.isfinite(scores)
        if (~missing).sum() > 1:
            columns.append(np.where(missing, scores[~missing].mean(), scores))
            if missing.any():
                columns.append(missing.astype(float))
    strata = [stratum for stratum, here in zip(study.strata, rows, strict=True) if here]
    columns += [np.array([float(each == stratum) for each in strata]) for stratum in sorted(set(strata))[1:]]
    return np.column_stack(columns)


def comparison(study: Study, outcome: Any, before: Any) -> dict[str, Any]:
    """The numbers by arm after the first: the adjusted difference and its standard error, Hedges' g, 95 % intervals."""
    rows = np.isfinite(outcome)
    numbers: dict[str, Any] = {}
    groups = [outcome[rows & (study.arm == arm)] for arm in range(len(study.arms))]
    if len(groups[0]) < 2:
        return numbers
    answered = [group for group in groups if len(group)]
    freedom_within = sum(len(group) - 1 for group in answered)
    spread = np.sqrt(sum(((group - group.mean()) ** 2).sum() for group in answered) / freedom_within)
    correction = 1 - 3 / (4 * freedom_within - 1)
    columns = columns_of(study, rows, before)
    for arm in range(1, len(study.arms)):
        if len(groups[arm]) < 2:
            continue
        difference, error, freedom = regression(outcome[rows], columns, study.unit[rows], arm)
        if np.isnan(difference):
            continue
        teams = [len(set(study.unit[rows & (study.arm == each)])) for each in (0, arm)]
        found = {"difference": difference, "people": int(rows.sum()), "teams": min(teams), "freedom": freedom}
        if spread > NOTHING:
            found["g"] = correction * difference / spread
        if min(teams) >= FEWEST_TEAMS and freedom >= FEWEST_FREEDOM:
            reach = stats.t.ppf(0.975, freedom) * error
            found |= {"error": error, "low": difference - reach, "high": difference + reach}
            if spread > NOTHING:
                found["g_low"] = correction * (difference - reach) / spread
                found["g_high"] = correction * (difference + reach) / spread
        numbers |= {f"{study.arms[arm]}.{name}": value for name, value in found.items()}
    return numbers


def _flow(study: Study) -> dict[str, Any]:
    """People drawn and answered by arm, and teams drawn; a person drawn alone is a team of one."""
    numbers: dict[str, Any] = {}
    for arm, key in enumerate(study.arms):
        numbers[f"flow.{key}.drawn"] = int((study.arm == arm).sum())
        numbers[f"teams.{key}"] = len(set(study.unit[study.arm == arm]))
        for moment in study.moments:
            numbers[f"flow.{key}.{moment}"] = int(np.isfinite(study.raw(moment)[study.arm == arm]).sum())
    return numbers


def _means(study: Study) -> dict[str, Any]:
    numbers: dict[str, Any] = {}
    most = study.plan["items"]
    for arm, key in enumerate(study.arms):
        here = study.arm == arm
        for moment in study.moments:
            found = study.scores(moment)[here]
            found = found[np.isfinite(found)]
            if len(found):
                numbers[f"mean.{key}.{moment}"] = found.mean()
            if len(found) > 1:
                numbers[f"sd.{key}.{moment}"] = found.std(ddof=1)
        before, after = (study.scores(moment)[here] for moment in study.moments[:2])
        both = np.isfinite(before) & np.isfinite(after)
        if both.any():
            gain = (after - before)[both].mean()
            numbers[f"gain.{key}"] = gain
            numbers[f"both.{key}"] = int(both.sum())
            if both.sum() > 2 and before[both].std() > NOTHING and after[both].std() > NOTHING:
                numbers[f"correlation.{key}"] = np.corrcoef(before[both], after[both])[0, 1]
            if most - before[both].mean() > NOTHING:
                numbers[f"normalised_gain.{key}"] = gain / (most - before[both].mean())
    return numbers | {"equating.shift": study.shift()}


def _effects(study: Study) -> dict[str, Any]:
    numbers: dict[str, Any] = {}
    before = study.scores(study.moments[0])
    for moment in study.moments:
        covariate = None if moment == study.moments[0] else before
        found = comparison(study, study.scores(moment), covariate)
        numbers |= {f"effect.{moment}.{name}": value for name, value in found.items()}
    return numbers


def _themes(study: Study) -> dict[str, Any]:
    numbers: dict[str, Any] = {}
    (first, after) = study.moments[:2]
    for theme in sorted({row["theme"] for row in study.answers} - {""}):
        found = comparison(study, study.scores(after, theme), study.scores(first, theme))
        numbers |= {f"theme.{theme}.{name}": value for name, value in found.items()}
    return numbers


def _bounds(study: Study) -> dict[str, Any]:
    """The difference if all who are missing after had the lowest score seen in one arm and the highest in the other."""
    numbers: dict[str, Any] = {}
    (first, after) = study.moments[:2]
    scores, before = study.scores(after), study.scores(first)
    seen = scores[np.isfinite(scores)]
    if not len(seen) or len(seen) == len(scores):
        return numbers
    everybody = np.ones(len(scores), dtype=bool)
    for arm in range(1, len(study.arms)):
        for name, own, other in (("low", seen.min(), seen.max()), ("high", seen.max(), seen.min())):
            filled = np.where(np.isfinite(scores), scores, np.where(study.arm == arm, own, other))
            found = regression(filled, columns_of(study, everybody, before), study.unit, arm)
            numbers[f"bound.{study.arms[arm]}.{name}"] = found[0]
    return numbers


def _reliability(study: Study) -> dict[str, Any]:
    """Cronbach's alpha (KR-20) of each form at each test."""
    numbers: dict[str, Any] = {}
    for moment in study.moments:
        for form in "AB":
            answers: dict[str, dict[str, int]] = defaultdict(dict)
            for row in study.answers:
                if row["moment"] == moment and row["form"] == form:
                    answers[row["person"]][row["item"]] = int(row["right"])
            items = sorted({item for own in answers.values() for item in own})
            whole = np.array([[own[item] for item in items] for own in answers.values() if len(own) == len(items)])
            if len(whole) > 1 and len(items) > 1 and whole.sum(axis=1).var(ddof=1) > 0:
                within = whole.var(axis=0, ddof=1).sum() / whole.sum(axis=1).var(ddof=1)
                numbers[f"reliability.{form}.{moment}"] = len(items) / (len(items) - 1) * (1 - within)
    return numbers


def _calibration(study: Study) -> dict[str, Any]:
    """Mean confidence and share of right answers, in percent, where both were given."""
    numbers: dict[str, Any] = {}
    arm_of = dict(zip(study.people, study.arm, strict=True))
    for moment in study.moments:
        for arm, key in enumerate(study.arms):
            rows = [row for row in study.answers if row["moment"] == moment and arm_of[row["person"]] == arm]
            sure = [(float(row["confidence"]), 100 * int(row["right"])) for row in rows if row["confidence"]]
            if sure:
                confidence, right = np.array(sure).mean(axis=0)
                numbers[f"confidence.{key}.{moment}"] = confidence
                numbers[f"right.{key}.{moment}"] = right
    return numbers


def _experience(study: Study) -> dict[str, Any]:
    """Mean agreement (1 to 5) by dimension: first each person's mean, then the arm's."""
    numbers: dict[str, Any] = {}
    values: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in study.tables["experience"]:
        if row["person"] in study.at and row["value"]:
            values[row["person"], row["dimension"]].append(float(row["value"]))
    for arm, key in enumerate(study.arms):
        own: dict[str, list[Any]] = defaultdict(list)
        for (person, dimension), steps in values.items():
            if study.arm[study.at[person]] == arm:
                own[dimension].append(np.mean(steps))
        for dimension, means in own.items():
            numbers[f"experience.{key}.{dimension}"] = np.mean(means)
            numbers[f"experience_people.{key}.{dimension}"] = len(means)
    return numbers


def _relations(study: Study) -> dict[str, Any]:
    """Exploration: standardised slope of the gain on a measure of the game, among those who played."""
    numbers: dict[str, Any] = {}
    gain = study.scores(study.moments[1]) - study.scores(study.moments[0])
    for measure in study.plan["relations"]:
        values = np.full(len(study.people), np.nan)
        for row in study.tables["games"]:
            if row["person"] in study.at and row[measure]:
                values[study.at[row["person"]]] = float(row[measure])
        rows = np.isfinite(values) & np.isfinite(gain)
        if rows.sum() < 5 or min(values[rows].std(), gain[rows].std()) <= NOTHING:
            continue
        x, y = ((each - each.mean()) / each.std(ddof=1) for each in (values[rows], gain[rows]))
        slope, error, freedom = regression(y, np.column_stack([np.ones(len(x)), x]), study.unit[rows], 1)
        numbers |= {f"relation.{measure}.people": int(rows.sum()), f"relation.{measure}.slope": slope}
        if freedom >= FEWEST_FREEDOM:
            reach = stats.t.ppf(0.975, freedom) * error
            numbers |= {f"relation.{measure}.low": slope - reach, f"relation.{measure}.high": slope + reach}
    return numbers


def read(folder: Path) -> dict[str, Any]:
    """The tables of a package's folder."""
    tables: dict[str, Any] = {"plan": json.loads((folder / "plan.json").read_text(encoding="utf-8"))}
    for name in ("people", "answers", "experience", "games"):
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            tables[name] = list(csv.DictReader(file))
    return tables


def differences(computed: dict[str, float], stored: dict[str, float]) -> list[tuple[str, float | None, float | None]]:
    """Names of numbers that are not the same in both, with the two values. A value that is no number is different."""
    names = sorted(computed.keys() | stored.keys())
    pairs = [(name, computed.get(name), stored.get(name)) for name in names]
    return [
        (name, one, other)
        for name, one, other in pairs
        if one is None or other is None or not abs(one - other) <= TOLERANCE * max(1, abs(one))
    ]


def _in_words(value: float | None) -> str:
    return "absent" if value is None else f"{value:.9f}"


def main(folder: Path) -> int:
    """Print the numbers and how they compare with `numbers.csv`; the answer is the exit code."""
    computed = analysed(read(folder))
    with (folder / "numbers.csv").open(encoding="utf-8", newline="") as file:
        stored = {row["name"]: float(row["value"]) for row in csv.DictReader(file)}
    for name, value in sorted(computed.items()):
        print(f"{name:48} {value:.6f}")
    wrong = differences(computed, stored)
    for name, one, other in wrong:
        print(f"DIFFERENT {name}: computed {_in_words(one)}, in numbers.csv {_in_words(other)}")
    print(f"{len(computed)} numbers, {len(wrong)} different from numbers.csv")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
