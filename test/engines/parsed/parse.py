"""Parses statements with sqlglot, each in its own dialect: JSON lines of {dialect, purpose, sql} on stdin.

Fails where one does not parse, is not one query, or has a part that the parser keeps as mere text; says how many of each dialect were parsed.
"""

import collections
import json
import sys

import sqlglot
from sqlglot import exp


def fault(dialect: str, purpose: str, sql: str) -> str | None:
    """What is wrong with a statement; None where nothing is."""
    try:
        trees = sqlglot.parse(sql, read=dialect)
    except sqlglot.errors.SqlglotError as error:
        return str(error)
    if len(trees) != 1 or trees[0] is None:
        return f"expected one statement, but got {len(trees)}"
    tree = trees[0]
    if purpose == "session":
        return None
    if not isinstance(tree, exp.Select):
        return f"expected a query, but got {tree.key}"
    understood = tree.find(exp.Command) is None and tree.named_selects
    return None if understood else "a part of it was not understood"


parsed: collections.Counter[str] = collections.Counter()
faults = []
for line in sys.stdin:
    statement = json.loads(line)
    found = fault(**statement)
    parsed[statement["dialect"]] += 1
    if found is not None:
        faults.append(f"{statement['dialect']}, {statement['purpose']}: {found}\n{statement['sql'][:800]}")
for dialect, count in parsed.items():
    print(f"{count} statements parsed as {dialect}'s")
if faults or not parsed:
    print(*faults[:5] or ["There was no statement."], sep="\n\n", file=sys.stderr)
    print(f"{len(faults)} statements did not parse.", file=sys.stderr)
    sys.exit(1)
