"""Exported matches prove themselves: a file with any change fails."""

import re
import runpy
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.engine import registry
from games.engine.draws import commitment
from games.engine.export import ExportError, parse_export, seal, verify, write
from games.engine.replay import SeedFrom
from games.engine.types import Draw, Result
from games.engine.verify import main
from tests.games.engine.counting import GAME
from tests.games.engine.matches import SEED, SEEDS, exported, steps

TEXT = write(exported())


def refused(text):
    with pytest.raises(ExportError) as fault:
        verify(text, GAME)
    return str(fault.value)


def test_a_true_export_verifies_and_reads_back_to_the_same_bytes():
    assert write(verify(TEXT, GAME)) == TEXT
    assert TEXT.count(b"\n") == 1


def test_a_match_that_still_runs_has_no_result():
    export = exported()
    running = seal(export.header, export.moves[:-1], None)

    assert verify(write(running), GAME).result is None


def test_every_single_byte_that_is_changed_is_noticed():
    for index in range(len(TEXT)):
        flipped = TEXT[:index] + bytes([TEXT[index] ^ 1]) + TEXT[index + 1 :]
        with pytest.raises(ExportError):
            verify(flipped, GAME)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(TEXT) - 1), st.integers(1, 255))
def test_any_flip_of_bits_is_noticed(index, mask):
    flipped = bytearray(TEXT)
    flipped[index] ^= mask
    with pytest.raises(ExportError):
        verify(bytes(flipped), GAME)


@pytest.mark.parametrize(
    "text", [b"", b"{}", b"null", b"\xff\xfe", TEXT[:-1], TEXT + b" ", b" " + TEXT, TEXT[: len(TEXT) // 2]]
)
def test_what_is_no_export_is_refused(text):
    refused(text)


def resealed(**header):
    export = exported()
    return write(seal(replace(export.header, **header), export.moves, export.result))


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ({"rules_version": 2}, "rules 2"),
        ({"format": 9}, "format 9"),
        ({"game": "chess"}, "game chess"),
        ({"commitment": commitment(b"other")}, "not the one that was committed to"),
        ({"seeds": (SeedFrom(0, "ff" * 32),), "commitment": commitment(b"\xff" * 32)}, "draws differs|events differs"),
        ({"scenario": msgspec.Raw(b'{"goal":11}')}, "differs"),
        ({"scenario": msgspec.Raw(b"{}")}, "the rules refuse a recorded move: bad_scenario"),
        ({"options": msgspec.Raw(b'{"speed":1}')}, "bad_options"),
        ({"seeds": (SeedFrom(0, "no hex"),)}, "the seeds are not those of a match"),
        ({"seeds": ()}, "the seeds are not those of a match"),
        ({"seeds": (SeedFrom(1, "ff"),)}, "the seeds are not those of a match"),
    ],
)
def test_a_header_that_is_changed_and_sealed_again_fails_the_replay(header, says):
    assert re.search(says, refused(resealed(**header)))


def resealed_move(number, **fields):
    export = exported()
    moves = list(export.moves)
    moves[number] = replace(moves[number], **fields)
    return write(seal(export.header, tuple(moves), export.result))


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"move": msgspec.Raw(b'{"kind":"say","number":1}')}, "move 2: events differs"),
        ({"move": msgspec.Raw(b'{"kind":"say","number":7}')}, "the rules refuse a recorded move: not_1_to_3(number=7)"),
        ({"move": msgspec.Raw(b'{"kind":"shout"}')}, "a recorded move cannot be read"),
        ({"key": "turn-2/say"}, "the rules refuse a recorded move: prompt_closed()"),
        ({"state_hash": "0" * 64}, "move 2: state differs"),
    ],
)
def test_a_move_that_is_changed_and_sealed_again_fails_the_replay(fields, says):
    assert says in refused(resealed_move(2, **fields))


def test_a_result_that_the_moves_do_not_lead_to_is_refused():
    assert refused(write(exported(result=Result((9, 9), (1, 1))))) == "the result is not the one that the moves lead to"


def test_an_export_without_its_set_up_is_refused():
    export = exported()

    assert refused(write(seal(export.header, export.moves[1:], export.result))) == "move 0 is missing"
    assert refused(write(seal(export.header, (), None))) == "the set-up is missing"


def test_a_broken_link_names_its_move():
    export = exported()
    moves = (*export.moves[:3], replace(export.moves[3], chain="0" * 64), *export.moves[4:])

    with pytest.raises(ExportError, match="move 3: the hash chain is broken"):
        parse_export(write(replace(export, moves=moves)))
    with pytest.raises(ExportError, match="broken at the result"):
        parse_export(write(replace(export, chain="0" * 64)))


@pytest.fixture
def counting(monkeypatch):
    """Let the command find this game, which has no folder."""
    monkeypatch.setattr("games.engine.verify.load", {"counting": GAME}.__getitem__)


def test_the_command_says_which_files_prove_themselves(tmp_path, capsys, counting):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_bytes(TEXT)
    bad.write_bytes(TEXT.replace(b'"number":2', b'"number":1', 1))

    assert main([str(good)]) == 0
    assert main([str(good), str(bad), str(tmp_path / "none.json")]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{good}: verified, 6 moves, chain {exported().chain}"
    assert lines[2].startswith(f"{bad}: FAILED: move ")
    assert lines[3].startswith(f"{tmp_path / 'none.json'}: FAILED: ")


def test_the_command_without_a_file_tells_its_use(capsys):
    assert main([]) == 2
    assert capsys.readouterr().err.startswith("usage: python -m games.engine.verify FILE")


def test_the_command_is_a_program(monkeypatch):
    monkeypatch.setattr("sys.argv", ["verify"])

    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(Path(registry.__file__).with_name("verify.py")), run_name="__main__")
    assert ended.value.code == 2


def test_an_export_of_an_unknown_game_fails(tmp_path):
    path = tmp_path / "chess.json"
    path.write_bytes(resealed(game="chess"))

    assert main([str(path)]) == 1


def flipped(seeds=SEEDS):
    """The seeds of a table that drew the other luck in each turn."""
    drawn = [draw for step in steps(seeds) for draw in step.draws]
    return (replace(seeds[0], dealt=tuple(replace(draw, value=1 - draw.value) for draw in drawn)),)


def test_a_table_with_its_own_cards_verifies_with_the_draws_that_it_made():
    own = exported(flipped())

    assert write(verify(write(own), GAME)) == write(own)
    assert own.header.commitment == exported().header.commitment
    assert [move.draws for move in own.moves] != [move.draws for move in exported().moves]


def test_a_table_whose_cards_are_those_of_the_seed_has_the_same_moves_draws_and_hashes():
    site = exported()
    drawn = tuple(draw for move in site.moves for draw in move.draws)

    own = exported((replace(SEEDS[0], dealt=drawn),))

    alike = [replace(move, chain="") for move in own.moves]
    assert alike == [replace(move, chain="") for move in site.moves]
    assert own.result == site.result


@pytest.mark.parametrize(
    "seeds",
    [
        flipped(),
        (replace(SEEDS[0], dealt=(Draw("turn-9/luck", 2, 0),)),),
        (SEEDS[0], SeedFrom(3, SEED.hex(), ())),
        (replace(SEEDS[0], dealt=tuple(draw for step in steps() for draw in step.draws) * 2),),
    ],
)
def test_cards_of_a_table_that_no_move_drew_are_noticed(seeds):
    assert "the cards of the table are not those that its moves drew" in refused(resealed(seeds=seeds))
