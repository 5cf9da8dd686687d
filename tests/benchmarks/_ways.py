"""Ways to read a log, each measured in a process of its own: `python _ways.py WAY FILE REPEATS`.

Prints one line of JSON: the seconds of each repetition, by the clock and of the processor, and the peak of memory in
megabytes of a process that reads the log once. Imports happen before the clock starts.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

FIRST_ANSWER = "select name, count(*) from calls group by 1"


def envelope(file: Path) -> Callable[[], None]:
    """The least that must be read of each line, and no more; what all others are measured by."""
    import msgspec

    members = [
        ("type", str),
        ("seq", int | None, None),
        ("time", int | None, None),
        ("data", msgspec.Raw, msgspec.Raw()),
    ]
    kind = msgspec.defstruct("Envelope", members)

    def work() -> None:
        decode = msgspec.json.Decoder(kind).decode
        for line in text(file).splitlines():
            decode(line)

    return work


def orjson(file: Path) -> Callable[[], None]:
    """Every line as Python objects."""
    import orjson as library

    def work() -> None:
        for line in text(file).splitlines():
            library.loads(line)

    return work


def read_ndjson(file: Path) -> Callable[[], None]:
    """A table with a row for every line; what a line holds stays text. The times are those of the file as it lies."""
    import duckdb

    columns = "{'type': 'varchar', 'seq': 'bigint', 'time': 'bigint', 'data': 'json'}"
    query = f"create table rows as from read_ndjson(?, columns = {columns}, maximum_object_size = 134217728)"

    def work() -> None:
        connection = duckdb.connect()
        if file.suffix == ".zstd":
            with tempfile.NamedTemporaryFile(suffix=".jsonl") as plain:
                plain.write(text(file))
                plain.flush()
                connection.execute(query, [plain.name])
        else:
            connection.execute(query, [str(file)])
        connection.execute("select type, count(*) from rows group by 1").fetchall()

    return work


def cold(file: Path) -> Callable[[], None]:
    """Our load, with facts and views ready and a first answer, as on the first day: nothing is in the cache."""
    load = ours(file)

    def work() -> None:
        os.environ["WORKBENCH_CACHE"] = tempfile.mkdtemp(dir=file.parent)
        load()

    return work


def ours(file: Path) -> Callable[[], None]:
    """The same with the cache that is there."""
    import workbench
    from workbench.surfaces import prepare

    prepare()

    def work() -> None:
        wb = workbench.open()
        wb.load(file)
        wb.sql(FIRST_ANSWER).fetchall()
        opened.append(wb)

    return work


opened: list[object] = []
WAYS = {"envelope": envelope, "orjson": orjson, "read_ndjson": read_ndjson, "cold": cold, "cached": ours}


def text(file: Path) -> bytes:
    """The decoded text of a log."""
    if file.suffix != ".zstd":
        return file.read_bytes()
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    with zstd.open(file) as frames:  # in one pass; decompress() copies what is left after every frame
        return frames.read()


def peak() -> float:
    """Most memory that this process had so far, in megabytes."""
    try:
        status = Path("/proc/self/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6
    except (OSError, IndexError):
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def settle() -> None:
    """Let what was loaded reach the cache, and let go of it."""
    while opened:
        opened.pop().store.settle()


def main(way: str, file: Path, repeats: int) -> None:
    work = WAYS[way](file)
    seconds, processor, most = [], [], 0.0
    for _ in range(repeats):
        begun, used = time.perf_counter(), time.process_time()
        work()
        seconds.append(time.perf_counter() - begun)
        processor.append(time.process_time() - used)
        settle()
        most = most or peak()
    print(json.dumps({"seconds": seconds, "processor": processor, "peak": most}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
