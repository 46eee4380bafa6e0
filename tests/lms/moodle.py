"""People, parts and courses of a real Moodle, made and changed by its own functions (MOODLE_CODE is where they are)."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

CODE = os.environ.get("MOODLE_CODE", "")
PASSWORD = os.environ.get("MOODLE_PASSWORD", "Moodle-1234")
START = """
define('CLI_SCRIPT', true);
require 'config.php';
require_once $CFG->dirroot . '/course/lib.php';
require_once $CFG->dirroot . '/user/lib.php';
require_once $CFG->libdir . '/enrollib.php';
\\core\\session\\manager::set_user(get_admin());
function person($name) { global $DB; return $DB->get_record('user', ['username' => $name], '*', MUST_EXIST); }
function part($name) { global $DB; return $DB->get_field('role', 'id', ['shortname' => $name], MUST_EXIST); }
function manual($course) {
    foreach (enrol_get_instances($course, true) as $each) { if ($each->enrol === 'manual') { return $each; } }
}
"""


def _run(*command: str) -> str:
    done = subprocess.run(command, cwd=CODE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout.strip()


def php(code: str) -> str:
    """What Moodle's own code answers."""
    return _run("php", "-r", START + code)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def person(name: str, given: str, family: str) -> None:
    """Somebody of this user name is called so from now on; made where there is nobody."""
    php(f"""
        $user = ['firstname' => {_quoted(given)}, 'lastname' => {_quoted(family)}];
        $known = $DB->get_record('user', ['username' => '{name}']);
        if ($known) {{ user_update_user(['id' => $known->id] + $user, false); }}
        else {{
            user_create_user($user + ['username' => '{name}', 'password' => '{PASSWORD}', 'confirmed' => 1,
                'email' => '{name}@example.org', 'mnethostid' => $CFG->mnet_localhost_id]);
        }}
    """)


def course(title: str, **parts: str) -> str:
    """A new course with these people, each with the part that Moodle has for it; answers its number."""
    number = php(f"""
        $stem = {_quoted(title)};
        for ($n = 1; $DB->record_exists('course', ['shortname' => "$stem $n"]); $n++);
        echo create_course((object) ['fullname' => $stem, 'shortname' => "$stem $n", 'category' => 1])->id;
    """)
    enrol(number, **parts)
    return number


def enrol(course: str, **parts: str) -> None:
    """People get a part in a course."""
    for name, part in parts.items():
        php(f"enrol_get_plugin('manual')->enrol_user(manual({course}), person('{name}')->id, part('{part}'));")


def unenrol(course: str, name: str) -> None:
    """Somebody is off a course's list."""
    php(f"enrol_get_plugin('manual')->unenrol_user(manual({course}), person('{name}')->id);")


def part_on_the_site(name: str, part: str) -> None:
    """Somebody has a part in all courses, without being on the list of any."""
    php(f"role_assign(part('{part}'), person('{name}')->id, context_system::instance());")


def show(course: str, *, is_shown: bool) -> None:
    """A course is hidden from its students, or shown again."""
    php(f"course_change_visibility({course}, {'true' if is_shown else 'false'});")


def delete_activity(link: str) -> None:
    """As the bin on the course's page does it, its column in the gradebook with it."""
    php(f"course_delete_module({link});")


def copy(course: str) -> str:
    """A backup of a course, restored as another one; answers its number."""
    with tempfile.TemporaryDirectory() as folder:
        _run("php", "admin/cli/backup.php", f"--courseid={course}", f"--destination={folder}")
        (file,) = Path(folder).glob("*.mbz")
        said = _run("php", "admin/cli/restore_backup.php", f"--file={file}", "--categoryid=1")
    return re.findall(r"\d+", said)[-1]


def links(course: str) -> list[str]:
    """Numbers of a course's activities that are links of tools."""
    return php(
        f"echo join(' ', array_map(fn($each) => $each->id, get_coursemodules_in_course('lti', {course})));"
    ).split()
