import {
  apply,
  bigint,
  caseWhen,
  column,
  type Expression,
  equal,
  indicator,
  less,
  max,
  nullOf,
  or,
} from "../sql/expression.js";
import type { Named } from "../sql/relation.js";
import type { BoundLog } from "./bind.js";
import { canonical } from "./canonical.js";

/** What a pass by trajectory needs to tell how deep each one went. */
export interface DepthColumns {
  /** Aggregates of a trajectory's canonical rows, its depth first; the expressions below are made of these. */
  readonly inner: readonly [depth: Named, ...ends: Named[]];
  /** The deepest viewed rank, BIGINT. */
  readonly depth: Expression;
  /**
   * BIGINT 1 where the deepest view is not a stop: the list ended there or the end was not seen; else
   * 0.
   */
  readonly censored: Expression;
  /** The row that says that the end was not seen is not the deepest; NULL where no row says so. */
  readonly contradicts: Expression | undefined;
}

/**
 * Aggregates of a trajectory's rows that say how deep it went and whether its end was seen; roles that
 * the log does not have add none. A trajectory whose list has no length is not censored by its list.
 * Example: views at ranks 1 and 3 of a list of 3 give depth 3 and censored 1; of a list of 5, censored
 * 0, unless `log.censored` holds at rank 3. See docs/methods.md, "Transitions".
 */
export function depthColumns({ spec }: BoundLog): DepthColumns {
  const { rank, listLength, censored } = canonical;
  const depth = column("d_depth");
  const length = column("d_length");
  const flag = column("d_flag");
  const flagged = caseWhen([{ when: equal(censored, bigint(1n)), then: rank }], nullOf("bigint"));
  const byList = spec.listLength !== undefined;
  const byFlag = spec.censored !== undefined;
  const inner: DepthColumns["inner"] = [
    ["d_depth", max(rank)],
    ...(byList ? [["d_length", max(listLength)] as const] : []),
    ...(byFlag ? [["d_flag", max(flagged)] as const] : []),
  ];
  const ends = [
    ...(byList ? [apply(">=", depth, length)] : []),
    ...(byFlag ? [equal(flag, depth)] : []),
  ];
  const contradicts = byFlag ? less(flag, depth) : undefined;
  return { inner, depth, censored: indicator(or(ends)), contradicts };
}
