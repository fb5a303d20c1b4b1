import type { WhatIf } from "../../../evaluate/conclude/result.js";
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

const title = "What if the curve were another";

export const whatIf: Element<ReportedResult> = defineElement({
  name: "what-if",
  title,
  brief: true,
  view: (result): View | null => {
    const { whatIf = [] } = result;
    return whatIf.length === 0 ? null : { views: describeWhatIfs(result), whatIf };
  },
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

/** Differences under other curves; the code is how each reads. */
function csvRows({ curves, parameters, ...question }: WhatIf): readonly CsvRow[] {
  const { baseline, estimator, reward, estimand, feed } = question;
  const setting = { baseline, estimator, parameters: JSON.stringify(parameters) };
  return curves.flatMap((curve): readonly CsvRow[] => {
    const here = { row: "whatIf", ...setting, reward, estimand, feed, curve: curve.label };
    if ("none" in curve) return [{ ...here, ...reasonCells(curve.none) }];
    return curve.differences.map(({ policy, value, reading }) => ({
      ...here,
      policy,
      value,
      code: reading,
    }));
  });
}
