"""The template fragments that a web process loads before its first answer."""

from django.template import engines

from games.engine import registry
from games.ui import faces
from games.web import fragments


def test_every_fragment_of_every_table_is_compiled_and_stays_so():
    fragments.load_all()

    env = engines["fragments"].env
    kept = {name for _loader, name in env.cache.keys()}  # noqa: SIM118 - not a dict
    assert kept >= set(env.list_templates())
    assert {"games/table/regions.html", "domego/board.html"} <= kept
    assert set(faces._faces) == {game.key for game in registry.all_games() if game.face}
