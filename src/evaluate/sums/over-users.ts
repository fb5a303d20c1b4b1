import { isReason } from "../../errors.js";
import { replication } from "../../inference/bucket-weights.js";
import { inferenceFor } from "../../inference/inference.js";
import type { Connection } from "../../sql/engine.js";
import type { Study } from "../../study/study.js";
import { fingerprintOf } from "../../tally/columns.js";
import { replicatesTable, takeReplicates } from "../../tally/replicates/take-replicates.js";
import type { TallyRequest } from "../../tally/request.js";
import type { TallyTable } from "../../tally/tally.js";
import type { Questions } from "../ask/questions.js";
import type { CurvesOfStudy } from "../curves/curves-of-study.js";
import type { LogCounts } from "../survey/log-counts.js";
import type { SumPlan } from "./plan-sums.js";

interface SummedStudy {
  readonly study: Study;
  readonly plan: SumPlan;
  readonly curves: CurvesOfStudy;
  readonly questions: Questions;
}

/**
 * The bootstrap's replicates over users, where the study's interval draws them and users are too many for buckets of
 * their own. Under a curve with an error replicates follow its influence, which is known by bucket: they stay there,
 * as where users were not counted, and where trajectories stand for others.
 */
export async function takeOverUsers(
  { engine, options }: Connection,
  { study, plan: { evaluated, users }, curves, questions }: SummedStudy,
  request: TallyRequest,
  counts: LogCounts,
): Promise<Readonly<Record<string, TallyTable>>> {
  const draws = inferenceFor(study).interval.drawsUsers === true;
  if (!draws || !users.isCounted || curves.fits.length > 0) return {};
  // The weight of a trajectory is a sum within it, which no replicate over users has.
  if (questions.sampling !== undefined) return {};
  const feeds = new Set(evaluated.strata.map(({ feed, logger }) => JSON.stringify([feed, logger])));
  const { holes = 0 } = counts;
  const isPlain = holes === 0 && evaluated.log.spec.rank !== undefined;
  const counting = request.counting === "trajectories" && isPlain ? "firstRank" : request.counting;
  const asks = { ...request, counting, components: componentsOfAnswers(questions, request) };
  const table = await takeReplicates(engine, asks, users.total * feeds.size, replication, options);
  return table === undefined ? {} : { [replicatesTable]: table };
}

/** What the estimates add up; diagnostics read no replicates. */
function componentsOfAnswers(
  { all }: Questions,
  { log, components }: TallyRequest,
): TallyRequest["components"] {
  const formulas = all.flatMap(({ formula }) => (isReason(formula) ? [] : formula.components));
  const read = formulas.map((component) => fingerprintOf(log, component));
  const names = new Set(read);
  return components.filter((component) => names.has(fingerprintOf(log, component)));
}
