"""The steps of the Makefile's targets before and inside `.venv`. Standard library only: nothing is installed yet."""

import ctypes
import ctypes.util
import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from classrooms.assess.reports import fonts
from domego_site import paths, ports, pythons, releasing, supervisor

ROOT = paths.BASE_DIR
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
PANGO = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0")
PANGO_PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0")
LOCK, DEV_LOCK = "requirements.lock", "requirements-dev.lock"
AUDITOR = "pip-audit==2.10.1"
CODE = [ROOT / name for name in ("domego_site", "games", "classrooms")]
COMPILE: tuple[str | Path, ...] = (PYTHON, "-m", "compileall", "-q", *CODE)
SEEN = ("test_every_page_in_french", "test_every_page_seen")
RESULT_OF_PROOF = ROOT / "benchmarks" / "results" / "proof.txt"
RESULT_OF_ACCESS = ROOT / "benchmarks" / "results" / "access.txt"
LATER = "Tests and checks (their tools are installed at first use): make test, make lint, make dev"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class CannotGoOn(Exception):
    """An error shown as one line: the missing thing and the command that fixes it."""


def say(text: str) -> None:
    print(text, flush=True)


def run_quietly(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        check=False,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, **environment},
        text=True,
    )


def succeeds(*command: str | Path, **environment: str) -> bool:
    """Did the command, run in the clone without output, succeed?"""
    return run_quietly(*command, **environment).returncode == 0


def call(*command: str | Path, quiet: bool = False, **environment: str) -> int:
    """Run in the clone without input. Quiet: shown only if it fails."""
    if quiet:
        done = run_quietly(*command, **environment)
        if done.returncode:
            say(done.stdout.strip())
        return done.returncode
    arguments = [str(part) for part in command]
    settings = {**os.environ, **environment}
    return subprocess.run(arguments, check=False, cwd=ROOT, stdin=subprocess.DEVNULL, env=settings).returncode


