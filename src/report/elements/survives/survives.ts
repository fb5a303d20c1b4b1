import { groupedBy } from "../../../numeric/grouped-by.js";
import { counted } from "../../../numeric/show-number.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { type Block, type Grid, numeric, type Tone, texts } from "../../formats/grid.js";
import type { ReportedResult } from "../../source.js";
import { verdictWords } from "../../words/names.js";
import { numbersOf } from "../../words/printed-numbers.js";
import { describeQuestion } from "../../words/question.js";
import {
  describeSurvivals,
  isNotable,
  listLines,
  notTestableSentence,
  type SurvivalRow,
  type SurvivalView,
  sortViews,
} from "./survival-view.js";

const title = "Does the verdict hold?";

export const survives: Element<ReportedResult> = defineElement({
  name: "survives",
  title,
  view: (result): readonly SurvivalView[] | null => {
    const views = describeSurvivals(result);
    return views.length === 0 ? null : views;
  },
  summary: summaryOf,
  body: (views, { format, full = false }) => {
    if (format === "text") return textBlocks(views, full);
    if (format === "html") return pageBlocks(views);
    const grids = views.map((view) => ({
      ...gridOf(view, view.rows, false),
      notes: [notTestableSentence(view.notTestable)].filter(Boolean),
    }));
    return [{ title, sentences: [] }, ...grids];
  },
  csv: {
    columns: [
      ...["row", "policy", "baseline", "estimator", "parameters", "reward", "estimand", "feed"],
      ...["value", "se", "adjustedLower", "adjustedUpper", "holds", "evidence"],
      ...["tipping", "tippingUnit", "measured", "measuredSe", "measuredUnit", "code", "message"],
    ],
    optional: [
      "holds",
      "evidence",
      "tipping",
      "tippingUnit",
      "measured",
      "measuredSe",
      "measuredUnit",
    ],
    rows: (views) => views.flatMap(csvRows),
  },
  derived: (views) => [views.length, ...views.flatMap((view, at) => [at, ...countsOf(view)])],
});

/** "a check overturns the verdict of 3 of 16 comparisons; no evidence of any threat to 8" */
function summaryOf(views: readonly SurvivalView[]): string {
  const refused = views.filter(({ refuses }) => refuses).length;
  const lines = counted(views.length, "comparison");
  const answer =
    refused === 0
      ? `no check overturns a verdict, ${lines}`
      : `a check overturns the verdict of ${refused} of ${lines}`;
  const plain = sortViews(views).plain.length;
  return plain === 0 ? answer : `${answer}; no evidence of any threat to ${plain}`;
}

const ofSign = ({ rows }: SurvivalView, sign: SurvivalRow["sign"]): readonly SurvivalRow[] =>
  rows.filter((row) => row.sign === sign && row.answer !== "NO");

const countsOf = (view: SurvivalView): readonly number[] => [
  view.rows.length,
  ofSign(view, "no").length,
  ofSign(view, "not tested").length,
];

/** A row for each comparison with the checks that matter; all its checks are folded away under its name. */
function pageBlocks(views: readonly SurvivalView[]): readonly Block[] {
  const names = (rows: readonly SurvivalRow[]): string =>
    rows.map(({ survival }) => survival.title).join(", ");
  const untested = [...new Set(views.map((view) => notTestableSentence(view.notTestable)))];
  return [
    {
      caption: "Checks of each comparison",
      columns: [
        ...texts("comparison", "verdict", "overturned by", "holds despite evidence of"),
        ...numeric("no evidence of", "not tested"),
      ],
      rows: views.map((view) => [
        `${view.verdict.policy}, ${describeQuestion(view.verdict)}`,
        { text: verdictWords[view.verdict.verdict], tone: view.verdict.verdict },
        names(view.rows.filter(({ answer }) => answer === "NO")),
        names(ofSign(view, "yes")),
        ...countsOf(view).slice(1).map(String),
      ]),
      notes: untested.filter(Boolean),
    },
    ...views.map((view) => ({ ...gridOf(view, inShort(view.rows), true), folded: view.title })),
  ];
}

