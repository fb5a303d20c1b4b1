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
import { groupsNote } from "./groups-note.js";
import { ofFeed } from "./of-feed.js";
import type { PageData } from "./page-data.js";
import { pictureWords } from "./picture-words.js";
import { type Verdicts, withVerdicts } from "./verdicts.js";

/** What may be taken from a page as text. */
export type TextFormat = "json" | "csv" | "markdown";

const texts: Readonly<Record<TextFormat, (document: ReportDocument, data: PageData) => string>> = {
  json: formatJson,
  csv: (document) => formatCsv(document, { markFormulas: true }),
  markdown: (document, data) =>
    [formatMarkdown(document), groupsNote(data)]
      .map((part) => part && `${part.trimEnd()}\n`)
      .filter(Boolean)
      .join("\n"),
};

/** What a page shows of a choice. */
export interface Shown {
  readonly title: string;
  /** The markup of the document, header and all. */
  readonly main: string;
  /** What its pictures are of. */
  readonly pictured: string;
}

export interface Answers {
  readonly show: (state: State) => Promise<Shown>;
  /** JSON is the whole result, the others are what is shown. */
  readonly text: (state: State, format: TextFormat) => Promise<string>;
}

/** Answers of a tally to what a reader chooses; the last one is kept. */
export function answersOf(tally: StudyTally, data: PageData, verdicts?: Verdicts): Answers {
  let last: { readonly key: string; readonly made: Promise<Result> } | undefined;
  const made = async (state: State, isWhole: boolean): Promise<Made> => {
    const { feed, ...chosen } = chosenOf(state, data.offered, data.base);
    const key = JSON.stringify(chosen);
    if (last?.key !== key) last = { key, made: concluded(tally, chosen, data, verdicts) };
    const result = await last.made;
    const shown = feed === undefined || isWhole ? result : ofFeed(result, feed);
    return { result: shown, document: resultDocument(shown, data.truth, data.title) };
  };
  return {
    show: async (state) => {
      const { result, document } = await made(state, false);
      return { ...formatMain(document), pictured: pictureWords(result, data.name) };
    },
    text: async (state, format) =>
      texts[format]((await made(state, format === "json")).document, data),
  };
}

interface Made {
  readonly result: Result;
  readonly document: ReportDocument;
}

const notBoth =
  "This page has verdicts for a range of days at the run's confidence, or for all days at another confidence, but not for both changes at once. Written with --full it has them.";

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
  // Without its verdicts the numbers of a comparison would look as if no check had found anything.
  if (result === undefined) throw new StudyError(reason("noSuchDays", notBoth));
  if (whatIf !== true) return result;
  return { ...result, whatIf: await whatIfs(await openTally(tally, chosen), result) };
}
