import { counted } from "../../../numeric/show-number.js";
import { linearScale, type Scale } from "../../charts/scale.js";
import { defineElement, type Element } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import type { ReportedResult } from "../../source.js";
import { verdictWords } from "../../words/names.js";
import { numbersOf } from "../../words/printed-numbers.js";
import { type Call, callsGrid } from "./calls.js";
import { type TurningPoint, turningPointView } from "./turning-point-view.js";

/** Under which assumptions a verdict would be another one. */
export const turningPoints: Element<ReportedResult> = defineElement({
  name: "turning-points",
  title: "What would change it?",
  view: turningPointView,
  summary: ({ points, calls }) => [...surviving(calls), ...turning(points)].join("; "),
  body: ({ points, calls, hasOtherCurves }, { format }) =>
    format === "html"
      ? [
          ...(calls.length === 0 ? [] : [callsGrid(calls, hasOtherCurves)]),
          ...(points.length === 0 ? [] : [{ picture: bars(points) }]),
        ]
      : [],
  derived: ({ points, calls }) => [
    ...[linesOf(points), calls.length, 0, 1],
    ...points.flatMap(({ zones, now }) => [...zones.map(({ until }) => 100 * until), ...now]),
    ...calls
      .flatMap(({ survived, quantities }) => numbersOf([survived, ...quantities].join(" ")))
      .map(({ value }) => value),
  ],
  style: `
.turns{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr));gap:1.25rem 3rem;margin-top:1rem}
.turns>div{min-width:0;font-size:.9375rem}
.turns strong{font-weight:600;overflow-wrap:anywhere}
.track{width:100%;overflow:visible;margin:.35rem 0}
.track .zone{stroke:currentColor;stroke-width:10;stroke-opacity:.35}
.track g{color:var(--tone,var(--mark))}
.track .taken{stroke:var(--ink);stroke-width:2}
`,
});

const linesOf = (points: readonly TurningPoint[]): number =>
  new Set(points.map(({ line }) => line)).size;

const turning = (points: readonly TurningPoint[]): readonly string[] =>
  points.length === 0 ? [] : [`${counted(linesOf(points), "verdict")} depend on an assumption`];

const surviving = (calls: readonly Call[]): readonly string[] =>
  calls.length === 0 ? [] : [`how far ${counted(calls.length, "verdict")} are from changing`];

const bars = (points: readonly TurningPoint[]): Markup =>
  html`<p>Each bar is an assumed quantity, or the fitted parameter of a curve. Its colour is the verdict at each value; the dark stroke marks the value in use. Other threats are left as they are.</p>
<div class="turns">${points.map(dial)}</div>`;

function dial(point: TurningPoint): Markup {
  const { line, quantity, from, start, isShare, zones, said } = point;
  const data = zones.map(({ until, says }) => `${until} ${verdictWords[says]}`).join("\n");
  return html`
<div data-from="${from}" data-start="${start}"${isShare && html` data-share=""`} data-zones="${data}"><strong>${line}</strong>: ${quantity}${track(point)}<p class="note">${said}.</p></div>`;
}

function track({ line, quantity, from, now, zones, said }: TurningPoint): Markup {
  const to = zones.at(-1)?.until ?? from;
  const scale = linearScale([from, to], [0, 100]);
  const parts = zones.map(
    ({ until, says }, at) =>
      html`<g class="${says}"><line class="zone" x1="${scale.at(zones[at - 1]?.until ?? from)}%" x2="${scale.at(until)}%" y1="8" y2="8"/></g>`,
  );
  return html`<svg class="track" role="img" height="16"><title>${line}, ${quantity}</title><desc>${said}</desc>${parts}${[...new Set(now)].map((at) => taken(at, scale))}</svg>`;
}

const taken = (value: number, scale: Scale): Markup =>
  html`<line class="taken" x1="${scale.at(value)}%" x2="${scale.at(value)}%" y1="0" y2="16"/>`;