/** Checks without evidence and without a number to show share one row; no sentence repeats the numbers beside it. */
function inShort(rows: readonly SurvivalRow[]): readonly SurvivalRow[] {
  const silent = rows.filter(
    ({ sign, tipping, measured, difference, survival }) =>
      sign === "no" &&
      difference === null &&
      numbersOf(`${tipping} ${measured} ${survival.message}`).length === 0,
  );
  const others = rows.filter((row) => !silent.includes(row));
  const joined = groupedBy(silent, ({ answer }) => answer).flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    if (more.length === 0) return [first];
    const titles = [first, ...more].map(({ survival }) => survival.title).join("; ");
    const survival = { ...first.survival, title: titles, message: "" };
    return [{ ...first, survival, measured: "no evidence", tipping: "–" }];
  });
  return [...others.map(withoutEcho), ...joined];
}

function withoutEcho(row: SurvivalRow): SurvivalRow {
  const beside = new Set(numbersOf(row.measured).map(({ text }) => text));
  const isEcho = numbersOf(row.survival.message).every(({ text }) => beside.has(text));
  return row.sign === "no" && isEcho ? { ...row, survival: { ...row.survival, message: "" } } : row;
}

function gridOf(view: SurvivalView, rows: readonly SurvivalRow[], isOfPage: boolean): Grid {
  return {
    caption: view.title,
    isPart: true,
    columns: [
      ...texts("threat", "holds", "would change at", "this log shows"),
      ...numeric("alternative estimate (± standard error)"),
    ],
    rows: rows.map(({ survival, answer, tipping, measured, difference }) => [
      isOfPage && answer === "NO" ? { text: survival.title, tone: "worse" } : survival.title,
      { text: answer, tone: isOfPage && answer !== "NO" ? undefined : answers[answer] },
      tipping,
      isOfPage && survival.message !== "" ? { text: measured, note: survival.message } : measured,
      difference ?? "",
    ]),
  };
}

const answers: Readonly<Record<SurvivalRow["answer"], Tone | undefined>> = {
  yes: "better",
  NO: "worse",
  "not tested": "watch",
  undecided: undefined,
};

/** How many untestable threats a terminal names before it counts the others. */
const mostNamed = 4;

/**
 * For a terminal: comparisons without evidence of any threat, and undecided ones, by name only; of the others the
 * threats for which there is evidence. `full` shows every check of every comparison.
 */
function textBlocks(views: readonly SurvivalView[], full: boolean): readonly Block[] {
  const { plain, withoutCall, notable } = sortViews(views);
  const named = [
    ...listLines(plain).map((line) => `No evidence of any threat: ${line}`),
    ...listLines(withoutCall).map((line) => `Undecided, whatever the checks say: ${line}`),
  ];
  const untested = views.map(({ notTestable }) =>
    notTestableSentence(notTestable, full ? undefined : mostNamed),
  );
  return [
    { title, sentences: full ? [] : named },
    ...(full ? views : notable).map((view): Grid => {
      const shown = full ? view.rows : view.rows.filter(isNotable);
      const withoutDifference = shown.map((row) => ({ ...row, difference: null }));
      return { ...gridOf(view, withoutDifference, false), notes: restOf(view, shown) };
    }),
    ...[...new Set(untested)].filter(Boolean).map((sentence) => ({ sentences: [sentence] })),
  ];
}

/** How many checks of a comparison are not shown. */
function restOf({ rows }: SurvivalView, shown: readonly SurvivalRow[]): readonly string[] {
  const others = rows.filter((row) => !shown.includes(row));
  const open = others.filter(({ sign }) => sign === "not tested").length;
  const silent = others.length - open;
  const words = [
    ...(silent === 0 ? [] : [`no evidence of ${counted(silent, "other threat")}`]),
    ...(open === 0 ? [] : [`${open} not tested`]),
  ];
  return words.length === 0 ? [] : [words.join(", ")];
}

function csvRows({ verdict, rows }: SurvivalView): readonly CsvRow[] {
  const { policy, baseline, estimator, reward, estimand, feed } = verdict;
  const parameters = verdict.parameters === null ? null : JSON.stringify(verdict.parameters);
  const question = { policy, baseline, estimator, parameters, reward, estimand, feed };
  return rows.map(({ survival, answer, sign }) => {
    const { alternative, interval, tipping, measured, check, message } = survival;
    const [adjustedLower, adjustedUpper] = interval ?? [null, null];
    return {
      row: "check",
      ...question,
      value: alternative?.difference ?? null,
      se: alternative?.se ?? null,
      adjustedLower,
      adjustedUpper,
      holds: answer.toLowerCase(),
      evidence: sign,
      tipping: tipping?.value ?? null,
      tippingUnit: tipping?.unit ?? null,
      measured: measured.value,
      measuredSe: measured.se,
      measuredUnit: measured.unit,
      code: check,
      message: message === "" ? null : message,
    };
  });
}
