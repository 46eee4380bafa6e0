"""People, roles and courses of a real Moodle, made and changed by its own functions. MOODLE_CODE is the folder of
Moodle's code."""

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
    """The output of PHP code that runs inside Moodle."""
    return _run("php", "-r", START + code)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def person(name: str, given: str, family: str) -> None:
    """Give the user of this name these names. A missing user is created."""
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
    """A new course with these people, by Moodle's role. Returns its id."""
    number = php(f"""
        $stem = {_quoted(title)};
        for ($n = 1; $DB->record_exists('course', ['shortname' => "$stem $n"]); $n++);
        echo create_course((object) ['fullname' => $stem, 'shortname' => "$stem $n", 'category' => 1])->id;
    """)
    enrol(number, **parts)
    return number


def enrol(course: str, **parts: str) -> None:
    """Enrol people in a course with a role."""
    for name, part in parts.items():
        php(f"enrol_get_plugin('manual')->enrol_user(manual({course}), person('{name}')->id, part('{part}'));")


def unenrol(course: str, name: str) -> None:
    """Remove a person from a course's list."""
    php(f"enrol_get_plugin('manual')->unenrol_user(manual({course}), person('{name}')->id);")


def part_on_the_site(name: str, part: str) -> None:
    """Give a person a role in all courses, without enrolment in any."""
    php(f"role_assign(part('{part}'), person('{name}')->id, context_system::instance());")


def show(course: str, *, is_shown: bool) -> None:
    """Hide a course from its students, or show it again."""
    php(f"course_change_visibility({course}, {'true' if is_shown else 'false'});")


def delete_activity(link: str) -> None:
    """Delete an activity as the bin on the course's page does, with its column in the gradebook."""
    php(f"course_delete_module({link});")


def copy(course: str) -> str:
    """Restore a backup of a course as another one. Returns its id."""
    with tempfile.TemporaryDirectory() as folder:
        _run("php", "admin/cli/backup.php", f"--courseid={course}", f"--destination={folder}")
        (file,) = Path(folder).glob("*.mbz")
        said = _run("php", "admin/cli/restore_backup.php", f"--file={file}", "--categoryid=1")
    return re.findall(r"\d+", said)[-1]


def links(course: str) -> list[str]:
    """The ids of a course's activities that are tool links."""
    return php(
        f"echo join(' ', array_map(fn($each) => $each->id, get_coursemodules_in_course('lti', {course})));"
    ).split()
