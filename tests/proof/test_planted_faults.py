"""Planted faults of a game's face, one at a time: a check of every game catches each.

The checks are called unchanged, for one game. Each is parametrised over all games."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.template import engines
from jinja2 import FileSystemLoader

from domego_site import french, paths, words
from games.engine.types import Target
from games.ui import debriefs, faces
from games.ui.debriefs import Bars, Numbers
from games.ui.refusals import NO_REFUSALS
from tests.every_game import GAMES, ROOT, played
from tests.pages import test_faces
from tests.pure import test_explanations, test_recaps
from tests.recaps import Watched
from tests.site.pure import test_french

pytestmark = pytest.mark.django_db


class Ground:
    """A game whose face, templates and files can be changed by a test and are restored after it."""

    def __init__(self, game, monkeypatch, folder, client):
        self.game, self.patch, self.folder, self.client = game, monkeypatch, folder, client
        self.fragments = engines["fragments"].env
        self.face = faces.get(game)

    def general(self, **changed):
        """Replace general fields of the face."""
        self.patch.setitem(faces._faces, self.game, replace(self.face, **changed))

    def hook(self, part, **changed):
        """Replace hooks of a part of the face."""
        self.general(**{part: replace(getattr(self.face, part), **changed)})

    def template(self, more):
        """Append text to the first region's template."""
        name = self.face.table.regions[0].template
        source = next(path for path in ROOT.glob(f"games/**/jinja2/{name}")).read_text()
        copy = self.folder / name
        copy.parent.mkdir(parents=True)
        copy.write_text(source + more)
        self.patch.setattr(self.fragments, "loader", FileSystemLoader([self.folder, *self.fragments.loader.searchpath]))
        self.forget_templates()

    def forget_templates(self):
        self.fragments.cache.clear()

    def catalogue(self, change):
        """Change the game's French catalogue. Those of the other games stay."""
        own = ROOT / "games" / "catalogue" / self.game
        others = [path for path in test_french.READ if own not in path.parents]
        changed = self.folder / "django.po"
        changed.write_text(change((own / "locale" / "fr" / "LC_MESSAGES" / "django.po").read_text()))
        self.patch.setattr(test_french, "ROOT", Path("/"))
        for check in (french, words):
            self.patch.setattr(check, "catalogues", lambda _root, _language="*": [changed, *others])
        self.patch.setattr(french, "sources", lambda _root: own.glob("face/words*.py"))

    @property
    def setting(self):
        return next(name for name in test_recaps.NAMES if name.startswith(f"{self.game}/"))


def raises(*_given):
    raise TypeError("planted")


def unknown_field(ground):
    ground.template("{{ match.nobody_gives_this }}")


def unclosed_tag(ground):
    ground.template("{% if match %}")


def words_raise(ground):
    ground.hook("words", event=raises)


def refusal_without_words(ground):
    ground.hook("words", refusals=NO_REFUSALS)


def event_without_words(ground):
    kind = played(ground.setting)[1][-1].events[-1].__struct_config__.tag
    said = ground.face.words.event
    ground.hook(
        "words", event=lambda scenario, event: said(scenario, event) if event.__struct_config__.tag != kind else None
    )


def text_without_french(ground):
    ground.catalogue(lambda text: text.partition("\n\n")[0])


def another_french(ground):
    ground.catalogue(lambda text: text + '\nmsgid "Your decision"\nmsgstr "Une autre phrase"\n')


def chart_without_unit(ground):
    def charts(scenario, facts):
        return (Bars(name="bars", title="Bars", alt="Bars.", table=Numbers((), ()), bars=()),)

    ground.patch.setattr(debriefs.get(ground.game), "charts", charts)


def unknown_target(ground):
    def with_one_more(name, *more):
        start, moves, end = played(name, *more)
        targets = (*end.result.targets, Target("unheard_of", 1, 2, True))
        return start, moves, msgspec.structs.replace(end, result=msgspec.structs.replace(end.result, targets=targets))

    ground.patch.setattr(test_faces, "played", with_one_more)


def link_to_no_heading(ground):
    ground.template(f'<a href="/rules/{ground.game}/rules/#nowhere">The rule</a>')


def refusal_by_no_rule(ground):
    said = ground.face.words.refusals
    elsewhere = {code: replace(each, rule="nowhere") for code, each in said.by_code.items()}
    ground.hook("words", refusals=replace(said, by_code=elsewhere))


