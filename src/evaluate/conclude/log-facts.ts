import { allFeeds } from "../../inference/scope.js";
import type { Study } from "../../study/study.js";
import { trajectoriesColumn } from "../../tally/take.js";
import type { Tally } from "../../tally/tally.js";
import type { About } from "../about.js";
import type { LogFacts } from "./result.js";

export function logFacts(
  tally: Tally,
  { survey, engine }: About,
  study: Study,
  feeds: readonly (string | null)[],
): LogFacts {
  const strata = tally.tables.cells?.strata ?? [];
  const days = daysOf(tally);
  const { buckets } = tally;
  const trajectories = tally.tables.cells?.columns[trajectoriesColumn]?.hi ?? new Float64Array();
  return {
    trajectories: trajectories.reduce((a, b) => a + b, 0),
    impressions: survey.summary.rows - (survey.counts.fitDaysRows ?? 0),
    users: survey.users,
    days: study.log.day === undefined ? null : days.length,
    feeds: feeds.filter((feed) => feed !== null && feed !== allFeeds).map(String),
    loggers: distinct(strata.map(({ logger }) => logger)),
    firstDay: firstDayOf(tally),
    lastDay: days.at(-1) ?? null,
    structure: study.log.structure,
    sums: study.sums,
    buckets:
      buckets.kind === "exact"
        ? { kind: "exact", count: buckets.hashes.length }
        : {
            kind: "hashed",
            count: buckets.count,
            ...(tally.clusteredBy.hash === "native" ? { hash: "native" } : {}),
          },
    counts: survey.counts,
    engine,
  };
}

const daysOf = ({ tables }: Tally): readonly string[] =>
  distinct((tables.cells?.strata ?? []).map(({ day }) => day));

/** The first of the days that results are of; null where the log names none. */
export const firstDayOf = (tally: Tally): string | null => daysOf(tally)[0] ?? null;

const distinct = (values: readonly (string | null)[]): readonly string[] =>
  [...new Set(values)].filter((value) => value !== null).sort();
