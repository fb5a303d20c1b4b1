import type { Interval } from "../../evaluate/conclude/result.js";
import { showStatistic } from "../../numeric/show-number.js";
import { html, type Markup } from "../formats/html/markup.js";
import type { Scale } from "./scale.js";

/** A lift with its interval, drawn as wide as there is room: places are percentages of the width. */
export interface LiftMark {
  readonly title: string;
  readonly description: string;
  readonly value: number;
  /** The values that are left, where that is more than one. */
  readonly set: Interval | null;
  readonly interval: Interval;
  /** The side on which set and interval have no end. */
  readonly open: "low" | "high" | null;
  /** A known answer. */
  readonly truth: number | null;
}

/** Percent of the width: what lies within has air on both sides for points and arrows. */
export const LIFT_RANGE: readonly [number, number] = [2.5, 97.5];

const HEIGHT = 22;
const MIDDLE = HEIGHT / 2;

export function liftStrip(mark: LiftMark, scale: Scale): Markup {
  const { title, description, value, set, interval, truth } = mark;
  return html`<svg class="lift" role="img" width="100%" height="${HEIGHT}"><title>${title}</title><desc>${description}</desc>${bar("range", set, mark, scale)}${bar("whisker", interval, mark, scale)}${
    truth === null ? null : upright("known", scale.at(truth), [MIDDLE - 8, MIDDLE + 8])
  }<circle class="mark" cx="${scale.at(value)}%" cy="${MIDDLE}" r="4"/>${arrow(mark)}</svg>`;
}

function bar(kind: string, ends: Interval | null, { open }: LiftMark, scale: Scale): Markup | null {
  if (ends === null) return null;
  const from = open === "low" ? 0 : scale.at(ends[0]);
  const to = open === "high" ? 100 : scale.at(ends[1]);
  return html`<line class="${kind}" x1="${from}%" x2="${to}%" y1="${MIDDLE}" y2="${MIDDLE}"/>`;
}

/** Of text, since places of a path are no percentages. */
function arrow({ open }: LiftMark): Markup | null {
  if (open === null) return null;
  return open === "high"
    ? html`<text class="arrow end" x="100%" y="${MIDDLE + 4}">▸</text>`
    : html`<text class="arrow start" x="0" y="${MIDDLE + 4}">◂</text>`;
}

const upright = (kind: string, at: number, [top, bottom]: readonly [number, number]): Markup =>
  html`<line class="${kind}" x1="${at}%" x2="${at}%" y1="${top}" y2="${bottom}"/>`;

/** Lines at the round numbers behind all strips of a panel; the one of zero stands out. */
export const liftGrid = ({ ticks, at }: Scale): Markup =>
  html`<svg class="lines" aria-hidden="true" width="100%" height="100%">${ticks.map(
    (tick) =>
      html`<line class="${tick === 0 ? "zero" : "grid"}" x1="${at(tick)}%" x2="${at(tick)}%" y1="0" y2="100%"/>`,
  )}</svg>`;

export const liftAxis = ({ ticks, at }: Scale): Markup =>
  html`<svg class="ticks" aria-hidden="true" width="100%" height="18">${ticks.map(
    (tick) =>
      html`<text x="${at(tick)}%" y="14">${tick > 0 ? "+" : ""}${showStatistic(tick)}${tick === 0 ? "" : " %"}</text>`,
  )}</svg>`;
