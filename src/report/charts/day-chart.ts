import type { Difference } from "../../evaluate/conclude/result.js";
import { showStatistic } from "../../numeric/show-number.js";
import { html, type Markup } from "../formats/html/markup.js";
import { linearScale, rangeAround, type Scale } from "./scale.js";

const WIDTH = 640;
const HEIGHT = 150;
const LEFT = 64;
const BOTTOM = 24;

export function dayChart(title: string, rows: readonly Difference[]): Markup {
  const days = rows.filter(({ value, interval }) => [value, ...interval].every(Number.isFinite));
  const x = linearScale([-0.5, days.length - 0.5], [LEFT, WIDTH]);
  const range = rangeAround(
    0,
    days.map((row) => row.interval),
  );
  const y = linearScale(range, [HEIGHT - BOTTOM, 6]);
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  return html`<svg class="days" role="img" viewBox="0 0 ${WIDTH} ${HEIGHT}"><title>${title}</title><desc>One point a day from ${first} to ${last}, each with its interval; the line is zero.</desc>${y.ticks.map((tick) => grid(tick, y))}${days.map((row, at) => day(row, x.at(at), y))}<text class="start" x="${LEFT}" y="${HEIGHT - 6}">${first}</text><text class="end" x="${WIDTH}" y="${HEIGHT - 6}">${last}</text></svg>`;
}

function grid(tick: number, y: Scale): Markup {
  const kind = tick === 0 ? "rule" : "grid";
  const at = y.at(tick);
  return html`<line class="${kind}" x1="${LEFT}" x2="${WIDTH}" y1="${at}" y2="${at}"/><text class="end" x="${LEFT - 8}" y="${at + 4}">${showStatistic(tick)}</text>`;
}

function day({ value, interval: [lo, hi] }: Difference, x: number, y: Scale): Markup {
  const inside = (end: number): number => y.at(Math.min(Math.max(end, y.low), y.high));
  const isShown = value >= y.low && value <= y.high;
  return html`<line class="thick" x1="${x}" x2="${x}" y1="${inside(lo)}" y2="${inside(hi)}"/>${isShown ? html`<circle class="mark" cx="${x}" cy="${y.at(value)}" r="3.5"/>` : null}`;
}
