import { structureChecks } from "../log/index.js";
import type { CallOptions, Engine } from "../sql/index.js";
import { type TakenDepths, type TallyRequest, takeDepths } from "../tally/index.js";
import { requireAgreeingFlags } from "./check-curves.js";
import { requireSoundStructure } from "./check-structure.js";
import type { Surveyed } from "./survey-log.js";
import { deepestRank } from "./views.js";

/** The depths of trajectories, from which curves are learnt. */
export interface Looked {
  readonly depths: TakenDepths;
  /** What is known of the log's structure by then. */
  readonly known: boolean;
}

/**
 * Counts depths and, unless the structure is declared, checks it on the way. A declared log without a
 * flag of censoring is counted by rows, without grouping by trajectory.
 */
export async function lookDeep(
  whole: Surveyed,
  base: TallyRequest,
  counts: Record<string, number>,
  engine: Engine,
  call: CallOptions,
): Promise<Looked> {
  const { log, rows, summary } = whole;
  const isDeclared = log.spec.structure === "declared";
  const byRows = isDeclared && log.spec.censored === undefined;
  const asked = byRows
    ? ({ ...base, rows, by: "users", counting: "firstRank" } as const)
    : ({ ...base, rows, by: "users", counting: "trajectories" } as const);
  const checks = structureChecks(log, deepestRank(log, summary));
  const structure = isDeclared ? base.structure : checks;
  const depths = await takeDepths(engine, { ...asked, structure }, call);
  requireAgreeingFlags(log, depths.contradicting);
  if (isDeclared) return { depths, known: false };
  Object.assign(counts, depths.structure);
  await requireSoundStructure(engine, log, rows, counts, call);
  return { depths, known: true };
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
  call: CallOptions,
): Promise<TakenDepths["table"]> {
  const isPlain = (counts.holes ?? 0) === 0 && (counts.severalDays ?? 0) === 0;
  const byRows = isPlain && log.spec.censored === undefined;
  const counting = byRows ? ("firstRank" as const) : ("trajectories" as const);
  const structure = { inner: [], outer: [] };
  return (await takeDepths(engine, { ...base, rows, by: "days", counting, structure }, call)).table;
}
