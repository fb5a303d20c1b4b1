import { exp } from "../../numeric/elementary/exp.js";
import { type Ranking, topicOf } from "../visit.js";
import type { Dial } from "./dial.js";

export const dialsOfPlatforms: readonly Dial[] = [
  {
    name: "missedItems",
    purpose:
      "In so many trajectories retrieval of the logging policy misses half of the candidates, which the other policies find.",
    assumption: "The logging policy may show whatever the target shows.",
    value: { min: 0, max: 1, open: "none" },
    strong: 0.8,
    moves: "values",
    steps: (value) => ({
      retrieve: (visit, chance) => {
        if (chance.next() >= value) return;
        // The first candidate stays, so that no list is empty.
        for (let at = 1; at < visit.common; at++) visit.hidden[at] = chance.next() < 0.5 ? 1 : 0;
      },
    }),
  },
  {
    name: "newItems",
    purpose:
      "Retrieval of all policies but the logging one also finds new items: so many more, as a share of the list's length.",
    assumption: "The logging policy may show whatever the target shows.",
    value: { min: 0, max: 1, open: "none" },
    strong: 0.5,
    moves: "values",
    steps: (value) => ({ newItems: value }),
  },
  {
    name: "misloggedExposure",
    purpose:
      "Logged exposures are wrong: each is multiplied by a log-normal number with mean 1 and this standard deviation of its logarithm.",
    assumption: "Exposures of the logging policy are logged as they were.",
    value: { min: 0, max: 2, open: "none" },
    strong: 0.8,
    moves: "log",
    needsExposures: true,
    steps: (value) => ({
      log: ({ exposures: [logger], rows }, _visit, chance) => {
        for (let at = 0; logger !== undefined && at < rows; at++) {
          const factor = exp(value * chance.normal() - (value * value) / 2);
          logger[at] = Math.min(1, (logger[at] as number) * factor);
        }
      },
    }),
  },
  {
    name: "reordering",
    purpose:
      "The product swaps neighbours of a policy's list with this probability; the log holds the ranks that the policies gave.",
    assumption: "Items are shown where the policy ranks them.",
    value: { min: 0, max: 1, open: "none" },
    strong: 0.8,
    moves: "values",
    steps: (value) => ({
      arrange: ({ list, length }, chance) => {
        for (let at = 0; at + 1 < length; at++) {
          if (chance.next() >= value) continue;
          const upper = list[at] as number;
          list[at] = list[at + 1] as number;
          list[++at] = upper;
        }
      },
    }),
  },
  {
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
  },
];
