import type { WhatIf } from "../../../evaluate/conclude/result.js";
import { counted } from "../../../numeric/show-number.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { reasonCells } from "../../formats/csv/cells.js";
import type { Block } from "../../formats/grid.js";
import type { ReportedResult } from "../../source.js";
import { curvesGrid, spreadGrid } from "./what-if-grids.js";
import { describeWhatIfs, type WhatIfView, whatIfCaveat } from "./what-if-view.js";

interface View {
  readonly views: readonly WhatIfView[];
  readonly whatIf: readonly WhatIf[];
}

const title = "Under other curves";

export const whatIf: Element<ReportedResult> = defineElement({
  name: "what-if",
  title,
  brief: true,
  view: (result): View | null => {
    const { whatIf = [] } = result;
    return whatIf.length === 0 ? null : { views: describeWhatIfs(result), whatIf };
  },
  summary: summaryOf,
  derived: ({ views }) => [...views.map((_, at) => at + 1), curvesOf(views), turnedOf(views)],
  body: ({ views }) => [
    { title, sentences: [whatIfCaveat] },
    ...views.flatMap((view): readonly Block[] => [
      curvesGrid(view),
      ...(view.none === null ? [spreadGrid(view)] : []),
      { sentences: view.notes, isList: true, joins: true },
    ]),
  ],
  csv: {
    columns: [
      ...["row", "policy", "baseline", "estimator", "parameters", "reward", "estimand", "feed"],
      ...["day", "curve", "value", "code", "message"],
    ],
    optional: ["curve"],
    rows: (view) => view.whatIf.flatMap(csvRows),
  },
});

const curvesOf = (views: readonly WhatIfView[]): number =>
  Math.max(0, ...views.map(({ curves }) => curves.filter(({ inUse }) => !inUse).length));

const turnedOf = (views: readonly WhatIfView[]): number =>
  views
    .flatMap(({ curves }) => curves.flatMap(({ differences }) => differences))
    .filter(({ turned }) => turned).length;

/** "no verdict differs under 6 other curves" */
function summaryOf({ views }: View): string {
  const turned = turnedOf(views);
  const what =
    turned === 0
      ? "no verdict differs"
      : `${counted(turned, "verdict")} ${turned === 1 ? "differs" : "differ"}`;
  return `${what} under ${counted(curvesOf(views), "other curve")}`;
}

/** Differences under other curves; the code is the verdict on each. */
function csvRows({ curves, parameters, ...question }: WhatIf): readonly CsvRow[] {
  const { baseline, estimator, reward, estimand, feed } = question;
  const setting = { baseline, estimator, parameters: JSON.stringify(parameters) };
  return curves.flatMap((curve): readonly CsvRow[] => {
    const here = { row: "whatIf", ...setting, reward, estimand, feed, curve: curve.label };
    if ("none" in curve) return [{ ...here, ...reasonCells(curve.none) }];
    return curve.differences.map(({ policy, value, verdict }) => ({
      ...here,
      policy,
      value,
      code: verdict,
    }));
  });
}
