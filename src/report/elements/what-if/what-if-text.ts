import type { TextStyle } from "../../element.js";
import { paragraphs } from "../../formats/text/blocks.js";
import { alignPoints, drawColumns, type TextColumn } from "../../formats/text/columns.js";
import { columnsOf } from "../../formats/text/wrap.js";
import {
  describeOrders,
  type WhatIfCurveView,
  type WhatIfView,
  whatIfCaveat,
} from "./what-if-view.js";

const GAP = 2;

/** What that is worth, then each question. */
export const textLines = (views: readonly WhatIfView[], style: TextStyle): readonly string[] => [
  ...paragraphs([whatIfCaveat], style),
  ...views.flatMap((view) => ["", ...questionLines(view, style)]),
];

/** Differences and readings under other curves, their orders, and where readings turn. */
function questionLines(view: WhatIfView, style: TextStyle): readonly string[] {
  const { question, baseline, estimator, none, notes } = view;
  const body = none === null ? tableLines(view, style) : paragraphs([none], style);
  return [
    `  ${style.paint("bold", `${question}, from ${baseline}`)}, by ${estimator}`,
    ...body,
    ...paragraphs([...orders(view), ...notes], style),
  ];
}

/** As many candidates side by side as the width takes. */
function tableLines(
  { curves, candidates }: WhatIfView,
  { width, paint }: TextStyle,
): readonly string[] {
  const first = {
    header: "curve",
    align: "left",
    cells: curves.map(({ label }) => label),
  } as const;
  const columns = candidates.map((policy) => columnOf(policy, curves));
  const left = GAP + widthOf(first);
  const groups: TextColumn[][] = [];
  let room = 0;
  for (const column of columns) {
    room -= GAP + widthOf(column);
    if (room < 0 || groups.length === 0) {
      groups.push([]);
      room = width - left - GAP - widthOf(column);
    }
    groups.at(-1)?.push(column);
  }
  return groups.flatMap((table) => {
    const instead = curves.map(({ none }) =>
      none === null ? null : ({ from: table[0]?.header ?? "", text: none, style: "dim" } as const),
    );
    return drawColumns([first, ...table], instead, width, paint);
  });
}

function columnOf(policy: string, curves: readonly WhatIfCurveView[]): TextColumn {
  const own = curves.map(({ differences }) => differences.find((each) => each.policy === policy));
  const values = alignPoints(own.map((each) => each?.value ?? ""));
  const size = Math.max(...values.map(columnsOf));
  const cells = own.map((each, at) => {
    if (each === undefined) return "";
    const star = each.turned ? " *" : "";
    return `${(values[at] ?? "").padStart(size)} ${each.word}${star}`;
  });
  return { header: policy, align: "left", cells };
}

const widthOf = ({ header, cells }: TextColumn): number =>
  Math.max(...[header, ...cells].map(columnsOf));

function orders(view: WhatIfView): readonly string[] {
  const { curves, order } = view;
  if (order === null) return [];
  const turned = curves.some(({ differences }) => differences.some((each) => each.turned));
  return [
    ...(turned ? ["* the verdict differs from that under the curve in use."] : []),
    describeOrders(view),
  ];
}
