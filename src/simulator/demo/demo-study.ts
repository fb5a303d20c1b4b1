import type { CurveSpec } from "../../exposure/curve-spec.js";
import { type DemoWorld, rankColumn, rewardNames } from "./world.js";

/** The policy that made the log, as a policy of the study: the others are compared with it. */
export const production = "production";

/**
 * The study of a simulated log, in the shape of a study file: every role, curves that are learnt from it, each
 * target policy by its rank column, and the estimators that the demonstration compares.
 */
export function demoStudy(world: DemoWorld, source: string): Record<string, unknown> {
  const [like, watch] = rewardNames;
  return {
    log: {
      source,
      trajectory: "session_id",
      item: "item_id",
      rank: "position",
      rewards: { [like]: "liked", [watch]: "watched" },
      user: "user_id",
      day: "date",
      feed: "feed",
      listLength: "list_length",
      exposure: {
        curve: {
          byFeed: Object.fromEntries(
            world.feeds.map(({ name, curve, listLength }) => [name, curveEntry(curve, listLength)]),
          ),
        },
      },
    },
    policies: {
      [production]: { rank: "position" },
      ...Object.fromEntries(world.policies.map(({ name }) => [name, { rank: rankColumn(name) }])),
    },
    baseline: production,
    estimators: ["mean", "dcg", "snips", "ndcg"],
  };
}

/** Curves are learnt from the log, and cut off where its lists end. */
const curveEntry = ({ model }: CurveSpec, cutoff: number): Record<string, unknown> => ({
  fit: model,
  cutoff,
});
