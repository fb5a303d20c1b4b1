import { InternalError } from "../errors.js";
import { canonical } from "../log/canonical.js";
import { constantsOf, outputColumns } from "../sql/columns.js";
import { apply, column, double, type Expression, or } from "../sql/expression.js";
import { structuralKey } from "../sql/passes/structural-key.js";
import { type Named, type Relation, select } from "../sql/relation.js";
import { foldedBucket } from "./bucket.js";
import { bucketAlias, bucketColumn } from "./cells.js";
import { clusterKeyOf } from "./cluster-key.js";
import type { TallyRequest } from "./request.js";

/** The bucket among 1,024 of a held row's user: keys are hashed once for all statements. */
const heldBucket = "h_held_bucket";

const isHeld = ({ keep, daysSpan }: TallyRequest): boolean => keep !== undefined && !daysSpan;

/** Whether the rows of a sample are among those that are held. */
export const holdsSample = (request: TallyRequest, sample: Expression): boolean =>
  isHeld(request) && isAmong(request, sample);

const isAmong = ({ samples = [] }: TallyRequest, sample: Expression): boolean =>
  samples.map(structuralKey).includes(structuralKey(sample));

/**
 * What statements about rewarded rows and about samples read, each of which says which of the rows are its own:
 * the rows with a reward of any kind and those of the request's samples, held by engines that can, so that the
 * log is read once for all of them; else all rows. Columns that are constant are not held. Throws InternalError
 * for a sample that is not among those of the request.
 */
export function heldRows(request: TallyRequest, sample?: Expression): Relation {
  const { rows, log, keep, samples = [] } = request;
  if (keep === undefined || !isHeld(request)) return rows;
  if (sample !== undefined && !isAmong(request, sample)) {
    throw new InternalError("Expected a sample that is read to be among those that are held.");
  }
  const isRewarded = log.rewards.map((_, reward) =>
    apply("<>", canonical.reward(reward), double(0)),
  );
  const constants = constantsOf(rows);
  const columns = (outputColumns(rows) ?? []).map((name): Named => [name, column(name)]);
  const kept = columns.filter(([name]) => !constants.has(name));
  const where = or([...isRewarded, ...samples]);
  return select(select(rows, [...kept, ...finestBucket(request)], { where, keep }), [
    ...columns.map(([name, value]): Named => [name, constants.get(name) ?? value]),
    [heldBucket, column(heldBucket)],
  ]);
}

function finestBucket({ log, leaves, bucketing }: TallyRequest): readonly Named[] {
  const key = bucketing.kind === "hashed" ? bucketing.key : clusterKeyOf(log).hash;
  const finest = { log, leaves, bucketing: { kind: "hashed", count: 1024, key } as const };
  return bucketColumn(finest, canonical.user, "fewRows").map(([, value]) => [heldBucket, value]);
}

/** The bucket of a held row's user, as a column over `heldRows`. */
export function bucketOfHeld(request: TallyRequest): readonly Named[] {
  const { bucketing } = request;
  if (bucketing.kind === "exact" || !isHeld(request)) {
    return bucketColumn(request, canonical.user, "fewRows");
  }
  return [[bucketAlias, foldedBucket(column(heldBucket), bucketing.count)]];
}
