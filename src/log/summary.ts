import type { Plan, Table } from "../sql/index.js";
import {
  apply,
  cast,
  column,
  count,
  type Expression,
  from,
  group,
  max,
  min,
  minus,
  type Named,
  type Relation,
  select,
  sum,
} from "../sql/index.js";
import type { BoundLog } from "./bind.js";

/** What is known of a log's columns without looking at single rows. */
export interface Summary {
  readonly rows: number;
  /** By canonical column. */
  readonly columns: Readonly<Record<string, ColumnSummary>>;
  /** The largest of displayed rank − list length; null where lists have no length. */
  readonly deepestBeyondList: number | null;
}

export interface ColumnSummary {
  /** Values that are not NULL. */
  readonly values: number;
  readonly range: readonly [number, number] | undefined;
  readonly finite: boolean;
  /** Every value is a whole number. */
  readonly whole: boolean;
}

const unknown: ColumnSummary = { values: 0, range: undefined, finite: true, whole: true };

/** The summary of a canonical column; of one that the log does not have, an empty one. */
export const summaryOf = ({ columns }: Summary, name: string): ColumnSummary =>
  columns[name] ?? unknown;

/** A canonical column with the source's own, whether its range is of use, and whether it may be fractional. */
interface Summarised {
  readonly name: string;
  readonly source: string;
  readonly ranged: boolean;
  readonly fractional: boolean;
  /** TRUE and FALSE, whose range needs no look: not every engine orders them. */
  readonly truth: boolean;
  readonly wanted: "whole" | "number" | "key";
}

function summarised(log: BoundLog): readonly Summarised[] {
  const { spec } = log;
  const entry = (
    name: string,
    source: string | undefined,
    wanted: Summarised["wanted"],
  ): Summarised[] => {
    if (source === undefined) return [];
    const type = log.types.get(source);
    const fractional = wanted !== "key" && (type === "double" || type === "decimal");
    const isClusterKey = name === "h_user" || name === "h_trajectory";
    const ranged = type !== "boolean" && (wanted !== "key" || (isClusterKey && type === "bigint"));
    const truth = wanted !== "key" && type === "boolean";
    return [{ name, source, ranged, fractional, truth, wanted }];
  };
  return [
    ...entry("h_trajectory", spec.trajectory, "key"),
    ...entry("h_user", spec.user, "key"),
    ...entry("h_feed", spec.feed, "key"),
    ...entry("h_logger", spec.logger, "key"),
    ...entry("h_day", spec.day, "key"),
    ...entry("h_rank", spec.rank, "whole"),
    ...entry("h_length", spec.listLength, "whole"),
    ...entry("h_censored", spec.censored, "whole"),
    ...entry("h_exposure", log.exposure, "number"),
    ...log.rewards.flatMap(({ column: source }, i) => entry(`h_reward_${i}`, source, "number")),
    ...log.policies.flatMap(({ rank, exposure, score }, i) => [
      ...entry(`h_rank_${i}`, rank, "whole"),
      ...entry(`h_score_${i}`, score, "number"),
      ...entry(`h_exposure_${i}`, typeof exposure === "string" ? exposure : undefined, "number"),
    ]),
  ];
}

/**
 * Counts and ranges of the source's own columns, ungrouped and uncast: of a Parquet file the engine
 * reads these from the footers alone. Given canonical impressions it reads those instead.
 */
export function rangesPlan(log: BoundLog, cleaned?: Relation): Plan {
  const all = summarised(log);
  const rows = select(
    cleaned ?? from(log.source),
    all.map(({ name, source }): Named => [name, column(cleaned === undefined ? source : name)]),
  );
  const inner = all.flatMap(({ name, ranged }): Named[] => [
    [`${name}_values`, count(column(name))],
    ...(ranged
      ? [[`${name}_min`, min(column(name))] as const, [`${name}_max`, max(column(name))] as const]
      : []),
  ]);
  return numbersPlan("ranges of columns", group(rows, [], [["row_count", count()], ...inner]));
}

