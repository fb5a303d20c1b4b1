import type { Interval } from "../../evaluate/conclude/result.js";
import { html, type Markup } from "../formats/html/markup.js";
import type { Scale } from "./scale.js";

/** What the row says in which it stands: nothing for those to whom that is read out. */
export interface Strip {
  readonly value: number;
  readonly interval: Interval;
  /** A wider interval, drawn thin behind the other. */
  readonly wide?: Interval;
  /** A known answer, drawn as a diamond. */
  readonly truth?: number | undefined;
  /** Where the rule stands that rows are compared with: zero, or the logged mean. */
  readonly rule?: number | undefined;
}

export const STRIP_WIDTH = 260;
export const STRIP_RANGE: readonly [number, number] = [10, STRIP_WIDTH - 10];
const STRIP_HEIGHT = 22;
const HALF = STRIP_HEIGHT / 2;

/** Its middle is at 0, which no mark has to say, and its size is in the style. */
export function intervalStrip(strip: Strip, scale: Scale): Markup | null {
  const { value, interval, wide, truth, rule } = strip;
  if (![value, ...interval, ...(wide ?? [])].every(Number.isFinite)) return null;
  return html`<svg class="strip" aria-hidden="true" viewBox="0 ${-HALF} ${STRIP_WIDTH} ${STRIP_HEIGHT}">${
    rule === undefined ? null : ruleLine(rule, scale)
  }${wide === undefined ? null : line("thin", wide, scale)}${line("thick", interval, scale)}${point(value, scale)}${
    truth === undefined ? null : diamond(truth, scale)
  }</svg>`;
}

function ruleLine(value: number, scale: Scale): Markup | null {
  if (!(value >= scale.low && value <= scale.high)) return null;
  const x = scale.at(value);
  return html`<line class="rule" x1="${x}" x2="${x}" y1="${-HALF}" y2="${HALF}"/>`;
}

function line(kind: string, [lo, hi]: Interval, scale: Scale): readonly (Markup | null)[] {
  return [
    inside(kind, [lo, hi], scale),
    lo < scale.low ? arrow(scale.at(scale.low), -1) : null,
    hi > scale.high ? arrow(scale.at(scale.high), 1) : null,
  ];
}

function arrow(x: number, direction: 1 | -1): Markup {
  return html`<path class="mark" d="M${x + 6 * direction} 0l${-6 * direction} -4v8z"/>`;
}

function point(value: number, scale: Scale): Markup | null {
  if (!(value >= scale.low && value <= scale.high)) return null;
  return html`<circle class="mark" cx="${scale.at(value)}" r="4"/>`;
}

function diamond(value: number, scale: Scale): Markup | null {
  if (!(value >= scale.low && value <= scale.high)) return null;
  return html`<path class="truth" d="M${scale.at(value)} -7l5 7l-5 7l-5 -7z"/>`;
}

interface Dot {
  readonly label: string;
  readonly value: number;
  readonly inUse: boolean;
}

interface Spread {
  readonly title: string;
  readonly description: string;
  readonly dots: readonly Dot[];
  readonly interval: Interval | undefined;
}

/** Values under several curves as dots around zero; an arrow where some lie beyond the picture. */
export function spreadStrip(spread: Spread, scale: Scale): Markup {
  const { title, description, interval } = spread;
  const dots = spread.dots.filter(({ value }) => Number.isFinite(value));
  const shown = dots.filter(({ value }) => value >= scale.low && value <= scale.high);
  const zero = scale.at(0);
  return html`<svg class="strip" role="img" viewBox="0 ${-HALF} ${STRIP_WIDTH} ${STRIP_HEIGHT}"><title>${title}</title><desc>${description}</desc><line class="rule" x1="${zero}" x2="${zero}" y1="${-HALF}" y2="${HALF}"/>${
    interval === undefined ? null : inside("thin", interval, scale)
  }${shown.filter(({ inUse }) => !inUse).map((dot) => circle(dot, scale))}${shown
    .filter(({ inUse }) => inUse)
    .map((dot) => circle(dot, scale))}${
    dots.some(({ value }) => value < scale.low) ? arrow(scale.at(scale.low), -1) : null
  }${dots.some(({ value }) => value > scale.high) ? arrow(scale.at(scale.high), 1) : null}</svg>`;
}

function inside(kind: string, [lo, hi]: Interval, scale: Scale): Markup | null {
  if (![lo, hi].every(Number.isFinite)) return null;
  const at = (end: number): number => scale.at(Math.min(Math.max(end, scale.low), scale.high));
  return html`<line class="${kind}" x1="${at(lo)}" x2="${at(hi)}"/>`;
}

function circle({ label, value, inUse }: Dot, scale: Scale): Markup {
  return html`<circle class="${inUse ? "mark" : "hollow"}" cx="${scale.at(value)}" r="4"><title>${label}</title></circle>`;
}
