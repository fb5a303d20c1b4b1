import { type Ranking, topicOf } from "../../visit.js";
import type { Dial } from "../dial.js";

/** After a reward users leave the feed with this probability and enter the next one; whoever enters it cares there for the topic of the last item that was viewed. */
export const entryByReward: Dial = {
  name: "entryByReward",
  purpose:
    "After a reward users leave the feed with this probability and enter the next one; whoever enters it cares there for the topic of the last item that was viewed.",
  assumption: "What users see in one feed does not depend on the policy of another.",
  value: { min: 0, max: 1, open: "none" },
  strong: 0.8,
  moves: "values",
  steps: (value) => ({
    remembers: true,
    stop: (h, { feedIndex }, rewarded) => (rewarded && feedIndex === 0 ? h + (1 - h) * value : h),
    enters: ({ earned, depth, rankings, chances, feedIndex }, u) => {
      const kinds = chances.length / (rankings[0] as Ranking).scores.length;
      return feedIndex === 0 && (earned[(depth - 1) * kinds] as number) > 0 && u < value;
    },
    retrieve: (visit) => {
      for (let at = 0; at < visit.pool; at++) {
        if (topicOf(visit, at) === visit.entryTopic) {
          visit.relevance[at] = (visit.relevance[at] as number) + value;
        }
      }
    },
  }),
};
