import { groupedBy } from "../numeric/grouped-by.js";
import type { KeptResult } from "./kept-result.js";

/** A file of a folder that holds no result which can be shown. */
export interface UnreadResult {
  readonly file: string;
  readonly message: string;
}

/** The results of a folder. */
export interface ResultsIndex {
  /** The release that shows them. */
  readonly hindcast: string;
  readonly results: readonly KeptResult[];
  readonly unread: readonly UnreadResult[];
}

/** Results that compare the same policies by the same rewards against the same baseline, the newest first. */
export interface StudyOverDays {
  readonly id: string;
  readonly name: string;
  readonly hindcast: string;
  readonly results: readonly KeptResult[];
}

/** The studies of a folder; that of the newest result first. */
export function studiesOverDays({ hindcast, results }: ResultsIndex): readonly StudyOverDays[] {
  const newest = results.toSorted(byNewest);
  const groups = groupedBy(newest, ({ policies, baselines, rewards }) =>
    JSON.stringify([policies, baselines, rewards]),
  );
  return [...groups].map((group, at) => ({
    id: `study-${at + 1}`,
    name: nameOf(group[0]),
    hindcast,
    results: group,
  }));
}

/** By the last day, then the first; results without days last, files with one day in their order by name. */
function byNewest(a: KeptResult, b: KeptResult): number {
  const keys = ({ lastDay, firstDay }: KeptResult): readonly string[] => [
    lastDay ?? "",
    firstDay ?? "",
  ];
  const [mine, others] = [keys(a), keys(b)];
  const at = mine.findIndex((key, place) => key !== others[place]);
  if (at >= 0) return (mine[at] ?? "") > (others[at] ?? "") ? -1 : 1;
  return a.file < b.file ? -1 : 1;
}

/** "fresh and popularity against production: like" */
function nameOf(result: KeptResult | undefined): string {
  const { policies = [], baselines = [], rewards = [] } = result ?? {};
  if (policies.length === 0) return "Nothing compared";
  return `${short(policies)} against ${short(baselines)}: ${short(rewards)}`;
}

const mostNames = 4;

const short = (names: readonly string[]): string =>
  names.length > mostNames
    ? `${names.slice(0, mostNames - 1).join(", ")} and ${names.length - mostNames + 1} more`
    : names.join(", ");

/** "2026-11-01 to 2026-11-14", one day, or nothing where the log has none. */
export function spanOf({ firstDay, lastDay }: Pick<KeptResult, "firstDay" | "lastDay">): string {
  return [...new Set([firstDay, lastDay])].filter((day) => day !== null).join(" to ");
}
