import type { LiftPosterior, NoPosterior } from "../../../evaluate/conclude/choices.js";
import type { Verdict } from "../../../evaluate/conclude/result.js";
import { counted, showNumber, showPercent } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import type { ReportedResult } from "../../source.js";

type Row = Verdict & { readonly posterior: LiftPosterior | NoPosterior };
type PosteriorVerdict = Verdict & { readonly posterior: LiftPosterior };

const isKnown = (row: Row): row is PosteriorVerdict => !("none" in row.posterior);

export const posterior: Element<ReportedResult> = defineElement({
  name: "posterior",
  title: "With a prior on lifts",
  brief: true,
  view: ({ verdicts }: ReportedResult) => {
    const rows = verdicts.filter((verdict): verdict is Row => verdict.posterior !== undefined);
    return rows.length === 0 ? null : rows;
  },
  summary: (rows) => `probability of beating the baseline, ${counted(rows.length, "comparison")}`,
  body: (rows) => [gridOf(rows)],
  csv: {
    columns: [
      ...["row", "policy", "baseline", "reward", "feed", "priorSd", "posteriorLift"],
      ...["posteriorSd", "chanceToBeat", "mostChanceToBeat", "expectedLoss"],
    ],
    optional: [
      ...["priorSd", "posteriorLift", "posteriorSd", "chanceToBeat", "mostChanceToBeat"],
      "expectedLoss",
    ],
    rows: (rows) =>
      rows.filter(isKnown).map(({ policy, baseline, reward, feed, posterior }) => {
        const { priorSd, mean, sd, chanceToBeat, expectedLoss } = posterior;
        const { mostChanceToBeat = chanceToBeat } = posterior;
        const key = { row: "posterior", policy, baseline, reward, feed };
        return {
          ...{ ...key, priorSd, posteriorLift: mean, posteriorSd: sd },
          ...{ chanceToBeat, mostChanceToBeat, expectedLoss },
        };
      }),
  },
  derived: (rows) => [
    rows.length,
    ...rows
      .filter(isKnown)
      .flatMap(
        ({ posterior: { priorSd, mean, sd, chanceToBeat, mostChanceToBeat = 0, expectedLoss } }) =>
          [priorSd, mean, sd, chanceToBeat, mostChanceToBeat, expectedLoss].map(
            (share) => 100 * share,
          ),
      ),
  ],
});

const percent = (share: number, digits: number): string => `${showNumber(100 * share, digits)} %`;

const figures = (liftPosterior: LiftPosterior): readonly string[] => {
  const { mean, sd, chanceToBeat, mostChanceToBeat, expectedLoss } = liftPosterior;
  const chances = [chanceToBeat, mostChanceToBeat ?? chanceToBeat].map((p) => percent(p, 1));
  const chance = [...new Set(chances)].join(" to ");
  return [showPercent(mean), percent(sd, 2), chance, percent(expectedLoss, 3)];
};

function gridOf(rows: readonly Row[]): Grid {
  const sd = rows[0]?.posterior.priorSd ?? 0;
  return {
    caption: `With a normal prior on lifts around 0, standard deviation ${Number((100 * sd).toPrecision(6))} %`,
    columns: [
      ...texts("policy", "reward", "feed"),
      ...numeric("lift", "± sd", "P(beats baseline)", "expected loss"),
    ],
    rows: rows.map(({ policy, reward, feed, posterior }) => [
      ...[policy, reward, feed ?? ""],
      ...("none" in posterior ? ["none"] : figures(posterior)),
    ]),
    notes: [
      "These probabilities follow from the prior and the width of the interval alone. They do not account for the checks or for other comparisons; the verdicts do.",
      ...rows.flatMap(({ policy, reward, posterior }) =>
        "none" in posterior ? [`${policy}, ${reward}: ${posterior.none.message}`] : [],
      ),
    ],
  };
}
