import { findEngine, type OptionValues } from "../../src/engines/index.js";
import { column, sum } from "../../src/sql/expression.js";
import { plan } from "../../src/sql/plan.js";
import { from, group, select } from "../../src/sql/relation.js";
import { collect } from "../../src/sql/run/collect.js";

// Holds the rows of a source, says so, and goes on with a slow query until it is killed:
// tsx holding-child.ts ENGINE OPTIONS SOURCE SLOW, the last three as JSON or SQL.
const [name = "", options = "{}", sql = "", slow = ""] = process.argv.slice(2);
const member = findEngine(name);
if (member === undefined) throw new Error(`There is no engine "${name}".`);
const engine = await member.open(JSON.parse(options) as OptionValues);
const rows = select(from({ kind: "sql", sql }), [["n", column("n")]], { keep: {} });
const totals = plan("held", group(rows, [], [["total", sum(column("n"))]]), { total: "double" });
console.log(`held ${(await collect(engine, totals)).number("total")}`);
if (slow === "") setInterval(() => undefined, 1000);
else {
  const wait = plan("slow", select(from({ kind: "sql", sql: slow }), [["n", column("n")]]), {
    n: "bigint",
  });
  await collect(engine, wait);
}
