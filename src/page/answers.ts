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
  /** Whether its verdicts have looked at every danger. */
  readonly isExamined: boolean;
}

export interface Answers {
  readonly show: (state: State) => Promise<Shown>;
  readonly text: (state: State, format: TextFormat) => Promise<string>;
}

/** Answers of a tally to what a reader chooses; the last one is kept. */
export function answersOf(tally: StudyTally, data: PageData, verdicts?: Verdicts): Answers {
  let last: { readonly key: string; readonly made: Promise<Made> } | undefined;
  const made = (state: State): Promise<Made> => {
    const chosen = { ...data.base, ...chosenOf(state, data.offered) };
    const key = JSON.stringify(chosen);
    if (last?.key !== key) last = { key, made: documentOf(tally, chosen, data, verdicts) };
    return last.made;
  };
  return {
    async show(state) {
      const { document, isExamined } = await made(state);
      return { ...formatMain(document), isExamined };
    },
    text: async (state, format) => texts[format]((await made(state)).document),
  };
}

interface Made extends Pick<Shown, "isExamined"> {
  readonly document: ReportDocument;
}

async function documentOf(
  tally: StudyTally,
  chosen: Chosen,
  data: PageData,
  verdicts: Verdicts | undefined,
): Promise<Made> {
  const { result, isExamined } = await concluded(tally, chosen, data, verdicts);
  return { document: resultDocument(result, data.truth, data.title), isExamined };
}

async function concluded(
  tally: StudyTally,
  { whatIf, ...chosen }: Chosen,
  { isWhole, own }: PageData,
  verdicts: Verdicts | undefined,
): Promise<Pick<Shown, "isExamined"> & { readonly result: Result }> {
  const plain = await conclude(tally, chosen);
  const isOther = Object.keys(chosen).some((key) => key !== "confidence" && key !== "baseline");
  const examined =
    isWhole || isOther || verdicts === undefined
      ? undefined
      : withVerdicts(plain, { ...own, ...chosen }, verdicts);
  const result = examined ?? plain;
  const isExamined = isWhole || examined !== undefined;
  if (whatIf !== true) return { result, isExamined };
  const others = await whatIfs(await openTally(tally, chosen), result);
  return { result: { ...result, whatIf: others }, isExamined };
}
