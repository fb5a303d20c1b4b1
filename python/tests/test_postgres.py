from __future__ import annotations

import os
from typing import Any

import duckdb
import hindcast_ope as hc
import pytest

from .conftest import ROWS, same

psycopg = pytest.importorskip("psycopg")
URL = os.environ.get("HINDCAST_POSTGRES")
pytestmark = pytest.mark.skipif(URL is None, reason="HINDCAST_POSTGRES names no server")

VIEWS = (
    "CREATE TABLE views (session_id bigint, user_id bigint, item_id text, rank int,"
    " new_rank int, day date, liked int)"
)


@pytest.fixture
def connection() -> Any:
    with psycopg.connect(URL) as open_connection:
        yield open_connection


def test_has_the_json_of_a_frame(connection: Any, rows: Any, keys: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(VIEWS)
        with cursor.copy("COPY views FROM STDIN") as copy:
            for row in duckdb.sql(ROWS).fetchall():
                copy.write_row(row)
    connection.execute("SET TIME ZONE 'Asia/Tokyo'")
    connection.commit()
    try:
        result = hc.evaluate(log="views", connection=connection, **keys)
        same(result.json, hc.evaluate(log=rows, **keys).json)
        assert connection.execute("SHOW TimeZone").fetchone() == ("Asia/Tokyo",)
    finally:
        connection.rollback()
        connection.execute("DROP TABLE views")
        connection.commit()


def test_holds_the_laws(connection: Any) -> None:
    laws = hc.laws(connection)
    assert len(laws) > 15
    assert list(laws["fault"].dropna()) == []


def test_types_an_error_of_the_server(connection: Any, keys: Any) -> None:
    with pytest.raises(hc.EngineError, match="nowhere") as raised:
        hc.evaluate(log="nowhere", connection=connection, **keys)
    assert raised.value.code == "tableMissing"


def test_runs_on_an_engine_of_sqlalchemy() -> None:
    sqlalchemy = pytest.importorskip("sqlalchemy")
    engine = sqlalchemy.create_engine(str(URL).replace("postgres://", "postgresql+psycopg://"))
    laws = hc.laws(engine)
    assert list(laws["fault"].dropna()) == []
    with engine.connect() as open_connection:
        assert list(hc.laws(open_connection)["fault"].dropna()) == []
    assert engine.pool.checkedout() == 0
    engine.dispose()
