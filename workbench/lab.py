"""JupyterLab with the workbench in it: started on a free port of this machine alone, with settings of its own.

Kernel, default settings and workspaces lie in the environment, below `share/`; a person's own Jupyter settings hold
where they made some, and are not written to.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from pathlib import Path
from typing import Any
from urllib.parse import quote

from workbench import kernelspec
from workbench.errors import WorkbenchError

READY_S = 60
"""How long the server may take until it answers."""

DEFAULT_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
}


def prepare(home: Path) -> None:
    """Install the kernel, and write the default settings below a folder of the environment.

    Raises:
        WorkbenchError: the environment cannot be written to.
    """
    kernelspec.install()
    overrides = home / "labconfig" / "default_setting_overrides.json"
    overrides.parent.mkdir(parents=True, exist_ok=True)
    overrides.write_text(json.dumps(DEFAULT_SETTINGS, indent=1) + "\n", encoding="utf-8")


def has_browser() -> bool:
    """Whether a graphical browser can be opened from here."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return bool(os.environ.get("BROWSER"))
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def place(notebook: Path | None) -> tuple[Path, str]:
    """The root folder that the server shows, and the page to open in it.

    The root is the current folder where the notebook lies below it, else the notebook's own folder.

    Raises:
        WorkbenchError: there is no such notebook.
    """
    root = Path.cwd()
    if notebook is None:
        return root, "/lab"
    file = notebook.absolute()
    if not file.is_file():
        raise WorkbenchError(
            f"There is no notebook {str(notebook)!r}: name one that exists, or none.",
            code="no-such-path",
            path=str(notebook),
        )
    if not file.is_relative_to(root):
        root = file.parent
    return root, "/lab/tree/" + quote(file.relative_to(root).as_posix())


def command(root: Path, page: str, home: Path, *, browser: bool) -> list[str]:
    """The command line of the server."""
    arguments = [
        "--allow-root",
        "-y",
        "--log-level=WARN",
        "--LabApp.log_level=WARN",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.root_dir={root}",
        f"--LabApp.default_url={page}",
        f"--LabApp.workspaces_dir={home / 'workspaces'}",
        "--LabApp.extension_manager=readonly",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=",
    ]
    return [sys.executable, "-m", "jupyterlab", *arguments, *([] if browser else ["--no-browser"])]


def answer(server: subprocess.Popen[bytes], since: float) -> dict[str, Any]:
    """Wait until a server listens, and give what it wrote down about itself: `url`, `token`, `port`.

    It writes its file before it listens, so the file alone is no sign that the address answers.

    Raises:
        WorkbenchError: it ended, or did not listen in time; its own words stand on stderr.
    """
    from jupyter_core.paths import jupyter_runtime_dir

    file = Path(jupyter_runtime_dir()) / f"jpserver-{server.pid}.json"
    while time.time() < since + READY_S:
        if server.poll() is not None:
            raise WorkbenchError("JupyterLab ended before it was ready: its own words stand above.", code="lab-ended")
        try:
            if file.stat().st_mtime >= since - 1:
                info: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
                socket.create_connection(("127.0.0.1", info["port"]), timeout=1).close()
                return info
        except (OSError, ValueError):
            pass
        time.sleep(0.05)
    raise WorkbenchError(f"JupyterLab did not answer within {READY_S} seconds: call it again.", code="lab-not-ready")


def run(notebook: Path | None = None, *, browser: bool = True) -> None:
    """Start JupyterLab on a notebook, print its address, and stay until it is stopped.

    Args:
        notebook: what to open; without one, the current folder.
        browser: whether a browser may be opened, where there is one.

    Raises:
        WorkbenchError: no such notebook, an environment that cannot be written to, or a server that does not start.
    """
    root, page = place(notebook)
    home = Path(sys.prefix) / "share" / "workbench"
    prepare(home)
    paths = [str(home), *filter(None, [os.environ.get("JUPYTER_CONFIG_PATH")])]
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_PATH": os.pathsep.join(paths),
        "JUPYTER_TOKEN": os.environ.get("JUPYTER_TOKEN") or secrets.token_hex(24),
    }
    since = time.time()
    arguments = command(root, page, home, browser=browser and has_browser())
    server = subprocess.Popen(arguments, env=environment)  # noqa: S603 (our own Python, arguments as a list)
    signal.signal(signal.SIGTERM, lambda *_: server.terminate())
    try:
        info = answer(server, since)
        token = f"?token={info['token']}" if info["token"] else ""
        print(f"The workbench is at {info['url'].rstrip('/')}{page}{token}", flush=True)
        print("Stop it with Ctrl-C.", flush=True)
        server.wait()
    except KeyboardInterrupt:
        pass
    finally:
        stop(server)


def stop(server: subprocess.Popen[bytes]) -> None:
    """End a server that may have been told to end already."""
    try:
        server.wait(0 if server.poll() is not None else 3)
    except subprocess.TimeoutExpired:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
