import { axisStrip } from "../../charts/axis-strip.js";
import { STRIP_RANGE } from "../../charts/interval-strip.js";
import { linearScale, rangeAround, type Scale } from "../../charts/scale.js";
import { type Dot, spreadStrip } from "../../charts/spread-strip.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import type { WhatIfCurveView, WhatIfDifferenceView, WhatIfView } from "./what-if-view.js";

const headings = [
  { name: "Policy" },
  { name: "around zero; filled: the curve in use, line: its interval" },
  { name: "Smallest", numeric: true },
  { name: "Greatest", numeric: true },
];

/** Each candidate's differences under all curves as dots on one axis, with the interval in use. */
export function spreadTable({ question, baseline, candidates, curves }: WhatIfView): Markup {
  const spreads = candidates.map((policy) => spreadOf(policy, curves));
  const ends = spreads.flatMap(({ interval, dots }) => [
    ...(interval === undefined ? [] : [interval]),
    ...dots.map(({ value }) => [value, value] as const),
  ]);
  const scale = linearScale(rangeAround(0, ends), STRIP_RANGE);
  const caption = `How far the curve moves each difference, ${question}, from ${baseline}`;
  const foot = html`<tr><td></td><td>${axisStrip(scale)}</td><td colspan="2"></td></tr>`;
  return scrollingTable(
    caption,
    headings,
    spreads.map((spread) => row(spread, scale)),
    foot,
  );
}

interface Spread {
  readonly policy: string;
  readonly dots: readonly Dot[];
  /** The adjusted interval under the curve in use. */
  readonly interval: readonly [number, number] | undefined;
  readonly ascending: readonly WhatIfDifferenceView[];
}

function spreadOf(policy: string, curves: readonly WhatIfCurveView[]): Spread {
  const own = curves.flatMap(({ label, inUse, differences }) =>
    differences
      .filter((each) => each.policy === policy)
      .map((view) => ({ view, dot: { label, inUse, value: view.difference.value } })),
  );
  return {
    policy,
    dots: own.map(({ dot }) => dot),
    interval: own.find(({ view }) => view.row !== undefined)?.view.row?.adjusted.interval,
    ascending: own
      .map(({ view }) => view)
      .toSorted((a, b) => a.difference.value - b.difference.value),
  };
}

function row({ policy, dots, interval, ascending }: Spread, scale: Scale): Markup {
  const [least, most] = [ascending[0]?.value ?? "", ascending.at(-1)?.value ?? ""];
  const title = `${policy} under every curve`;
  const description = `From ${least} to ${most}; the filled dot is the curve in use, the line its interval.`;
  return html`
<tr><th scope="row">${policy}</th><td>${spreadStrip({ title, description, dots, interval }, scale)}</td><td class="number">${least}</td><td class="number">${most}</td></tr>`;
}
