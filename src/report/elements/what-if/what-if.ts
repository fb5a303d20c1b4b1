import type { WhatIf } from "../../../evaluate/conclude/result.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { reasonCells } from "../../formats/csv/cells.js";
import { html } from "../../formats/html/markup.js";
import { markdownTable, markdownText } from "../../formats/markdown/table.js";
import { titled } from "../../formats/text/blocks.js";
import type { ReportedResult } from "../../source.js";
import { whatIfMarkup } from "./what-if-html.js";
import { textLines } from "./what-if-text.js";
import {
  describeOrders,
  describeWhatIfs,
  type WhatIfCurveView,
  type WhatIfView,
  whatIfCaveat,
} from "./what-if-view.js";

interface View {
  readonly views: readonly WhatIfView[];
  readonly whatIf: readonly WhatIf[];
}

const title = "What if the curve were another";

/** What other curves would make of the verdicts: a table for each question, and where readings turn. */
export const whatIf: Element<ReportedResult> = defineElement({
  name: "what-if",
  title,
  brief: true,
  view: (result): View | null => {
    const { whatIf: given = [] } = result;
    return given.length === 0 ? null : { views: describeWhatIfs(result), whatIf: given };
  },
  html: ({ views }) => html`<p>${whatIfCaveat}</p>
${views.map(whatIfMarkup)}`,
  text: ({ views }, style) => titled(title, textLines(views, style), style),
  markdown: ({ views }) => [
    `## ${title}\n\n${markdownText(whatIfCaveat)}`,
    ...views.map(markdownBlock),
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

function markdownBlock(view: WhatIfView): string {
  const { question, baseline, estimator, none, order } = view;
  const head = markdownText(`${question}, from ${baseline}, by ${estimator}`);
  const body = none === null ? table(view) : markdownText(none);
  const sentences = [...(order === null ? [] : [describeOrders(view)]), ...view.notes];
  const lines = sentences.map((sentence) => `- ${markdownText(sentence)}`);
  return [`### ${head}`, body, lines.join("\n")].filter((part) => part !== "").join("\n\n");
}

function table({ curves, candidates }: WhatIfView): string {
  const headers = ["curve", ...candidates.map((policy) => `${policy}>`), "notes"];
  return markdownTable(
    headers,
    curves.map((curve) => [
      curve.label,
      ...candidates.map((policy) => cellOf(curve, policy)),
      curve.none ?? (curve.sameOrder ? "" : "other order"),
    ]),
  );
}

function cellOf({ differences }: WhatIfCurveView, policy: string): string {
  const own = differences.find((each) => each.policy === policy);
  if (own === undefined) return "";
  return `${own.value} ${own.word}${own.turned ? " (turned)" : ""}`;
}

/** Differences under other curves; the code is how each reads. */
function csvRows({ curves, parameters, ...question }: WhatIf): readonly CsvRow[] {
  const { baseline, estimator, reward, estimand, feed } = question;
  const asked = { baseline, estimator, parameters: JSON.stringify(parameters) };
  return curves.flatMap((each): readonly CsvRow[] => {
    const here = { row: "whatIf", ...asked, reward, estimand, feed, curve: each.label };
    if ("none" in each) return [{ ...here, ...reasonCells(each.none) }];
    return each.differences.map(({ policy, value, reading }) => ({
      ...here,
      policy,
      value,
      code: reading,
    }));
  });
}
