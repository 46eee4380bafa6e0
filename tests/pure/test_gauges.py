"""Series of gauges in every game: each ends at the gauge's value, from the events that the game asks for."""

from dataclasses import replace

import pytest

from games.ui import faces
from games.ui.faces import Scene
from tests.every_game import of_settings, played, settings

BOTS = ["usual", "random"]


def gauges_of(where, part, state, events, kinds=None):
    """The gauges of a position as a monitor shows them: from public events of these kinds, by default of all."""
    public = [event for event in events if event.audience is None]
    record = tuple(event for event in public if kinds is None or event.__struct_config__.tag in kinds)
    view = where.game.rules.view(state, None)
    heading = faces.get(where.game.key).words.heading(where.scenario, view)
    return part.current(Scene(where.scenario, view, record=record), heading).gauges


def wrong_ends(name, bot, part):
    """The series that end elsewhere than at a shown value: that before or after the move that finished a turn, since a
    move may finish a turn and begin the next one. After the last move it is the value itself, and the gauges are those
    that all public events give.
    """
    where = settings()[name]
    start, moves, end = played(name, where.game.usual_bot if bot == "usual" else bot)
    events, before = list(start.events), {}
    for number, move in enumerate(moves):
        events += move.events
        for gauge in gauges_of(where, part, move.state, events, part.kinds):
            length, value = before.get(gauge.name, (len(gauge.series), gauge.value))
            before[gauge.name] = len(gauge.series), gauge.value
            longer, last = len(gauge.series) > length, move is moves[-1]
            right = {gauge.value} if last else {gauge.value, value}
            if gauge.series and (longer or last) and gauge.series[-1] not in right:
                yield number, gauge.name, gauge.series[-1], right
    read = gauges_of(where, part, end.state, events, part.kinds)
    for gauge, whole in zip(read, gauges_of(where, part, end.state, events), strict=True):
        if gauge != whole:
            yield len(moves), gauge.name, gauge.series, whole.series


@pytest.mark.parametrize("bot", BOTS)
@of_settings(sorted(settings()))
def test_a_series_ends_at_the_value_of_its_gauge_after_each_turn(name, bot):
    assert list(wrong_ends(name, bot, faces.get(settings()[name].game.key).progress)) == []


@pytest.mark.parametrize("game", ["beer_game", "domego", "dominyam", "master_builder", "utboheme"])
def test_a_missing_kind_of_event_is_found(game):
    part = replace(faces.get(game).progress, kinds=())
    names = [each for each in sorted(settings()) if settings()[each].game.key == game]

    assert any(list(wrong_ends(each, "usual", part)) for each in names)
