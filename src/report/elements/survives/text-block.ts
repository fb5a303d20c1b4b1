import type { TextStyle } from "../../element.js";
import type { Style } from "../../formats/text/paint.js";
import { columnsOf, padEnd, wrap } from "../../formats/text/wrap.js";
import {
  isNotable,
  listLines,
  notTestableSentence,
  type SurvivalRow,
  type SurvivalView,
  sortViews,
} from "./survival-view.js";

/**
 * The block for a terminal: lines without a sign of any danger, and those without a call, by name only; of
 * the others the dangers of which there is a sign. `full` shows every danger of every line.
 */
export function blockLines(views: readonly SurvivalView[], style: TextStyle): readonly string[] {
  const { plain, withoutCall, notable } = sortViews(views);
  const full = style.full ?? false;
  const shown = full ? views : notable;
  const named = full
    ? []
    : [
        ...linesNamed("No sign of any danger", plain, style),
        ...linesNamed("No call that could survive", withoutCall, style),
      ];
  const blocks = [
    named,
    ...shown.map((view) => lineBlock(view, style, full)),
    untested(views, style),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at > 0 ? ["", ...lines] : lines));
}

function linesNamed(
  what: string,
  views: readonly SurvivalView[],
  { width, paint }: TextStyle,
): readonly string[] {
  if (views.length === 0) return [];
  const lines = listLines(views).flatMap((line) => wrap(line, width - 4, 2));
  return [`  ${paint("bold", what)}`, ...lines.map((line) => `    ${line}`)];
}

const styles: Readonly<Record<SurvivalRow["answer"], Style>> = {
  yes: "green",
  NO: "red",
  "not tested": "yellow",
  "no call": "dim",
};

const answerWidth = 10;
/** Columns that the last column needs; a narrower terminal shows it on a line below. */
const leastWidth = 24;
const headers = ["", "survives", "it would flip at", "this log shows"] as const;

/** A line with its rows in columns; the last one takes what is left of the width. */
function lineBlock(
  { title, rows }: SurvivalView,
  style: TextStyle,
  full: boolean,
): readonly string[] {
  const { width, paint } = style;
  const shown = full ? rows : rows.filter(isNotable);
  const others = rows.length - shown.length;
  const first = Math.max(...shown.map(({ survival }) => columnsOf(survival.title)));
  const tipping = Math.max(...[headers[2], ...shown.map((row) => row.tipping)].map(columnsOf));
  const before = 4 + first + 2 + answerWidth + 2 + tipping + 2;
  const isNarrow = width - before < leastWidth;
  const indent = isNarrow ? 6 : before;
  const last = isNarrow ? "" : headers[3];
  const head = `    ${" ".repeat(first)}  ${padEnd(headers[1], answerWidth)}  ${padEnd(headers[2], tipping)}  ${last}`;
  const lines = shown.flatMap((row) => {
    const found = wrap(row.measured, width - indent);
    const [onFirst = "", ...below] = isNarrow ? ["", ...found] : found;
    const answer = paint(styles[row.answer], padEnd(row.answer, answerWidth));
    const start = `    ${padEnd(row.survival.title, first)}  ${answer}  ${padEnd(row.tipping, tipping)}  ${onFirst}`;
    return [start.trimEnd(), ...below.map((line) => `${" ".repeat(indent)}${line}`)];
  });
  const open = rows.filter((row) => !isNotable(row) && row.sign === "not tested").length;
  const silent = others === open ? [] : [`no sign of the other ${others - open}`];
  const notes = [...silent, ...(open === 0 ? [] : [`${open} not tested`])];
  const rest = notes.length === 0 ? [] : [paint("dim", `    ${notes.join(", ")}`)];
  return [
    ...wrap(title, width - 2, 2).map((line) => `  ${paint("bold", line)}`),
    paint("dim", head.trimEnd()),
    ...lines,
    ...rest,
  ];
}

/** So many are named before the others are counted. */
const mostNamed = 4;

/** What no line's log can show, once where all lines share it. */
function untested(
  views: readonly SurvivalView[],
  { width, paint, full }: TextStyle,
): readonly string[] {
  const all = new Set(
    views.map(({ notTestable }) => notTestableSentence(notTestable, full ? undefined : mostNamed)),
  );
  return [...all]
    .filter((each) => each !== "")
    .flatMap((each) => wrap(each, width - 2, 2))
    .map((line) => paint("dim", `  ${line}`));
}
