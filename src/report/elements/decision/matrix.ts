import { groupedBy } from "../../../numeric/grouped-by.js";
import type { TextBlock, TextStyle } from "../../element.js";
import { type Cell, type Grid, texts } from "../../formats/grid.js";
import { blocksText } from "../../formats/text/blocks.js";
import { fits } from "../../formats/text/grid-lines.js";
import { columnsOf, wrap } from "../../formats/text/wrap.js";
import type { DecisionCell, DecisionView } from "../../words/decision-view.js";
import { intervalName } from "../../words/interval.js";
import { type NextStep, together } from "../../words/next-steps.js";
import type { OpenQuestion } from "../../words/open-questions.js";

/** Lines of a 24-line screen that are left beside the command's own messages. */
const mostLines = 20;
const leastRows = 4;
/** Rows that are kept even where the words of doubts then have less room. */
const keptRows = 8;
const mostOpen = 3;
const mostOnline = 3;
const mostOfNext = 4;

export function decisionBlocks(view: DecisionView, style: TextStyle): readonly TextBlock[] {
  const { width, paint, brief } = style;
  const ways = [acrossGrid(view), acrossGrid(view, shortCell)];
  const grid = ways.find((across) => fits(across, width)) ?? downGrid(view);
  const said = [
    ...wrap(view.conclusion, width).map((line) => paint("bold", line)),
    ...(view.truth === null ? [] : wrap(view.truth.sentence, width)),
    ...(view.trust === null ? [] : wrap(view.trust, width, 2)),
    ...nextLines(view, style),
    ...onlineLines(view, style),
  ];
  const rows = Math.min(grid.rows.length, keptRows);
  const rest = [...said, ...openLines(view, style, mostLines - 3 - rows - said.length)];
  const room = brief === true ? Math.max(leastRows, mostLines - 3 - rest.length) : Infinity;
  // What is too wide stands in two parts, one under the other.
  const shown = atMost(fits(grid, width) ? room : Math.ceil(room / 2), grid);
  return [...blocksText([shown], style), { lines: rest }];
}

function atMost(room: number, grid: Grid): Grid {
  if (grid.rows.length <= room) return grid;
  const rows = grid.rows.slice(0, room - 1);
  return { ...grid, rows, notes: [`… ${grid.rows.length - rows.length} more rows: --verbose`] };
}

const captionOf = ({ baselines, confidence }: DecisionView): string =>
  `Lift against ${baselines.join(", ")} [${intervalName(confidence)}]`;

const places = [{ header: "policy", groups: true }, { header: "feed" }];

export const acrossGrid = (view: DecisionView, write: typeof cellOf = cellOf): Grid => ({
  caption: captionOf(view),
  columns: [...places, ...texts(...view.columns)],
  rows: view.rows.map(({ policy, feed, cells }) => [policy, feedCell(feed), ...cells.map(write)]),
});

/** More rows than this are folded away on a page under the verdicts of each policy. */
const mostRows = 40;

export function pageGrids(view: DecisionView): readonly Grid[] {
  const { rows } = view;
  if (rows.length <= mostRows) return [acrossGrid(view)];
  return [callsGrid(view), { ...acrossGrid(view), folded: `Lifts of all ${rows.length} rows` }];
}

const callsGrid = ({ rows, columns, baselines }: DecisionView): Grid => ({
  caption: `Verdicts against ${baselines.join(", ")}, with the number of comparisons`,
  columns: [{ header: "policy" }, ...texts(...columns)],
  rows: groupedBy(rows, ({ policy }) => policy).map((ofPolicy) => [
    ofPolicy[0]?.policy ?? "",
    ...columns.map((_, at) => callsOf(ofPolicy.map(({ cells }) => cells[at] ?? null))),
  ]),
});

/** "BETTER 30 feeds"; of several verdicts "28 better, 2 cannot tell". */
export function callsOf(cells: readonly (DecisionCell | null)[]): Cell {
  const groups = groupedBy(
    cells.filter((cell) => cell !== null),
    ({ verdict }) => verdict,
  );
  const [only] = groups;
  if (only?.[0] !== undefined && groups.length === 1) {
    const { word, verdict } = only[0];
    return { word, text: `on ${only.length}`, tone: verdict };
  }
  return groups.map((group) => `${group.length} ${group[0]?.word.toLowerCase()}`).join(", ");
}

