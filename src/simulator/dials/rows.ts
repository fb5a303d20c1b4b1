import { pow } from "../../numeric/elementary/pow.js";
import { rankAmongRows } from "../logged.js";
import type { Dial } from "./dial.js";

export const dialsOfRows: readonly Dial[] = [
  {
    name: "allOfferedRows",
    purpose:
      "With this probability a trajectory is logged with all that was offered, viewed or not.",
    assumption: "The log holds the items that were viewed, and no others.",
    value: { min: 0, max: 1, open: "none" },
    strong: 1,
    moves: "log",
    steps: (value) => ({
      log: (logged, { shown }, chance) => {
        if (chance.next() < value) logged.rows = shown.length;
      },
    }),
  },
  {
    name: "rewardedRowsOnly",
    purpose: "A view without any reward is left out of the log with this probability.",
    assumption: "The log holds the items that were viewed, and no others.",
    value: { min: 0, max: 1, open: "none" },
    strong: 1,
    moves: "log",
    steps: (value) => ({
      log: ({ rows, keep, earned }, _visit, chance) => {
        const kinds = earned.length / keep.length;
        for (let at = 0; at < rows; at++) {
          const rewards = earned.subarray(at * kinds, (at + 1) * kinds);
          if (chance.next() < value && rewards.every((reward) => reward === 0)) keep[at] = 0;
        }
      },
    }),
  },
  {
    name: "ranksOfViewed",
    purpose:
      "With this probability target ranks are counted among the viewed items of a trajectory, in place of all candidates.",
    assumption: "Target ranks are those in the full list of candidates.",
    value: { min: 0, max: 1, open: "none" },
    strong: 1,
    moves: "log",
    steps: (value) => ({
      log: (logged, _visit, chance) => {
        if (chance.next() >= value) return;
        for (let policy = 1; policy < logged.ranks.length; policy++) rankAmongRows(logged, policy);
      },
    }),
  },
  {
    name: "sessionsCut",
    purpose:
      "With this probability the end of a trajectory is lost: what was viewed after a random rank is not logged, and the rows are marked.",
    assumption: "Trajectories are logged to their end.",
    value: { min: 0, max: 1, open: "none" },
    strong: 0.5,
    moves: "log",
    steps: (value) => ({
      log: (logged, _visit, chance) => {
        const [u, place] = [chance.next(), chance.next()];
        if (u >= value || logged.viewed < 2) return;
        logged.viewed = 1 + Math.floor(place * (logged.viewed - 1));
        logged.rows = logged.viewed;
        logged.censored = true;
      },
    }),
  },
  {
    name: "robotUser",
    purpose:
      "A robot that views whole lists and gives every reward has so many sessions in the log, as a share of the number of users.",
    assumption: "The log is of people.",
    value: { min: 0, max: 0.05, open: "none" },
    strong: 0.02,
    moves: "log",
    steps: (value) => ({ robot: value }),
  },
  {
    name: "paretoReward",
    purpose:
      "Rewards with real values are multiplied by a Pareto number with mean 1 and tail index 1/value: from 0.5 on the variance is infinite.",
    assumption: "The mean reward has a standard error.",
    value: { min: 0, max: 1, open: "max" },
    strong: 0.7,
    moves: "draws",
    steps: (value) => ({
      amount: (amount, u) => amount * (1 - value) * pow(u, -value),
    }),
  },
];
