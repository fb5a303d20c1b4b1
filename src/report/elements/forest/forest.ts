import type { LiftScale } from "../../charts/bent-scale.js";
import { liftAxis, liftGrid, liftStrip } from "../../charts/lift-strip.js";
import type { Scale } from "../../charts/scale.js";
import { defineElement, type Element } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import type { ReportedResult } from "../../source.js";
import { intervalName } from "../../words/interval.js";
import { type ForestPanel, type ForestRow, type ForestView, forestView } from "./forest-view.js";

/** With more rows than this they stand closer. */
const mostRows = 40;

/** All lifts of the decision as one picture, in the order of its table. */
export const forest: Element<ReportedResult> = defineElement({
  name: "forest",
  title: "Lifts",
  tabled: "decision",
  view: forestView,
  html: picture,
  derived: ({ percentages, scale }) => [...percentages, scale.bend ?? 0],
  style: `
.forest{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem 3rem}
.forest figure{margin:0;min-width:0;max-width:48rem}
.forest figcaption{color:var(--ink);font-weight:600}
.lifts{display:grid;grid-template-columns:fit-content(34%) fit-content(20%) minmax(0,1fr);column-gap:.9rem;align-items:center;font-size:.875rem;line-height:1.5rem}
.lifts span{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;grid-column:1}
.lifts .of{grid-column:2;color:var(--quiet)}
.lifts>div{grid-column:3;min-width:0;height:1.5rem;position:relative;display:flex;align-items:center}
.lifts .behind{align-self:stretch;height:auto;z-index:0}
.lifts .behind svg{position:absolute;inset:0}
.lift,.ticks{overflow:visible;z-index:1}
.lifts .instead{font-size:.8125rem;color:var(--tone,var(--quiet));background:var(--paper);padding:0 .35rem;margin-left:.5rem;z-index:1;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.range{stroke:currentColor;stroke-width:7;stroke-opacity:.28}
.whisker{stroke:currentColor;stroke-width:1.75}
.known{stroke:var(--ink);stroke-width:2}
.zero{stroke:var(--ink);stroke-width:1}
svg .arrow{fill:currentColor;font-size:12px}
.forest+.note{margin-top:.75rem}
.dense .lifts{font-size:.6875rem;line-height:1rem}
.dense .lifts>div:not(.behind){height:1rem}
@media(max-width:34rem){.lifts{column-gap:.5rem;font-size:.8125rem}}
`,
});

function picture(view: ForestView): Markup {
  const { panels, scale, baselines, confidence, hasSets, hasOpen, hasTruth } = view;
  const signs = [
    `Lift against ${baselines.join(", ")} in %. Dot: the estimate; line: its ${intervalName(confidence)}`,
    ...(hasSets ? ["pale bar: the values that missing views leave possible"] : []),
    ...(hasOpen ? ["arrow: unbounded on that side"] : []),
    ...(hasTruth ? ["vertical stroke: the true value, known because the log is simulated"] : []),
  ];
  const isDense = panels.some(({ rows }) => rows.length > mostRows);
  const bent =
    scale.bend === null ? "" : " The scale is linear around 0 and logarithmic further out.";
  return html`<div class="forest${isDense && " dense"}">${panels.map((panel) => panelOf(panel, scale, isDense))}</div>
<p class="note">${signs.join("; ")}.${bent}</p>`;
}

/** Rows that stand close are many: their axis stands above them, too. */
function panelOf({ column, rows }: ForestPanel, scale: LiftScale, isDense: boolean): Markup {
  const first = isDense ? 2 : 1;
  return html`
<figure><figcaption>${column}</figcaption><div class="lifts">${isDense && html`<div style="grid-row:1">${liftAxis(scale)}</div>`}<div class="behind" style="grid-row:${first}/span ${rows.length}">${liftGrid(scale)}</div>${rows.map((row, at) => rowOf(row, first + at, scale))}<div style="grid-row:${first + rows.length}">${liftAxis(scale)}</div></div></figure>`;
}

function rowOf({ policy, feed, isFirst, cell }: ForestRow, row: number, scale: Scale): Markup {
  const place = html`style="grid-row:${row}"`;
  return html`
${isFirst && html`<span ${place}>${policy}</span>`}${feed !== null && html`<span class="of" ${place}>${feed}</span>`}<div class="${cell?.verdict ?? "none"}" ${place}>${cell !== null && cellOf(cell, scale)}</div>`;
}

const cellOf = (cell: NonNullable<ForestRow["cell"]>, scale: Scale): Markup =>
  "words" in cell ? html`<span class="instead">${cell.words}</span>` : liftStrip(cell, scale);
