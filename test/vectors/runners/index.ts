import type { Runner } from "../case.js";
import { candidateSetRunners } from "./candidate-sets.js";
import { checkRunners } from "./checks.js";
import { clickRunners } from "./clicks.js";
import { clipChoiceRunners } from "./clip-choices.js";
import { clusterRunners } from "./clusters.js";
import { comparisonRunners } from "./comparisons.js";
import { controlRunners } from "./controls.js";
import { curveRunners } from "./curves.js";
import { dcgRunners } from "./dcg.js";
import { diagnosticRunners } from "./diagnostics.js";
import { estimatedCurveRunners } from "./estimated-curves.js";
import { fittingRunners } from "./fitting.js";
import { listRunners } from "./lists.js";
import { ndcgRunners } from "./ndcg.js";
import { onlineRunners } from "./online.js";
import { placementRunners } from "./placements.js";
import { planningRunners } from "./planning.js";
import { predictedRunners } from "./predicted.js";
import { rankingRunners } from "./rankings.js";
import { resamplingRunners } from "./resampling.js";
import { snipsRunners } from "./snips.js";
import { specialRunners } from "./special.js";
import { world2Runner } from "./world2.js";
import { worldRunners } from "./worlds.js";

/** Everything that the vectors can be computed with. */
export const runners: readonly Runner[] = [
  ...curveRunners,
  ...specialRunners,
  ...fittingRunners,
  ...onlineRunners,
  ...dcgRunners,
  ...estimatedCurveRunners,
  ...snipsRunners,
  ...controlRunners,
  ...candidateSetRunners,
  ...clickRunners,
  ...clipChoiceRunners,
  ...predictedRunners,
  ...clusterRunners,
  ...listRunners,
  ...placementRunners,
  ...ndcgRunners,
  ...worldRunners,
  world2Runner,
  ...comparisonRunners,
  ...checkRunners,
  ...diagnosticRunners,
  ...rankingRunners,
  ...resamplingRunners,
  ...planningRunners,
];
