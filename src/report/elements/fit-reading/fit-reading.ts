import { curves } from "../../../exposure/index.js";
import { leastAtRisk } from "../../../exposure/transitions/ranks.js";
import { defineElement, type Element } from "../../element.js";
import { html } from "../../formats/html/markup.js";

export const fitReading: Element<unknown> = defineElement({
  name: "reading",
  title: "How to read this page",
  always: true,
  view: () => describeHazards(),
  html: (hazards) => html`<dl>
<dt>The curve</dt><dd>P(viewed | rank): the probability that an item at a displayed rank is viewed, given that the first one is. Estimators divide rewards by it, so its error in the logarithm is what matters: 0.1 there is 10 % in a weight.</dd>
<dt>The hazard</dt><dd>The share of the views at a rank that are the last of their trajectory. ${hazards} Its error bars are binomial; those of the curve are clustered by buckets of users.</dd>
<dt>Censored</dt><dd>A trajectory that reached the end of its list, or was cut off by the log, shows that its last rank was viewed, and nothing about the next one. Counting it as a stop would bias the curve downwards.</dd>
<dt>Prediction</dt><dd>Four-fold cross-validation by user: each model is fitted on three quarters of the users and predicts the others. Perplexity is 1 for a perfect prediction and 2 for a coin toss. The model that predicts best is recommended; of those within the noise of the best, the one with the fewest parameters.</dd>
<dt>G² and X²</dt><dd>Whether the measured hazards could come from the model. With many trajectories both reject every model, even a good one: look at max |Δlog p|.</dd>
<dt>Thin</dt><dd>Beyond the dashed line fewer than ${leastAtRisk} trajectories view a rank. Do not divide by what is measured there; a model extrapolates there.</dd>
</dl>`,
  derived: () => proseNumbers,
});

/** 0.1 in a logarithm is 10 %; perplexities are 1 and 2; the first rank is rank 1. */
const proseNumbers = [0.1, 10, 1, 2, leastAtRisk];

/** "It is flat for geometric, and ρ/(ρ + rank) for yuleSimon." */
function describeHazards(): string {
  const shapes = curves.flatMap(({ name, hazard }) =>
    hazard === undefined ? [] : [`${hazard} for ${name}`],
  );
  return shapes.length === 0 ? "" : `It is ${shapes.join(", and ")}.`;
}
