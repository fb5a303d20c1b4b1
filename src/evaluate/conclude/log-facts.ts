import { allFeeds } from "../../inference/scope.js";
import { trajectoriesColumn } from "../../tally/take.js";
import { daysIn } from "./on-days.js";
import type { OpenTally } from "./open-tally.js";
import type { LogFacts } from "./result.js";

export function logFacts(
  { tally, about: { survey, engine }, study, someDays }: OpenTally,
  feeds: readonly (string | null)[],
): LogFacts {
  const strata = tally.tables.cells?.strata ?? [];
  const days = daysIn(tally);
  const { buckets } = tally;
  const trajectories = tally.tables.cells?.columns[trajectoriesColumn]?.hi ?? new Float64Array();
  return {
    trajectories: trajectories.reduce((a, b) => a + b, 0),
    impressions:
      someDays === undefined ? survey.summary.rows - (survey.counts.fitDaysRows ?? 0) : null,
    users: survey.users,
    days: study.log.day === undefined ? null : days.length,
    feeds: feeds.filter((feed) => feed !== null && feed !== allFeeds).map(String),
    loggers: distinct(strata.map(({ logger }) => logger)),
    firstDay: days[0] ?? null,
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

const distinct = (values: readonly (string | null)[]): readonly string[] =>
  [...new Set(values)].filter((value) => value !== null).sort();
