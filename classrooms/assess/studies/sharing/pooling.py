"""The pooled effect of several studies. It imports numpy, scipy and statsmodels: for the slow worker only.

Model: each study has an effect of its own, drawn from a normal distribution (random effects). The variance between
studies is that of Paule and Mandel (1982). The interval is that of Hartung and Knapp, and never narrower than the
usual one of random effects (Röver, Knapp and Friede 2015). The prediction interval is that of Higgins, Thompson and
Spiegelhalter (2009). I² and Q are computed with weights of equal effects.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
from scipy import stats
from statsmodels.stats.meta_analysis import combine_effects

from classrooms.assess.studies.sharing.summary import StudyEffect

FEWEST_STUDIES: Final = 2
FEWEST_TO_PREDICT: Final = 3
EXACT: Final = {"atol": 1e-10, "maxiter": 500}
"""The end of the iteration of Paule and Mandel."""


class Weighted(msgspec.Struct, frozen=True):
    """A study as the forest plot shows it: its effect, its 95 % interval for a normal distribution, and its weight in
    percent.
    """

    study: str
    g: float
    low: float
    high: float
    weight: float


class Pooled(msgspec.Struct, frozen=True):
    """The pooled effect with its standard error and 95 % interval.

    `predicted_low` and `predicted_high` hold the effect of a further study in 95 of 100 cases; None below three
    studies. `tau` is the standard deviation of effects between studies, `i_squared` the part of the variance in percent
    that is not sampling error. `q` has a chi-squared distribution if all effects are equal; `q_chance` is the chance
    of so large a value then.
    """

    g: float
    error: float
    low: float
    high: float
    predicted_low: float | None
    predicted_high: float | None
    tau: float
    i_squared: float
    q: float
    q_chance: float
    studies: tuple[Weighted, ...]


def pooled(effects: Sequence[StudyEffect]) -> Pooled | None:
    """The pooled effect; None below two studies. Raises ValueError if a study is there twice or an error is not above
    0.
    """
    if len({effect.study for effect in effects}) < len(effects):
        raise ValueError("A study is there twice.")
    if any(not effect.error > 0 for effect in effects):
        raise ValueError("A standard error is not above 0.")
    count = len(effects)
    if count < FEWEST_STUDIES:
        return None
    values = np.array([effect.g for effect in effects])
    variances = np.array([effect.error for effect in effects]) ** 2
    with np.errstate(divide="ignore"):  # the library divides by Q, which is 0 for equal effects
        found = combine_effects(values, variances, method_re="pm", **EXACT)
    mean, between = float(found.mean_effect_re), float(found.tau2)
    error = float(max(found.sd_eff_w_re_hksj, found.sd_eff_w_re))
    reach = float(stats.t.ppf(0.975, count - 1)) * error
    low, high = None, None
    if count >= FEWEST_TO_PREDICT:
        spread = float(stats.t.ppf(0.975, count - 2)) * (between + error**2) ** 0.5
        low, high = mean - spread, mean + spread
    normal = float(stats.norm.ppf(0.975))
    q = max(0.0, float(found.q))
    return Pooled(
        mean,
        error,
        mean - reach,
        mean + reach,
        low,
        high,
        between**0.5,
        100 * max(0.0, 1 - (count - 1) / q) if q > 0 else 0.0,
        q,
        float(stats.chi2.sf(q, count - 1)),
        tuple(
            Weighted(
                effect.study,
                effect.g,
                effect.g - normal * effect.error,
                effect.g + normal * effect.error,
                100 * float(weight),
            )
            for effect, weight in zip(effects, found.weights_rel_re, strict=True)
        ),
    )
