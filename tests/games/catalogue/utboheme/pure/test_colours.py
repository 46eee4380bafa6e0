"""The resource colours differ for people who lack one kind of cone, in light and in dark mode."""

import re
from itertools import combinations
from pathlib import Path

import pytest

import games.catalogue.utboheme
from games.catalogue.utboheme.debrief.maps import FILLS

STYLES = (Path(games.catalogue.utboheme.__file__).parent / "static/utboheme/island.css").read_text(encoding="utf-8")
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
"""Matrices from linear light to the light that each eye sees: Machado, Oliveira and Fernandes (2009), at full severity.
"""
APART = 15.0
"""The least CIE 1976 distance: about six times the smallest visible one."""


def palettes() -> list[dict[str, str]]:
    """The colours in light mode, in dark mode by the system, and in dark mode by choice."""
    lines = [line for line in STYLES.splitlines() if "--u-beer:" in line]
    return [dict(re.findall(r"--u-(\w+): (#[0-9a-f]{6})", line)) for line in lines]


def lab(colour: str, eye: str) -> tuple[float, float, float]:
    """The CIELAB value of a colour for an eye, under daylight."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    r, g, b = (min(1.0, max(0.0, sum(a * c for a, c in zip(row, linear, strict=True)))) for row in EYES[eye])
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, eye: str) -> float:
    return sum((a - b) ** 2 for a, b in zip(lab(one, eye), lab(other, eye), strict=True)) ** 0.5


def test_the_measure_knows_what_is_alike_and_what_is_not():
    assert distance("#ffffff", "#000000", "usual") == pytest.approx(100, abs=0.1)
    assert distance("#cdc8f0", "#b3dbee", "deuteranopia") < 5 < distance("#cdc8f0", "#b3dbee", "usual")


@pytest.mark.parametrize("eye", EYES)
def test_any_two_terrains_are_told_apart(eye):
    light, *dark = palettes()
    assert [set(each) for each in (light, *dark)] == [{"beer", "sleep", "coffee", "course", "food", "desert"}] * 3
    for palette in (light, *dark):
        for one, other in combinations(sorted(palette), 2):
            assert distance(palette[one], palette[other], eye) >= APART, (one, other)


def test_the_debrief_has_the_same_colours():
    assert {name: colour for name, colour in palettes()[0].items() if name != "desert"} == FILLS
