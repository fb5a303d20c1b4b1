from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

ROWS = """
    SELECT s AS session_id, s % 700 AS user_id, 'item ' || r AS item_id, r AS rank, CASE r WHEN 1 THEN 2 WHEN 2 THEN 1 ELSE r END AS new_rank,
           DATE '2026-11-01' + CAST(s % 3 AS INTEGER) AS day,
           CAST((s * 7919 + r * 31) % 100 < 50 - 8 * r AS INTEGER) AS liked
    FROM range(3500) a(s), range(1, 6) b(r) WHERE r <= 1 + (s * 13) % 5
"""

LOG = {
    "trajectory": "session_id",
    "user": "user_id",
    "item": "item_id",
    "rank": "rank",
    "day": "day",
    "rewards": ["liked"],
    "listLength": 5,
    "exposure": {"curve": {"fit": "geometric"}},
}
POLICIES = {"swapped": {"rank": "new_rank"}}


@pytest.fixture
def rows() -> Any:
    return duckdb.sql(ROWS).df()


@pytest.fixture
def log_file(tmp_path: Path) -> Path:
    path = tmp_path / "log.parquet"
    duckdb.sql(f"COPY ({ROWS}) TO '{path}' (FORMAT parquet)")
    return path


@pytest.fixture
def keys() -> dict[str, Any]:
    return {**LOG, "policies": POLICIES}


@pytest.fixture
def command_line(tmp_path: Path) -> Callable[..., str]:
    """The JSON of the command line, which reads by a DuckDB of its own."""
    command = os.environ.get("HINDCAST_CLI")
    if command is None:
        pytest.skip("HINDCAST_CLI does not name the command line to compare with")

    def run(*words: str) -> str:
        done = subprocess.run(
            [*json.loads(command), *words], capture_output=True, text=True, cwd=tmp_path, check=True
        )
        return done.stdout

    return run


def same(a: str, b: str) -> None:
    """Two results are the same, but for the names of what they were read from and by."""

    def numbers(text: str) -> Any:
        data = json.loads(text)
        data["study"]["log"].pop("source")
        data["study"].pop("engine", None)
        data["log"].pop("engine")
        return data

    assert numbers(a) == numbers(b)
