import { capital } from "../../../plain-line.js";
import { axisStrip } from "../../charts/axis-strip.js";
import { STRIP_RANGE, spreadStrip } from "../../charts/interval-strip.js";
import { linearScale, rangeAround } from "../../charts/scale.js";
import { type Cell, type Grid, numeric, texts } from "../../formats/grid.js";
import type { WhatIfCurveView, WhatIfDifferenceView, WhatIfView } from "./what-if-view.js";

export function curvesGrid(view: WhatIfView): Grid {
  const { question, baseline, estimator, none, curves, candidates } = view;
  const caption = `${capital(question)}, from ${baseline}, by ${estimator}`;
  if (none !== null) return { caption, isPart: true, columns: [], rows: [], notes: [none] };
  const turned = curves.some(({ differences }) =>
    differences.some((difference) => difference.turned),
  );
  return {
    caption,
    isPart: true,
    columns: [
      ...texts("curve"),
      ...candidates.map((header) => ({ header, numeric: "point" as const })),
      ...texts("order, best first"),
    ],
    rows: curves.map((curve) =>
      curve.none === null
        ? [curve.label, ...candidates.map((policy) => cellOf(curve, policy)), orderOf(curve)]
        : { cells: [curve.label], instead: curve.none },
    ),
    notes: turned ? ["* the verdict differs from that under the curve in use."] : [],
  };
}

const orderOf = ({ order, inUse, sameOrder }: WhatIfCurveView): string =>
  sameOrder && !inUse ? "the same" : (order ?? "");

function cellOf({ differences }: WhatIfCurveView, policy: string): Cell {
  const whatIfDifferenceView = differences.find((difference) => difference.policy === policy);
  if (whatIfDifferenceView === undefined) return "";
  const { value, verdict, word, turned } = whatIfDifferenceView;
  return { text: value, reading: word, tone: verdict, ...(turned && { mark: "*" }) };
}

/** Each candidate's differences under all curves as dots on one axis, with the interval of the curve in use. */
export function spreadGrid({ question, baseline, candidates, curves }: WhatIfView): Grid {
  const spreads = candidates.map((policy) => spreadOf(policy, curves));
  const ends = spreads.flatMap(({ interval, dots }) => [
    ...(interval === undefined ? [] : [interval]),
    ...dots.map(({ value }) => [value, value] as const),
  ]);
  const scale = linearScale(rangeAround(0, ends), STRIP_RANGE);
  return {
    caption: `How far the curve moves each difference, ${question}, from ${baseline}`,
    isOfPage: true,
    columns: [
      ...texts("policy"),
      {
        header: "around zero; filled: the curve in use, line: its interval",
        axis: axisStrip(scale),
      },
      ...numeric("smallest", "greatest"),
    ],
    rows: spreads.map(({ policy, dots, interval, ascending }) => {
      const [least, most] = [ascending[0]?.value ?? "", ascending.at(-1)?.value ?? ""];
      const title = `${policy} under every curve`;
      const description = `From ${least} to ${most}; the filled dot is the curve in use, the line its interval.`;
      const picture = spreadStrip({ title, description, dots, interval }, scale);
      return [policy, { text: "", picture }, least, most];
    }),
  };
}

function spreadOf(policy: string, curves: readonly WhatIfCurveView[]) {
  const lines = curves.flatMap(({ label, inUse, differences }) =>
    differences
      .filter((difference) => difference.policy === policy)
      .map((view) => ({ view, dot: { label, inUse, value: view.difference.value } })),
  );
  const ascending: readonly WhatIfDifferenceView[] = lines
    .map(({ view }) => view)
    .toSorted((a, b) => a.difference.value - b.difference.value);
  const interval = lines.find(({ view }) => view.row !== undefined)?.view.row?.adjusted.interval;
  return { policy, dots: lines.map(({ dot }) => dot), interval, ascending };
}
