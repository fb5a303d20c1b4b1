"""Hindcast: what a new ranking policy would have earned, from the impressions that the old one logged.

Start with :func:`evaluate`. Statements run on a connection of yours, or on a DuckDB in memory that reads data frames
and files.
"""

from __future__ import annotations

import difflib
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from ._errors import (
    CannotTell,
    DoNotTrust,
    EngineError,
    HindcastError,
    InternalError,
    LogError,
    StudyError,
    UnsupportedError,
    UsageError,
    VerdictError,
    Worse,
    usage,
)
from ._result import Answer, Result, frame
from ._server import server, show_progress
from ._study import LOG_KEYS, STUDY_KEYS, Study
from ._tables import Tables, is_frame
from ._version import __version__

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._study import Keys

__all__ = [
    "Answer",
    "CannotTell",
    "DoNotTrust",
    "EngineError",
    "HindcastError",
    "InternalError",
    "LogError",
    "Result",
    "Study",
    "StudyError",
    "StudyText",
    "UnsupportedError",
    "UsageError",
    "VerdictError",
    "Worse",
    "__version__",
    "check",
    "compare",
    "evaluate",
    "explain",
    "fit",
    "init",
    "laws",
    "plan",
    "rank",
]

Progress = bool | Callable[[Mapping[str, Any]], None]


class StudyText(str):
    """The text of a study that :func:`init` wrote. It names copies of data frames, which last as long as the program."""


# Files of data frames that studies of `init` name, with their places among its arguments, and the folders of all.
_copies: dict[str, int] = {}
_folders: list[tempfile.TemporaryDirectory[str]] = []


def evaluate(
    study: Study | str | PurePath | None = None,
    /,
    *,
    log: Any = None,
    scores: Any = None,
    connection: Any = None,
    dialect: str | None = None,
    what_if: bool = False,
    live: bool = False,
    save_tally: str | PurePath | None = None,
    progress: Progress = False,
    **keys: Unpack[Keys],
) -> Result:
    """What each policy would have earned: verdicts, estimates, differences.

    ``study`` is the path of a study file, its text, or a dictionary in its shape. Or give the keys of a study by name:
    those of its section ``log`` (``trajectory``, ``item``, ``rank``, ``rewards`` …) and the others (``policies``,
    ``confidence`` …). ``log`` is what was logged: a data frame of pandas, polars or Arrow, a path, or, with
    ``connection``, the name of a table or a query. ``scores`` is the table of all candidates with the columns that
    policies name by ``score``.

    ``connection`` is a connection by any driver, or a SQLAlchemy engine; ``dialect`` names its SQL where it cannot be
    found. Without one a DuckDB in memory reads frames and files. With ``live`` the page of the result
    answers again; ``save_tally`` keeps the sums, from which the command line concludes again.

    Raises ``StudyError``, ``LogError``, ``UnsupportedError`` or ``EngineError``, by who can correct it.

    >>> import duckdb
    >>> log = duckdb.sql('''
    ...     SELECT s AS session, s % 500 AS user_id, 'i' || r AS item, r AS rank, 5 - r AS new_rank,
    ...            CAST((s * 7 + r * 3) % 10 < 6 - r AS INTEGER) AS liked
    ...     FROM range(2000) a(s), range(1, 5) b(r) WHERE r <= 1 + s % 4
    ... ''').arrow()
    >>> result = evaluate(
    ...     log=log, trajectory="session", user="user_id", item="item", rank="rank", rewards=["liked"],
    ...     listLength=4, exposure={"curve": {"fit": "geometric"}}, policies={"reversed": {"rank": "new_rank"}},
    ... )
    >>> result.data["verdicts"][0]["verdict"]
    'worse'
    """
    flags = {"whatIf": what_if, "saveTally": None if save_tally is None else os.fspath(save_tally)}
    formats = ["json", "table", "summary", "card", "tables", *(["html"] if live else [])]
    tables = Tables(connection, dialect)
    try:
        asked = _study(study, log, scores, keys, tables)
        return Result(_run("evaluate", asked, flags, formats, tables, progress))
    finally:
        tables.close()


def check(
    study: Study | str | PurePath | None = None,
    /,
    *,
    log: Any = None,
    scores: Any = None,
    connection: Any = None,
    dialect: str | None = None,
    progress: Progress = False,
    **keys: Unpack[Keys],
) -> Answer:
    """Whether a log is usable, and what it supports. Arguments are those of :func:`evaluate`."""
    return _asked("check", study, log, scores, connection, dialect, progress, keys)


