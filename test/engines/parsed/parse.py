"""Parses statements with sqlglot, each in its own dialect: JSON lines of {dialect, purpose, sql} on stdin.

Fails where one does not parse, is not one query, or has a part that the parser keeps as mere text; says how many
of each dialect were parsed. Those of dialects that no engine here runs are translated to DuckDB's and written, with
their translation, to the file that is named: run-translated.ts runs them.
"""

import collections
import json
import sys

import sqlglot
from sqlglot import exp


# What sqlglot would translate otherwise than the warehouse documents it; run-translated.ts defines these for DuckDB.
RENAMED = {
    "trino": ("BITWISE_AND(", "BITWISE_RIGHT_SHIFT(", "IS_FINITE("),
    "bigquery": (),
    "snowflake": ("GET(", "TO_NUMBER(", "BITAND(", "BITSHIFTRIGHT("),
    "redshift": ("STRTOL(",),
    "databricks": ("GET(", "CONV("),
}


def translated(dialect: str, sql: str, tree: exp.Expression) -> str:
    """The statement in DuckDB's SQL; parsed once more only where a function is renamed, since that takes minutes."""
    renamed = sql
    for name in RENAMED[dialect]:
        renamed = renamed.replace(name, f"{dialect}_{name}")
    if renamed != sql:
        tree = sqlglot.parse_one(renamed, read=dialect)
    return tree.sql(dialect="duckdb")


def parse(dialect: str, purpose: str, sql: str) -> exp.Expression | str:
    """A statement's tree, or what is wrong with it."""
    try:
        trees = sqlglot.parse(sql, read=dialect)
    except sqlglot.errors.SqlglotError as error:
        return str(error)
    if len(trees) != 1 or trees[0] is None:
        return f"expected one statement, but got {len(trees)}"
    tree = trees[0]
    if purpose == "session":
        return tree
    if not isinstance(tree, exp.Select):
        return f"expected a query, but got {tree.key}"
    understood = tree.find(exp.Command) is None and tree.named_selects
    return tree if understood else "a part of it was not understood"


parsed: collections.Counter[str] = collections.Counter()
faults = []
translations = open(sys.argv[1], "w", encoding="utf-8")
for line in sys.stdin:
    statement = json.loads(line)
    dialect, purpose, sql = statement["dialect"], statement["purpose"], statement["sql"]
    found = parse(dialect, purpose, sql)
    parsed[dialect] += 1
    if isinstance(found, str):
        faults.append(f"{dialect}, {purpose}: {found}\n{sql[:800]}")
    elif purpose != "session" and dialect in (*RENAMED, "duckdb"):
        text = sql if dialect == "duckdb" else translated(dialect, sql, found)
        print(json.dumps({**statement, "translation": text}), file=translations)
translations.close()
for dialect, count in parsed.items():
    print(f"{count} statements parsed as {dialect}'s")
if faults or not parsed:
    print(*faults[:5] or ["There was no statement."], sep="\n\n", file=sys.stderr)
    print(f"{len(faults)} statements did not parse.", file=sys.stderr)
    sys.exit(1)
