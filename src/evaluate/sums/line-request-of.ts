import type { PolicyView } from "../../estimators/estimator.js";
import { canonical } from "../../log/index.js";
import type { Expression } from "../../sql/index.js";
import {
  deepestOfLines,
  groupSampleOf,
  type LineRequest,
  sampledTrajectories,
  type TallyRequest,
} from "../../tally/index.js";
import type { Questions } from "../ask/questions.js";
import type { SurveyedLog } from "../survey/survey-log.js";

/** Up to this many rows every trajectory's depth is looked at; of larger logs, that of a sample. */
const everyTrajectory = 2 ** 24;

/** The column of a policy's target ranks; null where it is the logging policy, undefined where it has none. */
export function rankColumnOf({ isLogged, rank }: PolicyView): string | null | undefined {
  if (isLogged) return null;
  return rank?.kind === "column" ? rank.name : undefined;
}

/** The slots that a policy by rank shows, by the column of its target ranks. */
function shownBy({ rank, exposure, views }: PolicyView): [string, Expression][] {
  return rank?.kind === "column" && exposure === undefined && views !== undefined
    ? [[rank.name, views.total]]
    : [];
}

/** The tables that the verdicts of policies by rank read; undefined where no line needs them. */
export function lineRequestOf(
  { log, curve, views }: Questions,
  base: TallyRequest,
  { strata, sizes }: Pick<SurveyedLog, "strata" | "sizes">,
): LineRequest | undefined {
  if (curve === undefined || log.spec.rank === undefined || log.spec.trajectory === undefined) {
    return undefined;
  }
  const targets = views.policies.flatMap((policy) => rankColumnOf(policy) ?? []);
  const [, deepest] = base.leaves.column(canonical.rank.name);
  if (targets.length === 0 || deepest > deepestOfLines) return undefined;
  const trajectoryHalvings = Math.max(0, Math.ceil(Math.log2(base.impressions / everyTrajectory)));
  const isSampled = trajectoryHalvings > 0;
  const rowsByFeed = new Map<string | null, number>();
  strata.forEach(({ feed }, at) => {
    rowsByFeed.set(feed, (rowsByFeed.get(feed) ?? 0) + (sizes[at] ?? 0));
  });
  return {
    base,
    byTrajectory: isSampled ? sampledTrajectories(base.rows, trajectoryHalvings) : base.rows,
    trajectoryHalvings,
    groups: groupSampleOf(rowsByFeed),
    targets: [...new Set(targets)],
    shown: new Map(views.policies.flatMap(shownBy)),
  };
}
