import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { countWhere } from "../../log/strata.js";
import { structureChecks } from "../../log/structure.js";
import type { Connection } from "../../sql/engine.js";
import { apply, column, less, max } from "../../sql/expression.js";
import type { Keep, Named } from "../../sql/relation.js";
import { withQuickCheck } from "../../tally/quick-check.js";
import type { StructureColumns, TallyRequest } from "../../tally/request.js";
import { type DepthSums, takeDepths } from "../../tally/take-depths.js";
import { deepestRank } from "../survey/deepest-rank.js";
import type { LogCounts } from "../survey/log-counts.js";
import { requireAgreeingFlags } from "../survey/rules/check-curves.js";
import { requireSoundStructure } from "../survey/rules/check-structure.js";
import type { SurveyedLog } from "../survey/survey-log.js";

export interface DepthCounts {
  readonly depths: DepthSums;
  /** Counts of the log's structure; null where it is declared and was not checked. */
  readonly structure: LogCounts | null;
}

/** What is checked on the way, and whether the engine may hold counts that `countDepthsByDay` reads too. */
export interface DepthPass {
  readonly checks: StructureColumns;
  readonly keep?: Keep;
}

/**
 * Counts depths and, unless the structure is declared, checks it on the way; depths alone take fewer
 * checks than an evaluation. A declared log without a flag of censoring is counted by rows, without
 * grouping by trajectory.
 */
export async function countDepths(
  connection: Connection,
  whole: SurveyedLog,
  base: TallyRequest,
  pass: DepthPass = { checks: structureChecks(whole.log, deepestRank(whole.log, whole.summary)) },
): Promise<DepthCounts> {
  const { log, rows } = whole;
  const byUsers = { ...passOver(whole, base, pass), by: "users" } as const;
  const depths = await withQuickCheck(byUsers, (request) =>
    takeDepths(connection.engine, request, connection.options),
  );
  requireAgreeingFlags(log, depths.contradicting);
  if (log.spec.structure === "declared") return { depths, structure: null };
  return {
    depths,
    structure: await requireSoundStructure(connection, log, rows, depths.structure),
  };
}

function passOver(
  { log, rows }: SurveyedLog,
  base: TallyRequest,
  { checks, keep }: DepthPass,
): TallyRequest {
  const { keep: _, ...request } = base;
  const isDeclared = log.spec.structure === "declared";
  const byRows = isDeclared && log.spec.censored === undefined;
  return {
    ...request,
    rows,
    counting: byRows ? "firstRank" : "trajectories",
    structure: isDeclared ? base.structure : checks,
    ...(keep === undefined ? {} : { keep }),
  };
}

/** What the drift over days needs: whether counting rows gives the same as counting trajectories. */
export function depthChecks({ spec }: BoundLog): StructureColumns {
  const holes: Named = ["holes", countWhere(less(column("row_count"), column("depth")))];
  if (spec.day === undefined) return { inner: [], outer: [holes] };
  const spans = apply("<>", column("s_day"), column("t_day"));
  return {
    inner: [["s_day", max(canonical.day)]],
    outer: [holes, ["severalDays", countWhere(spans)]],
  };
}

/**
 * Depths by day, over all users: of counts that `countDepths` had the engine hold; else by counting rows
 * where these are known to give the same, which costs less than to group them by trajectory.
 */
export async function countDepthsByDay(
  { engine, options }: Connection,
  whole: SurveyedLog,
  base: TallyRequest,
  counts: LogCounts,
  pass: DepthPass,
): Promise<DepthSums["table"]> {
  const { log, rows } = whole;
  if (pass.keep !== undefined) {
    const byDays = { ...passOver(whole, base, pass), by: "days" } as const;
    return (await takeDepths(engine, byDays, options)).table;
  }
  const isPlain = (counts.holes ?? 0) === 0 && (counts.severalDays ?? 0) === 0;
  const byRows = isPlain && log.spec.censored === undefined;
  const counting = byRows ? ("firstRank" as const) : ("trajectories" as const);
  const structure = { inner: [], outer: [] };
  return (await takeDepths(engine, { ...base, rows, by: "days", counting, structure }, options))
    .table;
}
