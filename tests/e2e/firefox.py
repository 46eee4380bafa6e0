"""Debian's Firefox, driven by its Marionette protocol: JSON messages over a socket, each preceded by its length."""

import json
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.e2e.running_site import wait_for

ENTER = "\ue007"
SCRIPT_ERRORS = """
return Services.console.getMessageArray()
  .filter((each) => each instanceof Ci.nsIScriptError && !(each.flags & Ci.nsIScriptError.warningFlag))
  .filter((each) => /^(content javascript|CSP)/.test(each.category))
  .filter((each) => `${each.sourceName} ${each.errorMessage}`.includes(arguments[0]))
  .map((each) => `${each.category}: ${each.errorMessage} (${each.sourceName}:${each.lineNumber})`);
"""


class FirefoxFault(Exception):
    """An error that Firefox answered instead of a result."""


class Firefox:
    """One page with frames. `prefs` are the browser's settings. Only errors of `host` count."""

    faults = (FirefoxFault,)

    def __init__(self, program: str, folder: Path, host: str, **prefs: Any) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self._host, self._asked = host, 0
        known = {"marionette.port": port, "intl.accept_languages": "en-GB", **prefs}
        folder.mkdir()
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in known.items()]
        (folder / "user.js").write_text("".join(lines))
        command = [program, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access"]
        with (folder / "output").open("w") as output:
            self._process = subprocess.Popen(
                [*command, "--width", "1920", "--height", "1000", "--profile", folder], stdout=output, stderr=output
            )
        self._socket = wait_for(lambda: self._connect(port), "an answer of Firefox", 60)
        self._answers = self._socket.makefile("rb")
        self._read()
        self("WebDriver:NewSession", acceptInsecureCerts=True, pageLoadStrategy="none")

    def _connect(self, port: int) -> socket.socket | None:
        assert self._process.poll() is None, "Firefox has ended"
        with suppress(OSError):
            return socket.create_connection(("127.0.0.1", port))
        return None

    def _read(self) -> Any:
        length = b""
        while (byte := self._answers.read(1)) != b":":
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self._answers.read(int(length)))

    def __call__(self, command: str, **arguments: Any) -> Any:
        self._asked += 1
        message = json.dumps([0, self._asked, command, arguments])
        self._socket.sendall(f"{len(message)}:{message}".encode())
        _kind, _number, fault, result = self._read()
        if fault is not None:
            raise FirefoxFault(f"{command}: {fault['error']}: {fault['message']}")
        return result

    def open(self, address: str) -> None:
        self("WebDriver:SwitchToFrame", id=None)
        self("WebDriver:Navigate", url=address)

    def _find(self, css: str) -> str:
        found = self("WebDriver:FindElement", using="css selector", value=css)["value"]
        return str(next(iter(found.values())))

    def _step_in(self, name: str) -> None:
        self("WebDriver:SwitchToFrame", id=None)
        self("WebDriver:SwitchToFrame", element=self._find(f"iframe[name={name}]"))

    def run(self, name: str, script: str) -> Any:
        self._step_in(name)
        return self("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def press(self, name: str, css: str) -> None:
        """Press by the Enter key. A click into a frame that has just appeared often has no effect."""
        self._step_in(name)
        self("WebDriver:ElementSendKeys", id=self._find(css), text=ENTER)

    def tabs(self) -> list[str]:
        """The handles of the tabs, in the order of opening."""
        found: list[str] = self("WebDriver:GetWindowHandles")
        return found

    def address(self, tab: str) -> str:
        self("WebDriver:SwitchToWindow", handle=tab)
        return str(self("WebDriver:GetCurrentURL")["value"])

    def complaints(self) -> list[str]:
        """The messages of the browser's console about scripts of the tested host."""
        self("Marionette:SetContext", value="chrome")
        try:
            found: list[str] = self("WebDriver:ExecuteScript", script=SCRIPT_ERRORS, args=[self._host])["value"]
        finally:
            self("Marionette:SetContext", value="content")
        return found

    def end(self) -> None:
        self._answers.close()
        self._socket.close()
        self._process.terminate()
        self._process.wait(60)
