"""The same as for the samples here, over all recordings and all of the harness's own fixtures, where they are at hand.

What stays aside is what conversion made up or left behind: seqs; for the fixtures times too, since templates have
none; pictures, which were not copied beside the converted logs.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import comparing as same
import pytest

HERE = Path(__file__).parent
PICTURES = {"image", "mcp"}
RECORDED = [
    "approval", "ask-user", "bash-background", "bash-foreground", "bash-spill-live", "bus-workflow",
    "cancel-and-continue", "compaction", "files", "goal", "hooks", "image", "killed-mid-bash", "latency", "long", "mcp",
    "resume-and-fork", "run-code", "stream-cut", "subagent", "synthetic-torn-tail", "workflow",
]  # fmt: skip


def pairs(shared: Path, name: str) -> list[Path]:
    return [folder / name for folder in sorted((shared / "generations").glob("v[1-3]")) if (folder / name).is_dir()]


@pytest.mark.parametrize("name", RECORDED)
def test_a_recording_is_the_same_in_its_converted_forms(shared, name):
    before = same.opened(shared / "recorded" / name)
    converted = pairs(shared, name)
    assert converted
    for folder in converted:
        after = same.opened(folder)
        for kind in (*same.FACTS, "times"):
            assert same.facts(after, kind) == same.facts(before, kind), (folder.parent.name, kind)
        assert after.sessions == before.sessions
        for session_id in before.sessions:
            drawn = {
                key: _without_pictures(tree) for key, tree in same.drawings(before, session_id, times=False).items()
            }
            again = {
                key: _without_pictures(tree) for key, tree in same.drawings(after, session_id, times=False).items()
            }
            assert again == drawn, (folder.parent.name, session_id)


def _without_pictures(node: Any) -> Any:
    if isinstance(node, list):
        return [_without_pictures(child) for child in node]
    if isinstance(node, dict):
        if node.get("b") == "image":
            return {name: node.get(name) for name in ("b", "media_type", "width", "height")}
        return {name: _without_pictures(child) for name, child in node.items()}
    return node


def test_the_fixtures_of_the_harness_are_the_same_in_generation_3(shared, tmp_path):
    """Templates have no seqs, no times and shared ids: they get what the converted ones were given, and own ids."""
    fixtures = shared / "fixtures"
    files = sorted(path.relative_to(fixtures / "derived-v3") for path in (fixtures / "derived-v3").rglob("*.jsonl"))
    for number, folder in enumerate(dict.fromkeys(file.parent for file in files)):
        here = [file for file in files if file.parent == folder]
        new = [(fixtures / "derived-v3" / file).read_text("utf-8") for file in here]
        old = [
            _filled((fixtures / "upstream" / file).read_text("utf-8"), _header(text))
            for file, text in zip(here, new, strict=True)
        ]
        ids = [one for one in dict.fromkeys(_header(text)["id"] for text in new) if not one.startswith("{{")]
        for side, texts in (("upstream", old), ("derived-v3", new)):
            for place, text in enumerate(texts):
                path = tmp_path / side / f"{number}-{place}.jsonl"
                path.parent.mkdir(exist_ok=True)
                path.write_text(_own_ids(text, ids, f"{number}-", place), "utf-8")
    before, after = same.opened(tmp_path / "upstream"), same.opened(tmp_path / "derived-v3")
    assert len(before.sessions) == len(files)
    assert sorted(after.sessions) == sorted(before.sessions)
    for kind in same.FACTS:
        assert same.facts(after, kind) == same.facts(before, kind), kind
    for session_id in before.sessions:
        drawn = same.drawings(before, session_id, times=False)
        assert same.drawings(after, session_id, times=False) == drawn, session_id


def _written(value: dict) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _header(text: str) -> dict:
    return json.loads(text.partition("\n")[0])


def _filled(text: str, converted: dict) -> str:
    """A template with its placeholders filled as before its conversion."""
    lines = text.replace("{{cwd}}", "/w").splitlines()
    header = json.loads(lines[0]) | {"createdAt": converted["createdAt"]}
    filled, seq = [_written(header)], 0
    for line in lines[1:]:
        row = json.loads(line)
        members = row["data"].get("texts", row["data"].get("args")) if "/" not in row["type"] else None
        names = ("seq", "time") if members is None else ("seq0", "time0")
        if members is not None:
            row["data"].setdefault("dt", [0] * (len(members) - 1))
        row.setdefault(names[0], seq)
        row.setdefault(names[1], header["createdAt"] + seq)
        filled.append(_written(row))
        seq += 1 if members is None else len(members)
    return "\n".join(filled) + "\n"


def _own_ids(text: str, ids: list[str], mark: str, place: int) -> str:
    for one in ids:
        text = text.replace(one, mark + one)
    header = _header(text)
    if not header["id"].startswith(mark):
        header["id"] = f"{mark}{place}-{header['id']}"
    rest = text.partition("\n")[2]
    return _written(header) + "\n" + re.sub(r'"version": ?2, ?"mode"', '"version":3,"mode"', rest)