def card_by_no_rule(ground):
    recap = ground.face.recap.cards

    def planted(scene, happened):
        return tuple(msgspec.structs.replace(card, rule="rules#nowhere") for card in recap(scene, happened))

    ground.hook("recap", cards=planted)


def advice_nowhere(ground):
    ground.general(advice="aims#nowhere")


def kind_without_form(ground):
    ground.hook("table", decision=lambda scene, bound: None)


def recap_raises(ground):
    ground.hook("recap", cards=raises)


def pages(ground):
    test_faces.test_every_page_of_a_game_is_there_and_every_kind_of_decision_can_be_taken(
        ground.client, ground.game, "fr"
    )


def lines(ground):
    test_faces.test_every_line_of_a_game_is_said_in_words_of_its_own(ground.game, "fr")


def templates(ground):
    ground.patch.setattr(paths, "BASE_DIR", ground.folder.parent)
    ground.patch.setattr(engines["django"], "template_dirs", ())
    ground.patch.setattr(engines["fragments"], "template_dirs", (ground.folder,))
    call_command("check_templates")


def every_french(ground):
    test_french.test_every_text_has_french()


def one_french(ground):
    test_french.test_french_is_well_written()


def refusals(ground):
    test_explanations.test_the_rule_behind_every_refusal_stands_in_the_help(ground.game, "en")


def advice(ground):
    test_explanations.test_the_advice_for_a_session_stands_in_the_help(ground.game, "en")


def news(ground):
    ground.patch.setattr(test_recaps, "watched", lambda name: [Watched(name, "random", 0)])
    test_recaps.test_every_move_that_is_news_is_told_by_a_card_and_none_that_was_not(ground.setting)


def cards(ground):
    ground.patch.setattr(test_recaps, "watched", lambda name: [Watched(name, "random", 0)])
    test_recaps.test_cards_are_safe_html_in_both_languages_and_their_rules_stand_in_the_help(ground.setting)


FAULTS = [
    (unknown_field, "beer_game", pages, AssertionError, "nobody_gives_this"),
    (unclosed_tag, "utboheme", templates, CommandError, "innermost block that needs to be closed is 'if'"),
    (words_raise, "master_builder", lines, TypeError, "planted"),
    (refusal_without_words, "domego", lines, AssertionError, "over_stock|price|cube"),
    (event_without_words, "beer_game", lines, AssertionError, "ended"),
    (text_without_french, "utboheme", every_french, AssertionError, "words"),
    (another_french, "dominyam", one_french, AssertionError, "Your decision"),
    (chart_without_unit, "beer_game", pages, TypeError, "unit"),
    (unknown_target, "dominato", lines, AssertionError, "targets"),
    (link_to_no_heading, "dominato", pages, AssertionError, "nowhere"),
    (refusal_by_no_rule, "master_builder", refusals, AssertionError, "nowhere"),
    (card_by_no_rule, "dominyam", cards, AssertionError, "nowhere"),
    (advice_nowhere, "domego", advice, AssertionError, "nowhere"),
    (kind_without_form, "utboheme", pages, AssertionError, "has no form"),
    (recap_raises, "beer_game", news, TypeError, "planted"),
]


@pytest.mark.parametrize(
    ("fault", "game", "check", "kind", "told"), FAULTS, ids=lambda each: getattr(each, "__name__", "")
)
def test_a_planted_fault_is_caught(fault, game, check, kind, told, client, monkeypatch, tmp_path, no_broker):
    folder = tmp_path / "planted"
    folder.mkdir()
    test_faces.name_what_is_missing(monkeypatch)
    ground = Ground(game, monkeypatch, folder, client)
    fault(ground)

    try:
        with pytest.raises(kind, match=told):
            check(ground)
    finally:
        monkeypatch.undo()
        ground.forget_templates()


CHECKS = [
    test_faces.test_every_page_of_a_game_is_there_and_every_kind_of_decision_can_be_taken,
    test_faces.test_every_line_of_a_game_is_said_in_words_of_its_own,
    test_explanations.test_the_rule_behind_every_refusal_stands_in_the_help,
    test_explanations.test_the_advice_for_a_session_stands_in_the_help,
    test_recaps.test_every_move_that_is_news_is_told_by_a_card_and_none_that_was_not,
    test_recaps.test_cards_are_safe_html_in_both_languages_and_their_rules_stand_in_the_help,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda each: each.__name__)
def test_each_check_is_made_for_every_game(check):
    made_for = str([mark.args[1] for mark in check.pytestmark if mark.name == "parametrize"])

    assert [game for game in GAMES if game not in made_for] == []
