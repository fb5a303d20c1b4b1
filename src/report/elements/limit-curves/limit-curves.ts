import type { ClipOnHalves, ClipWeights } from "../../../evaluate/conclude/choices.js";
import type { Estimate } from "../../../evaluate/conclude/result.js";
import { decimalsFor } from "../../../numeric/decimals-for.js";
import { counted, showNumber } from "../../../numeric/show-number.js";
import { seriesColours } from "../../charts/series-colours.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import type { ReportedResult } from "../../source.js";
import { showInterval } from "../../words/interval.js";
import { describeQuestion } from "../../words/question.js";
import { areKnown, clipPanels, weightsGrids } from "./clip-panels.js";
import { limitCurves as curvesOf, type LimitCurve, shownLimit } from "./curves-of.js";

interface View {
  readonly curves: readonly LimitCurve[];
  readonly choices: readonly ClipOnHalves[];
  readonly weights: readonly ClipWeights[];
}

const reading =
  "Where the values level off, a limit changes little; where they move, the change is bias. Choosing a limit here by its interval is choosing it by the data.";

/**
 * Estimates against the limit of their weights (m, λ, M), where a study asks for three values of it or more; of m also
 * what it leaves of the weights, and the most that it takes.
 */
export const limitCurves: Element<ReportedResult> = defineElement({
  name: "limit-curves",
  title: "Estimates by their limit",
  tabled: "estimates",
  view: ({ estimates, clips = [], clipWeights = [] }: ReportedResult): View | null => {
    const curves = curvesOf(estimates);
    // Where estimates of a policy are withheld, what was chosen among them is, too.
    const choices = clips.filter((choice) =>
      estimates.some((row) => "value" in row && isOfReward(choice, row)),
    );
    const weights = clipWeights.filter((weight) =>
      estimates.some((row) => "value" in row && isAmong(weight, row)),
    );
    return curves.length + choices.length === 0 ? null : { curves, choices, weights };
  },
  figures: ({ curves, weights }, plot) => [
    ...curves.map((curve) => figureOf(curve, plot)),
    ...clipPanels(weights.filter(areKnown), plot),
  ],
  summary: ({ curves, choices }) =>
    [
      ...(curves.length === 0
        ? []
        : [`${counted(curves.length, "curve")} of values against the clipping of weights`]),
      ...(choices.length === 0
        ? []
        : [`the clip that the data choose, ${counted(choices.length, "comparison")}`]),
    ].join("; "),
  derived: ({ curves, choices }) => [curves.length, choices.length],
  body: ({ choices, weights }) => [
    { sentences: [reading], isOfPage: true },
    ...choicesGrids(choices),
    ...weightsGrids(weights),
  ],
  csv: {
    columns: [
      "row",
      "policy",
      "estimator",
      "parameters",
      "reward",
      "estimand",
      "feed",
      "value",
      "se",
      "lower",
      "upper",
    ],
    rows: ({ choices, weights }) => [
      ...choices.map(({ policy, estimator, reward, estimand, feed, value, se, ...choice }) => ({
        ...{ row: "clip", policy, estimator, reward, estimand, feed, value, se },
        ...{ parameters: JSON.stringify(choice.parameters) },
        ...{ lower: choice.interval[0], upper: choice.interval[1] },
      })),
      ...weights.filter(areKnown).flatMap(({ policy, estimator, estimand, feed, points }) =>
        points.flatMap(({ parameters, ess, biasBound }) => {
          const of = { policy, estimator, parameters: JSON.stringify(parameters), estimand, feed };
          return [
            { row: "ess", ...of, value: ess },
            { row: "biasBound", ...of, value: biasBound },
          ];
        }),
      ),
    ],
  },
});

const isOfReward = (choice: ClipOnHalves, row: Estimate): boolean =>
  row.reward === choice.reward && isAmong(choice, row);

const isAmong = (clip: ClipOnHalves | ClipWeights, row: Estimate): boolean =>
  row.day === null &&
  (["policy", "estimand", "feed", "estimator"] as const).every((name) => row[name] === clip[name]);

function choicesGrids(choices: readonly ClipOnHalves[]): readonly Grid[] {
  if (choices.length === 0) return [];
  return [
    {
      caption:
        "The limit that the data choose (SLOPE++), and the value on users that it was not chosen on",
      columns: [
        ...texts("reward", "policy", "estimator", "parameter"),
        ...numeric("all users", "one half", "other half", "held out", "interval"),
      ],
      rows: choices.map(({ limit, parameters, halves: [one, other], ...choice }) => {
        const decimals = decimalsFor(choice.se, choice.value);
        return [
          describeQuestion(choice),
          ...[choice.policy, choice.estimator, limit],
          ...[parameters, one, other].map((choice) => shownLimit(choice[limit])),
          showNumber(choice.value, decimals),
          showInterval(choice.interval, decimals),
        ];
      }),
      notes: [
        "Held out: the value on each half of the users under the limit that the other half chooses. Its interval covers the value under these limits, not the bias that they leave.",
        ...(choices.some(({ isBlind }) => isBlind)
          ? [
              "Some intervals without a limit are too wide to show a bias: the strongest limit is then chosen without evidence for it.",
            ]
          : []),
      ],
    },
  ];
}

/** Values with their intervals against the limit, the strongest first; a line for each policy. */
function figureOf({ question, name, limit, points }: LimitCurve, plot: PlotLibrary): Figure {
  const of = ({
    at,
    policy,
    value,
    interval: [lower, upper],
  }: Estimate & { at: number | "inf" }) => ({
    ...{ limit: shownLimit(at), policy, value, lower, upper },
  });
  const drawn = points.map(of);
  const channels = { x: "limit", stroke: "policy" };
  return {
    title: `${describeQuestion(question)} by ${name}, by ${limit}`,
    options: {
      x: { type: "point", domain: [...new Set(drawn.map((point) => point.limit))], label: limit },
      y: { grid: true, label: null },
      color: seriesColours,
      symbol: { legend: true },
      marks: [
        plot.ruleX(drawn, { ...channels, y1: "lower", y2: "upper" }),
        plot.line(drawn, { ...channels, y: "value" }),
        plot.dot(drawn, { ...channels, y: "value", symbol: "policy" }),
      ],
    },
  };
}
