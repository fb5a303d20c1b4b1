import type { StudyTally } from "../evaluate/about.js";
import type { Truth } from "../report/index.js";
import { foldTally, groupUsers } from "../tally/fold.js";
import type { Chosen, Offered } from "./choice.js";
import type { Grounds } from "./control.js";
import { offeredBy } from "./controls.js";
import { pictureWords } from "./picture-words.js";

/** What a page knows of itself besides the tally. */
export interface PageData {
  /** What files that are saved from it are called, without their ending. */
  readonly name: string;
  /** What its pictures are of. */
  readonly pictured: string;
  readonly title?: string;
  readonly truth?: readonly Truth[];
  /** What the caller of the run chose in place of the study's. */
  readonly base: Chosen;
  /** The level and the baseline that the run has. */
  readonly own: Chosen;
  readonly offered: readonly Offered[];
  /** The groups of users of the tally. */
  readonly groups: number;
  /** Whether the run itself had these groups: then nothing differs from it. */
  readonly isRun: boolean;
  /** Whether the tally holds the tables of checks. */
  readonly isWhole: boolean;
}

/** What a page is made from. */
interface Made extends Pick<PageData, "base" | "isWhole"> {
  readonly tally: StudyTally;
  /** The same by groups of users. */
  readonly grouped: StudyTally;
  readonly grounds: Grounds;
  readonly file: string;
  readonly title?: string | undefined;
  readonly truth?: readonly Truth[] | undefined;
}

export function pageDataOf({
  tally,
  grouped,
  grounds,
  base,
  file,
  isWhole,
  ...own
}: Made): PageData {
  const { title, truth } = own;
  const name = file.replace(/^.*[/\\]|\.[^.]*$/g, "");
  return {
    name,
    pictured: pictureWords(grounds.result, name),
    ...(title !== undefined && { title }),
    ...(truth !== undefined && { truth }),
    base,
    own: ownOf(grounds),
    offered: offeredBy(grounds, isWhole),
    groups: grouped.buckets.kind === "exact" ? 0 : grouped.buckets.count,
    isRun: grouped === tally,
    isWhole,
  };
}

export const ownOf = ({ result, base }: Grounds): Chosen => ({
  confidence: result.confidence,
  baseline: base.study.baseline,
});

/** As a block of the page, which no name ends. */
export const pageBlock = (data: PageData): string =>
  JSON.stringify(data).replaceAll("<", "\\u003c");

/** Groups of users that a page holds at most. */
const mostGroups = 128;

export function inGroups(tally: StudyTally): StudyTally {
  const grouped = groupUsers(tally);
  const { buckets } = grouped;
  if (buckets.kind === "hashed" && buckets.count <= mostGroups) return grouped;
  return foldTally(grouped, mostGroups);
}
