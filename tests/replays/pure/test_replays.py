"""Matches recorded under earlier code verify under today's: rules do not change by accident."""

from pathlib import Path

import pytest

from games.engine.export import ExportError, parse_export, verify
from games.engine.registry import load

FILES = sorted(Path(__file__).parents[1].glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_match_verifies(path):
    text = path.read_bytes()

    assert verify(text, load(parse_export(text).header.game)).result is not None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_byte_changed_anywhere_in_it_fails(path):
    text = path.read_bytes()
    for index in range(0, len(text), len(text) // 40):
        flipped = text[:index] + bytes([text[index] ^ 1]) + text[index + 1 :]
        with pytest.raises(ExportError):
            parse_export(flipped)
