import { type Reason, reason, StudyError } from "../errors.js";
import { LOGGED } from "../log/log-spec.js";
import { type OnlineField, type OnlineResultsSpec, onlineFields } from "../log/online-results.js";
import { describeSource, sourceRef } from "../log/sources/index.js";
import { didYouMean } from "../numeric/nearest-name.js";
import { showCount } from "../numeric/show-number.js";
import type { Connection } from "../sql/engine.js";
import { cast, column } from "../sql/expression.js";
import { plan } from "../sql/plan.js";
import { from, select } from "../sql/relation.js";
import { collect } from "../sql/run/collect.js";
import type { Table } from "../sql/run/table.js";
import type { SourceColumn } from "../sql/source-column.js";
import type { Study } from "../study/study.js";

export interface OnlineRow {
  readonly policy: string;
  readonly day: string;
  readonly reward: string;
  readonly feed: string | null;
  readonly value: number;
  readonly se: number;
  /** Null where the table does not say from how many. */
  readonly trajectories: number | null;
}

const optional: readonly OnlineField[] = ["trajectories", "feed"];
const numbers: readonly OnlineField[] = ["value", "standardError", "trajectories"];

/**
 * The online results of a study's table, in order of feed, reward, policy and day. Throws a StudyError that
 * names every column that lacks, every name that the study does not have, and rows that cannot be read.
 */
export async function readOnlineTable(
  { engine, options }: Connection,
  study: Study,
  spec: OnlineResultsSpec,
): Promise<readonly OnlineRow[]> {
  const where = describeSource(spec.source, "online");
  const ref = sourceRef(spec.source);
  const there = await engine.describe(ref, options);
  const fields = fieldsIn(there, spec, where);
  const columns = fields.map(({ field, name }) => {
    if (numbers.includes(field)) return [`o_${field}`, cast(column(name), "double")] as const;
    const value = field === "day" ? cast(column(name), "date") : column(name);
    return [`o_${field}`, cast(value, "text")] as const;
  });
  const table = await collect(engine, plan("online results", select(from(ref), columns)), options);
  const rows = Array.from({ length: table.rows }, (_, at) => rowAt(table, at));
  const problems = [...unreadable(rows, where), ...unknownNames(rows, study, where)];
  if (problems.length > 0) throw new StudyError(problems);
  const read = rows.filter(isWhole).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const repeated = repeatedRow(read, where);
  if (repeated !== undefined) throw new StudyError(repeated);
  return read;
}

function fieldsIn(
  there: readonly SourceColumn[],
  { columns }: OnlineResultsSpec,
  where: string,
): readonly { readonly field: OnlineField; readonly name: string }[] {
  const names = there.map(({ name }) => name);
  const lacking: Reason[] = [];
  const fields = onlineFields.flatMap((field) => {
    const name = columns[field] ?? field;
    if (names.includes(name)) return [{ field, name }];
    if (columns[field] !== undefined || !optional.includes(field)) {
      const message = `${where} has no column "${name}", which online results need for ${field}; it has ${names.join(", ")}. Say which column it is in online: { columns: { ${field}: … } }.${didYouMean(name, names)}`;
      lacking.push(reason("onlineColumn", message, { field, name, names }));
    }
    return [];
  });
  if (lacking.length > 0) throw new StudyError(lacking);
  return fields;
}

type Loose = { readonly [K in keyof OnlineRow]: OnlineRow[K] | null };

function rowAt(table: Table, at: number): Loose {
  const has = (field: OnlineField): boolean => table.columns.has(`o_${field}`);
  const text = (field: OnlineField): string | null =>
    has(field) ? table.text(`o_${field}`, at) : null;
  const number = (field: OnlineField): number | null =>
    has(field) ? table.numberOrNull(`o_${field}`, at) : null;
  return {
    policy: text("policy"),
    day: text("day"),
    reward: text("reward"),
    feed: text("feed"),
    value: number("value"),
    se: number("standardError"),
    trajectories: number("trajectories"),
  };
}

/** Fourth powers of what is larger are not finite. */
const largest = 1e70;

const isWhole = (row: Loose): row is OnlineRow =>
  row.policy !== null &&
  row.day !== null &&
  row.reward !== null &&
  row.value !== null &&
  Math.abs(row.value) <= largest &&
  row.se !== null &&
  row.se >= 0 &&
  row.se <= largest &&
  (row.trajectories === null || (row.trajectories > 0 && Number.isFinite(row.trajectories)));

function unreadable(rows: readonly Loose[], where: string): readonly Reason[] {
  const bad = rows.filter((row) => !isWhole(row));
  const [first] = bad;
  if (rows.length === 0) {
    return [
      reason(
        "onlineRows",
        `${where} holds no row of online results. Each policy, day and reward needs one, with its value and standard error; where it is filtered, look at the filter.`,
        { rows: 0 },
      ),
    ];
  }
  if (first === undefined) return [];
  const { policy, day, reward, value, se, trajectories } = first;
  const message = `${where}: ${showCount(bad.length)} of ${showCount(rows.length)} rows of online results cannot be read. Each needs a policy, a day, a reward, a value of at most ${largest} in size, a standard error of 0 or more (at most as much) and, where given, more than 0 trajectories; one has policy ${policy}, day ${day}, reward ${reward}, value ${value}, standard error ${se}, trajectories ${trajectories}. Correct these rows or leave them out.`;
  return [reason("onlineRows", message, { bad: bad.length, rows: rows.length })];
}

function unknownNames(rows: readonly Loose[], study: Study, where: string): readonly Reason[] {
  const policies = [...Object.keys(study.policies), LOGGED];
  const rewards = Object.keys(study.log.rewards);
  const named = (field: "policy" | "reward"): readonly string[] => [
    ...new Set(rows.flatMap((row) => row[field] ?? [])),
  ];
  return [
    ...named("policy")
      .filter((name) => !policies.includes(name))
      .map((name) =>
        reason(
          "onlinePolicy",
          `${where} holds online results of "${name}", and the study has the policies ${policies.join(", ")}. Name it as the study does, or add it to policies.${didYouMean(name, policies)}`,
          { name, policies },
        ),
      ),
    ...named("reward")
      .filter((name) => !rewards.includes(name))
      .map((name) =>
        reason(
          "onlineReward",
          `${where} holds online results of the reward "${name}", and the study has ${rewards.join(", ")}. Name it as the study does, or add it to log.rewards.${didYouMean(name, rewards)}`,
          { name, rewards },
        ),
      ),
  ];
}

const keyOf = ({ feed, reward, policy, day }: OnlineRow): string =>
  JSON.stringify([feed, reward, policy, day]);

function repeatedRow(rows: readonly OnlineRow[], where: string): Reason | undefined {
  const twice = rows.find((row, at) => {
    const next = rows[at + 1];
    return next !== undefined && keyOf(next) === keyOf(row);
  });
  if (twice === undefined) return undefined;
  const { policy, day, reward, feed } = twice;
  const message = `${where} holds two online results of ${policy} for ${reward} on ${day}${feed === null ? "" : ` in feed ${feed}`}: give one row for each policy, day and reward, over all its trajectories.`;
  return reason("onlineRepeated", message, { policy, day, reward, feed });
}
