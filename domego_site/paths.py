"""Where the site keeps what it writes. Standard library only: set-up, settings and supervisor share it."""

import hashlib
import os
import secrets
import tempfile
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var").absolute()

# sockaddr_un holds 108 bytes on Linux and 104 elsewhere, one of them for the closing NUL.
SOCKET_PATH_LIMIT = 103


def broker_socket(var_dir: Path = VAR_DIR) -> Path:
    """The embedded broker's socket: in var/, or in a private temporary directory where that path is too long."""
    socket = var_dir / "broker" / "broker.sock"
    if len(os.fsencode(socket)) <= SOCKET_PATH_LIMIT:
        return socket
    name = hashlib.sha256(os.fsencode(var_dir)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"domego-{os.getuid()}-{name}" / "broker.sock"


def make_private(directory: Path) -> Path:
    """Create `directory` for this user alone; refuse one that somebody else made first."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    if directory.stat().st_uid != os.getuid():
        raise PermissionError(f"{directory} belongs to another user. Set VAR_DIR to a directory of your own.")
    directory.chmod(0o700)
    return directory


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
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    key = secrets.token_urlsafe(50)
    descriptor = os.open(_secret_key_file(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(key + "\n")
    return key
