from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import duckdb
import hindcast_ope as hc
import pandas as pd
import pytest
from hindcast_ope import _server

from .conftest import LOG, POLICIES, ROWS, same


def study(source: Any) -> dict[str, Any]:
    return {"log": {"source": source, **LOG}, "policies": POLICIES}


def test_has_the_json_of_the_command_line(
    log_file: Path, rows: Any, keys: Any, command_line: Any
) -> None:
    path = log_file.parent / "study.json"
    path.write_text(json.dumps(study("log.parquet")))
    own = command_line("evaluate", "study.json", "--format", "json", "--quiet")
    frames = {
        "pandas": rows,
        "arrow": duckdb.sql(ROWS).to_arrow_table(),
        "a reader": duckdb.connect().sql(ROWS).to_arrow_reader(),
        "polars": duckdb.sql(ROWS).pl(),
        "a path": log_file,
        "a relation": duckdb.connect().sql(ROWS),
    }
    for log in frames.values():
        same(hc.evaluate(log=log, **keys).json, own)
    same(hc.evaluate(path).json, own)
    same(hc.evaluate(study(log_file)).json, own)
    same(hc.evaluate(json.dumps(study(str(log_file)), indent=1)).json, own)


def test_runs_on_a_connection_and_leaves_it_as_it_was(log_file: Path, rows: Any, keys: Any) -> None:
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'Asia/Tokyo'")
    connection.execute(f"CREATE TABLE views AS {ROWS}")
    connection.register("registered", rows)
    own = hc.evaluate(log=log_file, **keys).json
    same(hc.evaluate(log="views", connection=connection, **keys).json, own)
    same(hc.evaluate(log="registered", connection=connection, **keys).json, own)
    same(hc.evaluate(log="select * from views", connection=connection, **keys).json, own)
    same(hc.evaluate(log=rows, connection=connection, **keys).json, own)
    assert connection.execute("SELECT current_setting('TimeZone')").fetchone() == ("Asia/Tokyo",)
    assert connection.execute("SELECT current_setting('disabled_optimizers')").fetchone() == ("",)
    views = connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()
    assert views == [("registered",)]


def test_ranks_candidates_by_their_scores(rows: Any, keys: Any) -> None:
    scores = duckdb.sql(
        "SELECT s AS session_id, 'item ' || r AS item_id, CASE r WHEN 1 THEN 3.5 ELSE 6 - r END AS new_score"
        " FROM range(3500) a(s), range(1, 6) b(r)"
    ).df()
    scored = {**keys, "policies": {"scored": {"score": "new_score"}}}
    result = hc.evaluate(log=rows, scores=scores, **scored)
    swapped = hc.evaluate(log=rows, **keys)
    value = [each.data["verdicts"][0]["value"] for each in (result, swapped)]
    assert value[0] == value[1]


def test_gives_data_frames(rows: Any, keys: Any) -> None:
    result = hc.evaluate(log=rows, **keys)
    verdicts = result.verdicts
    assert list(verdicts["policy"]) == ["swapped"]
    line = result.data["verdicts"][0]
    assert "withheld" not in line
    assert verdicts["lower"][0] == line["interval"][0]
    assert verdicts["lift"][0] == line["lift"]["value"]
    assert len(result.estimates) == len(result.data["estimates"])
    assert len(result.differences) == len(result.data["differences"])
    assert len(result.diagnostics) == len(result.data["diagnostics"])


def test_has_the_rows_of_the_command_line_s_tables(
    tmp_path: Path, rows: Any, keys: Any, command_line: Any
) -> None:
    result = hc.evaluate(log=rows, **keys)
    result.save(tmp_path / "result.json")
    for table in ("verdicts", "estimates", "differences", "diagnostics"):
        text = command_line("report", "result.json", "--table", table, "--format", "json")
        ours = getattr(result, table).to_dict("records")
        assert [{key: None if pd.isna(cell) else cell for key, cell in row.items()} for row in ours] == json.loads(text)


