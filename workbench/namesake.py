"""A package index carries an unrelated project under our import name; side by side the two overwrite each other."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution

from workbench.errors import WorkbenchError


def refuse_namesake() -> None:
    """Raise a WorkbenchError where a distribution named `workbench` is installed beside this one."""
    try:
        distribution("workbench")
    except PackageNotFoundError:
        return
    raise WorkbenchError(
        "Another project named 'workbench' is installed and has the same import name:"
        " uninstall it, then install dsh-workbench again.",
        code="namesake",
    )
