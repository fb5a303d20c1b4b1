import { showCount } from "../../numeric/show-number.js";
import type { CallOptions } from "../../sql/engine.js";
import { notHeld } from "../../sql/run/not-held.js";
import { columnsOfKind } from "../columns.js";
import { trajectoryRows } from "../queries.js";
import type { TallyRequest } from "../request.js";
import type { ComparisonRequest } from "./comparison-request.js";
import { trajectoryAggregates } from "./trajectories-of-comparisons.js";

/** Up to this many rows the trajectories of a log are held, some 100 bytes each. */
const mostRows = 2 ** 25;

/**
 * Both requests so that the log is grouped by trajectory once, where the sums group it with the quick check
 * and the engine may hold the result: statements that read the same text share what is held.
 */
export function holdTrajectories(
  request: TallyRequest,
  comparisons: ComparisonRequest,
  expectedRowsPerCell: number,
  { onProgress }: CallOptions = {},
): readonly [sums: TallyRequest, comparisons: ComparisonRequest] {
  const { counting, keep, impressions, structure } = request;
  const mayHold =
    keep !== undefined && counting === "trajectories" && structure.quick !== undefined;
  if (!mayHold) return [request, comparisons];
  if (impressions > mostRows) {
    onProgress?.(notHeld("trajectories", `the log has more than ${showCount(mostRows)} rows`));
    return [request, comparisons];
  }
  const sums = { ...request, ofTrajectory: trajectoryAggregates(comparisons) };
  const quick = { ...sums, structure: structure.quick };
  const { inner } = trajectoryRows(quick, columnsOfKind(quick, "rows", expectedRowsPerCell));
  return [sums, { ...comparisons, trajectoryRows: inner }];
}