def fit(
    study: Study | str | PurePath | None = None,
    /,
    *,
    log: Any = None,
    scores: Any = None,
    connection: Any = None,
    dialect: str | None = None,
    progress: Progress = False,
    **keys: Unpack[Keys],
) -> Answer:
    """How likely each rank is viewed, from the depths of the log. Arguments are those of :func:`evaluate`.

    ``fit(…).save("fit.json")`` keeps the curve; studies read it by ``exposure={"curve": {"file": "fit.json"}}``.
    """
    return _asked("fit", study, log, scores, connection, dialect, progress, keys)


def compare(
    study: Study | str | PurePath | None = None,
    /,
    *,
    log: Any = None,
    scores: Any = None,
    connection: Any = None,
    dialect: str | None = None,
    progress: Progress = False,
    **keys: Unpack[Keys],
) -> Answer:
    """Whether offline predicted what was earned online, which the study names. Arguments are those of :func:`evaluate`."""
    return _asked("compare", study, log, scores, connection, dialect, progress, keys)


def plan(
    study: Study | str | PurePath | None = None,
    /,
    *,
    log: Any = None,
    scores: Any = None,
    lift: float | None = None,
    power: float | None = None,
    connection: Any = None,
    dialect: str | None = None,
    progress: Progress = False,
    **keys: Unpack[Keys],
) -> Answer:
    """What this log can settle, and what more days would. Other arguments are those of :func:`evaluate`."""
    flags = {"lift": lift, "power": power}
    return _asked("plan", study, log, scores, connection, dialect, progress, keys, flags)


def rank(
    *runs: str | PurePath, labels: str | PurePath, measures: str = "nDCG@10,DCG@10", **flags: Any
) -> Answer:
    """Measures ranked lists in files against labels, as ``hindcast rank`` does; flags are its flags."""
    message = {
        "type": "run",
        "command": "rank",
        "inputs": [os.fspath(run) for run in runs],
        "flags": {"labels": os.fspath(labels), "measures": measures, **_camel(flags)},
        "formats": ["json", "table", "summary", "card"],
        "cwd": os.getcwd(),
    }
    return Answer(server().ask(message, None))


def init(*logs: Any, progress: Progress = False, **flags: Any) -> StudyText:
    """Writes a study from the columns of a log, and perhaps of tables of scores or rewards.

    Each is a data frame or a path. Flags are those of ``hindcast init``: ``trajectory="visit"``, ``ranks_from=0``.
    Print the text, correct it, and give it to :func:`evaluate`; ``evaluate(text, log=…, scores=…)`` reads other data
    frames by it. For a table of a connection give a sample of its rows as a data frame.

    >>> import duckdb
    >>> rows = "SELECT s AS session_id, 'i' || r AS item_id, r AS rank, 0 AS liked FROM range(9) a(s), range(1, 3) b(r)"
    >>> "trajectory: session_id" in init(duckdb.sql(rows).arrow())
    True
    """
    strange = next((log for log in logs if not is_frame(log) and not isinstance(log, (str, PurePath))), None)
    if strange is not None or not logs:
        raise usage("init reads data frames and paths of files: init(log), or init(log, scores).")
    folder = tempfile.TemporaryDirectory(prefix="hindcast-")
    _folders.append(folder)
    tables = Tables()
    try:
        names = [_as_file(log, f"{folder.name}/{_name(at)}.parquet", tables) for at, log in enumerate(logs)]
        _copies.update({name: at for at, name in enumerate(names) if is_frame(logs[at])})
        path = Path(folder.name) / "study.yaml"
        message = {
            "type": "run",
            "command": "init",
            "inputs": names,
            "flags": {"yes": True, "output": str(path), **_camel(flags)},
            "dialect": tables.connection.dialect,
            "cwd": os.getcwd(),
        }
        server().ask(message, tables.connection, _told(progress))
        return StudyText(_with_paths(path.read_text(encoding="utf-8"), names, folder.name))
    finally:
        tables.close()


def explain(code: str | None = None) -> None:
    """Prints what a reason code means and what to do about it."""
    words = [] if code is None else [code]
    message = {"type": "run", "command": "explain", "inputs": words, "formats": []}
    print(server().ask(message, None)["outputs"]["text"])


def laws(connection: Any, dialect: str | None = None) -> Any:
    """Tests a connection with statements whose answers are known: a row for each law, ``fault`` missing where it holds."""
    tables = Tables(connection, dialect)
    message = {"type": "laws", "dialect": tables.connection.dialect}
    answer = server().ask(message, tables.connection)["laws"]
    return frame([(name, "text", [law[name] for law in answer]) for name in ("name", "fault")])


def _asked(
    command: str,
    study: Any,
    log: Any,
    scores: Any,
    connection: Any,
    dialect: str | None,
    progress: Progress,
    keys: Mapping[str, Any],
    flags: Mapping[str, Any] | None = None,
) -> Answer:
    tables = Tables(connection, dialect)
    try:
        asked = _study(study, log, scores, keys, tables)
        formats = ["json", "table", "summary", "card"]
        return Answer(_run(command, asked, flags or {}, formats, tables, progress))
    finally:
        tables.close()


