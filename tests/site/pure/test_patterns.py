"""A text can keep a backtracking pattern busy for hours. Readers of files use no such pattern, and all others are
declared."""

import ast
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
APPS = ("classrooms", "domego_site", "games")
READERS = (
    "classrooms/files/*.py",
    "classrooms/assess/grading/services/columns.py",
    "classrooms/people/class_lists/services/rosters*.py",
    "classrooms/play/questions/files/*.py",
    "classrooms/play/scenarios/services/files.py",
    "classrooms/play/sessions/calendars.py",
)
"""Modules that read files, or pasted text of any length."""

OWN = "only texts that this program wrote"
SHORT = "texts whose length is limited before"
WHOLE = "one pass: whatever it skips it never looks at again"
DECLARED = {
    "classrooms/people/access/codes.py": SHORT,
    "classrooms/assess/analysis/document.py": WHOLE,
    "classrooms/play/monitor/mail_words.py": WHOLE,
    "classrooms/play/monitor/views/presses.py": WHOLE,
    "games/ui/tokens.py": OWN,
    "games/ui/checking.py": OWN,
    "classrooms/drawing/pen.py": OWN,
    "classrooms/assess/grading/files/files.py": SHORT,
    "classrooms/assess/grading/points.py": WHOLE,
    "classrooms/assess/studies/package/codebook.py": OWN,
    "classrooms/assess/studies/sharing/summary.py": SHORT,
    "classrooms/connect/lms/frames.py": WHOLE,
    "classrooms/people/class_lists/services/names.py": WHOLE,
    "classrooms/assess/reports/pdf.py": OWN,
    "classrooms/assess/reports/spelling.py": SHORT,
    "classrooms/play/sessions/holidays.py": SHORT,
    "classrooms/play/sessions/views/to_bots.py": WHOLE,
    "domego_site/access_log.py": WHOLE,
    "domego_site/docstrings.py": OWN,
    "domego_site/log_lines.py": WHOLE,
    "domego_site/releasing.py": OWN,
    "domego_site/terms.py": OWN,
    "domego_site/words.py": OWN,
    "games/api/pages.py": OWN,
    "games/api/wire.py": WHOLE,
    "games/platform/conf.py": OWN,
    "games/catalogue/dominyam/face/forms.py": WHOLE,
    "classrooms/play/scenarios/access.py": WHOLE,
    "classrooms/play/scenarios/services/posted.py": WHOLE,
    "games/engine/editing.py": WHOLE,
    "games/engine/export.py": WHOLE,
    "games/engine/references.py": WHOLE,
    "games/engine/workbooks.py": WHOLE,
    "games/ui/scenario_forms.py": WHOLE,
    "games/engine/registry.py": WHOLE,
    "games/engine/shape.py": OWN,
    "games/ui/commands.py": SHORT,
    "games/ui/dates.py": OWN,
    "games/ui/help.py": OWN,
    "games/ui/nouns.py": SHORT,
    "games/ui/printing.py": OWN,
    "games/ui/search.py": SHORT,
    "games/ui/sentences.py": OWN,
    "games/ui/team_names.py": SHORT,
    "games/management/commands/play_match.py": OWN,
    "games/management/commands/start_game.py": OWN,
    "games/platform/services/devices.py": WHOLE,
    "games/platform/services/moves.py": WHOLE,
    "games/catalogue/utboheme/face/words.py": OWN,
    "games/web/directions.py": WHOLE,
    "games/web/play.py": WHOLE,
}
"""Modules with such patterns, and the reason why no text can exploit them."""


def uses_patterns(path: Path) -> bool:
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        if {"re", "regex", "sre_compile"}.intersection(names):
            return True
    return False


def found_in(*globs: str) -> set[str]:
    paths = {path for pattern in globs for path in ROOT.glob(pattern)}
    return {str(path.relative_to(ROOT)) for path in paths if uses_patterns(path)}


@pytest.mark.parametrize("readers", READERS)
def test_readers_of_files_use_no_pattern_that_goes_back(readers):
    assert list(ROOT.glob(readers))
    assert found_in(readers) == set()


def test_each_module_with_patterns_says_why_no_text_can_hold_it():
    assert found_in(*(f"{app}/**/*.py" for app in APPS)) == set(DECLARED)
