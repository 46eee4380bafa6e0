"""The places where the site writes files. Standard library only: set-up, settings and supervisor share it."""

import hashlib
import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var").absolute()

# sockaddr_un holds 108 bytes on Linux and 104 elsewhere, one of them for the closing NUL.
SOCKET_PATH_LIMIT = 103


def broker_socket(var_dir: Path = VAR_DIR) -> Path:
    """The embedded broker's socket: in var/, or in a private temporary directory if that path is too long."""
    socket = var_dir / "broker" / "broker.sock"
    if len(os.fsencode(socket)) <= SOCKET_PATH_LIMIT:
        return socket
    name = hashlib.sha256(os.fsencode(var_dir)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"domego-{os.getuid()}-{name}" / "broker.sock"


def make_private(directory: Path) -> Path:
    """Create `directory` for this user only; refuse an existing one of another user."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    if directory.stat().st_uid != os.getuid():
        raise PermissionError(f"{directory} belongs to another user. Set VAR_DIR to a directory of your own.")
    directory.chmod(0o700)
    return directory


def open_var() -> None:
    """Create var/ if it is missing, close it to other users, and let this process create files for its user only.

    A shared directory (with the sticky bit, as /tmp has) or one of another user is left unchanged. Raises OSError, with
    a sentence, if nothing can be written.
    """
    os.umask(0o077)
    mend = "Set VAR_DIR to a directory that this user may write to, on a disk that is not read-only."
    try:
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        found = VAR_DIR.stat()
        if found.st_uid == os.getuid() and found.st_mode & 0o077 and not found.st_mode & stat.S_ISVTX:
            VAR_DIR.chmod(0o700)
    except OSError as error:
        raise OSError(f"{VAR_DIR} cannot be used: {error.strerror}. {mend}") from error
    if not os.access(VAR_DIR, os.R_OK | os.W_OK | os.X_OK):
        raise PermissionError(f"{VAR_DIR} cannot be written to. {mend}")


def close_var() -> list[Path]:
    """Remove access of others to files in var/; returns files for which that failed. Static files stay readable for a
    web server.
    """
    left = []
    for path in [VAR_DIR, *VAR_DIR.rglob("*")]:
        if path.is_symlink() or VAR_DIR / "static" in [path, *path.parents]:
            continue
        try:
            mode = path.stat().st_mode
            if mode & stat.S_ISVTX:
                left.append(path)
            elif mode & 0o077:
                path.chmod(mode & 0o700)
        except FileNotFoundError:
            continue
        except OSError:
            left.append(path)
    return left


@contextmanager
def for_everybody() -> Iterator[None]:
    """Give everybody read access to files of the code, since another user than the installer may run the site."""
    mask = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(mask)


def _secret_key_file() -> Path:
    return VAR_DIR / "secret_key"


def read_local_secret_key() -> str | None:
    """The key that set-up made for this clone, if it did."""
    try:
        return _secret_key_file().read_text().strip() or None
    except OSError:
        return None


def local_secret_key() -> str:
    """The clone's own key, made at the first call and readable by this user only."""
    if key := read_local_secret_key():
        return key
    open_var()
    key = secrets.token_urlsafe(50)
    descriptor = os.open(_secret_key_file(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(key + "\n")
    return key