def apt_install(*packages: str) -> bool:
    """Install Debian packages where that is allowed. The list of packages is fetched only if the first try fails."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    say(f"Installing {' '.join(packages)} ...")
    install = ("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    with_list = ("sh", "-c", f"apt-get update -qq && {shlex.join(install)}")
    return succeeds(*install, **quiet) or call(*with_list, quiet=True, **quiet) == 0


def apt_command(*packages: str) -> str:
    sudo = "" if os.geteuid() == 0 else "sudo "
    return f"{sudo}apt-get install -y {' '.join(packages)}"


def ensure_venv() -> None:
    """Create `.venv` with the fastest Python of the machine, or with the one named by `make PYTHON=...`."""
    if PYTHON.exists() and succeeds(PYTHON, "-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"):
        return
    say("Creating .venv ...")
    python = sys.executable if os.environ.get("PYTHON") else pythons.fastest()
    package = f"python3.{sys.version_info.minor}-venv"
    if importlib.util.find_spec("ensurepip") is None and not apt_install(package):
        raise CannotGoOn(f"Python's venv module is not installed. To mend: {apt_command(package)}")
    if call(python, "-m", "venv", "--clear", VENV, quiet=True):
        raise CannotGoOn(f"{VENV} could not be created, see above.")


def fingerprint(lock: str) -> str:
    python = (VENV / "pyvenv.cfg").read_bytes() if (VENV / "pyvenv.cfg").exists() else b""
    return hashlib.sha256(python + b"\0" + (ROOT / lock).read_bytes()).hexdigest()


def pinned(name: str, lock: str) -> str:
    """The lines of one package in a lock file: its version and the hashes of its files."""
    lines = (ROOT / lock).read_text().splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.startswith(f"{name}=="))
    count = next(number for number, line in enumerate(lines[first:], 1) if not line.rstrip().endswith("\\"))
    return "".join(lines[first : first + count])


def ensure_packages(lock: str) -> None:
    """Install the packages of `lock` with uv (seconds), or else pip (a minute); once per content of the file. A file
    whose hash is not in the lock is refused.
    """
    stamp = VENV / f"{lock}.installed"
    wanted = fingerprint(lock)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say(f"Installing {lock} ...")
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "-q", "--require-hashes")
    target = ("--python", PYTHON, "--compile-bytecode")
    uv = (VENV / "bin" / "uv", "pip", "install", "-q", *target, "--require-hashes", "-r", lock)
    has_uv = uv[0].exists() or install_uv(pip)
    # uv brings certificates of its own; behind a proxy that opens TLS only the system's will do.
    done = has_uv and (succeeds(*uv) or succeeds(*uv, "--system-certs"))
    if not done and call(*pip, "-r", lock):
        raise CannotGoOn(f"{lock} could not be installed, see above. Is the network there?")
    stamp.write_text(wanted)


def install_uv(pip: tuple[str | Path, ...]) -> bool:
    with tempfile.NamedTemporaryFile("w", suffix=".lock") as only_uv:
        only_uv.write(pinned("uv", DEV_LOCK))
        only_uv.flush()
        return succeeds(*pip, "-r", only_uv.name)


def ensure_pango() -> None:
    """Install Pango, which only PDFs need: a site without it gets a message and continues."""
    if all(map(loads, PANGO)) or (apt_install(*PANGO_PACKAGES) and all(map(loads, PANGO))):
        return
    if sys.platform == "darwin" and ctypes.util.find_library("pango-1.0"):
        return
    mend = "brew install pango" if sys.platform == "darwin" else apt_command(*PANGO_PACKAGES)
    say(f"Pango is not installed, so no PDF can be made. To mend: {mend}")


def loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def ensure_chromium() -> None:
    if any(map(shutil.which, CHROMIUM)) or apt_install("chromium", "gettext"):
        return
    say(f"Browser tests will be skipped: there is no Chromium. To mend: {apt_command('chromium')}")


def install(lock: str = LOCK) -> None:
    ensure_venv()
    ensure_packages(lock)
    ensure_pango()
    if lacking := fonts.describe_missing(fonts.lacking()):
        say(lacking)


def set_up(lock: str = LOCK) -> None:
    install(lock)
    succeeds(*COMPILE)  # where Python must not write such files: the site is several processes, its tests many more
    try:
        paths.open_var()
    except OSError as error:
        raise CannotGoOn(str(error)) from None
    if "SECRET_KEY" not in os.environ:
        paths.local_secret_key()


def manage(*arguments: str) -> int:
    return call(PYTHON, "manage.py", *arguments)


def install_for_server() -> int:
    """Write all files beside the code, so that the site itself may run with read-only code; no database, no key."""
    install()
    return max(call(PYTHON, "-m", "domego_site.translations"), call(*COMPILE))


def setup() -> int:
    began = time.monotonic()
    set_up()
    code = manage("prepare")
    if code == 0:
        say(f"Ready after {time.monotonic() - began:.0f} s. Start the site: make run. {LATER}")
    return code


def run(target: str = "run", lock: str = LOCK) -> int:
    """Becomes the site. A port in use is said before the minutes that set-up may take."""
    host, port = os.environ.get("HOST", "").strip() or "127.0.0.1", os.environ.get("PORT", "").strip() or "8000"
    supervisor.end_leftovers()
    if port.isdecimal() and (fault := ports.fault(host, int(port))):
        raise CannotGoOn(f"{fault} make {target}")
    set_up(lock)
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), "manage.py", target, "--prepare"])


def pytest(*arguments: str | Path, **environment: str) -> int:
    """Run pytest with a worker for each core, or as PYTEST_ARGS say. More workers would not help: they have low
    priority, and one without a core would get no time. Test modules are compiled once, even if Python must not write
    such files.
    """
    workers = shlex.split(os.environ.get("PYTEST_ARGS", "")) or ["-n", "auto", "--dist", "loadgroup"]
    return call(PYTHON, "-m", "pytest", *arguments, *workers, quiet=False, PYTHONDONTWRITEBYTECODE="", **environment)


def test() -> int:
    """Run all lanes but `proof` (tests/lanes.py)."""
    set_up(DEV_LOCK)
    ensure_chromium()
    return pytest()


def proof() -> int:
    """Run the lane `proof` before each release. It writes the result with time and commit."""
    set_up(DEV_LOCK)
    ensure_chromium()
    begin_access()
    return pytest("--lanes", "proof", "--record", RESULT_OF_PROOF, ACCESS_OF_ALL=str(RESULT_OF_ACCESS))


def quick() -> int:
    """Run the tests affected by changes since `main`, the nearest first, for two minutes at most."""
    set_up(DEV_LOCK)
    return call(PYTHON, "-m", "tests.selection", PYTHONDONTWRITEBYTECODE="")


def game() -> int:
    """Run all tests of one game, without those of the others."""
    set_up(DEV_LOCK)
    return call(PYTHON, "-m", "tests.selection", "--game", os.environ.get("KEY", ""), PYTHONDONTWRITEBYTECODE="")


def begin_access() -> None:
    """The file to which each way to look at pages adds its lines."""
    RESULT_OF_ACCESS.write_text("# make access: every page of the URL conf, in English and French\n", encoding="utf-8")


def access() -> int:
    """Every page of the site in a browser; the result is a file to commit."""
    set_up(DEV_LOCK)
    ensure_chromium()
    begin_access()
    looks = ("tests/site/pages/test_every_page.py", *(f"tests/site/proof/{name}.py" for name in SEEN))
    return call(PYTHON, "-m", "pytest", "-n", "0", "-p", "no:randomly", *looks, ACCESS_OF_ALL=str(RESULT_OF_ACCESS))


def lint() -> int:
    """Every check, also after one has failed."""
    set_up(DEV_LOCK)
    tools = VENV / "bin"
    others = {VENV, ROOT / "var"}  # what others wrote, a benchmark's rival for one
    templates = [str(path) for path in sorted(ROOT.glob("**/templates/**/*.html")) if others.isdisjoint(path.parents)]
    checks: list[tuple[str | Path, ...]] = [
        (tools / "ruff", "format", "--check", "."),
        (tools / "ruff", "check", "."),
        (tools / "mypy",),
        (tools / "lint-imports",),
        (PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"),
        (PYTHON, "manage.py", "check_templates"),
        (PYTHON, "manage.py", "check_french"),
        (PYTHON, "manage.py", "check_words"),
        (PYTHON, "-m", "domego_site.docstrings"),
        (PYTHON, "-m", "domego_site.lazy_texts"),
        (PYTHON, "-m", "domego_site.terms"),
    ]
    if templates:
        checks.append((tools / "djade", "--check", "--target-version", "5.2", *templates))
    failed = [
        Path(check[0]).name if check[0] != PYTHON else str(check[2])
        for check in checks
        if call(*check, DJANGO_SETTINGS_MODULE="domego_site.settings_test")
    ]
    say(f"Failed: {', '.join(failed)}" if failed else "All checks pass.")
    return int(bool(failed))


def bench(*, strength: bool = False) -> int:
    """Run each program of the site's and the games' benchmarks: those of the bots' strength, or the others."""
    set_up(DEV_LOCK)
    folders = (ROOT / "benchmarks", *sorted(ROOT.glob("tests/games/catalogue/*/benchmarks")))
    programs = [path for folder in folders for path in sorted(folder.glob("[a-z]*.py"))]
    codes = []
    for program in (path for path in programs if (path.stem == "strength") == strength):
        name = ".".join(program.relative_to(ROOT).with_suffix("").parts)
        say(f"--- {name}")
        codes.append(call(PYTHON, "-m", name))
    return max(codes)


