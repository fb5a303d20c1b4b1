import { showStatistic } from "../../numeric/show-number.js";
import { padStart } from "../formats/text/wrap.js";
import type { Scale } from "./scale.js";

export interface PlotPoint {
  readonly rank: number;
  readonly value: number;
  readonly bar: readonly [number, number] | null;
  /** Whether enough views support it. */
  readonly isFirm: boolean;
}

export interface Plot {
  readonly x: Scale;
  readonly y: Scale;
  readonly points: readonly PlotPoint[];
  /** Values at ranks 1, 2, …: a line. */
  readonly line: readonly number[];
}

/** Columns before the picture: a number and the axis. */
export const PLOT_MARGIN = 8;

export function drawPlot(plot: Plot, columns: number, rows: number): readonly string[] {
  const cells = Array.from({ length: rows }, () => new Array<string>(columns).fill(" "));
  const set = (column: number, row: number, sign: string): void => {
    if (cells[row]?.[column] !== undefined) cells[row][column] = sign;
  };
  drawBars(plot, set);
  drawLine(plot, set);
  for (const { rank, value, isFirm } of plot.points) {
    if (within(plot.y, value)) set(...cellOf(plot, rank, value), isFirm ? "●" : "○");
  }
  const labels = new Map(plot.y.ticks.map((tick) => [Math.round(plot.y.at(tick)), tick]));
  const picture = cells.map((row, at) => {
    const tick = labels.get(at);
    const label = tick === undefined ? "" : showStatistic(tick);
    return `${padStart(label, PLOT_MARGIN - 2)} ${tick === undefined ? "│" : "┤"}${row.join("")}`;
  });
  return [...picture, ...drawAxis(plot.x, columns)].map((line) => line.trimEnd());
}

type SetCell = (column: number, row: number, sign: string) => void;

const within = ({ low, high }: Scale, value: number): boolean => value >= low && value <= high;

const cellOf = ({ x, y }: Plot, rank: number, value: number): [column: number, row: number] => [
  Math.round(x.at(rank)),
  Math.round(y.at(value)),
];

function drawBars(plot: Plot, set: SetCell): void {
  for (const { rank, bar } of plot.points) {
    if (bar === null) continue;
    const inside = (end: number): number => Math.min(plot.y.high, Math.max(plot.y.low, end));
    const [column, top] = cellOf(plot, rank, inside(bar[1]));
    const [, bottom] = cellOf(plot, rank, inside(bar[0]));
    for (let row = top; row <= bottom; row++) set(column, row, "│");
  }
}

function drawLine(plot: Plot, set: SetCell): void {
  const { x, y, line } = plot;
  for (const [at, value] of line.entries()) {
    const next = line[at + 1];
    if (next === undefined || !(value > 0) || !(next > 0)) continue;
    const [from, to] = [x.at(at + 1), x.at(at + 2)];
    const [start, end] = [y.at(value), y.at(next)];
    for (let column = Math.round(from); column <= Math.round(to); column++) {
      const share = to > from ? Math.min(1, Math.max(0, (column - from) / (to - from))) : 0;
      set(column, Math.round(start + share * (end - start)), "·");
    }
  }
}

function drawAxis(x: Scale, columns: number): readonly string[] {
  const rule = new Array<string>(columns).fill("─");
  const labels = new Array<string>(columns).fill(" ");
  let free = 0;
  for (const tick of x.ticks) {
    const text = showStatistic(tick);
    const column = Math.round(x.at(tick));
    const start = Math.min(column, columns - text.length);
    if (column >= columns || start < free) continue;
    rule[column] = "┴";
    for (const [at, sign] of [...text].entries()) labels[start + at] = sign;
    free = start + text.length + 1;
  }
  const margin = " ".repeat(PLOT_MARGIN - 1);
  return [`${margin}└${rule.join("")}`, `${margin} ${labels.join("")}`];
}
