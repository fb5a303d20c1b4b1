import type { ReasonCode } from "../../codes.js";
import type { CheckReport } from "../../evaluate/check.js";
import type { LogFacts } from "../../evaluate/conclude/result.js";
import { counted, showCount } from "../../numeric/show-number.js";
import { capital } from "../../plain-line.js";
import { type Grid, numeric, texts } from "../formats/grid.js";
import { spaced } from "./names.js";

const structures: Readonly<Record<LogFacts["structure"], string>> = {
  check: "every trajectory's structure was checked",
  sample: "the structure of one trajectory in 64 was checked",
  declared: "the structure was accepted as declared and not checked",
};

/** The log in sentences: its size, its parts, how it was checked and added up. */
export function describeLog(log: LogFacts): readonly string[] {
  return [describeSize(log), ...describeParts(log), describeMethod(log)];
}

/** Counts are of all days; of some days of a tally, which have no `impressions`, its trajectories are fewer. */
type Counted = Pick<LogFacts, "counts"> & Partial<Pick<LogFacts, "impressions" | "trajectories">>;

/** What was counted in the log besides its size, named in words, zeros left out. */
export function describeCounts({
  counts,
  impressions,
  trajectories,
}: Counted): readonly { readonly name: string; readonly count: string }[] {
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => {
      if (name !== "sampledTrajectories") return { name: spaced(name), count: showCount(count) };
      const isOfAll = trajectories !== undefined && impressions !== null;
      const of = isOfAll ? ` of ${showCount(trajectories)}` : "";
      return {
        name: "trajectories searched for duplicate target ranks",
        count: `${showCount(count)}${of}`,
      };
    });
}

/** The same as a table; none where nothing was counted. */
export const countGrids = (counts: ReturnType<typeof describeCounts>): readonly Grid[] =>
  counts.length === 0
    ? []
    : [
        {
          caption: "Other counts of the survey",
          columns: [...texts("counted"), ...numeric("number")],
          rows: counts.map(({ name, count }) => [name, count]),
        },
      ];

export function describeSize({
  impressions,
  trajectories,
  users,
  days,
  firstDay,
  lastDay,
}: LogFacts): string {
  const by = users === null ? "" : ` by ${counted(users, "user")}`;
  const span =
    firstDay === null ? "" : ` (${[...new Set([firstDay, lastDay ?? firstDay])].join(" to ")})`;
  const over = days === null ? "" : `, over ${counted(days, "day")}${span}`;
  const rows = impressions === null ? "" : `${counted(impressions, "impression")} in `;
  return `${rows}${counted(trajectories, "trajectory")}${by}${over}.`;
}

function describeParts({ feeds, loggers }: LogFacts): readonly string[] {
  const parts = [
    feeds.length > 0 ? `feeds ${feeds.join(", ")}` : "",
    loggers.length > 0 ? `logging policies ${loggers.join(", ")}` : "",
  ].filter(Boolean);
  return parts.length === 0 ? [] : [`${capital(parts.join("; "))}.`];
}

function describeMethod({ structure, buckets, users, sums, engine }: LogFacts): string {
  const unit = users === null ? "trajectory" : "user";
  // A sum of tallies does not know how many users it holds, and is of users all the same.
  const whole = users === null ? "users (or trajectories, where the log names none)" : "users";
  const hashed =
    buckets.hash === "native"
      ? ", by the engine's own hash (another engine gives slightly different ones)"
      : "";
  const errors =
    buckets.kind === "exact"
      ? `standard errors from ${counted(buckets.count, unit)}, each its own cluster`
      : `standard errors from ${counted(buckets.count, "bucket")} of whole ${whole}${hashed}`;
  const added = sums === "exact" ? "exact sums" : "floating-point sums";
  const where = engine === null ? "" : ` by ${engine.name} ${engine.version}`;
  return `${capital(structures[structure])}; ${added}${where}; ${errors}.`;
}

/** "The log is usable.", or how far it is usable. */
export function describeUse({ problems, warnings, refused = [] }: CheckReport): string {
  const count = problems.length;
  if (count > 0) {
    return `The log is not usable as it is: ${counted(count, "problem")}.`;
  }
  if (warnings.some(({ code }) => notViews.has(code))) {
    return "The log can be read, but its rows do not seem to be views: see the warnings.";
  }
  if (refused.length === 0) return "The log is usable.";
  return "The log is usable, but not for every policy and reward.";
}

/** Warnings of a log that may not be one of viewed rows by trajectory. */
const notViews: ReadonlySet<string> = new Set<ReasonCode>([
  "clicksOnly",
  "oneRowEach",
  "viewsNotLogged",
]);
