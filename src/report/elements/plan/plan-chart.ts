import { showStatistic } from "../../../numeric/index.js";
import type { PlanLine } from "../../../planning/index.js";
import { linearScale } from "../../charts/scale.js";
import { html, type Markup } from "../../formats/html/markup.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [480, 160, 64, 24] as const;

/** The smallest difference that is found, falling with days; the dashed line is the difference that was seen. */
export function smallestChart(
  title: string,
  unit: string,
  { byDays, value }: Pick<PlanLine, "byDays" | "value">,
): Markup {
  const last = byDays.at(-1)?.days ?? 1;
  const seen = Math.abs(value);
  const most = Math.max(seen, ...byDays.map(({ difference }) => difference));
  const x = linearScale([0, last], [LEFT, WIDTH - 8]);
  const y = linearScale([0, most * 1.05], [HEIGHT - BOTTOM, 6]);
  const points = byDays
    .map(({ days, difference }) => `${x.at(days)},${y.at(difference)}`)
    .join(" ");
  return html`<svg class="smallest" role="img" viewBox="0 0 ${WIDTH} ${HEIGHT}"><title>${title}: the smallest difference that is found</title><desc>It falls with ${unit.toLowerCase()}; the rule is the size of the difference that was seen.</desc>${y.ticks.map((tick) => html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y.at(tick)}" y2="${y.at(tick)}"/><text class="end" x="${LEFT - 8}" y="${y.at(tick) + 4}">${showStatistic(tick)}</text>`)}${x.ticks.map((tick) => html`<text x="${x.at(tick)}" y="${HEIGHT - 6}">${showStatistic(tick)}</text>`)}<line class="rule" x1="${LEFT}" x2="${WIDTH}" y1="${y.at(seen)}" y2="${y.at(seen)}"/><polyline class="model" points="${points}"/></svg>`;
}