def _run(
    command: str,
    asked: Mapping[str, Any],
    flags: Mapping[str, Any],
    formats: list[str],
    tables: Tables,
    progress: Progress,
) -> dict[str, Any]:
    connection = tables.connection
    message = {
        "type": "run",
        "command": command,
        **asked,
        "flags": {name: value for name, value in flags.items() if value not in (None, False)},
        "formats": formats,
        "dialect": connection.dialect,
        "hold": tables.holds,
        "cwd": os.getcwd(),
    }
    return server().ask(message, connection, _told(progress))


def _told(progress: Progress) -> Callable[[dict[str, Any]], None] | None:
    if callable(progress):
        return progress
    return show_progress if progress else None


def _study(
    study: Any, log: Any, scores: Any, keys: Mapping[str, Any], tables: Tables
) -> dict[str, Any]:
    """What of a message says what is asked: a study, or the path of one."""
    if study is None or isinstance(study, Mapping):
        return {"study": _written(dict(study or {}), log, scores, keys, tables)}
    if isinstance(study, str) and "\n" in study and not keys:
        return {"study": _reading(study, (log, scores), tables)}
    if log is not None or scores is not None or keys:
        raise usage("Give a study, or log= and the keys of a study by name, not both.")
    if is_frame(study):
        raise usage("A data frame is what was logged: give it by log=, and the keys of a study by name.")
    if isinstance(study, PurePath) or "\n" not in str(study):
        return {"inputs": [os.fspath(study)]}
    return {"study": str(study)}


def _reading(text: str, frames: tuple[Any, Any], tables: Tables) -> str:
    """The text with other data frames in the place of those that `init` was given."""
    for at, frame_of in enumerate(frames):
        if frame_of is None:
            continue
        named = [path for path, place in _copies.items() if place == at and path in text]
        if not named:
            raise usage(
                f"{'log' if at == 0 else 'scores'}= replaces a data frame of a study that init wrote,"
                " and this text names none: correct its source."
            )
        folder = tempfile.TemporaryDirectory(prefix="hindcast-")
        _folders.append(folder)
        path = _as_file(frame_of, f"{folder.name}/{_name(at)}.parquet", tables)
        for old in named:
            text = text.replace(old, Path(path).absolute().as_posix())
    return text


def _written(
    study: dict[str, Any], log: Any, scores: Any, keys: Mapping[str, Any], tables: Tables
) -> dict[str, Any]:
    of_log = dict(study.get("log") or {})
    for name, value in keys.items():
        key = next(iter(_camel({name: True})))
        if key in LOG_KEYS:
            of_log[key] = value
        elif key in STUDY_KEYS:
            study[key] = value
        else:
            raise usage(_unknown(name, key))
    if isinstance(log, Mapping) and ("trajectory" in log or "source" in log):
        of_log = {**log, **of_log}
    elif log is not None:
        of_log["source"] = tables.source(log)
    if scores is not None:
        study["policies"] = {
            name: {"candidates": {"source": tables.source(scores)}, **policy}
            if isinstance(policy, Mapping) and "score" in policy
            else policy
            for name, policy in (study.get("policies") or {}).items()
        }
    placed: dict[str, Any] = tables.place({**study, "log": of_log})
    return placed


def _as_file(log: Any, path: str, tables: Tables) -> str:
    if not is_frame(log):
        return str(os.fspath(log))
    name = ".".join(tables.place(log)["table"].split("."))
    for _ in tables.connection.run(f"COPY {name} TO '{path}' (FORMAT parquet)", True):
        pass
    return path


def _with_paths(text: str, files: list[str], folder: str) -> str:
    """A study names files from its own folder on; its text alone names them in full."""
    for file in files:
        path = os.path.abspath(file)
        text = text.replace(Path(os.path.relpath(path, folder)).as_posix(), Path(path).as_posix())
    return text


def _name(at: int) -> str:
    return "log" if at == 0 else "scores" if at == 1 else f"table_{at}"


def _unknown(name: str, key: str) -> str:
    known = sorted({*LOG_KEYS, *STUDY_KEYS})
    near = difflib.get_close_matches(key, known, 1)
    rest = f"Did you mean {near[0]}?" if near else f"Keys are {', '.join(known)}."
    return f"{name} is no key of a study and no argument. {rest}"


def _camel(flags: Mapping[str, Any]) -> dict[str, Any]:
    def camel(name: str) -> str:
        first, *rest = name.split("_")
        return first + "".join(word.capitalize() for word in rest)

    return {camel(name): value for name, value in flags.items() if value is not None}
