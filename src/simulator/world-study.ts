import type { CurveSpec } from "../exposure/index.js";
import { findCurve } from "../exposure/index.js";
import { loggerOf, rankColumnOf, type World } from "./world.js";
import { predictionColumnOf } from "./world-columns.js";

/** The files of a world's folder. */
export const worldFiles = {
  impressions: "impressions.parquet",
  candidates: "candidates.parquet",
  online: "online.parquet",
  truth: "truth.json",
  study: "study.yaml",
} as const;

/**
 * The study of a simulated log, in the shape of a study file: every role, curves that are fitted on the log, each
 * policy by its ranks, what its arm saw online, and the answers that are known. With candidates, predictions too.
 */
export function worldStudy(world: World, hasCandidates: boolean): Record<string, unknown> {
  const logger = loggerOf(world).name;
  const others = world.policies.slice(1);
  return {
    log: {
      source: worldFiles.impressions,
      trajectory: "session_id",
      item: "item_id",
      rank: "position",
      rewards: Object.fromEntries(
        world.rewards.map(({ name }) => [
          name,
          hasCandidates ? { column: name, prediction: predictionColumnOf(name) } : name,
        ]),
      ),
      user: "user_id",
      day: "date",
      feed: "feed",
      listLength: "list_length",
      censored: "censored",
      exposure: {
        curve: {
          byFeed: Object.fromEntries(
            world.feeds.map(({ name, curve, candidates }) => [name, curveOf(curve, candidates)]),
          ),
        },
      },
      ...(hasCandidates && {
        candidates: { files: worldFiles.candidates, rank: "position" },
      }),
    },
    policies: {
      [logger]: { rank: "position" },
      ...Object.fromEntries(others.map(({ name }) => [name, { rank: rankColumnOf(name) }])),
    },
    baseline: logger,
    online: worldFiles.online,
    truth: worldFiles.truth,
  };
}

/** Curves are fitted on the log where they can be, and cut off where its lists end. */
function curveOf({ model, parameters }: CurveSpec, cutoff: number): Record<string, unknown> {
  const isFitted = findCurve(model)?.fitter !== undefined;
  return isFitted ? { fit: model, cutoff } : { model, ...parameters, cutoff };
}
