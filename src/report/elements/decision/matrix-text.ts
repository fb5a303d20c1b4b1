import type { VerdictWord } from "../../../evaluate/conclude/result.js";
import type { TextStyle } from "../../element.js";
import type { Style } from "../../formats/text/paint.js";
import { columnsOf, wrap } from "../../formats/text/wrap.js";
import { intervalName } from "../../words/interval.js";
import type { DecisionCell, DecisionRow, DecisionView } from "./decision-view.js";

export const verdictStyles: Readonly<Record<VerdictWord, Style>> = {
  better: "green",
  worse: "red",
  cannotTell: "yellow",
  doNotTrust: "magenta",
};

/** Lines that a screen of 24 holds next to what a command says. */
const mostLines = 20;
const leastRows = 4;
const mostOpen = 3;
const mostOnline = 3;

/** The matrix, the sentence that concludes, and what is not settled. */
export function decisionLines(
  view: DecisionView,
  style: TextStyle,
): readonly (readonly string[])[] {
  const { width, paint } = style;
  const head = `Lift against ${view.baselines.join(", ")} [${intervalName(view.confidence)}]`;
  const conclusion = wrap(view.conclusion, width).map((line) => paint("bold", line));
  const truth = view.truth === null ? [] : wrap(view.truth.sentence, width);
  const trust = view.trust === null ? [] : wrap(view.trust, width, 2);
  const rest = [
    ...conclusion,
    ...truth,
    ...trust,
    ...onlineLines(view, style),
    ...openLines(view, style),
  ];
  const room = style.brief === true ? Math.max(leastRows, mostLines - 3 - rest.length) : Infinity;
  return [[paint("bold", head), ...matrixLines(view, room, style)], rest];
}

const gap = "  ";

type Line = readonly { readonly text: string; readonly style?: Style }[];

/** Policies down and rewards across; a line for each reward where that is too wide. */
function matrixLines(view: DecisionView, room: number, { width, paint }: TextStyle): string[] {
  const across = acrossOf(view);
  const [head = [], ...body] = widthOf(across) <= width ? across : downOf(view);
  const shown = body.length > room ? body.slice(0, room - 1) : body;
  const left = body.length - shown.length;
  const widths = widthsOf([head, ...shown]);
  const drawn = [head, ...shown].map((line, at) => {
    const cells = line.map(({ text, style }, column) => {
      const spaces = " ".repeat((widths[column] ?? 0) - columnsOf(text));
      return `${style === undefined ? text : paint(style, text)}${spaces}`;
    });
    const joined = `  ${cells.join(gap)}`.trimEnd();
    return at === 0 ? paint("dim", joined) : joined;
  });
  const named = drawn.filter((line, at) => at > 0 || line.trim() !== "");
  return left === 0 ? named : [...named, paint("dim", `  … ${left} more rows: --verbose`)];
}

const widthsOf = (table: readonly Line[]): readonly number[] =>
  (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((line) => columnsOf(line[column]?.text ?? ""))),
  );

const widthOf = (table: readonly Line[]): number => {
  const widths = widthsOf(table);
  return widths.reduce((sum, each) => sum + each + gap.length, 2) - gap.length;
};

const plain = (text: string): Line[number] => ({ text });

const painted = (cell: DecisionCell | null): Line[number] =>
  cell === null
    ? plain("")
    : { text: `${cell.word} ${cell.numbers}`.trimEnd(), style: verdictStyles[cell.verdict] };

function acrossOf({ rows, columns }: DecisionView): readonly Line[] {
  const hasFeeds = rows.some(({ feed }) => feed !== null);
  const head = ["", ...(hasFeeds ? [""] : []), ...columns].map(plain);
  const body = rows.map((row, at) => [
    ...labels(row, rows[at - 1], hasFeeds),
    ...row.cells.map(painted),
  ]);
  return [head, ...body];
}

function downOf({ rows, columns }: DecisionView): readonly Line[] {
  const hasFeeds = rows.some(({ feed }) => feed !== null);
  const head = ["", ...(hasFeeds ? [""] : []), "", ""].map(plain);
  const body = rows.flatMap((row, at) =>
    row.cells.flatMap((cell, column) => {
      if (cell === null) return [];
      const before = column > 0 ? row : rows[at - 1];
      const own = labels(row, before, hasFeeds);
      const blank = column > 0 ? own.map(() => plain("")) : own;
      return [[...blank, plain(columns[column] ?? ""), painted(cell)]];
    }),
  );
  return [head, ...body];
}

/** The name of a policy stands where it begins. */
function labels(row: DecisionRow, before: DecisionRow | undefined, hasFeeds: boolean): Line {
  const name = before?.policy === row.policy ? "" : row.policy;
  return [plain(name), ...(hasFeeds ? [plain(row.feed ?? "")] : [])];
}

function onlineLines(
  { online }: DecisionView,
  { width, brief = false }: TextStyle,
): readonly string[] {
  const shown = brief ? online.slice(0, mostOnline) : online;
  const left = online.length - shown.length;
  const lines = shown.flatMap((sentence) => wrap(sentence, width, 2));
  return left === 0 ? lines : [...lines, `… and ${left} more online results: --verbose`];
}

function openLines(
  { open, rows, trust }: DecisionView,
  { width, brief = false }: TextStyle,
): readonly string[] {
  const shown = brief ? open.slice(0, trust === null ? mostOpen : mostOpen - 1) : open;
  const left = open.length - shown.length;
  const linesOf = (name: string): number =>
    rows
      .filter(({ policy }) => policy === name)
      .flatMap(({ cells }) => cells.filter((cell) => cell !== null)).length;
  const height = shown.length === 1 ? 4 : 2; // a single reason has room for what follows from it
  const lines = shown.flatMap(({ policy, lines: count, which, message, code }) => {
    const start = `${policy}${count === linesOf(policy) ? "" : which}: `;
    const end = ` [${code}]`;
    const room = height * (width - 2) - columnsOf(start + end);
    return wrap(`${start}${brief ? firstSentences(message, room) : message}${end}`, width, 2);
  });
  return left === 0 ? lines : [...lines, `… and ${left} more: --verbose`];
}

/** The first whole sentences, as many as there is room for, and at least one; none after one that is left out. */
export function firstSentences(message: string, room: number): string {
  const sentences = message.split(/(?<=[.!?])\s+(?=[A-Z0-9])/);
  const starts = sentences.map((_, at) => sentences.slice(0, at + 1).join(" "));
  return starts.findLast((text) => columnsOf(text) <= room) ?? starts[0] ?? message;
}
