import { type BoundLog, canonical, countWhere, structureChecks } from "../../log/index.js";
import {
  apply,
  type CallOptions,
  column,
  type Engine,
  less,
  max,
  type Named,
} from "../../sql/index.js";
import {
  type StructureColumns,
  type TakenDepths,
  type TallyRequest,
  takeDepths,
} from "../../tally/index.js";
import { deepestRank } from "../ask/views.js";
import { requireAgreeingFlags } from "../survey/rules/check-curves.js";
import { requireSoundStructure } from "../survey/rules/check-structure.js";
import type { Surveyed } from "../survey/survey-log.js";

/** The depths of trajectories, from which curves are learnt. */
export interface Looked {
  readonly depths: TakenDepths;
  /** What is known of the log's structure by then. */
  readonly known: boolean;
}

/**
 * Counts depths and, unless the structure is declared, checks it on the way; depths alone take fewer
 * `checks` than an evaluation. A declared log without a flag of censoring is counted by rows, without
 * grouping by trajectory.
 */
export async function lookDeep(
  whole: Surveyed,
  base: TallyRequest,
  counts: Record<string, number>,
  engine: Engine,
  options: CallOptions,
  checks: StructureColumns = structureChecks(whole.log, deepestRank(whole.log, whole.summary)),
): Promise<Looked> {
  const { log, rows } = whole;
  const isDeclared = log.spec.structure === "declared";
  const byRows = isDeclared && log.spec.censored === undefined;
  const asked = byRows
    ? ({ ...base, rows, by: "users", counting: "firstRank" } as const)
    : ({ ...base, rows, by: "users", counting: "trajectories" } as const);
  const structure = isDeclared ? base.structure : checks;
  const depths = await takeDepths(engine, { ...asked, structure }, options);
  requireAgreeingFlags(log, depths.contradicting);
  if (isDeclared) return { depths, known: false };
  Object.assign(counts, depths.structure);
  await requireSoundStructure(engine, log, rows, counts, options);
  return { depths, known: true };
}

/** What the drift over days needs to know: whether rows tell as much as trajectories. */
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
 * Depths by day, over all users: by counting rows where these are known to tell as much, which costs
 * next to nothing.
 */
export async function lookDeepByDay(
  { log, rows }: Surveyed,
  base: TallyRequest,
  counts: Readonly<Record<string, number>>,
  engine: Engine,
  options: CallOptions,
): Promise<TakenDepths["table"]> {
  const isPlain = (counts.holes ?? 0) === 0 && (counts.severalDays ?? 0) === 0;
  const byRows = isPlain && log.spec.censored === undefined;
  const counting = byRows ? ("firstRank" as const) : ("trajectories" as const);
  const structure = { inner: [], outer: [] };
  return (await takeDepths(engine, { ...base, rows, by: "days", counting, structure }, options))
    .table;
}
