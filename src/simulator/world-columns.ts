import type { CandidateRows } from "./candidates.js";
import type { Impressions } from "./impressions.js";
import type { OutcomeRow } from "./outcome.js";
import { exposureColumnOf, rankColumnOf, type World } from "./world.js";
import type { LogColumn } from "./write-parquet-file.js";

export const predictionColumnOf = (reward: string): string =>
  `prediction_${reward.replaceAll("-", "_")}`;

export function impressionColumns(world: World, rows: Impressions): readonly LogColumn[] {
  return [
    { name: "session_id", type: "BIGINT", data: rows.session },
    { name: "user_id", type: "BIGINT", data: rows.user },
    { name: "date", type: "DATE", data: rows.day },
    { name: "feed", type: "STRING", data: namesOf(world.feeds, rows.feed) },
    { name: "item_id", type: "BIGINT", data: rows.item },
    { name: "position", type: "INT32", data: rows.position },
    { name: "policy_rank", type: "INT32", data: rows.policyRank },
    { name: "list_length", type: "INT32", data: rows.listLength },
    { name: "viewed", type: "INT32", data: rows.viewed },
    { name: "censored", type: "INT32", data: rows.censored },
    ...world.rewards.map(({ name, kind }, at) => ({
      name,
      type: kind === "real" ? ("DOUBLE" as const) : ("INT32" as const),
      data:
        kind === "real" ? (rows.rewards[at] ?? none) : Int32Array.from(rows.rewards[at] ?? none),
    })),
    ...ranksOf(world, rows.ranks),
    ...rows.exposures.map((data, at) => ({
      name: exposureColumnOf(world.policies[at]?.name ?? ""),
      type: "DOUBLE" as const,
      data,
    })),
    ...predictionsOf(world, rows.predictions),
  ];
}

export function candidateColumns(world: World, rows: CandidateRows): readonly LogColumn[] {
  return [
    { name: "session_id", type: "BIGINT", data: rows.session },
    { name: "feed", type: "STRING", data: namesOf(world.feeds, rows.feed) },
    { name: "item_id", type: "BIGINT", data: rows.item },
    { name: "position", type: "INT32", data: rows.position, zeroIsNull: true },
    { name: "list_length", type: "INT32", data: rows.listLength },
    { name: "probability", type: "DOUBLE", data: rows.probability },
    ...ranksOf(world, rows.ranks),
    ...predictionsOf(world, rows.predictions),
  ];
}

/** The columns of what arms saw online, a row for each arm, feed, day and reward. */
export function onlineColumns(rows: readonly OutcomeRow[]): readonly LogColumn[] {
  const daily = rows.flatMap(({ day, standardError, ...row }) =>
    day === null || standardError === null ? [] : [{ ...row, day, standardError }],
  );
  const numbers = (of: (row: (typeof daily)[number]) => number): Float64Array =>
    Float64Array.from(daily, of);
  return [
    { name: "policy", type: "STRING", data: daily.map(({ policy }) => policy) },
    { name: "feed", type: "STRING", data: daily.map(({ feed }) => feed) },
    { name: "day", type: "STRING", data: daily.map(({ day }) => day) },
    { name: "reward", type: "STRING", data: daily.map(({ reward }) => reward) },
    { name: "value", type: "DOUBLE", data: numbers(({ mean }) => mean) },
    { name: "standardError", type: "DOUBLE", data: numbers(({ standardError }) => standardError) },
    { name: "trajectories", type: "BIGINT", data: numbers(({ trajectories }) => trajectories) },
  ];
}

const none = new Float64Array(0);

const namesOf = (feeds: World["feeds"], indices: Uint8Array): readonly string[] => {
  const names = feeds.map(({ name }) => name);
  return Array.from(indices, (at) => names[at] ?? "");
};

const ranksOf = ({ policies }: World, ranks: readonly Int32Array[]): readonly LogColumn[] =>
  ranks.map((data, at) => ({
    name: rankColumnOf(policies[at + 1]?.name ?? ""),
    type: "INT32",
    data,
  }));

const predictionsOf = (
  { rewards }: World,
  columns: readonly Float64Array[],
): readonly LogColumn[] =>
  columns.map((data, at) => ({
    name: predictionColumnOf(rewards[at]?.name ?? ""),
    type: "DOUBLE",
    data,
  }));
