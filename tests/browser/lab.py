"""A real JupyterLab with a real browser in front of it: started here, on this machine alone, and ended here.

What a test does with it stands in the tests; this module knows JupyterLab and nothing of replays.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench import kernelspec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Route

TOKEN = "token-of-the-tests"
READY_S = 60
CALM = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True,
    },
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}  # fmt: skip
"""Settings that keep the page still: no question about news, no saving behind the test's back."""

HOW_TO_GET_A_BROWSER = (
    "needs Chromium: install it (on Debian: apt-get install chromium), or put the path of one into WORKBENCH_CHROMIUM"
)


def find_chromium() -> str | None:
    """The browser to drive: named by WORKBENCH_CHROMIUM, or on the PATH."""
    named = os.environ.get("WORKBENCH_CHROMIUM")
    names = [named] if named else ["chromium", "chromium-browser", "google-chrome"]
    return next(filter(None, map(shutil.which, names)), None)


def launch(playwright: Playwright) -> Browser:
    """A headless Chromium that resolves no name and shows its scroll bars, so that they can be dragged."""
    return playwright.chromium.launch(
        executable_path=find_chromium(),
        ignore_default_args=["--hide-scrollbars"],
        args=[
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--font-render-hinting=none",
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
        ],
    )


# ------------------------------------------------------------------------------------------------------ the server


class Lab:
    """A running JupyterLab: `url`, the folder it shows, and the file its words go to."""

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        self.log = home / "lab.log"
        self.url = f"http://127.0.0.1:{free_port()}"
        home.mkdir(parents=True, exist_ok=True)
        overrides = home / "config" / "labconfig" / "default_setting_overrides.json"
        overrides.parent.mkdir(parents=True)
        overrides.write_text(json.dumps(CALM), encoding="utf-8")
        kernelspec.install(home)
        own = {name: str(home / folder) for name, folder in FOLDERS.items()}
        with self.log.open("wb") as words:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "jupyterlab", *self.arguments()],
                env={**os.environ, **own, "JUPYTER_TOKEN": TOKEN, "JUPYTER_PATH": str(home / "share" / "jupyter")},
                stdout=words,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def arguments(self) -> list[str]:
        return [
            "--no-browser",
            "--allow-root",
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={self.url.rpartition(':')[2]}",
            "--ServerApp.port_retries=0",
            f"--ServerApp.root_dir={self.root}",
            "--LabApp.expose_app_in_browser=True",
            "--LabApp.extension_manager=readonly",
        ]

    def wait(self) -> None:
        """Return when the server answers; fail with its last words when it does not."""
        request = urllib.request.Request(f"{self.url}/api/status", headers={"Authorization": f"token {TOKEN}"})
        end = time.monotonic() + READY_S
        while time.monotonic() < end and self.process.poll() is None:
            with (
                contextlib.suppress(OSError, urllib.error.URLError),
                urllib.request.urlopen(request, timeout=2) as answer,
            ):
                if answer.status == 200:
                    return
            time.sleep(0.05)
        raise RuntimeError(f"JupyterLab is not there: {self.log.read_text(encoding='utf-8')[-3000:]}")

    def stop(self) -> None:
        """End the server and its kernels: they are one process group of ours."""
        for word, patience in ((signal.SIGINT, 1), (signal.SIGTERM, 10), (signal.SIGKILL, 10)):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, word)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)
                return


