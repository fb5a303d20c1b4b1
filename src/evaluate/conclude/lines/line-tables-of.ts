import type { LineTables } from "../../../dangers/line.js";
import { asViewed, countsViews, holdsAllRows } from "../../../dangers/offered-rows.js";
import { once } from "../../../dangers/once.js";
import {
  type LineSource,
  readLogTables,
  readPolicyTables,
} from "../../../dangers/read-line-tables.js";
import type { LogTables, PolicyTables } from "../../../dangers/tables.js";
import type { Estimator } from "../../../estimators/estimator.js";
import { curveOfFeed } from "../../../exposure/curve-spec.js";
import { measuredCurve } from "../../../exposure/index.js";
import { tabulate } from "../../../exposure/tabulate.js";
import { canonical, summaryOf, viewsUnknown } from "../../../log/index.js";
import { membersOf } from "../../../study/index.js";
import { requestOfFeed } from "../../curves/curve-requests.js";
import { rankColumnOf } from "../../sums/line-request-of.js";
import type { Missing } from "../difference-rows.js";
import type { OpenTally } from "../open-tally.js";

type LineKey = Omit<Missing, "none">;

/**
 * The tables of a line. Undefined where the tally holds none: for policies by exposure, logs without ranks,
 * estimators that say nothing of their views, and tallies of earlier versions.
 */
export function lineTablesOf(base: OpenTally, row: LineKey): LineTables | undefined {
  const { curve: curves } = base.questions;
  const curve = curves && curveOfFeed(curves, row.feed);
  const [target, against] = [row.policy, row.baseline].map((name) => columnOf(base, name));
  const source = sourceOf(base, row.feed);
  if (curve === undefined || typeof target !== "string" || against === undefined) return undefined;
  const ofViews = ofViewsIn(base, row);
  if (ofViews === undefined) return undefined;
  const log = deepest(source, against === null ? [target] : [target, against]);
  if (log === undefined) return undefined;
  const tables: LineTables = {
    candidate: row.policy,
    baseline: row.baseline,
    reward: row.reward,
    curve: tabulate(curve, log.ranks),
    curveIs: kindOf(base, row.feed),
    worth: (sums, added) => ofViews(row.estimand, sums, added),
    log,
    policy: policyTablesOf(source, target, log.ranks),
    ...declared(base, row),
    ...(against === null ? {} : { base: policyTablesOf(source, against, log.ranks) }),
  };
  const mayBeOffered = tables.curveIs === "given" && !countsViews(tables);
  const isOffered = viewsUnknown(base.study.log) || holdsAllRows(log);
  return mayBeOffered && isOffered ? asViewed(tables) : tables;
}

/** What the row's estimator makes of views, where its weights are those of a curve at ranks. */
function ofViewsIn({ study, questions }: OpenTally, row: LineKey): Estimator["ofViews"] {
  const estimator = membersOf(study).estimators.find(({ name }) => name === row.estimator);
  if (estimator?.role(row.parameters) !== "reward") return undefined;
  const { log, policies } = questions.views;
  const given = policies.filter(({ name }) => name === row.policy || name === row.baseline);
  const byRank =
    estimator.needs.includes("targetRank") ||
    (log.exposure === undefined && given.every(({ exposure }) => exposure === undefined));
  return byRank ? estimator.ofViews : undefined;
}

/** What the study states of the candidate and of the reward. */
function declared({ study }: OpenTally, { reward }: LineKey): Pick<LineTables, "unlogged"> {
  const { unlogged } = study.log.rewards[reward] ?? {};
  return unlogged === undefined ? {} : { unlogged };
}

/** The log's tables to the deepest rank that either policy names: deeper ones of the other would weigh 0. */
function deepest(source: LineSource, targets: readonly string[]): LogTables | undefined {
  const found = targets.flatMap((target) => logTablesOf(source, target) ?? []);
  const [first, second = first] = found;
  return first !== undefined && second !== undefined && second.ranks > first.ranks ? second : first;
}

/** Tables are read once for all lines of a feed. */
const logTablesOf = (source: LineSource, target: string): LogTables | undefined =>
  once(source.tables, `log ${target} ${source.feed}`, () => readLogTables(source, target));

const policyTablesOf = (source: LineSource, target: string, ranks: number): PolicyTables =>
  once(source.tables, `${target} ${ranks} ${source.feed}`, () =>
    readPolicyTables(source, target, ranks),
  );

/** How the study came to its curve: a measured table is the log's own, whatever else it says. */
function kindOf({ study }: OpenTally, feed: string | null): LineTables["curveIs"] {
  const request = requestOfFeed(study.exposure, feed);
  if (request !== undefined && "model" in request) return "given";
  const isMeasured = request !== undefined && "fit" in request && request.tail === undefined;
  return isMeasured && request.fit === measuredCurve.name ? "measured" : "parametric";
}

function columnOf({ questions }: OpenTally, name: string): string | null | undefined {
  const policy = questions.views.policies.find((each) => each.name === name);
  return policy === undefined ? undefined : rankColumnOf(policy);
}

function sourceOf({ tally, about, questions }: OpenTally, feed: string | null): LineSource {
  const { summary } = about.survey;
  return {
    tables: tally.tables,
    feed,
    listsKnown: questions.log.spec.listLength !== undefined,
    rewards: questions.log.rewards.map(({ name }, at) => ({
      name,
      range: summaryOf(questions.log, summary, canonical.reward(at)).range ?? [0, 0],
    })),
  };
}
