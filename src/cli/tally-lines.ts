import type { StudyTally } from "../evaluate/about.js";
import type { LogFacts, Verdict } from "../evaluate/conclude/result.js";
import { hypot } from "../numeric/elementary/hypot.js";
import { counted, showCount } from "../numeric/show-number.js";
import { plainLine } from "../plain-line.js";
import { fewestInGroup, rarelyAny } from "../tally/small-groups.js";
import type { ClusterKey } from "../tally/tally.js";
import type { SavedTally } from "../tally/tally-file.js";

export interface TallyFacts {
  readonly file: string;
  readonly days: readonly [first: string, last: string] | null;
  readonly trajectories: number;
  readonly impressions: LogFacts["impressions"];
  /** Whose sums its rows are: each user's, or those of so many groups of users. */
  readonly level: "user" | "folded";
  readonly buckets: number;
  readonly policies: readonly string[];
  /** Its curves were fitted on its own log: it does not add to tallies of other logs. */
  readonly ownCurve: boolean;
  readonly engine: string | null;
}

export function tallyFacts(file: string, tally: StudyTally, log: LogFacts): TallyFacts {
  const study = tally.about.study as { readonly policies?: object };
  return {
    file,
    days: log.firstDay === null || log.lastDay === null ? null : [log.firstDay, log.lastDay],
    trajectories: log.trajectories,
    impressions: log.impressions,
    level: tally.buckets.kind === "exact" ? "user" : "folded",
    buckets: log.buckets.count,
    policies: Object.keys(study.policies ?? {}),
    ownCurve: hasOwnCurve(tally),
    engine: log.engine?.name ?? null,
  };
}

export const hasOwnCurve = ({ about }: StudyTally): boolean =>
  about.curves.some(({ elsewhere }) => elsewhere === null);

/** What is said of a saved tally: whose sums it holds, and what that does to errors. */
export function savedLine(
  saved: SavedTally,
  role: ClusterKey["role"],
  { keepUsers = false }: { readonly keepUsers?: boolean } = {},
): string {
  const { rowsOf, clusters, groups } = saved;
  const [one, many] = role === "trajectory" ? ["trajectory", "trajectories"] : [role, `${role}s`];
  if (rowsOf === "user") {
    return `note: this tally holds a row a ${one}: data of single ${many}. Its errors are those of this run`;
  }
  const of = clusters === null ? many : counted(clusters, one, many);
  return `note: this tally holds sums of ${of} in ${counted(groups, "group")}${smallText(saved, many)}. ${errorsText(saved, keepUsers, one, many)}`;
}

/** What errors made from groups are; where `small` is not known, the run itself had groups. */
function errorsText({ small }: SavedTally, keepUsers: boolean, one: string, many: string): string {
  if (keepUsers) {
    return `This run does not tell ${many} apart: --keep-users keeps its groups, and errors made from it are those of this run`;
  }
  if (small === null) return "Errors made from it are of these groups";
  return `Errors made from it are of groups, and differ a little; --keep-users=personal-data keeps a row a ${one}`;
}

/** How many groups are of few clusters, where any may be. */
function smallText({ small, expectedSmall }: SavedTally, many: string): string {
  const of = `of fewer than ${fewestInGroup} ${many}`;
  const handle = `handle it as data of single ${many}`;
  if (small !== null) {
    return small === 0 ? "" : `; ${counted(small, "group is", "groups are")} ${of}: ${handle}`;
  }
  if (expectedSmall === undefined) {
    return `; how many groups are ${of} is not known: where they may be, ${handle}`;
  }
  if (expectedSmall < rarelyAny) return "";
  const about = Math.max(1, Math.round(expectedSmall));
  return `; about ${counted(about, "group is", "groups are")} ${of}: ${handle}`;
}

export const listLines = (all: readonly TallyFacts[]): readonly string[] =>
  aligned([
    ["tally", "days", "trajectories", "impressions", "rows by", "curve", "policies"],
    ...all.map(({ file, days, trajectories, impressions, level, buckets, policies, ownCurve }) => [
      file,
      days === null ? "" : days[0] === days[1] ? days[0] : `${days[0]} to ${days[1]}`,
      showCount(trajectories),
      impressions === null ? "" : showCount(impressions),
      level === "user" ? "user" : `${showCount(buckets)} groups of users`,
      ownCurve ? "fitted on its own log" : "shared",
      policies.join(", "),
    ]),
  ]);

/** A comparison of two tallies, and how the difference moved. */
export interface TallyDiff {
  readonly policy: string;
  readonly reward: string;
  readonly feed: string | null;
  readonly before: Side;
  readonly after: Side;
  /**
   * How the difference to the baseline moved, with its standard error; null where one of them has no answer, and where
   * they are not of one baseline, estimator and estimand.
   */
  readonly change: { readonly value: number; readonly se: number } | null;
}

interface Side {
  readonly verdict: string;
  readonly value: number | null;
}

/** The comparisons that both have; errors add as if no user were in both. */
export function tallyDiffs(a: readonly Verdict[], b: readonly Verdict[]): readonly TallyDiff[] {
  return a.flatMap((before) => {
    const after = b.find(
      ({ policy, reward, feed }) =>
        policy === before.policy && reward === before.reward && feed === before.feed,
    );
    if (after === undefined) return [];
    const { policy, reward, feed } = before;
    return [
      {
        policy,
        reward,
        feed,
        before: sideOf(before),
        after: sideOf(after),
        change: changeOf(before, after),
      },
    ];
  });
}

const sideOf = (line: Verdict): Side => ({
  verdict: line.verdict,
  value: line.value,
});

function changeOf(a: Verdict, b: Verdict): TallyDiff["change"] {
  const isSame =
    a.baseline === b.baseline &&
    a.estimand === b.estimand &&
    a.estimator === b.estimator &&
    JSON.stringify(a.parameters) === JSON.stringify(b.parameters);
  if (!isSame) return null;
  if (a.value === null || b.value === null || a.se === null || b.se === null) return null;
  return { value: b.value - a.value, se: hypot(a.se, b.se) };
}

export const diffLines = (all: readonly TallyDiff[]): readonly string[] =>
  aligned([
    ["policy", "reward", "feed", "before", "after", "change of the difference"],
    ...all.map(({ policy, reward, feed, before, after, change }) => [
      policy,
      reward,
      feed ?? "",
      sideText(before),
      sideText(after),
      change === null ? "not answered" : `${signed(change.value)} ± ${change.se.toPrecision(2)}`,
    ]),
  ]);

const sideText = ({ verdict, value }: Side): string =>
  value === null ? words(verdict) : `${words(verdict)} ${signed(value)}`;

/** "cannotTell" as it is read. */
const words = (verdict: string): string =>
  verdict.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const signed = (value: number): string => `${value < 0 ? "" : "+"}${value.toPrecision(4)}`;
function aligned(cells: readonly (readonly string[])[]): readonly string[] {
  const rows = cells.map((row) => row.map(plainLine));
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
