import { groupedBy } from "../../../numeric/grouped-by.js";
import { seriesColours } from "../../charts/series-colours.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import type { KeptLine, KeptResult } from "../../kept-result.js";
import { type StudyOverDays, spanOf } from "../../studies-over-days.js";
import { percentagesOf, questionOf, rangeOfLine, showLine } from "../../words/kept-line.js";
import { verdictWords } from "../../words/names.js";
import { pageLink } from "../../words/page-link.js";

interface LineOfResult {
  readonly result: KeptResult;
  readonly line: KeptLine;
}

/** Comparisons of one reward and feed, of all policies and results. */
interface Question {
  readonly name: string;
  readonly rows: readonly LineOfResult[];
}

/** Pictures of a study at most; the rest is in its tables. */
const mostDrawn = 8;

export const liftsOverDays: Element<StudyOverDays> = defineElement({
  name: "lifts-over-days",
  title: "Lifts over time",
  view: ({ name, results }: StudyOverDays) => {
    const all = results.flatMap((result) => result.lines.map((line) => ({ result, line })));
    const keyOf = ({ line }: LineOfResult): string => JSON.stringify([line.reward, line.feed]);
    const questions = groupedBy(all, keyOf).map((rows): Question => {
      const [first] = rows;
      return { name: first === undefined ? "" : questionOf(first.line), rows };
    });
    return questions.length === 0 ? null : { name, questions };
  },
  figures: ({ questions }, plot) =>
    questions
      .filter(({ rows }) => pointsOf(rows).length > 0)
      .slice(0, mostDrawn)
      .map((question) => figureOf(question, plot)),
  body: ({ questions }) => questions.map(gridOf),
  csv: {
    columns: [
      ...["row", "study", "file", "firstDay", "lastDay", "policy", "baseline", "reward", "feed"],
      ...[
        "estimand",
        "verdict",
        "reason",
        "lift",
        "liftLower",
        "liftUpper",
        "setLower",
        "setUpper",
      ],
      ...["value", "lower", "upper", "level"],
    ],
    optional: ["setLower", "setUpper"],
    rows: ({ name, questions }) =>
      questions.flatMap(({ rows }) => rows.map((row) => csvRow(name, row))),
  },
  derived: ({ questions }) =>
    questions.flatMap(({ rows }) => percentagesOf(rows.map(({ line }) => line))),
});

const gridOf = ({ name, rows }: Question): Grid => ({
  title: "Lifts",
  caption: name,
  folded: `${name}: the numbers`,
  columns: [
    { header: "days", groups: true },
    ...texts("policy", "verdict"),
    ...numeric("lift", "interval"),
    { header: "result", spare: 1 },
  ],
  rows: rows.map(({ result, line }) => {
    const { value, interval } = showLine(line);
    return [
      spanOf(result) || "–",
      line.policy,
      { text: verdictWords[line.verdict], tone: line.verdict },
      value,
      interval,
      { text: result.file, ...pageLink(result.page) },
    ];
  }),
});

function csvRow(study: string, { result, line }: LineOfResult) {
  const { policy, baseline, reward, feed, estimand, verdict, code, lift, level } = line;
  const found = lift === null || "none" in lift ? null : lift;
  const { file, firstDay, lastDay } = result;
  return {
    ...{ row: "lift", study, file, firstDay, lastDay, policy, baseline, reward, feed, estimand },
    ...{ verdict, reason: code, lift: found?.value, level, value: line.value },
    ...{ liftLower: found?.interval[0], liftUpper: found?.interval[1] },
    ...(found?.set && { setLower: found.set[0], setUpper: found.set[1] }),
    ...{ lower: line.interval?.[0], upper: line.interval?.[1] },
  };
}

interface Point {
  readonly policy: string;
  /** The last day of the log, in milliseconds. */
  readonly at: number;
  readonly day: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly setLower: number;
  readonly setUpper: number;
}

/** Lifts in percent of results whose log has days; the oldest first, as lines are drawn. */
function pointsOf(rows: readonly LineOfResult[]): readonly Point[] {
  return rows.toReversed().flatMap(({ result: { lastDay }, line }) => {
    const range = rangeOfLine(line);
    const at = Date.parse(`${lastDay}T00:00:00Z`);
    if (range === null || range.unit === "" || lastDay === null || Number.isNaN(at)) return [];
    const { value, set, interval } = range;
    if (![value, ...interval].every(Number.isFinite)) return [];
    const [setLower, setUpper] = set ?? [value, value];
    const [low, high] = interval;
    return [{ policy: line.policy, at, day: lastDay, value, low, high, setLower, setUpper }];
  });
}

/** Between the bars of two policies of one day, in pixels. */
const apart = 5;

function figureOf({ name, rows }: Question, plot: PlotLibrary): Figure {
  const points = pointsOf(rows);
  const policies = [...new Set(points.map(({ policy }) => policy))];
  const ofPolicy = (policy: string, at: number) => {
    const own = points.filter((point) => point.policy === policy);
    const place = { x: "at", dx: apart * (at - (policies.length - 1) / 2), stroke: "policy" };
    const sets = own.filter(({ setLower, setUpper }) => setLower < setUpper);
    return [
      plot.line(own, { ...place, y: "value", strokeOpacity: 0.4 }),
      plot.ruleX(own, { ...place, y1: "low", y2: "high" }),
      ...(sets.length === 0
        ? []
        : [plot.ruleX(sets, { ...place, y1: "setLower", y2: "setUpper", strokeWidth: 4 })]),
      plot.dot(own, {
        ...{ x: "at", dx: place.dx, y: "value", fill: "policy", r: 3.5 },
        title: ({ policy, day }: Point) => `${policy}, ${day}`,
      }),
    ];
  };
  return {
    title: `${name}: lift over the baseline by the last day of the log, %`,
    options: {
      ...{ height: 220, marginLeft: 48, inset: 8 },
      x: { type: "utc", label: null, ticks: 5, nice: false },
      y: { label: null, ticks: 5, tickFormat: (value: number) => String(value) },
      color: { ...seriesColours, domain: policies, legend: policies.length > 1 },
      marks: [
        plot.frame({ strokeOpacity: 0.3 }),
        plot.ruleY([0], { strokeDasharray: "3 3" }),
        ...policies.flatMap(ofPolicy),
      ],
    },
  };
}
