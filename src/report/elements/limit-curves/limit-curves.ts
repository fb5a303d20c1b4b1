import type { ClipOnHalves } from "../../../evaluate/conclude/choices.js";
import type { Estimate } from "../../../evaluate/conclude/result.js";
import { decimalsFor, showNumber } from "../../../numeric/index.js";
import { seriesColours } from "../../charts/series-colours.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, gridsMarkdown, gridsMarkup, gridsText } from "../../formats/grid.js";
import { html } from "../../formats/html/markup.js";
import type { ReportedResult } from "../../source.js";
import { showInterval } from "../../words/interval.js";
import { describeQuestion } from "../../words/question.js";
import { limitCurves as curvesOf, type LimitCurve } from "./curves-of.js";

interface View {
  readonly curves: readonly LimitCurve[];
  readonly choices: readonly ClipOnHalves[];
}

const reading =
  "Where values settle, a limit takes little away; from where on they move, what it takes is bias. A limit that is chosen here by its interval is chosen by the data.";

/** Estimates against the limit of their weights (m, λ, M), where a study asks for three values of it or more. */
export const limitCurves: Element<ReportedResult> = defineElement({
  name: "limit-curves",
  title: "Estimates by their limit",
  tabled: "estimates",
  view: ({ estimates, clips = [] }: ReportedResult): View | null => {
    const curves = curvesOf(estimates);
    // Where estimates of a policy are withheld, what was chosen among them is, too.
    const choices = clips.filter((choice) =>
      estimates.some((row) => "value" in row && isAmong(choice, row)),
    );
    return curves.length + choices.length === 0 ? null : { curves, choices };
  },
  figures: ({ curves }, plot) => curves.map((curve) => figureOf(curve, plot)),
  html: ({ choices }) => html`<p>${reading}</p>
${gridsMarkup(gridsOf(choices))}`,
  text: ({ choices }, style) => gridsText(gridsOf(choices), style),
  markdown: ({ choices }) => gridsMarkdown(gridsOf(choices)),
  csv: {
    columns: [
      "row",
      "policy",
      "estimator",
      "reward",
      "estimand",
      "feed",
      "value",
      "se",
      "lo",
      "hi",
    ],
    rows: ({ choices }) =>
      choices.map(({ policy, estimator, reward, estimand, feed, value, se, interval }) => ({
        ...{ row: "clip", policy, estimator, reward, estimand, feed, value, se },
        ...{ lo: interval[0], hi: interval[1] },
      })),
  },
});

const isAmong = (choice: ClipOnHalves, row: Estimate): boolean =>
  row.day === null &&
  (["policy", "reward", "estimand", "feed", "estimator"] as const).every(
    (name) => row[name] === choice[name],
  );

/** What the data choose among clips, by halves of the users. */
function gridsOf(choices: readonly ClipOnHalves[]): readonly Grid[] {
  if (choices.length === 0) return [];
  const names = ["reward", "policy", "estimator", "parameter"].map((header) => ({ header }));
  const numbers = ["all users", "one half", "other half", "held out", "interval"];
  return [
    {
      caption:
        "The limit that the data choose (SLOPE++), and what the choice is worth on other users",
      columns: [...names, ...numbers.map((header) => ({ header, numeric: true }))],
      rows: choices.map(({ limit, parameters, halves: [one, other], ...choice }) => {
        const decimals = decimalsFor(choice.se, choice.value);
        return [
          describeQuestion(choice),
          ...[choice.policy, choice.estimator, limit],
          ...[parameters, one, other].map((each) => shown(each[limit])),
          showNumber(choice.value, decimals),
          showInterval(choice.interval, decimals),
        ];
      }),
      notes: [
        "Held out: each half of the users is measured under the limit that the other half chooses. Its interval holds what these limits come to, not the bias that is left in them.",
        ...(choices.some(({ isBlind }) => isBlind)
          ? [
              "Some unlimited intervals are too wide to see a bias by: the strongest limit is then chosen, unfounded.",
            ]
          : []),
      ],
    },
  ];
}

const shown = (limit: unknown): string =>
  limit === null || limit === undefined || limit === "inf" ? "∞" : String(limit);

/** Values with their intervals against the limit, the strongest first; a line for each policy. */
function figureOf({ question, name, limit, points }: LimitCurve, plot: PlotLibrary): Figure {
  const of = ({ at, policy, value, interval: [lo, hi] }: Estimate & { at: number | "inf" }) => ({
    ...{ limit: shown(at), policy, value, lo, hi },
  });
  const drawn = points.map(of);
  const channels = { x: "limit", stroke: "policy" };
  return {
    title: `${describeQuestion(question)} by ${name}, by ${limit}`,
    options: {
      x: { type: "point", domain: [...new Set(drawn.map((each) => each.limit))], label: limit },
      y: { grid: true, label: null },
      color: seriesColours,
      symbol: { legend: true },
      marks: [
        plot.ruleX(drawn, { ...channels, y1: "lo", y2: "hi" }),
        plot.line(drawn, { ...channels, y: "value" }),
        plot.dot(drawn, { ...channels, y: "value", symbol: "policy" }),
      ],
    },
  };
}
