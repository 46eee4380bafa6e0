"""Each script of the site is used by a journey in a browser, and each journey named here exists."""

from pathlib import Path

from tests import lanes

ROOT = Path(__file__).resolve().parents[2]
JOURNEYS = {
    "games/catalogue/domego/static/domego/preview.js": "e2e/browser/test_whole_match",
    "games/catalogue/dominato/static/dominato/speak.js": "games/catalogue/dominato/browser/test_digits",
    "games/catalogue/dominato/static/dominato/table.js": "e2e/browser/test_dominato",
    "games/catalogue/dominyam/static/dominyam/dice.js": "e2e/browser/test_dominyam",
    "games/catalogue/master_builder/static/master_builder/plan.js": "e2e/browser/test_master_builder",
    "games/static/games/answers.js": "e2e/browser/test_news",
    "games/static/games/guard.js": "site/browser/test_guard",
    "games/static/games/motion.js": "site/browser/test_motion",
    "games/static/games/near.js": "e2e/browser/test_dominato",
    "games/static/games/recap.js": "e2e/browser/test_two_people",
    "games/static/games/replay.js": "e2e/browser/test_keyboard",
    "games/static/games/says.js": "e2e/browser/test_master_builder",
    "games/static/games/then.js": "site/browser/test_tells",
    "games/static/games/turns.js": "site/browser/test_motion",
    "games/static/games/view.js": "e2e/browser/test_utboheme",
    "games/static/shell/js/app.js": "e2e/browser/test_keyboard",
    "games/static/shell/js/countdown.js": "e2e/browser/test_whole_match",
    "games/static/shell/js/courses.js": "e2e/browser/test_courses",
    "games/static/shell/js/kept_form.js": "e2e/browser/test_small_scripts",
    "games/static/shell/js/links.js": "e2e/browser/test_joining",
    "games/static/shell/js/lms.js": "lms/proof/test_moodle",
    "games/static/shell/js/outbox.js": "site/browser/test_outbox",
    "games/static/shell/js/pending.js": "e2e/browser/test_installed",
    "games/static/shell/js/poll.js": "e2e/browser/test_news",
    "games/static/shell/js/push.js": "e2e/browser/test_installed",
    "games/static/shell/js/regions.js": "site/browser/test_live_regions",
    "games/static/shell/js/room.js": "e2e/browser/test_small_scripts",
    "games/static/shell/js/rubric.js": "e2e/browser/test_small_scripts",
    "games/static/shell/js/sign_in.js": "e2e/browser/test_sign_in",
    "games/static/shell/js/slides.js": "e2e/browser/test_small_scripts",
    "games/static/shell/js/sound.js": "site/browser/test_motion",
    "games/static/shell/js/stream.js": "e2e/browser/test_news",
    "games/static/shell/js/studio.js": "e2e/browser/test_scenario_studio",
    "games/static/shell/js/tell.js": "site/browser/test_tells",
    "games/static/shell/js/theme.js": "e2e/browser/test_small_scripts",
    "games/catalogue/utboheme/static/utboheme/cards.js": "e2e/browser/test_utboheme",
    "games/catalogue/utboheme/static/utboheme/island.js": "e2e/browser/test_utboheme",
    "games/web/worker.js": "e2e/browser/test_installed",
}
"""The module whose tests fail without the script. The script of launches needs a platform, and its module is in
`proof`.
"""


def test_every_script_has_a_journey():
    scripts = {str(path.relative_to(ROOT)) for path in (ROOT / "games").rglob("*.js")}
    scripts |= {str(path.relative_to(ROOT)) for path in (ROOT / "classrooms").rglob("*.js")}

    assert scripts == set(JOURNEYS)


def test_every_journey_is_there_in_a_lane_with_a_browser():
    modules = {ROOT / "tests" / f"{journey}.py" for journey in JOURNEYS.values()}

    assert [str(module) for module in modules if not module.exists()] == []
    assert {lanes.lane_of(module) for module in modules} == {"browser", "proof"}
