import type { CheckReport, Support } from "../../../evaluate/check.js";
import { type CsvRow, defineElement, type Element, type TextStyle } from "../../element.js";
import { reasonCells } from "../../formats/csv/cells.js";
import { texts } from "../../formats/grid.js";
import { titled } from "../../formats/text/blocks.js";
import { wrap } from "../../formats/text/wrap.js";

interface SupportView {
  readonly estimator: string;
  readonly policies: readonly string[];
  /** "sampled: dcg needs a rank …" */
  readonly refusals: readonly string[];
}

interface View {
  /** In the order of the estimators' first appearance. */
  readonly views: readonly SupportView[];
  readonly rows: readonly Support[];
}

export const supports: Element<CheckReport> = defineElement({
  name: "supports",
  title: "Estimators",
  view: ({ supports: rows }): View | null => {
    const names = [...new Set(rows.map(({ estimator }) => estimator))];
    return names.length === 0
      ? null
      : { views: names.map((name) => supportView(name, rows)), rows };
  },
  body: ({ views }) => [
    {
      title: "Estimators",
      caption: "which policies each estimator can estimate",
      columns: [{ header: "estimator", code: true }, ...texts("policies", "not")],
      rows: views.map(({ estimator, policies, refusals }) => [
        estimator,
        policies.join(", "),
        refusals.join("; "),
      ]),
    },
  ],
  text: ({ views }, style) =>
    titled(
      "Estimators",
      views.flatMap((view) => textLines(view, style)),
      style,
    ),
  csv: {
    columns: ["row", "policy", "estimator", "supported", "code", "message"],
    rows: ({ rows }) => rows.map(csvRow),
  },
});

function supportView(estimator: string, all: readonly Support[]): SupportView {
  const rows = all.filter((row) => row.estimator === estimator);
  return {
    estimator,
    policies: rows.filter(({ supported }) => supported).map(({ policy }) => policy),
    refusals: rows.flatMap(({ policy, reason }) =>
      reason === null ? [] : [`${policy}: ${reason.message}`],
    ),
  };
}

function textLines(
  { estimator, policies, refusals }: SupportView,
  { width, paint }: TextStyle,
): readonly string[] {
  const yes = policies.length === 0 ? [] : wrap(`of ${policies.join(", ")}`, width - 6, 2);
  const no = refusals.flatMap((refusal) => wrap(`not of ${refusal}`, width - 6, 2));
  return [
    `  ${paint("bold", estimator)}`,
    ...yes.map((line) => `    ${line}`),
    ...no.map((line) => `    ${paint("yellow", line)}`),
  ];
}

function csvRow({ policy, estimator, supported, reason }: Support): CsvRow {
  const who = { row: "support", policy, estimator, supported: String(supported) };
  return reason === null ? who : { ...who, ...reasonCells(reason) };
}