FOLDERS = {
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "runtime",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
    "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
    "IPYTHONDIR": "ipython",
    "XDG_CACHE_HOME": "cache",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(root: Path, home: Path) -> Iterator[Lab]:
    """A server over a folder, with its own settings below `home`."""
    lab = Lab(root, home)
    try:
        lab.wait()
        yield lab
    finally:
        lab.stop()


# ------------------------------------------------------------------------------------------------------ the page


class Visit:
    """A browser page with what it asked of other machines (`outside`) and what went wrong in it (`faults`)."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.outside: list[str] = []
        self.faults: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on("websocket", lambda socket_: self.note(socket_.url))

    def note(self, url: str) -> None:
        if not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:", "about:")):
            self.outside.append(url)

    def guard(self, route: Route) -> None:
        before = len(self.outside)
        self.note(route.request.url)
        if len(self.outside) > before:
            route.abort()
        else:
            route.fallback()


@contextlib.contextmanager
def visiting(browser: Browser, **options: Any) -> Iterator[Visit]:
    """A fresh page; requests to other machines are stopped and kept in `outside`."""
    context: BrowserContext = browser.new_context(**{"viewport": {"width": 1400, "height": 1000}, **options})
    try:
        visit = Visit(context.new_page())
        context.route("**/*", visit.guard)
        yield visit
    finally:
        context.close()


FIND = "[...window.jupyterapp.shell.widgets('main')].find((widget) => widget.sessionContext)"

IS_IDLE = f"""() => {{
  const panel = {FIND};
  return panel?.sessionContext.isReady && panel.sessionContext.session?.kernel?.status === 'idle';
}}"""

IS_DONE = f"""() => {{
  const panel = {FIND};
  const cells = panel.content.widgets.map(({{ model }}) => model).filter(({{ type }}) => type === 'code');
  const outputs = ({{ outputs }}) => [...Array(outputs.length).keys()].map((i) => outputs.get(i).type);
  const isRun = (model) => model.sharedModel.source.trim() === ''
    || (model.executionCount !== null && model.executionState !== 'running');
  const failed = cells.findIndex((model) => isRun(model) && outputs(model).includes('error'));
  const wanted = failed < 0 ? cells : cells.slice(0, failed + 1);
  return panel.sessionContext.session.kernel.status === 'idle' && wanted.every(isRun);
}}"""
"""Every cell has run, or those up to the first that failed: JupyterLab runs no further."""


def open_notebook(visit: Visit, lab: Lab, path: str) -> None:
    """Open a notebook as a document of its own, and return when its kernel is idle."""
    page = visit.page
    page.goto(f"{lab.url}/doc/tree/{path}?token={TOKEN}", wait_until="domcontentloaded")
    page.wait_for_function("() => window.jupyterapp?.restored", timeout=60_000)
    page.evaluate("async () => { await window.jupyterapp.restored; }")
    page.wait_for_selector(".jp-NotebookPanel .jp-Notebook", timeout=60_000)
    page.wait_for_function(IS_IDLE, timeout=60_000)


def run_all(visit: Visit, timeout_s: int = 120) -> None:
    """Run every cell, and return when the last one is done."""
    command(visit, "notebook:run-all-cells")
    visit.page.wait_for_function(IS_DONE, timeout=timeout_s * 1000)


def errors(visit: Visit) -> list[str]:
    """The words of every cell that failed."""
    return visit.page.evaluate(
        f"""() => {FIND}.content.widgets.flatMap(({{ model }}) => model.type !== 'code' ? []
          : [...Array(model.outputs.length).keys()].map((i) => model.outputs.get(i).toJSON())
              .filter((output) => output.output_type === 'error')
              .map((output) => output.ename + ': ' + output.evalue))"""
    )


def set_theme(visit: Visit, theme: str) -> None:
    """Switch the theme, such as 'JupyterLab Dark', and return when the page wears it."""
    command(visit, "apputils:change-theme", {"theme": theme})
    visit.page.wait_for_function("(name) => document.body.dataset.jpThemeName === name", arg=theme)


def command(visit: Visit, name: str, arguments: dict[str, Any] | None = None) -> None:
    visit.page.evaluate(
        "async ([name, given]) => { await window.jupyterapp.commands.execute(name, given); }", [name, arguments or {}]
    )


def run_cell(visit: Visit, words: str) -> None:
    """Run the one code cell whose source holds these words, and return when it is done."""
    at = visit.page.evaluate(
        f"""async (words) => {{
          const {{ content }} = {FIND};
          const isIt = ({{ model }}) => model.type === 'code' && model.sharedModel.source.includes(words);
          const at = content.widgets.findIndex(isIt);
          content.activeCellIndex = at;
          content.deselectAll();
          await window.jupyterapp.commands.execute('notebook:run-cell');
          return at;
        }}""",
        words,
    )
    assert at >= 0, words
    visit.page.wait_for_function(IS_IDLE)