/** What only values themselves tell: NaN and infinities, fractions among ranks, ranks beyond lists. */
export function soundnessPlan(log: BoundLog): Plan | undefined {
  const fractional = summarised(log).filter((each) => each.fractional);
  const { rank, listLength } = log.spec;
  const inner: Named[] = fractional.flatMap(({ name, wanted }) => {
    const value = cast(column(name), "double");
    const rest = sum(minus(value, apply("floor", value)));
    return [
      [`${name}_sound`, sum(minus(value, value))],
      ...(wanted === "whole" ? [[`${name}_rest`, rest] as const] : []),
    ];
  });
  const beyond = rank !== undefined && listLength !== undefined;
  if (beyond) {
    const number = (name: string): Expression => cast(column(name), "double");
    inner.push(["beyond", max(minus(number("h_rank"), number("h_length")))]);
  }
  if (inner.length === 0) return undefined;
  const names = [...fractional, ...summarised(log).filter(({ name }) => beyond && isPlace(name))];
  const distinct = new Map(names.map(({ name, source }): Named => [name, column(source)]));
  return numbersPlan(
    "soundness of columns",
    group(select(from(log.source), [...distinct]), [], inner),
  );
}

const isPlace = (name: string): boolean => name === "h_rank" || name === "h_length";

function numbersPlan(
  purpose: string,
  grouped: Extract<Relation, { kind: "group" }> | Relation,
): Plan {
  const aggregates = grouped.kind === "group" ? grouped.columns.map(([name]) => name) : [];
  const columns = aggregates.map((name): Named => [`${name}_out`, cast(column(name), "double")]);
  return {
    purpose,
    relation: select(grouped, columns),
    columns: columns.map(([name]) => ({ name, type: "double" })),
  };
}

/** Reads both tables into a summary; a reward's default and a constant exposure widen the range. */
export function readSummary(log: BoundLog, ranges: Table, soundness: Table | undefined): Summary {
  const at = (table: Table | undefined, name: string): number | undefined => {
    const value = table?.columns.get(`${name}_out`)?.[0] ?? undefined;
    return value === undefined || value === null ? undefined : Number(value);
  };
  const rows = at(ranges, "row_count") ?? 0;
  const columns = summarised(log).map(({ name, fractional, wanted, truth }) => {
    const values = at(ranges, `${name}_values`) ?? 0;
    const low = at(ranges, `${name}_min`);
    const high = at(ranges, `${name}_max`);
    const sound = at(soundness, `${name}_sound`);
    const rest = at(soundness, `${name}_rest`);
    const summary: ColumnSummary = {
      values,
      range: truth && values > 0 ? [0, 1] : rangeOf(wanted, low, high),
      finite: !fractional || values === 0 || sound === 0,
      whole: wanted !== "whole" || !fractional || values === 0 || rest === 0,
    };
    return [name, summary] as const;
  });
  return {
    rows,
    columns: { ...Object.fromEntries(columns), ...given(log, Object.fromEntries(columns), rows) },
    deepestBeyondList: at(soundness, "beyond") ?? null,
  };
}

/** Of keys only the width in bits: a tally keeps the summary, and no user's key with it. */
function rangeOf(
  wanted: Summarised["wanted"],
  low: number | undefined,
  high: number | undefined,
): readonly [number, number] | undefined {
  if (low === undefined || high === undefined) return undefined;
  if (wanted !== "key") return [low, high];
  return low >= 0 && high < 2 ** 31 ? [0, 2 ** 31 - 1] : [-(2 ** 63), 2 ** 63];
}

function given(
  log: BoundLog,
  columns: Readonly<Record<string, ColumnSummary>>,
  rows: number,
): Record<string, ColumnSummary> {
  const defaults = log.rewards.flatMap(({ missing }, i) => {
    const name = `h_reward_${i}`;
    const known = columns[name] ?? unknown;
    if (missing === undefined || known.values === rows) return [];
    const [low, high] = known.range ?? [missing, missing];
    return [
      [
        name,
        { ...known, range: [Math.min(low, missing), Math.max(high, missing)] as const },
      ] as const,
    ];
  });
  const constants = log.policies.flatMap(({ exposure }, i) =>
    typeof exposure === "number"
      ? [
          [
            `h_exposure_${i}`,
            { ...unknown, values: rows, range: [exposure, exposure] as const },
          ] as const,
        ]
      : [],
  );
  const valuesOf = (name: string): number => columns[name]?.values ?? 0;
  const forced = log.policies.flatMap(({ score }, i) =>
    score === undefined
      ? []
      : [
          [
            `h_rank_${i}`,
            { ...unknown, ...columns.h_rank, values: valuesOf(`h_score_${i}`) },
          ] as const,
        ],
  );
  return Object.fromEntries([...defaults, ...constants, ...forced]);
}
