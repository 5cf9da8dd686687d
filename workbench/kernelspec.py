"""The kernel "Workbench": an ordinary IPython kernel that loads the extension by itself.

Run as `python -m workbench.kernelspec` it installs itself into the running environment.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from workbench.errors import WorkbenchError

NAME = "workbench"


def spec() -> dict[str, object]:
    """What Jupyter needs to start the kernel with this very Python: ipykernel's own spec, and our extension."""
    from ipykernel.kernelspec import get_kernel_dict

    return {**get_kernel_dict(extra_arguments=["--ext", "workbench"]), "display_name": "Workbench"}


def install(prefix: str | Path = sys.prefix) -> Path:
    """Write the kernelspec below a prefix, where a Jupyter of the same environment finds it, and return its folder.

    Raises:
        WorkbenchError: the prefix cannot be written to.
    """
    folder = Path(prefix) / "share" / "jupyter" / "kernels" / NAME
    text = json.dumps(spec(), indent=1) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "kernel.json").write_text(text, encoding="utf-8")
    except OSError as fault:
        raise WorkbenchError(
            f"The kernel cannot be installed into {prefix} ({fault.strerror}): use an environment of your own.",
            code="environment-not-writable",
            path=str(folder),
        ) from fault
    return folder


if __name__ == "__main__":
    install()
