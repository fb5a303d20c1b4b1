import type { Interval } from "../../evaluate/conclude/result.js";
import { html, type Markup } from "../formats/html/markup.js";
import { arrow, STRIP_HEIGHT, STRIP_WIDTH } from "./interval-strip.js";
import type { Scale } from "./scale.js";

/** A value under one curve. */
export interface Dot {
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

const MIDDLE = STRIP_HEIGHT / 2;

/** Values under several curves as dots around zero; an arrow where some lie beyond the picture. */
export function spreadStrip(spread: Spread, scale: Scale): Markup {
  const { title, description, interval } = spread;
  const dots = spread.dots.filter(({ value }) => Number.isFinite(value));
  const shown = dots.filter(({ value }) => value >= scale.low && value <= scale.high);
  const zero = scale.at(0);
  return html`<svg class="strip" role="img" viewBox="0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}" width="${STRIP_WIDTH}" height="${STRIP_HEIGHT}"><title>${title}</title><desc>${description}</desc><line class="rule" x1="${zero}" x2="${zero}" y1="0" y2="${STRIP_HEIGHT}"/>${
    interval === undefined ? null : line(interval, scale)
  }${shown.filter(({ inUse }) => !inUse).map((dot) => circle(dot, scale))}${shown
    .filter(({ inUse }) => inUse)
    .map((dot) => circle(dot, scale))}${
    dots.some(({ value }) => value < scale.low) ? arrow(scale.at(scale.low), -1) : null
  }${dots.some(({ value }) => value > scale.high) ? arrow(scale.at(scale.high), 1) : null}</svg>`;
}

function line([lo, hi]: Interval, scale: Scale): Markup | null {
  if (![lo, hi].every(Number.isFinite)) return null;
  const inside = (end: number): number => scale.at(Math.min(Math.max(end, scale.low), scale.high));
  return html`<line class="thin" x1="${inside(lo)}" x2="${inside(hi)}" y1="${MIDDLE}" y2="${MIDDLE}"/>`;
}

function circle({ label, value, inUse }: Dot, scale: Scale): Markup {
  return html`<circle class="${inUse ? "mark" : "hollow"}" cx="${scale.at(value)}" cy="${MIDDLE}" r="4"><title>${label}</title></circle>`;
}
