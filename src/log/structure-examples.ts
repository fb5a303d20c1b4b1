import { bigint, cast, column, count, greater, less, max, min } from "../sql/expression.js";
import { type Plan, plan } from "../sql/index.js";
import { group, type Relation, select } from "../sql/relation.js";
import { type CanonicalColumn, canonical, trajectoryKeys } from "./canonical.js";

const { trajectory, rank } = canonical;

/** The first trajectory that holds a displayed rank twice, and that rank (as `first` and `last`). */
export function duplicateExamplePlan(rows: Relation): Example {
  const byRank = group(rows, [...trajectoryKeys, rank.name], [["times", count()]]);
  const twice = greater(column("times"), bigint(1n));
  const found = select(
    byRank,
    [
      ["key", trajectory],
      ["low", rank],
      ["high", rank],
    ],
    { where: twice },
  );
  return examplePlan(found);
}

/** The first trajectory in which a column differs between rows, and its ends there. */
export function differingExamplePlan(rows: Relation, differing: CanonicalColumn): Example {
  const ends = group(rows, trajectoryKeys, [
    ["least", min(differing)],
    ["most", max(differing)],
  ]);
  const found = select(
    ends,
    [
      ["key", trajectory],
      ["low", column("least")],
      ["high", column("most")],
    ],
    { where: less(column("least"), column("most")) },
  );
  return examplePlan(found);
}

type Example = Plan<"trajectory" | "first" | "last">;

function examplePlan(found: Relation): Example {
  const orderBy = ["key", "low"].map((name) => ({ by: column(name), descending: false }));
  const columns = [
    ["trajectory", cast(column("key"), "text")],
    ["first", cast(column("low"), "text")],
    ["last", cast(column("high"), "text")],
  ] as const;
  return plan("an example trajectory", select(found, columns, { orderBy, limit: 1 }));
}
