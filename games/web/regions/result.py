"""The result of a match that is over, in the place of the decision."""

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from msgspec import structs

from games.engine.types import Result
from games.platform import hooks
from games.platform.selectors.position import deals_own
from games.platform.services.again import may_play_again
from games.ui.faces import TargetLine
from games.ui.role_benchmarks import usual_words
from games.web.seat_lines import SeatLine
from games.web.table_read import TableRead


@dataclass(frozen=True)
class ScoreRow:
    """A score with its rank. `why` is the key of its explanation, empty in a game without one. `reach` are the usual
    points of the seat, in words.
    """

    seat: SeatLine
    place: int
    score: int
    why: str
    reach: str


@dataclass(frozen=True)
class ResultPart:
    """The result: targets, reason, scores. `ranks`: scores are ranked among each other. `seeds` are shown once they
    reveal nothing. `may_read`: there is a debrief of something. `plays`: the reader looks from a seat.
    """

    match_id: int
    game: str
    aborted: bool
    targets: tuple[TargetLine, ...]
    ending: str
    sequels: tuple[hooks.Panel, ...]
    rows: tuple[ScoreRow, ...]
    ranks: bool
    score_title: str
    debrief_url: str
    may_read: bool
    may_play_again: bool
    explain_url: str
    seat_query: str
    plays: bool
    commitment: str
    seeds: tuple[str, ...]
    seed_text: str
    seed_salt: str
    own_cards: bool


reads: Final = ("bare_scene", "debrief_url", "end_record", "result", "seats", "seed_is_public", "sequels")


def result_part(read: TableRead) -> ResultPart:
    """The result of a match that is over."""
    match, face, result = read.match, read.face, read.result
    return ResultPart(
        match_id=match.pk,
        game=match.game,
        aborted=match.status == "aborted",
        targets=face.words.targets(read.scenario, result) if result else (),
        ending=_ending(read, result),
        sequels=tuple(read.sequels),
        rows=score_rows(read),
        ranks=face.ranks,
        score_title=str(face.words.score_title),
        debrief_url=read.debrief_url,
        may_read=match.status == "finished" or bool(match.number),
        may_play_again=may_play_again(read.access),
        explain_url=reverse("games:explain", args=[match.pk]),
        seat_query=read.seat_query,
        plays=read.seat is not None,
        commitment=match.commitment,
        seeds=tuple(part[1] for part in match.seeds) if read.seed_is_public else (),
        seed_text=match.seed_text,
        seed_salt=match.seed_salt,
        own_cards=deals_own(match),
    )


def score_rows(read: TableRead) -> tuple[ScoreRow, ...]:
    """Scores with ranks, best first. For unlike seats they are in the order of seats, with the usual points."""
    result, face = read.result, read.face
    if result is None:
        return ()
    reach = None if face.reach is None else face.reach(read.scenario)
    rows = [
        ScoreRow(line, place, score, _explained(read, f"points-{line.index}"), usual_words(reach, line.index))
        for line, place, score in zip(read.seats, result.places, result.scores, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: row.place) if face.ranks else rows)


def _explained(read: TableRead, what: str) -> str:
    return what if read.face.explain.kinds(what) else ""


def _ending(read: TableRead, result: Result | None) -> str:
    """The reason for the result, in a sentence."""
    if result is None:
        return ""
    return read.face.words.ending(structs.replace(read.bare_scene, record=read.end_record), result)
