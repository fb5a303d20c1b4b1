from __future__ import annotations

import pytest
from hindcast_ope._connections import dialect_of
from hindcast_ope._errors import UsageError


def connection(module: str) -> object:
    return type("Connection", (), {"__module__": module})()


@pytest.mark.parametrize(
    ("module", "dialect"),
    [
        ("psycopg", "postgres"),
        ("psycopg2.extensions", "postgres"),
        ("snowflake.connector.connection", "snowflake"),
        ("google.cloud.bigquery.dbapi.connection", "bigquery"),
        ("databricks.sql.client", "databricks"),
        ("redshift_connector.core", "redshift"),
        ("trino.dbapi", "trino"),
        ("pyathena.connection", "trino"),
        ("clickhouse_connect.dbapi.connection", "clickhouse"),
        ("pyspark.sql.session", "spark"),
        ("pyspark.sql.connect.session", "spark"),
    ],
)
def test_is_found_by_the_module_of_a_connection(module: str, dialect: str) -> None:
    assert dialect_of(connection(module)) == dialect


def test_is_asked_for_where_it_is_not_found() -> None:
    with pytest.raises(UsageError, match="dialect="):
        dialect_of(connection("sqlite3"))
