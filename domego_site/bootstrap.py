"""The first step of `make setup`, `make run`, `make test` and `make lint`: find a Python that is new enough.

Any Python 3 must be able to read this file, so as to say that it is too old: no f-strings, no annotations.
"""

import os
import shutil
import subprocess
import sys

NEEDED = (3, 11)
NEWER = ["python3.%d" % minor for minor in range(20, NEEDED[1] - 1, -1)]
APT = ["apt-get", "install", "-y", "--no-install-recommends", "python3.11", "python3.11-venv"]


def too_old(version):
    """The one line to show for `version`, a tuple; empty if it will do."""
    if tuple(version[:2]) >= NEEDED:
        return ""
    found = ".".join(str(part) for part in version[:3])
    return "Python 3.11 or later is needed, found %s. To mend: %s" % (found, " ".join(APT))


def newer_python():
    """A Python on PATH that will do, asked rather than trusted by its name."""
    asks = "import sys; raise SystemExit(sys.version_info < (3, 11))"
    for name in NEWER:
        path = shutil.which(name)
        if path and subprocess.call([path, "-c", asks]) == 0:
            return path
    return None


def install_python():
    """Install a suitable Python if that is possible (root on Debian or Ubuntu)."""
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        with open(os.devnull) as nothing:
            subprocess.call(APT, stdin=nothing)
    return newer_python()


def main(arguments):
    message = too_old(sys.version_info)
    if message:
        python = newer_python() or install_python()
        if python is None:
            print(message)
            return 1
        os.execv(python, [python, os.path.abspath(__file__)] + arguments)
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    from domego_site import setting_up

    return setting_up.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
