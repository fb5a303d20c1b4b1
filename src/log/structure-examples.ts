import type { Plan } from "../sql/engine.js";
import { bigint, cast, column, count, greater, less, max, min } from "../sql/expression.js";
import { group, type Named, type Relation, select } from "../sql/relation.js";

const keys: readonly string[] = ["h_trajectory", "h_feed"];

/** The first trajectory that holds a displayed rank twice, and that rank (as `first` and `last`). */
export function duplicateExamplePlan(rows: Relation): Plan {
  const byRank = group(rows, [...keys, "h_rank"], [["times", count()]]);
  const twice = greater(column("times"), bigint(1n));
  return examplePlan(select(byRank, named("h_rank", "h_rank"), { where: twice }));
}

/** The first trajectory in which a column differs between rows, and its ends there. */
export function differingExamplePlan(rows: Relation, name: string): Plan {
  const ends = group(rows, keys, [
    ["low", min(column(name))],
    ["high", max(column(name))],
  ]);
  const differ = less(column("low"), column("high"));
  return examplePlan(select(ends, named("low", "high"), { where: differ }));
}

const named = (first: string, last: string): readonly Named[] => [
  ["h_trajectory", column("h_trajectory")],
  ["low", column(first)],
  ["high", column(last)],
];

function examplePlan(found: Relation): Plan {
  const columns: readonly Named[] = [
    ["trajectory", cast(column("h_trajectory"), "text")],
    ["first", cast(column("low"), "text")],
    ["last", cast(column("high"), "text")],
  ];
  const orderBy = ["h_trajectory", "low"].map((name) => ({ by: column(name), descending: false }));
  return {
    purpose: "an example trajectory",
    relation: select(found, columns, { orderBy, limit: 1 }),
    columns: columns.map(([name]) => ({ name, type: "text" })),
  };
}
