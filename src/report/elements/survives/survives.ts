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

const title = "Does the decision survive?";

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
      ...["value", "se", "adjustedLo", "adjustedHi", "survives", "sign"],
      ...["tipping", "tippingUnit", "measured", "measuredSe", "measuredUnit", "code", "message"],
    ],
    optional: [
      "survives",
      "sign",
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

/** "3 of 16 lines lose their call to a danger; no sign of any danger on 8" */
function summaryOf(views: readonly SurvivalView[]): string {
  const refused = views.filter(({ refuses }) => refuses).length;
  const lines = counted(views.length, "line");
  const answer =
    refused === 0
      ? `no danger refuses it on ${lines}`
      : `${refused} of ${lines} ${refused === 1 ? "loses its" : "lose their"} call to a danger`;
  const plain = sortViews(views).plain.length;
  return plain === 0 ? answer : `${answer}; no sign of any danger on ${plain}`;
}

const ofSign = ({ rows }: SurvivalView, sign: SurvivalRow["sign"]): readonly SurvivalRow[] =>
  rows.filter((row) => row.sign === sign && row.answer !== "NO");

const countsOf = (view: SurvivalView): readonly number[] => [
  view.rows.length,
  ofSign(view, "no sign").length,
  ofSign(view, "not tested").length,
];

/** A line each with the dangers that count; every danger of a line is folded away under its name. */
function pageBlocks(views: readonly SurvivalView[]): readonly Block[] {
  const names = (rows: readonly SurvivalRow[]): string =>
    rows.map(({ survival }) => survival.title).join(", ");
  const untested = [...new Set(views.map((view) => notTestableSentence(view.notTestable)))];
  return [
    {
      caption: "Dangers to each line",
      columns: [
        ...texts("line", "call", "does not survive", "survives, of which there is a sign"),
        ...numeric("no sign of", "not tested"),
      ],
      rows: views.map((view) => [
        `${view.verdict.policy}, ${describeQuestion(view.verdict)}`,
        { text: verdictWords[view.verdict.verdict], tone: view.verdict.verdict },
        names(view.rows.filter(({ answer }) => answer === "NO")),
        names(ofSign(view, "a sign")),
        ...countsOf(view).slice(1).map(String),
      ]),
      notes: untested.filter(Boolean),
    },
    ...views.map((view) => ({ ...gridOf(view, inShort(view.rows), true), folded: view.title })),
  ];
}

/** What was looked for and not found without a number to show for it is one row; no sentence repeats the numbers beside it. */
function inShort(rows: readonly SurvivalRow[]): readonly SurvivalRow[] {
  const silent = rows.filter(
    ({ sign, tipping, measured, difference, survival }) =>
      sign === "no sign" &&
      difference === null &&
      numbersOf(`${tipping} ${measured} ${survival.message}`).length === 0,
  );
  const others = rows.filter((row) => !silent.includes(row));
  const joined = groupedBy(silent, ({ answer }) => answer).flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    if (more.length === 0) return [first];
    const titles = [first, ...more].map(({ survival }) => survival.title).join("; ");
    const survival = { ...first.survival, title: titles, message: "" };
    return [{ ...first, survival, measured: "no sign", tipping: "–" }];
  });
  return [...others.map(withoutEcho), ...joined];
}

function withoutEcho(row: SurvivalRow): SurvivalRow {
  const beside = new Set(numbersOf(row.measured).map(({ text }) => text));
  const isEcho = numbersOf(row.survival.message).every(({ text }) => beside.has(text));
  return row.sign === "no sign" && isEcho
    ? { ...row, survival: { ...row.survival, message: "" } }
    : row;
}

function gridOf(view: SurvivalView, rows: readonly SurvivalRow[], isOfPage: boolean): Grid {
  return {
    caption: view.title,
    isPart: true,
    columns: [
      ...texts("danger", "survives", "it would flip at", "this log shows"),
      ...numeric("difference under it (± standard error)"),
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
  "no call": undefined,
};

/** So many things that cannot be tested are named in a terminal before the others are counted. */
const mostNamed = 4;

/**
 * For a terminal: lines without a sign of any danger, and those without a call, by name only; of the others the
 * dangers of which there is a sign. `full` shows every danger of every line.
 */
function textBlocks(views: readonly SurvivalView[], full: boolean): readonly Block[] {
  const { plain, withoutCall, notable } = sortViews(views);
  const named = [
    ...listLines(plain).map((line) => `No sign of any danger: ${line}`),
    ...listLines(withoutCall).map((line) => `No call that could survive: ${line}`),
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

/** How many dangers of a line are not shown. */
function restOf({ rows }: SurvivalView, shown: readonly SurvivalRow[]): readonly string[] {
  const others = rows.filter((row) => !shown.includes(row));
  const open = others.filter(({ sign }) => sign === "not tested").length;
  const silent = others.length - open;
  const words = [
    ...(silent === 0 ? [] : [`no sign of the other ${silent}`]),
    ...(open === 0 ? [] : [`${open} not tested`]),
  ];
  return words.length === 0 ? [] : [words.join(", ")];
}

function csvRows({ verdict, rows }: SurvivalView): readonly CsvRow[] {
  const { policy, baseline, estimator, reward, estimand, feed } = verdict;
  const parameters = verdict.parameters === null ? null : JSON.stringify(verdict.parameters);
  const question = { policy, baseline, estimator, parameters, reward, estimand, feed };
  return rows.map(({ survival, answer, sign }) => {
    const { alternative, interval, tipping, measured, danger, message } = survival;
    const [adjustedLo, adjustedHi] = interval ?? [null, null];
    return {
      row: "survival",
      ...question,
      value: alternative?.difference ?? null,
      se: alternative?.se ?? null,
      adjustedLo,
      adjustedHi,
      survives: answer.toLowerCase(),
      sign,
      tipping: tipping?.value ?? null,
      tippingUnit: tipping?.unit ?? null,
      measured: measured.value,
      measuredSe: measured.se,
      measuredUnit: measured.unit,
      code: danger,
      message: message === "" ? null : message,
    };
  });
}
