import {
  type SaidWhatIf,
  type SaidWhatIfCurve,
  sayOrders,
  whatIfCaveat,
} from "../say/say-what-if.js";
import { alignPoints } from "./align-points.js";
import { drawColumns, type TextColumn } from "./draw-columns.js";
import type { Paint } from "./paint.js";
import { columnsOf, wrap } from "./wrap.js";

const GAP = 2;

/** What other curves would make of each question, and what that is worth. */
export function drawWhatIfs(
  said: readonly SaidWhatIf[],
  width: number,
  paint: Paint,
): readonly string[] {
  if (said.length === 0) return [];
  const caveat = indented(whatIfCaveat, width);
  return [...caveat, ...said.flatMap((each) => ["", ...drawWhatIf(each, width, paint)])];
}

/** Differences and readings under other curves, their orders, and where readings turn. */
function drawWhatIf(said: SaidWhatIf, width: number, paint: Paint): readonly string[] {
  const { question, baseline, estimator, none } = said;
  const body = none === null ? drawTables(said, width, paint) : indented(none, width);
  const after = [...ordersOf(said), ...said.notes].flatMap((text) => indented(text, width));
  return [
    `  ${paint("bold", `${question}, from ${baseline}`)}, by ${estimator}`,
    ...body,
    ...after,
  ];
}

const indented = (text: string, width: number): readonly string[] =>
  wrap(text, width - GAP, GAP).map((line) => `${" ".repeat(GAP)}${line}`);

/** As many candidates beside each other as the width takes. */
function drawTables(
  { curves, candidates }: SaidWhatIf,
  width: number,
  paint: Paint,
): readonly string[] {
  const first = {
    header: "curve",
    align: "left",
    cells: curves.map(({ label }) => label),
  } as const;
  const columns = candidates.map((policy) => columnOf(policy, curves));
  const left = GAP + widthOf(first);
  const tables: TextColumn[][] = [];
  let room = 0;
  for (const column of columns) {
    room -= GAP + widthOf(column);
    if (room < 0 || tables.length === 0) {
      tables.push([]);
      room = width - left - GAP - widthOf(column);
    }
    tables.at(-1)?.push(column);
  }
  return tables.flatMap((table) => {
    const instead = curves.map(({ none }) =>
      none === null ? null : ({ from: table[0]?.header ?? "", text: none, style: "dim" } as const),
    );
    return drawColumns([first, ...table], instead, width, paint);
  });
}

function columnOf(policy: string, curves: readonly SaidWhatIfCurve[]): TextColumn {
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

function ordersOf(said: SaidWhatIf): readonly string[] {
  const { curves, order } = said;
  if (order === null) return [];
  const turned = curves.some(({ differences }) => differences.some((each) => each.turned));
  return [...(turned ? ["* reads otherwise than under the curve in use."] : []), sayOrders(said)];
}
