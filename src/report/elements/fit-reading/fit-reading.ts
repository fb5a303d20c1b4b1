import { curves } from "../../../exposure/index.js";
import { leastAtRisk } from "../../../exposure/transitions/ranks.js";
import { defineElement, type Element } from "../../element.js";
import { html } from "../../formats/html/markup.js";

export const fitReading: Element<unknown> = defineElement({
  name: "reading",
  title: "How to read this",
  always: true,
  view: () => describeHazards(),
  html: (hazards) => html`<dl>
<dt>The curve</dt><dd>P(viewed | rank): the chance that an item at a displayed rank is viewed, given that the first one is. Estimators divide rewards by it, so that what matters is its error in the logarithm: 0.1 there is 10 % in a weight.</dd>
<dt>The hazard</dt><dd>The share of the views at a rank that are the last of their trajectory. ${hazards} Its bars are binomial; those of the curve are of whole buckets of users.</dd>
<dt>Not seen to stop</dt><dd>A trajectory that reached the end of its list, or was cut by the log, shows that its last rank was viewed, and nothing about the next one. Counted as a stop it would pull the curve down.</dd>
<dt>Prediction</dt><dd>Each model is fitted on three quarters of the users and predicts the last quarter, in turn. Perplexity is 1 for a model that knows and 2 for a coin. The model that predicts best is recommended; of those within the noise, the one with the fewest parameters.</dd>
<dt>G² and X²</dt><dd>Whether the measured hazards could come from the model. With many trajectories both reject every model, also a good one: look at max |Δlog p|.</dd>
<dt>Thin</dt><dd>Beyond the dashed line fewer than ${leastAtRisk} trajectories view a rank. Do not divide by what is measured there; a model there is an extrapolation.</dd>
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