const downGrid = (view: DecisionView): Grid => ({
  caption: captionOf(view),
  columns: [...places, ...texts("reward", "verdict")],
  rows: view.rows.flatMap(({ policy, feed, cells }) =>
    cells.flatMap((cell, column) =>
      cell === null ? [] : [[policy, feedCell(feed), view.columns[column] ?? "", cellOf(cell)]],
    ),
  ),
});

/** The column's header says what it is. */
const feedCell = (feed: string | null): string => feed?.replace(/^feed /, "") ?? "";

const cellOf = (cell: DecisionCell | null): Cell =>
  cell === null ? "" : { word: cell.word, text: cell.numbers, tone: cell.verdict };

export const stepWords = ({ of, words }: NextStep): string => `${of}: ${words}.`;

function nextLines({ next }: DecisionView, { width, brief = false }: TextStyle): readonly string[] {
  if (!brief) return next.flatMap((step) => wrap(`Next for ${stepWords(step)}`, width, 2));
  const ways = nextInShort(next).map((way) => wrap(way, width, 2));
  return ways.find(({ length }) => length <= mostOfNext) ?? ways.at(-1) ?? [];
}

/** The steps in one line: all of them first, then one fewer at a time. */
export function nextInShort(next: DecisionView["next"]): readonly string[] {
  const steps = together(next, "brief").map(({ of, brief }) => `${of}: ${brief}`);
  return steps.map((_, at) => {
    const more = at === 0 ? "" : `; … and ${at} more`;
    return `Next: ${steps.slice(0, steps.length - at).join("; ")}${more}.`;
  });
}

/** Where a terminal has no room for words. */
const shortCell = (cell: DecisionCell | null): Cell =>
  cellOf(
    cell && {
      ...cell,
      numbers: cell.numbers.replace("at least ", "≥ ").replace("at most ", "≤ "),
    },
  );

function onlineLines(
  { online }: DecisionView,
  { width, brief = false }: TextStyle,
): readonly string[] {
  const shown = brief ? online.slice(0, mostOnline) : online;
  const left = online.length - shown.length;
  const lines = shown.flatMap((sentence) => wrap(sentence, width, 2));
  return left === 0 ? lines : [...lines, `… and ${left} more online results: --verbose`];
}

/** On a screen as many in full as there is room for, the others by their codes. */
function openLines(view: DecisionView, style: TextStyle, room: number): readonly string[] {
  const { open, trust } = view;
  if (style.brief !== true) return open.flatMap((each) => openLine(each, view, style, open.length));
  const most = Math.min(open.length, trust === null ? mostOpen : mostOpen - 1);
  const ways = Array.from({ length: most + 1 }, (_, at) => most - at).map((count) => [
    ...open.slice(0, count).flatMap((each) => openLine(each, view, style, count)),
    ...wrap(othersOf(open.slice(count)), style.width, 2),
  ]);
  return ways.find(({ length }) => length <= room) ?? ways.at(-1) ?? [];
}

function othersOf(open: readonly OpenQuestion[]): string {
  if (open.length === 0) return "";
  const named = [...new Set(open.map(({ policy, code }) => `${policy} [${code}]`))];
  const more = named.length > mostOpen ? ` and ${named.length - mostOpen} more` : "";
  return `Doubts (--verbose): ${named.slice(0, mostOpen).join(", ")}${more}`;
}

function openLine(
  { policy, lines: count, which, message, code }: OpenQuestion,
  { rows }: DecisionView,
  { width, brief = false }: TextStyle,
  shown: number,
): readonly string[] {
  const all = rows
    .filter((row) => row.policy === policy)
    .flatMap(({ cells }) => cells.filter((cell) => cell !== null)).length;
  const height = shown === 1 ? 4 : 2; // a single reason has room for what follows from it
  const start = `${policy}${count === all ? "" : which}: `;
  const end = ` [${code}]`;
  const room = height * (width - 2) - columnsOf(start + end);
  return wrap(`${start}${brief ? firstSentences(message, room) : message}${end}`, width, 2);
}

/** As many whole sentences from the start as fit, and at least one. */
export function firstSentences(message: string, room: number): string {
  const sentences = message.split(/(?<=[.!?])\s+(?=[A-Z0-9])/);
  const starts = sentences.map((_, at) => sentences.slice(0, at + 1).join(" "));
  return starts.findLast((text) => columnsOf(text) <= room) ?? starts[0] ?? message;
}
