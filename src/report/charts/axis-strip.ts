import { showStatistic } from "../../numeric/show-number.js";
import { html, type Markup } from "../formats/html/markup.js";
import { STRIP_WIDTH } from "./interval-strip.js";
import type { Scale } from "./scale.js";

export function axisStrip(scale: Scale): Markup {
  return html`<svg class="strip axis" aria-hidden="true" viewBox="0 0 ${STRIP_WIDTH} 20"><line class="base" x1="0" x2="${STRIP_WIDTH}" y1="0.5" y2="0.5"/>${scale.ticks.map(
    (tick) =>
      html`<line class="base" x1="${scale.at(tick)}" x2="${scale.at(tick)}" y1="0" y2="4"/><text x="${scale.at(tick)}" y="16">${showStatistic(tick)}</text>`,
  )}</svg>`;
}
