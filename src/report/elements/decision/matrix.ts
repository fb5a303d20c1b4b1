import { groupedBy } from "../../../numeric/grouped-by.js";
import type { TextBlock, TextStyle } from "../../element.js";
import { type Cell, type Grid, texts } from "../../formats/grid.js";
import { blocksText } from "../../formats/text/blocks.js";
import { fits } from "../../formats/text/grid-lines.js";
import { columnsOf, wrap } from "../../formats/text/wrap.js";
import type { DecisionCell, DecisionView } from "../../words/decision-view.js";
import { intervalName } from "../../words/interval.js";

/** Lines that a screen of 24 holds next to what a command says. */
const mostLines = 20;
const leastRows = 4;
const mostOpen = 3;
const mostOnline = 3;

export function decisionBlocks(view: DecisionView, style: TextStyle): readonly TextBlock[] {
  const { width, paint, brief } = style;
  const rest = [
    ...wrap(view.conclusion, width).map((line) => paint("bold", line)),
    ...(view.truth === null ? [] : wrap(view.truth.sentence, width)),
    ...(view.trust === null ? [] : wrap(view.trust, width, 2)),
    ...onlineLines(view, style),
    ...openLines(view, style),
  ];
  const room = brief === true ? Math.max(leastRows, mostLines - 3 - rest.length) : Infinity;
  const across = acrossGrid(view);
  const matrix = atMost(room, fits(across, width) ? across : downGrid(view));
  return [...blocksText([matrix], style), { lines: rest }];
}

function atMost(room: number, grid: Grid): Grid {
  if (grid.rows.length <= room) return grid;
  const rows = grid.rows.slice(0, room - 1);
  return { ...grid, rows, notes: [`… ${grid.rows.length - rows.length} more rows: --verbose`] };
}

const captionOf = ({ baselines, confidence }: DecisionView): string =>
  `Lift against ${baselines.join(", ")} [${intervalName(confidence)}]`;

const places = [{ header: "policy", groups: true }, { header: "feed" }];

export const acrossGrid = (view: DecisionView): Grid => ({
  caption: captionOf(view),
  columns: [...places, ...texts(...view.columns)],
  rows: view.rows.map(({ policy, feed, cells }) => [policy, feed ?? "", ...cells.map(cellOf)]),
});

/** More rows than this are folded away on a page under the calls of each policy. */
const mostRows = 40;

export function pageGrids(view: DecisionView): readonly Grid[] {
  const { rows } = view;
  if (rows.length <= mostRows) return [acrossGrid(view)];
  return [callsGrid(view), { ...acrossGrid(view), folded: `Lifts of all ${rows.length} rows` }];
}

const callsGrid = ({ rows, columns, baselines }: DecisionView): Grid => ({
  caption: `Calls against ${baselines.join(", ")}, with the number of lines`,
  columns: [{ header: "policy" }, ...texts(...columns)],
  rows: groupedBy(rows, ({ policy }) => policy).map((ofPolicy) => [
    ofPolicy[0]?.policy ?? "",
    ...columns.map((_, at) => callsOf(ofPolicy.map(({ cells }) => cells[at] ?? null))),
  ]),
});

/** "BETTER 30 feeds"; of several verdicts "28 better, 2 cannot tell". */
function callsOf(cells: readonly (DecisionCell | null)[]): Cell {
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
      cell === null ? [] : [[policy, feed ?? "", view.columns[column] ?? "", cellOf(cell)]],
    ),
  ),
});

const cellOf = (cell: DecisionCell | null): Cell =>
  cell === null ? "" : { word: cell.word, text: cell.numbers, tone: cell.verdict };

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
