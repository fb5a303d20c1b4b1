/** A log of many feeds, and what is asked of it. */
export interface ManyFeeds {
  readonly feeds: number;
  readonly policies: number;
  readonly trajectories: number;
  readonly estimators: readonly string[];
  /** The curve of every feed: learnt on its own rows, or the same and given. */
  readonly learn: boolean;
  readonly family: string;
}

const rewards = { like: 30, save: 4, watch: 80 };

/** A study of the log, which is made while it is read. */
export function manyFeeds(asked: ManyFeeds): Record<string, unknown> {
  const names = Array.from({ length: asked.policies }, (_, at) => `p${at}`);
  return {
    log: {
      source: { sql: logSql(asked, names) },
      trajectory: "trajectory",
      rank: "position",
      rewards: Object.fromEntries(Object.keys(rewards).map((name) => [name, name])),
      user: "user_id",
      feed: "feed",
      exposure: { curve: asked.learn ? { fit: "inverse" } : { model: "inverse", eta: 0.6 } },
    },
    policies: Object.fromEntries(names.map((name) => [name, { rank: name }])),
    estimators: asked.estimators,
    family: asked.family,
  };
}

/** Four trajectories a user; target rankings are permutations of 1 … 16; everything is a hash of the row's place. */
function logSql({ feeds, trajectories }: ManyFeeds, names: readonly string[]): string {
  const among = (of: string, count: number): string => `CAST(hash(${of}) % ${count} AS BIGINT)`;
  const ranks = names.map(
    (name, at) => `(position * (1 + ${among(`t * 19 + ${at}`, 16)})) % 17 AS ${name}`,
  );
  const values = Object.entries(rewards).map(([name, often], at) => {
    const value = name === "watch" ? `1 + ${among("t + position", 97)}` : "1";
    const draw = among(`t * 64 + position + ${at + 1}000000000`, 1000);
    return `CASE WHEN ${draw} < ${often} THEN ${value} ELSE 0 END AS "${name}"`;
  });
  const users = Math.ceil(trajectories / 4);
  return `SELECT t AS trajectory, ${among("t * 7 + 1", users)} AS user_id,
  1 + ${among("t * 11 + 3", feeds)} AS feed, position, ${[...ranks, ...values].join(", ")}
FROM (SELECT t, UNNEST(range(1, 2 + ${among("t * 13", 12)})) AS position
  FROM range(${trajectories}) AS r(t))`;
}
