"""Pictures beside a log are believed only when place, hash and type agree; nothing else is opened."""

from __future__ import annotations

import base64
import hashlib

import pytest

from workbench.replay import attachments
from workbench.replay.attachments import attachment

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.fixture
def home(tmp_path):
    log = tmp_path / "home" / "sessions" / "--ws--" / "s" / "session.jsonl"
    log.parent.mkdir(parents=True)
    log.touch()
    return tmp_path / "home", str(log)


def store(folder, data, digest=None):
    """Put bytes where the harness would, and give the id that a log names them by."""
    digest = digest or hashlib.sha256(data).hexdigest()
    place = folder / "attachments" / "v1" / "objects" / digest[:2]
    place.mkdir(parents=True, exist_ok=True)
    (place / digest).write_bytes(data)
    return f"sha256:{digest}"


def test_a_picture_in_the_home_above_the_log_is_found(home):
    folder, log = home
    found = attachment(log, store(folder, PNG), "image/png")
    assert (base64.b64decode(found.data_base64), found.missing) == (PNG, None)


def test_one_that_is_not_there_says_so(home):
    assert attachment(home[1], "sha256:" + "0" * 64, "image/png").missing == "not-stored"


def test_bytes_of_another_hash_are_not_shown(home):
    folder, log = home
    key = store(folder, PNG, digest="ab" * 32)
    assert attachment(log, key, "image/png").missing == "wrong-hash"


@pytest.mark.parametrize("kind", ["image/jpeg", "image/svg+xml", "text/html"])
def test_bytes_of_another_type_are_not_shown(home, kind):
    folder, log = home
    assert attachment(log, store(folder, PNG), kind).missing == "wrong-type"


def test_a_script_that_calls_itself_a_picture_is_not_shown(home):
    folder, log = home
    key = store(folder, b"<svg onload='alert(1)'>")
    assert attachment(log, key, "image/png").missing == "wrong-type"


@pytest.mark.parametrize(
    "key", ["../../../etc/passwd", "sha256:../../x", "sha256:" + "AB" * 32, "", "sha256:" + "a" * 65]
)
def test_a_name_that_is_no_hash_opens_nothing(home, key):
    assert attachment(home[1], key, "image/png").missing == "no-hash"


def test_a_link_is_not_followed(home, tmp_path):
    folder, log = home
    key = store(folder, PNG)
    digest = key.removeprefix("sha256:")
    place = folder / "attachments" / "v1" / "objects" / digest[:2] / digest
    place.rename(tmp_path / "elsewhere")
    place.symlink_to(tmp_path / "elsewhere")
    assert attachment(log, key, "image/png").missing == "not-stored"


def test_a_large_one_is_not_read(home, monkeypatch):
    folder, log = home
    monkeypatch.setattr(attachments, "LARGEST", 10)
    assert attachment(log, store(folder, PNG), "image/png").missing == "too-large"


def test_folders_far_above_are_not_searched(tmp_path):
    key = store(tmp_path, PNG)
    deep = tmp_path.joinpath(*"abcdefghi") / "session.jsonl"
    assert attachment(str(deep), key, "image/png").missing == "not-stored"
