"""Studies that name data frames: each frame becomes a table of a DuckDB in memory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from ._connections import Connection
from ._errors import LogError, usage

_FILE_ENDINGS = (".parquet", ".pq", ".csv", ".tsv", ".jsonl", ".ndjson", ".json", ".gz")


class Tables:
    """The tables of one run, and the connection that has them."""

    def __init__(self, connection: Any = None, dialect: str | None = None) -> None:
        self.given = None if connection is None else Connection(connection, dialect)
        self._own: Any = None
        self._names: dict[int, str] = {}
        self._kept: list[Any] = []
        self._registered: list[str] = []

    @property
    def connection(self) -> Connection:
        return self.given or Connection(self._database())

    @property
    def holds(self) -> bool:
        """Whether rows may be held: in a database of our own, which nobody else sees."""
        return self.given is None

    def place(self, value: Any) -> Any:
        """A study, or a part of one, with tables in the place of frames, and texts in that of paths."""
        if is_frame(value):
            return {"table": self._table(value)}
        if isinstance(value, PurePath):
            return os.fspath(value)
        if isinstance(value, Mapping):
            return {str(key): self.place(each) for key, each in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.place(each) for each in value]
        return value.item() if hasattr(value, "item") and hasattr(value, "dtype") else value

    def source(self, value: Any) -> Any:
        """What ``source`` of a study is for a frame, a path, a query or the name of a table."""
        if isinstance(value, str) and value.lower().lstrip().startswith(("select ", "select\n", "with ")):
            return {"sql": value}
        if isinstance(value, str) and self.given is not None and not _is_file(value):
            return {"table": value}
        return self.place(value)

    def close(self) -> None:
        if self.given is not None:
            for name in self._registered:
                self.given.raw.unregister(name)
            self.given.restore()
        if self._own is not None:
            self._own.close()

    def _database(self) -> Any:
        if self._own is None:
            import duckdb

            self._own = duckdb.connect()
        return self._own

    def _table(self, frame: Any) -> str:
        known = self._names.get(id(frame))
        if known is not None:
            return known
        if self.given is not None and self.given.dialect != "duckdb":
            raise usage(
                "A data frame cannot be read by a connection to "
                f"{self.given.dialect}: name a table of it, or leave connection out."
            )
        database = self._database() if self.given is None else self.given.raw
        name = f"hindcast_frame_{len(self._names)}"
        rows = whole(frame)
        database.register(f"{name}_rows", rows)
        if self.given is None:
            _run(database, f"CREATE TABLE {name} AS SELECT * FROM {name}_rows")
            database.unregister(f"{name}_rows")
        else:
            self._registered.append(f"{name}_rows")
            name = f"{name}_rows"
        if database.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchall() == []:
            message = "A data frame of the study has no rows: a row for each viewed item, or candidate, is needed."
            raise LogError([{"code": "emptyLog", "message": message, "facts": {}}], 2)
        self._names[id(frame)] = name
        self._kept.append(frame)
        return name


def is_frame(value: Any) -> bool:
    """Whether a value is a data frame of pandas, polars or Arrow, or a relation of DuckDB."""
    if isinstance(value, (str, bytes, int, float, Mapping, list, tuple)) or value is None:
        return False
    kinds = ("DataFrame", "LazyFrame", "Table", "RecordBatchReader", "DuckDBPyRelation", "Dataset")
    return type(value).__name__ in kinds or hasattr(value, "__arrow_c_stream__")


def _run(database: Any, sql: str) -> None:
    try:
        database.execute(sql)
    except RuntimeError as error:
        # What DuckDB makes of Ctrl-C.
        if "interrupted" in str(error).lower():
            raise KeyboardInterrupt from None
        raise


def whole(frame: Any) -> Any:
    """A frame that can be read more than once, and by another connection than its own."""
    for name in ("to_arrow_table", "read_all", "collect"):
        method = getattr(frame, name, None)
        if method is not None and type(frame).__name__ in ("DuckDBPyRelation", "RecordBatchReader", "LazyFrame"):
            return method()
    return frame


def _is_file(text: str) -> bool:
    return text.lower().endswith(_FILE_ENDINGS) or "*" in text or "/" in text
