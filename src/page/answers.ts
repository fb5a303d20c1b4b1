import { reason, StudyError } from "../errors.js";
import type { StudyTally } from "../evaluate/about.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import { openTally } from "../evaluate/conclude/open-tally.js";
import type { Result } from "../evaluate/conclude/result.js";
import { whatIfs } from "../evaluate/conclude/what-if/what-if.js";
import {
  formatCsv,
  formatJson,
  formatMain,
  formatMarkdown,
  type ReportDocument,
  resultDocument,
} from "../report/index.js";
import { type Chosen, chosenOf, type State } from "./choice.js";
import { ofFeed } from "./of-feed.js";
import type { PageData } from "./page-data.js";
import { type Verdicts, withVerdicts } from "./verdicts.js";

/** What may be taken from a page as text. */
export type TextFormat = "json" | "csv" | "markdown";

const texts: Readonly<Record<TextFormat, (document: ReportDocument) => string>> = {
  json: formatJson,
  csv: (document) => formatCsv(document, { markFormulas: true }),
  markdown: formatMarkdown,
};

/** What a page shows of a choice. */
export interface Shown {
  readonly title: string;
  /** The markup of the document, header and all. */
  readonly main: string;
}

export interface Answers {
  readonly show: (state: State) => Promise<Shown>;
  /** JSON is the whole result, the others are what is shown. */
  readonly text: (state: State, format: TextFormat) => Promise<string>;
}

/** Answers of a tally to what a reader chooses; the last one is kept. */
export function answersOf(tally: StudyTally, data: PageData, verdicts?: Verdicts): Answers {
  let last: { readonly key: string; readonly made: Promise<Result> } | undefined;
  const made = async (state: State, isWhole: boolean): Promise<ReportDocument> => {
    const { feed, ...chosen } = chosenOf(state, data.offered, data.base);
    const key = JSON.stringify(chosen);
    if (last?.key !== key) last = { key, made: concluded(tally, chosen, data, verdicts) };
    const result = await last.made;
    const shown = feed === undefined || isWhole ? result : ofFeed(result, feed);
    return resultDocument(shown, data.truth, data.title);
  };
  return {
    show: async (state) => formatMain(await made(state, false)),
    text: async (state, format) => texts[format](await made(state, format === "json")),
  };
}

const notBoth =
  "The page holds the verdicts of some days at the run's confidence alone, or of all days at another one. Written with --full it has those of both.";

async function concluded(
  tally: StudyTally,
  { whatIf, ...chosen }: Omit<Chosen, "feed">,
  { isWhole, own }: PageData,
  verdicts: Verdicts | undefined,
): Promise<Result> {
  const plain = await conclude(tally, chosen);
  const result = isWhole
    ? plain
    : withVerdicts(plain, { ...own, ...chosen }, verdicts ?? { of: [] });
  // Without its verdicts the numbers of a line would look as if no danger had been found.
  if (result === undefined) throw new StudyError(reason("noSuchDays", notBoth));
  if (whatIf !== true) return result;
  return { ...result, whatIf: await whatIfs(await openTally(tally, chosen), result) };
}
