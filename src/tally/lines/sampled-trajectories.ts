import { canonical } from "../../log/index.js";
import { outputColumns } from "../../sql/columns.js";
import {
  apply,
  bigint,
  column,
  type Expression,
  equal,
  type Named,
  type Relation,
  select,
} from "../../sql/index.js";

/** All rows of one trajectory in 2^halvings, chosen by the engine's own hash of its key. */
export function sampledTrajectories(rows: Relation, halvings: number): Relation {
  const kept = (outputColumns(rows) ?? []).map((name): Named => [name, column(name)]);
  return select(rows, kept, { where: isOfTrajectories(halvings) });
}

/** Whether a row is of one of them. */
export function isOfTrajectories(halvings: number): Expression {
  const mask = bigint((1n << BigInt(halvings)) - 1n);
  const hash = apply("nativeHash", canonical.trajectory);
  return equal(apply("bitAnd", hash, mask), bigint(0n));
}
