import { columnsOfKind } from "../columns.js";
import { trajectoryRows } from "../queries.js";
import type { TallyRequest } from "../request.js";
import type { LineRequest } from "./line-request.js";
import { trajectoryAggregates } from "./trajectories-of-lines.js";

/** Up to this many rows the trajectories of a log are held, some 100 bytes each. */
const mostRows = 2 ** 25;

/**
 * Both requests so that the log is grouped by trajectory once, where the sums group it with the quick check
 * and the engine may hold the result: statements that read the same text share what is held.
 */
export function holdTrajectories(
  request: TallyRequest,
  lines: LineRequest,
  expectedRowsPerCell: number,
): readonly [sums: TallyRequest, lines: LineRequest] {
  const { counting, keep, impressions, structure } = request;
  const mayHold =
    keep !== undefined && counting === "trajectories" && structure.quick !== undefined;
  if (!mayHold || impressions > mostRows) return [request, lines];
  const asked = { ...request, ofTrajectory: trajectoryAggregates(lines) };
  const quick = { ...asked, structure: structure.quick };
  const { inner } = trajectoryRows(quick, columnsOfKind(quick, "rows", expectedRowsPerCell));
  return [asked, { ...lines, trajectoryRows: inner }];
}
