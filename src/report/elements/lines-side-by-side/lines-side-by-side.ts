import { showCount, showPercent } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import type { Cell, Grid, RichCell } from "../../formats/grid.js";
import type { KeptGuardrail, KeptLine } from "../../kept-result.js";
import type { ComparedLine, SideBySide } from "../../side-by-side.js";
import { percentagesOf, showLine } from "../../words/kept-line.js";
import { feedWords, verdictWords } from "../../words/names.js";
import { pageLink } from "../../words/page-link.js";

export const linesSideBySide: Element<SideBySide> = defineElement({
  name: "lines-side-by-side",
  title: "Verdicts, comparison by comparison",
  view: (compared: SideBySide) => (compared.lines.length === 0 ? null : compared),
  body: (compared) => [
    filesOf(compared),
    gridOf(compared),
    ...(compared.guardrails.length === 0 ? [] : [guardrailsOf(compared)]),
  ],
  csv: {
    columns: [
      ...["row", "file", "policy", "baseline", "reward", "feed", "estimand", "compared"],
      ...["verdict", "reason", "lift", "liftLower", "liftUpper", "setLower", "setUpper"],
      ...["value", "lower", "upper", "level"],
    ],
    optional: ["setLower", "setUpper"],
    rows: ({ results, lines }) =>
      lines.flatMap(({ compared, lines }) =>
        lines.flatMap((line, at) =>
          line === null ? [] : [csvRow(results[at]?.file ?? "", compared, line)],
        ),
      ),
  },
  derived: ({ lines, guardrails, results }) => [
    ...lines.flatMap(({ lines }) => percentagesOf(lines.filter((line) => line !== null))),
    ...Array.from({ length: lines.length + 1 }, (_, count) => count),
    ...lines.flatMap(({ lines }) => lines.flatMap((line) => 100 * (line?.truth ?? 0))),
    ...guardrails.map(({ notWorseThan }) => 100 * notWorseThan),
    results.length,
  ],
});

const marks: Readonly<Record<ComparedLine["compared"], RichCell>> = {
  other: { text: "differ", tone: "watch" },
  partly: { text: "not in all" },
  same: { text: "same" },
};

/** The conclusion of each result. */
const filesOf = ({ results }: SideBySide): Grid => ({
  title: "Results",
  caption: "the conclusion of each",
  columns: [{ header: "result" }, { header: "conclusion" }],
  rows: results.map(({ file, page, conclusion }) => [
    { text: file, ...pageLink(page) },
    conclusion,
  ]),
});

function gridOf({ results, lines }: SideBySide): Grid {
  const count = lines.filter(({ compared }) => compared === "other").length;
  return {
    title: "Comparisons",
    caption:
      count === 0
        ? "no verdict differs where results have the same comparison"
        : `${showCount(count)} of ${showCount(lines.length)} have different verdicts and are listed first`,
    columns: [
      ...["policy", "reward", "feed", "verdicts"].map((header) => ({ header })),
      ...results.map(({ file }) => ({ header: file })),
    ],
    rows: lines.map(({ policy, reward, feed, compared, lines }): readonly Cell[] => [
      policy,
      reward,
      feed === null ? "" : (feedWords(feed) ?? feed),
      marks[compared],
      ...lines.map(cellOf),
    ]),
  };
}

const guardrailsOf = ({ results, guardrails }: SideBySide): Grid => ({
  title: "Guardrails",
  caption: "whether each guardrail is shown to hold",
  columns: [
    ...["policy", "reward", "feed", "may lose"].map((header) => ({ header })),
    ...results.map(({ file }) => ({ header: file })),
  ],
  rows: guardrails.map(({ policy, reward, feed, notWorseThan, outcomes }) => [
    policy,
    reward,
    feed === null ? "" : (feedWords(feed) ?? feed),
    `${Number((100 * notWorseThan).toPrecision(6))} %`,
    ...outcomes.map((outcome): Cell => (outcome === null ? "not guarded" : outcomeCells[outcome])),
  ]),
});

const outcomeCells: Readonly<Record<KeptGuardrail["outcome"], RichCell>> = {
  held: { text: "held", tone: "ok" },
  broken: { text: "broken", tone: "fail" },
  notShown: { text: "not shown", tone: "watch" },
};

function cellOf(line: KeptLine | null): Cell {
  if (line === null) return "no such comparison";
  const { value, interval } = showLine(line);
  const known = line.truth === undefined ? "" : ` (truth ${showPercent(line.truth)})`;
  const numbers = `${value === "–" ? "no number" : `${value} ${interval}`}${known}`;
  return { word: verdictWords[line.verdict], text: numbers, tone: line.verdict };
}

function csvRow(file: string, compared: string, line: KeptLine) {
  const { policy, baseline, reward, feed, estimand, verdict, code, lift, level } = line;
  const found = lift === null || "none" in lift ? null : lift;
  return {
    ...{ row: "comparison", file, policy, baseline, reward, feed, estimand, compared, verdict },
    ...{ reason: code, lift: found?.value, level, value: line.value },
    ...{ liftLower: found?.interval[0], liftUpper: found?.interval[1] },
    ...(found?.set && { setLower: found.set[0], setUpper: found.set[1] }),
    ...{ lower: line.interval?.[0], upper: line.interval?.[1] },
  };
}