def test_has_no_number_where_one_is_withheld(rows: Any, keys: Any) -> None:
    keys["policies"] = {"swapped": {"rank": "new_rank", "trainedUntil": "2026-11-02"}}
    result = hc.evaluate(log=rows, **keys)
    line = result.verdicts.iloc[0]
    assert line["withheld"] == line["code"] == "trainedOnLog"
    assert line[["value", "se", "lower", "upper", "p", "adjustedP", "lift", "liftLower"]].isna().all()
    estimates = result.estimates.set_index("policy")
    assert estimates.loc["swapped", ["value", "lower", "upper"]].isna().all(axis=None)
    assert estimates.loc["logged", "value"].notna().all()
    for kind in ("verdicts", "estimates", "differences"):
        held = [row for row in result.data[kind] if "withheld" in row]
        assert held and all(row["value"] is None and row["withheld"]["value"] is not None for row in held)
    assert pd.isna(result.differences["value"].mean())


def test_shows_itself_in_a_notebook(rows: Any, keys: Any) -> None:
    result = hc.evaluate(log=rows, **keys)
    shown = result._repr_html_()
    assert len(shown.encode()) <= 40_000
    assert "swapped" in shown and "<script" not in shown
    assert len(result.markdown().splitlines()) <= 15
    assert "swapped" in str(result)


