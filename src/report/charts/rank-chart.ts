import { showStatistic } from "../../numeric/show-number.js";
import { html, type Markup } from "../formats/html/markup.js";
import { lineClass } from "./drawn-curves.js";
import type { MeasuredPoint } from "./measured-points.js";
import type { Scale } from "./scale.js";

/** A line of a chart: values at ranks 1, 2, …; it ends where they are no longer above 0. */
export interface ChartLine {
  readonly isKept: boolean;
  /** Its place among the models, which decides colour and dash. */
  readonly series: number;
  readonly values: readonly number[];
}

export interface RankChart {
  readonly title: string;
  readonly description: string;
  readonly x: Scale;
  readonly y: Scale;
  readonly points: readonly MeasuredPoint[];
  readonly lines: readonly ChartLine[];
  /** The last rank that enough views support. */
  readonly supported: number | null;
}

const WIDTH = 560;
const HEIGHT = 340;
const [LEFT, RIGHT, TOP, BOTTOM] = [52, WIDTH - 10, 16, HEIGHT - 40];

export const ACROSS: readonly [number, number] = [LEFT + 8, RIGHT - 6];
export const UPWARD: readonly [number, number] = [BOTTOM, TOP];

export function rankChart(chart: RankChart): Markup {
  const { title, description, x, y, points, lines, supported } = chart;
  const most = points.reduce((max, { weight }) => Math.max(max, weight), 1);
  const shown = points.filter(({ value }) => value >= y.low && value <= y.high);
  return html`<svg class="fit" role="img" viewBox="0 0 ${WIDTH} ${HEIGHT}"><title>${title}</title><desc>${description}</desc>${y.ticks.map((tick) => gridLine(tick, y))}<line class="base" x1="${LEFT}" x2="${RIGHT}" y1="${BOTTOM}" y2="${BOTTOM}"/>${x.ticks.map((tick) => rankTick(tick, x))}<text x="${(LEFT + RIGHT) / 2}" y="${HEIGHT - 4}">displayed rank</text>${supportRule(supported, x)}${lines.map((line) => drawLine(line, x, y))}${shown.map((point) => drawPoint(point, x, y, most))}</svg>`;
}

function gridLine(tick: number, y: Scale): Markup {
  const at = y.at(tick);
  return html`<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${at}" y2="${at}"/><text class="end" x="${LEFT - 8}" y="${at + 4}">${showStatistic(tick)}</text>`;
}

function rankTick(tick: number, x: Scale): Markup {
  const at = x.at(tick);
  return html`<line class="base" x1="${at}" x2="${at}" y1="${BOTTOM}" y2="${BOTTOM + 4}"/><text x="${at}" y="${BOTTOM + 17}">${showStatistic(tick)}</text>`;
}

function supportRule(rank: number | null, x: Scale): Markup | null {
  if (rank === null || rank >= x.high) return null;
  const at = x.at(rank);
  return html`<line class="rule" x1="${at}" x2="${at}" y1="${TOP}" y2="${BOTTOM}"/><text class="start" x="${at - 4}" y="${TOP - 4}">thin</text>`;
}

function drawLine(line: ChartLine, x: Scale, y: Scale): readonly Markup[] {
  const { values } = line;
  const end = values.findIndex((value) => !(value > 0));
  const drawn = end < 0 ? values : values.slice(0, end);
  // Thousands of ranks lie within a pixel of each other; one of each pixel is enough.
  const pixels = drawn
    .map((value, at): Pixel => [x.at(at + 1), y.at(Math.max(value, 1e-300))])
    .filter(
      ([column], at, all) => at === all.length - 1 || column - (all[at - 1]?.[0] ?? 0) >= 0.5,
    );
  return clipLine(pixels, [TOP, BOTTOM]).map(
    (part) =>
      html`<polyline class="${lineClass(line)}" points="${part.map(([a, b]) => `${a},${b}`).join(" ")}"/>`,
  );
}

/** The area of a point follows the views that it rests on. */
function drawPoint({ rank, value, bar, weight }: MeasuredPoint, x: Scale, y: Scale, most: number) {
  const at = x.at(rank);
  const radius = Math.round(10 * (1.6 + 4 * Math.sqrt(weight / most))) / 10;
  const inside = (end: number): number => y.at(Math.min(y.high, Math.max(y.low, end)));
  return html`${
    bar === null
      ? null
      : html`<line class="bar" x1="${at}" x2="${at}" y1="${inside(bar[0])}" y2="${inside(bar[1])}"/>`
  }<circle class="measured" cx="${at}" cy="${y.at(value)}" r="${radius}"/>`;
}

export type Pixel = readonly [x: number, y: number];

/** The parts of a line that lie between two heights, cut where it leaves and comes back. */
export function clipLine(
  line: readonly Pixel[],
  [top, bottom]: readonly [number, number],
): readonly (readonly Pixel[])[] {
  const parts: Pixel[][] = [];
  let open: Pixel[] = [];
  for (const [at, from] of line.entries()) {
    if (isInside(from)) open.push(from);
    const to = line[at + 1];
    if (to === undefined) break;
    const cuts = crossings(from, to);
    open.push(...cuts.slice(0, 1));
    if (cuts.length === 2) open.push(...cuts.slice(1));
    const leaves = cuts.length === 2 || (cuts.length === 1 && isInside(from) && !isInside(to));
    if (!leaves) continue;
    parts.push(open);
    open = [];
  }
  return [...parts, open].filter((part) => part.length > 1);

  function isInside([, y]: Pixel): boolean {
    return y >= top && y <= bottom;
  }

  /** The points where the stretch passes a border, in the order in which it passes them. */
  function crossings([x, y]: Pixel, [toX, toY]: Pixel): readonly Pixel[] {
    const borders = toY > y ? [top, bottom] : [bottom, top];
    return borders.flatMap((border): Pixel[] =>
      (y - border) * (toY - border) < 0
        ? [[tenth(x + ((border - y) / (toY - y)) * (toX - x)), border]]
        : [],
    );
  }
}

const tenth = (value: number): number => Math.round(10 * value) / 10;
