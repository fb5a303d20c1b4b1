import type { BoundLog } from "../../log/bind.js";
import { impressions } from "../../log/impressions.js";
import { columnOf } from "../../log/role.js";
import { columnUses } from "../../log/role-use.js";
import { sourceRef } from "../../log/sources/index.js";
import type { Summary } from "../../log/summary.js";
import type { Connection } from "../../sql/engine.js";
import { cast, column, count, max, sum } from "../../sql/expression.js";
import { from, group, type Named, select } from "../../sql/relation.js";
import { ofOneRow, type WidePlan } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { Table } from "../../sql/run/table.js";
import type { Study } from "../../study/study.js";
import { fitsCurves } from "../curves/curve-requests.js";
import type { SurveyedLog } from "../survey/survey-log.js";

/** A survey that is not known yet, as far as it may be guessed from the size of the log. */
export interface GuessedSurvey {
  readonly surveyed: SurveyedLog;
  /** Distinct clusters of the source. */
  readonly clusters: number;
}

/**
 * Asks how many rows and clusters the source of a study has and how deep its ranks go, without knowing its
 * types: what statements asked before the survey is known are guessed from.
 */
async function sizeOfSource(
  { engine, options }: Connection,
  study: Study,
): Promise<Table | undefined> {
  const size = sizePlan(study);
  if (size === undefined) return undefined;
  const [table] = await collectWide(engine, [ofOneRow(size)], options);
  return table;
}

/** Has the size of a source asked together with its types, where statements are run in rounds and curves are fitted. */
export async function askSize(connection: Connection, study: Study): Promise<void> {
  const { inRounds } = await connection.engine.info();
  if (inRounds !== true || !fitsCurves(study.exposure)) return;
  await sizeOfSource(connection, study).catch(() => undefined);
}

/** The survey of a bound log, guessed: every number is positive and goes as deep as the ranks, none is broken. */
export async function guessSurvey(
  connection: Connection,
  study: Study,
  log: BoundLog,
): Promise<GuessedSurvey | undefined> {
  const table = await sizeOfSource(connection, study);
  if (table === undefined) return undefined;
  const names = ranksOf(study);
  const deepest = new Map(names.map((name, i) => [name, Number(table.text(`deepest_${i}`))]));
  const rows = table.number("row_count");
  const columns = columnUses(log).map(({ role, index, source }) => {
    const range = [0, deepest.get(source.name) ?? 1] as const;
    return [
      columnOf(role, index).name,
      { values: rows, range, finite: true, whole: true },
    ] as const;
  });
  const summary: Summary = { rows, columns: Object.fromEntries(columns), deepestBeyondList: null };
  // Two feeds stand for any number above one.
  const strata = ["1", "2"].map((feed) => ({ day: null, feed, logger: null }));
  const surveyed = {
    log,
    rows: impressions(log),
    summary,
    strata,
    sizes: [rows, rows],
    counts: {},
  };
  return { surveyed, clusters: table.number("clusters") };
}

function sizePlan(study: Study): WidePlan | undefined {
  const { source, user, trajectory, join } = study.log;
  const key = user ?? trajectory;
  if (key === undefined || join !== undefined) return undefined;
  const ranks = ranksOf(study).map((name, i): Named => [`rank_${i}`, column(name)]);
  const read = select(from(sourceRef(source)), [["key", column(key)], ...ranks]);
  const byCluster = group(
    read,
    ["key"],
    [["rows_here", count()], ...ranks.map(([name]): Named => [`${name}_here`, max(column(name))])],
  );
  const size = group(
    byCluster,
    [],
    [
      ["clusters", count()],
      ["row_count", cast(sum(column("rows_here")), "bigint")],
      ...ranks.map(
        ([name], i): Named => [`deepest_${i}`, cast(max(column(`${name}_here`)), "text")],
      ),
    ],
  );
  const texts = ranks.map((_, i) => ({ name: `deepest_${i}`, type: "text" as const }));
  return {
    purpose: "size of the log",
    relation: size,
    columns: [
      { name: "clusters", type: "bigint" },
      { name: "row_count", type: "bigint" },
      ...texts,
    ],
  };
}

/** The columns whose deepest rank bounds the length of lists. */
const ranksOf = ({ log, policies }: Study): readonly string[] => [
  ...new Set(
    [log.rank, log.listLength, ...Object.values(policies).map(({ rank }) => rank)].flatMap(
      (name) => (typeof name === "string" ? [name] : []),
    ),
  ),
];