def test_writes_the_page(rows: Any, keys: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    text = hc.evaluate(log=rows, **keys).html(path)
    assert text == path.read_text(encoding="utf-8")
    assert text.lower().startswith("<!doctype html>") and "<script" not in text
    assert "<script" in hc.evaluate(log=rows, live=True, **keys).html()


def test_raises_for_a_verdict(rows: Any, keys: Any) -> None:
    result = hc.evaluate(log=rows, **keys)
    word = result.data["verdicts"][0]["verdict"]
    error = {"worse": hc.Worse, "cannotTell": hc.CannotTell, "doNotTrust": hc.DoNotTrust}[word]
    with pytest.raises(error, match="swapped") as raised:
        result.raise_for_verdict("swapped", "liked")
    assert raised.value.exit_code in (3, 5, 6)
    with pytest.raises(hc.UsageError, match="swapped"):
        result.raise_for_verdict("nobody")


def test_raises_by_who_can_correct_it(rows: Any, keys: Any, tmp_path: Path) -> None:
    with pytest.raises(hc.StudyError, match="rewards"):
        hc.evaluate(log=rows, trajectory="session_id")
    with pytest.raises(hc.UsageError, match="trajectry"):
        hc.evaluate(log=rows, trajectry="session_id")
    with pytest.raises(hc.StudyError, match="place") as raised:
        hc.evaluate(log=rows, **{**keys, "rank": "place"})
    assert raised.value.problems[0]["facts"]
    with pytest.raises(hc.LogError):
        hc.evaluate(log=rows.assign(rank=0), **keys)
    with pytest.raises(hc.UsageError, match="dialect="):
        hc.evaluate(log="views", connection=object(), **keys)
    with pytest.raises(hc.HindcastError, match="nowhere"):
        hc.evaluate(log=tmp_path / "nowhere.parquet", **keys)
    with pytest.raises(hc.UsageError, match="log="):
        hc.evaluate(rows)


def test_checks_fits_plans_and_compares(rows: Any, keys: Any, tmp_path: Path) -> None:
    assert hc.check(log=rows, **keys).data["problems"] == []
    fitted = hc.fit(log=rows, **keys)
    fitted.save(tmp_path / "fit.json")
    kept = {**keys, "exposure": {"curve": {"file": tmp_path / "fit.json"}}}
    assert hc.evaluate(log=rows, **kept).data["verdicts"]
    assert "power" in hc.plan(log=rows, power=0.9, **keys).json
    with pytest.raises(hc.StudyError):
        hc.compare(log=rows, **keys)


def test_init_writes_a_study_that_runs(rows: Any, log_file: Path) -> None:
    text = hc.init(rows, list_length="5")
    assert "trajectory: session_id" in text
    assert hc.check(text).data["problems"] == []
    assert "trajectory: session_id" in hc.init(log_file)
    edited = str(text).replace("reward", "reward")
    half = rows[rows.session_id < 1750]
    impressions = [
        hc.evaluate(*asked, **more).data["log"]["impressions"]
        for asked, more in [((edited,), {}), ((edited,), {"log": half})]
    ]
    assert impressions == [len(rows), len(half)]
    with pytest.raises(hc.UsageError, match="data frames and paths"):
        hc.init({"table": "views"})
    with pytest.raises(hc.UsageError, match="names none"):
        hc.evaluate("log:\n  source: log.csv\n", log=rows)


def test_takes_names_as_python_writes_them(rows: Any, keys: Any) -> None:
    length = keys.pop("listLength")
    own = hc.evaluate(log=rows, listLength=length, **keys).json
    same(hc.evaluate(log=rows, list_length=length, **keys).json, own)
    with pytest.raises(hc.UsageError, match="Did you mean rewards"):
        hc.evaluate(log=rows, **{**keys, "reward": ["liked"]})


def test_says_that_a_frame_is_empty(rows: Any, keys: Any) -> None:
    with pytest.raises(hc.LogError, match="no rows"):
        hc.evaluate(log=rows.iloc[:0], **keys)


def test_has_the_same_columns_in_every_case(rows: Any, keys: Any) -> None:
    keys.pop("policies")
    none = hc.evaluate(log=rows, policies={}, **keys)
    assert list(none.verdicts[["policy", "lift", "withheld"]].columns) == ["policy", "lift", "withheld"]
    with pytest.raises(hc.UsageError, match="no verdict"):
        none.raise_for_verdict()


def test_ranks_runs(tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text("user,item,score\nu,a,2\nu,b,1\nv,a,2\n")
    (tmp_path / "labels.csv").write_text("user,item,grade\nu,b,1\nv,a,1\n")
    run, labels = tmp_path / "run.csv", tmp_path / "labels.csv"
    assert "0.82 ±" in str(hc.rank(run, labels=labels, measures="nDCG@2"))


def test_laws_hold_for_a_connection() -> None:
    laws = hc.laws(duckdb.connect())
    assert len(laws) > 15
    assert laws["fault"].isna().all()


def test_tells_progress(rows: Any, keys: Any) -> None:
    told: list[Any] = []
    hc.evaluate(log=rows, progress=told.append, **keys)
    assert any(message.get("purpose") for message in told)


def test_several_threads_ask_at_a_time(rows: Any, keys: Any) -> None:
    answers: list[str] = []
    threads = [
        threading.Thread(target=lambda: answers.append(hc.evaluate(log=rows, **keys).json))
        for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 3 and len(set(answers)) == 1


class Slow:
    """A connection whose statements take long, until they are interrupted."""

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.begun = threading.Event()
        self.description = None

    def cursor(self) -> Slow:
        return self

    def execute(self, sql: str) -> None:
        self.begun.set()
        self.stopped.wait(30)
        raise RuntimeError("INTERRUPT Error: interrupted")

    def interrupt(self) -> None:
        self.stopped.set()


def test_ctrl_c_stops_the_database(keys: Any) -> None:
    connection = Slow()

    def press() -> None:
        connection.begun.wait(20)
        os.kill(os.getpid(), 2)

    threading.Thread(target=press).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        hc.evaluate(log="views", connection=connection, dialect="trino", **keys)
    assert connection.stopped.is_set()
    assert time.monotonic() - begun < 20
    assert hc.laws(duckdb.connect()) is not None


def test_begins_anew_where_its_process_has_gone(rows: Any, keys: Any) -> None:
    hc.evaluate(log=rows, **keys)
    process = _server.server()._process
    process.kill()
    process.wait()
    assert hc.evaluate(log=rows, **keys).data["verdicts"]


def test_its_process_ends_with_it() -> None:
    first = _server.server()
    process = first._process
    first.close()
    assert process.wait(10) == 0
