"""Connections of every kind, as one thing that runs a statement."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from ._errors import usage

ROWS_AT_ONCE = 10_000

# The beginning of the name of a connection's module, and whose SQL it speaks.
_DIALECTS = {
    "duckdb": "duckdb",
    "_duckdb": "duckdb",
    "psycopg": "postgres",
    "psycopg2": "postgres",
    "pg8000": "postgres",
    "snowflake": "snowflake",
    "google.cloud.bigquery": "bigquery",
    "databricks": "databricks",
    "redshift_connector": "redshift",
    "trino": "trino",
    "prestodb": "trino",
    "pyathena": "trino",
    "clickhouse_connect": "clickhouse",
    "clickhouse_driver": "clickhouse",
    "pyspark": "spark",
}

# The same by SQLAlchemy's names.
_OF_SQLALCHEMY = {
    "postgresql": "postgres",
    "redshift": "redshift",
    "snowflake": "snowflake",
    "bigquery": "bigquery",
    "databricks": "databricks",
    "trino": "trino",
    "awsathena": "trino",
    "clickhouse": "clickhouse",
    "clickhousedb": "clickhouse",
    "duckdb": "duckdb",
}

Part = tuple[list[str], list[Any]]


class Connection:
    """A connection of the caller's: it stays open, and has its settings back afterwards."""

    def __init__(self, raw: Any, dialect: str | None = None) -> None:
        self.dialect = dialect or dialect_of(raw)
        self._pooled, self.raw = _of_pool(raw)
        self._settings: dict[str, Any] = {}
        self._session: list[str] = []
        self._cursor: Any = None
        self._is_idle = _is_idle(self.raw)

    def run(self, sql: str, gives_rows: bool) -> Iterator[Part]:
        """The rows of a statement, in parts of at most 10,000."""
        if not gives_rows:
            self._session.append(sql)
            self._remember(sql)
        try:
            yield from self._rows(sql, gives_rows)
        except Exception:
            self._go_on()
            raise

    def _rows(self, sql: str, gives_rows: bool) -> Iterator[Part]:
        of = _of_spark if self.dialect == "spark" else _of_cursor
        return of(self, sql, gives_rows)

    def stop(self) -> None:
        """Ends the statement that runs, where the driver can."""
        for of in (self._cursor, self.raw):
            for name in ("interrupt", "cancel", "abort_query"):
                method = getattr(of, name, None)
                if callable(method):
                    with suppress(Exception):
                        method()
                        return

    def restore(self) -> None:
        """Gives the session back as it was, as far as statements have changed it."""
        for name, value in self._settings.items():
            with suppress(Exception):
                self.raw.execute(f"SET {name} = '{str(value).replace(chr(39), chr(39) * 2)}'")
        self._settings = {}
        if self._is_idle:
            with suppress(Exception):
                self.raw.rollback()
        if self._pooled is not None:
            self._pooled.close()
            self._pooled = None

    def _go_on(self) -> None:
        """A statement that failed ends its transaction, and with it the settings of the session."""
        if not self._is_idle:
            return
        with suppress(Exception):
            self.raw.rollback()
            for sql in self._session:
                for _ in self._rows(sql, False):
                    pass

    def _remember(self, sql: str) -> None:
        named = re.match(r"SET (\w+) = ", sql)
        if self.dialect != "duckdb" or named is None or named[1] in self._settings:
            return
        with suppress(Exception):
            [[value]] = self.raw.execute(f"SELECT current_setting('{named[1]}')").fetchall()
            self._settings[named[1]] = "" if value is None else value


def _of_cursor(connection: Connection, sql: str, gives_rows: bool) -> Iterator[Part]:
    raw = connection.raw
    # A cursor of DuckDB is another session, which sees no table that was registered with this one.
    cursor = raw if connection.dialect == "duckdb" and hasattr(raw, "execute") else raw.cursor()
    connection._cursor = cursor
    try:
        cursor.execute(sql)
        if not gives_rows or cursor.description is None:
            yield [], []
            return
        names = [str(column[0]) for column in cursor.description]
        rows = cursor.fetchmany(ROWS_AT_ONCE)
        while True:
            following = cursor.fetchmany(ROWS_AT_ONCE) if len(rows) == ROWS_AT_ONCE else []
            yield names, rows
            if not following:
                return
            rows = following
    finally:
        connection._cursor = None
        if cursor is not raw:
            with suppress(Exception):
                cursor.close()


def _of_spark(connection: Connection, sql: str, gives_rows: bool) -> Iterator[Part]:
    if not hasattr(connection.raw, "sql"):
        yield from _of_cursor(connection, sql, gives_rows)
        return
    frame = connection.raw.sql(sql)
    yield list(frame.columns), [tuple(row) for row in frame.collect()] if gives_rows else []


def dialect_of(raw: Any) -> str:
    """Whose SQL a connection speaks, by the module that it comes from."""
    if _module(raw).startswith("sqlalchemy"):
        dialect: str | None = _OF_SQLALCHEMY.get(raw.dialect.name)
    else:
        dialect = next(
            (
                of
                for name, of in _DIALECTS.items()
                for each in type(raw).__mro__
                if f"{each.__module__}.".startswith((f"{name}.", f"_{name}."))
            ),
            None,
        )
    if dialect == "postgres" and "redshift" in _host(raw):
        return "redshift"
    if dialect is None:
        names = ", ".join(sorted(set(_DIALECTS.values())))
        raise usage(
            f"connection is a {type(raw).__module__}.{type(raw).__qualname__}, whose SQL is not known: "
            f"name it by dialect=, one of {names}."
        )
    return dialect


def _of_pool(raw: Any) -> tuple[Any, Any]:
    """What of SQLAlchemy is given back at the end, and the driver's connection: one session for all statements."""
    if not _module(raw).startswith("sqlalchemy"):
        return None, raw
    if hasattr(raw, "raw_connection"):
        pooled = raw.raw_connection()
        return pooled, pooled.driver_connection
    return None, raw.connection.driver_connection


def _module(raw: Any) -> str:
    return str(type(raw).__module__)


def _host(raw: Any) -> str:
    read: list[Callable[[], Any]] = [lambda: raw.info.host, lambda: raw.url.host]
    for each in read:
        with suppress(Exception):
            return str(each())
    return ""


def _is_idle(raw: Any) -> bool:
    """Whether no transaction of the caller's own is open, so that ours may be rolled back."""
    try:
        return int(raw.info.transaction_status) == 0
    except Exception:
        return False
