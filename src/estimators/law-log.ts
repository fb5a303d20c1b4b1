import { createRandom, type Random } from "../random/index.js";
import type { Row } from "../sql/index.js";

/** A study of the laws' log without its source, which the runner adds. */
export interface LawStudy {
  readonly log: Readonly<Record<string, unknown>>;
  readonly policies: Readonly<Record<string, unknown>>;
  readonly estimators: readonly unknown[];
  readonly estimands: readonly string[];
}

const deepest = 5;
const roles = {
  trajectory: "session",
  user: "user",
  rank: "position",
  rewards: { reward: { column: "reward", prediction: "predicted" } },
  rows: "offered",
  viewed: "viewed",
  cluster: "cluster",
};
/** Chances of a view by rank in the laws' log. */
export const lawCurve: readonly number[] = [1, 0.625, 0.5, 0.25, 0.125];

/** What a law asks of the log: policies placed by rank under a curve, or by logged exposures too. */
export const lawStudies = (
  estimators: readonly unknown[],
  { loggers = false }: { readonly loggers?: boolean } = {},
): readonly LawStudy[] => {
  const estimands = ["perTrajectory", "perImpression"];
  const byRank = {
    displayed: { rank: "position" },
    copied: { rank: "copied" },
    other: { rank: "other" },
  };
  const byExposure = {
    displayed: { exposure: "eps0" },
    copied: { exposure: "eps" },
    other: { exposure: "eps_t" },
  };
  const studies: readonly LawStudy[] = [
    {
      log: { ...roles, exposure: { curve: { table: lawCurve } } },
      policies: byRank,
      estimators,
      estimands,
    },
    {
      log: { ...roles, exposure: { column: "eps0" } },
      policies: byExposure,
      estimators,
      estimands,
    },
  ];
  return loggers ? studies.map(withLoggers) : studies;
};

/** The study of a log by two policies that place items alike, so that their mixture is the log. */
function withLoggers(study: LawStudy): LawStudy {
  const { copied } = study.policies;
  const log = { loggingPolicy: "logger", loggingPolicies: { a: "first", b: "second" } };
  return {
    ...study,
    log: { ...study.log, ...log },
    policies: { ...study.policies, first: copied, second: copied },
  };
}

/** Rows of 36 trajectories of 12 users; rewards are eighths, so that their sums are exact. */
export function lawRows(seed: string): readonly Row[] {
  const random = createRandom(`laws of estimators ${seed}`);
  return Array.from({ length: 36 }, (_, at) => trajectory(random.fork(String(at)), at)).flat();
}

function trajectory(random: Random, at: number): readonly Row[] {
  const others = permuted(deepest, random);
  return Array.from({ length: 1 + random.integer(deepest) }, (_, i): Row => {
    const eps0 = (1 + random.integer(8)) / 8;
    return {
      session: BigInt(at),
      user: BigInt(at % 12),
      logger: Math.floor(at / 2) % 2 === 0 ? "a" : "b",
      position: BigInt(i + 1),
      copied: BigInt(i + 1),
      other: random.next() < 0.1 ? null : BigInt(others[i] ?? 1),
      eps0,
      eps: eps0,
      eps_t: random.integer(9) / 8,
      reward: random.next() < 0.5 ? 0 : random.integer(32) / 8,
      predicted: random.integer(16) / 8,
      viewed: 1n,
      cluster: BigInt(i % 2),
    };
  });
}

/** The rows with other rewards, and the same done to what is predicted of them. */
export const rewardsBy = (rows: readonly Row[], of: (reward: number) => number): readonly Row[] =>
  rows.map((row) => ({
    ...row,
    reward: of(Number(row.reward)),
    predicted: of(Number(row.predicted)),
  }));

/** Adds a trajectory to either shard that holds every column's least and largest value. */
export function withSameRanges(rows: readonly Row[]): readonly Row[] {
  const extremes = [0n, 1n].flatMap((user) =>
    [1n, 5n].map((position): Row => {
      const [low, high] = [position === 1n, position === 5n];
      const eps = low ? 1 / 8 : 1;
      return {
        session: 1000n + user,
        user,
        logger: "a",
        position,
        copied: position,
        other: 6n - position,
        eps0: eps,
        eps,
        eps_t: low ? 0 : 1,
        reward: high ? 4 : 0,
        predicted: high ? 2 : 0,
        viewed: 1n,
        cluster: 0n,
      };
    }),
  );
  return [...rows, ...extremes];
}

function permuted(n: number, random: Random): readonly number[] {
  const ranks = Array.from({ length: n }, (_, i) => i + 1);
  for (let i = n - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [ranks[i], ranks[j]] = [ranks[j] ?? 1, ranks[i] ?? 1];
  }
  return ranks;
}