def wheel() -> int:
    """`dist/*.whl`: the apps with their templates, static files, compiled texts and migrations, for another site."""
    set_up(DEV_LOCK)
    uv = (VENV / "bin" / "uv", "build", "-q", "--wheel", "-o", "dist")
    return max(call(PYTHON, "-m", "domego_site.translations"), call(*uv))


def docs() -> int:
    """`var/docs`: the documents as pages, in English and in part in French. A dead link or anchor is a failure."""
    set_up(DEV_LOCK)
    code = call(VENV / "bin" / "mkdocs", "build", "-q", "--strict", NO_MKDOCS_2_WARNING="1")
    if code == 0:
        say(f"Written. To read it: {PYTHON.relative_to(ROOT)} -m http.server --directory var/docs 8200")
    return code


def release() -> int:
    """Check, build the wheel, tag, print the notes. Nothing leaves this machine."""
    version = os.environ.get("VERSION", "")
    if found := releasing.faults(ROOT, version):
        raise CannotGoOn("\n".join(found))
    if code := wheel():
        return code
    releasing.tag(ROOT, version)
    say(releasing.notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version))
    say(f"\nTagged v{version}; the wheel is in dist/. To publish: git push origin v{version}")
    return 0


def write_locks() -> int:
    """Resolve the pinned requirements, for every system, and write the hash of each file."""
    set_up(DEV_LOCK)
    uv = (VENV / "bin" / "uv", "pip", "compile", "-q", "--universal", "--python-version", "3.11", "--no-annotate")
    options = ("--generate-hashes", "--custom-compile-command", "make lock")
    files = {"requirements.txt": LOCK, "requirements-dev.txt": DEV_LOCK}
    return max(call(*uv, *options, source, "-o", target, quiet=True) for source, target in files.items())


def audit() -> int:
    """Ask the package index for known vulnerabilities of the site's packages. A failed request counts as a failure."""
    tools = paths.VAR_DIR / "audit"
    program = tools / "bin" / "pip-audit"
    if not succeeds(program, "--version"):
        say(f"Installing {AUDITOR} ...")
        install = (tools / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "install", "-q", AUDITOR)
        if call(sys.executable, "-m", "venv", "--clear", tools, quiet=True) or call(*install, quiet=True):
            raise CannotGoOn(f"{AUDITOR} could not be installed, see above. Is the network there?")
    return call(program, "--disable-pip", "--require-hashes", "--strict", "--progress-spinner", "off", "-r", LOCK)


TARGETS = {
    "setup": setup,
    "install": install_for_server,
    "run": run,
    "dev": lambda: run("dev", DEV_LOCK),
    "test": test,
    "quick": quick,
    "game": game,
    "proof": proof,
    "lint": lint,
    "access": access,
    "docs": docs,
    "wheel": wheel,
    "release": release,
    "lock": write_locks,
    "audit": audit,
    "bench": bench,
    "bench-strength": lambda: bench(strength=True),
}


def main(arguments: list[str]) -> int:
    target = TARGETS.get(arguments[0] if arguments else "")
    if target is None:
        say(f"Say one of: {', '.join(TARGETS)}")
        return 2
    try:
        return target()
    except CannotGoOn as reason:
        say(str(reason))
        return 1
    except KeyboardInterrupt:
        return 130
