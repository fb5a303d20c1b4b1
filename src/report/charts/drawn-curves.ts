import type { CurveByRank } from "../../evaluate/curves/curve-by-rank.js";
import type { FittedFeed } from "../../evaluate/fit.js";

export interface DrawnCurve extends Pick<CurveByRank, "model" | "p" | "hazard"> {
  readonly isKept: boolean;
  /** Its place among the models, from which its colour and its dash follow. */
  readonly series: number;
}

/** The curves of a feed, the kept one last, so that it is drawn above the others. */
export function drawnCurves({ rows, curves, keptCurve }: FittedFeed): readonly DrawnCurve[] {
  const drawn = (curve: CurveByRank, isKept: boolean): DrawnCurve => ({
    ...curve,
    isKept,
    series: rows.findIndex(({ model }) => model === curve.model),
  });
  const others = curves.filter(({ model }) => model !== keptCurve?.model);
  return [
    ...others.map((curve) => drawn(curve, false)),
    ...(keptCurve === null ? [] : [drawn(keptCurve, true)]),
  ];
}

export const lineClass = ({ series, isKept }: Pick<DrawnCurve, "series" | "isKept">): string =>
  `model series-${series % hues.length}${isKept ? " kept" : ""}`;

/** Light and dark colours, and the dash that tells a line from others without them. */
const hues = [
  ["#2b4c7e", "#8fb3e8", "none"],
  ["#b3541e", "#f0a172", "7 3"],
  ["#1f6f8b", "#7cc4dd", "2 3"],
  ["#5b7a1f", "#b3cf77", "9 3 2 3"],
  ["#84489c", "#d1a3e3", "4 2"],
  ["#8a6d00", "#e0c158", "12 4"],
  ["#a03060", "#ee93b5", "1 2"],
  ["#3f6f5f", "#8fd0b8", "6 2 1 2 1 2"],
] as const;

const perSeries = (css: (hue: (typeof hues)[number], at: number) => string): string =>
  hues.map(css).join("");

export const lineStyle: string = `
:root{${perSeries(([light], at) => `--series-${at}:${light};`)}}
@media(prefers-color-scheme:dark){:root{${perSeries(([, dark], at) => `--series-${at}:${dark};`)}}}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem 2rem;margin:1.5rem 0 .5rem}
section>h3{margin:2rem 0 .5rem}
details{margin:.75rem 0}
.charts figure{margin:0}
.fit{width:100%;height:auto}
.model{fill:none;stroke:currentColor;stroke-width:1.5;stroke-linejoin:round}
${perSeries(([, , dash], at) => `.series-${at}{color:var(--series-${at});stroke-dasharray:${dash}}`)}
.model.kept{stroke-width:3.5;stroke-dasharray:none}
.measured{fill:var(--ink);fill-opacity:.82}
.bar{stroke:var(--ink);stroke-opacity:.45;stroke-width:1.25}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;margin:0 0 2rem;padding:0;font-size:.875rem;color:var(--quiet)}
.legend li{display:flex;align-items:center;gap:.5rem}
.legend .chosen{color:var(--ink);font-weight:600}
`;
