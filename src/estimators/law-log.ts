import { createRandom } from "../random/create-random.js";
import type { Random } from "../random/random.js";
import type { Row } from "../sql/interpreter/value.js";

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
  rewards: { reward: { column: "reward", prediction: "predicted", remaining: "rest" } },
  rows: "offered",
  viewed: "viewed",
  cluster: "cluster",
  propensity: "p0",
  placement: "m0",
};
/** Chances of a view by rank in the laws' log. */
export const lawCurve: readonly number[] = [1, 0.625, 0.5, 0.25, 0.125];

/** Trust without rewards of what is not relevant, under which values follow rewards as those of others do. */
const lawTrust = { plus: [1, 0.75, 0.5], minus: [0] };

/**
 * What a law asks of the log: policies placed by rank under a curve, or by logged exposures too; of an estimator of
 * whole lists with the length of each, of one that needs them with two logging policies.
 */
export const lawStudies = (
  estimators: readonly unknown[],
  { lists = false, loggers = false }: { readonly lists?: boolean; readonly loggers?: boolean } = {},
): readonly LawStudy[] => {
  const estimands = ["perTrajectory", "perImpression"];
  const same = { propensity: "p0", placement: "m0", remaining: "rest", listWeight: "one" };
  const changed = { propensity: "p_t", placement: "m_t", remaining: "rest_t", listWeight: "g_t" };
  const byRank = {
    displayed: { rank: "position" },
    copied: { rank: "copied", ...same },
    other: { rank: "other", ...changed },
  };
  const byExposure = {
    displayed: { exposure: "eps0" },
    copied: { exposure: "eps", ...same },
    other: { exposure: "eps_t", ...changed },
  };
  const named = lists ? { ...roles, listLength: "slots" } : roles;
  const studies: readonly LawStudy[] = [
    {
      log: { ...named, exposure: { curve: { table: lawCurve }, trust: lawTrust } },
      policies: byRank,
      estimators,
      estimands,
    },
    {
      log: { ...named, exposure: { column: "eps0" } },
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
  const length = 1 + random.integer(deepest);
  // The rows are all candidates: ranks have no gap, and an item that the other policy does not show would be its last.
  const others = permuted(length, random);
  const shown = random.next() < 0.3 ? length - 1 : length;
  return Array.from({ length }, (_, i): Row => {
    const eps0 = (1 + random.integer(8)) / 8;
    return {
      session: BigInt(at),
      user: BigInt(at % 12),
      logger: Math.floor(at / 2) % 2 === 0 ? "a" : "b",
      position: BigInt(i + 1),
      copied: BigInt(i + 1),
      other: (others[i] ?? 1) > shown ? null : BigInt(others[i] ?? 1),
      eps0,
      eps: eps0,
      eps_t: random.integer(9) / 8,
      reward: random.next() < 0.5 ? 0 : random.integer(32) / 8,
      predicted: random.integer(16) / 8,
      viewed: 1n,
      cluster: BigInt(i % 2),
      ...listColumns(at, i, length),
    };
  });
}

/** What estimators of lists read, in quarters. */
const listColumns = (at: number, i: number, length: number): Row => ({
  slots: BigInt(length),
  p0: (1 + ((at + i) % 4)) / 4,
  p_t: ((3 * at + i) % 5) / 4,
  m0: (1 + ((3 * at + i) % 4)) / 4,
  m_t: ((at + 2 * i) % 5) / 4,
  rest: ((at + i) % 9) / 4,
  rest_t: ((at + 3 * i) % 7) / 4,
  one: 1,
  g_t: (at % 7) / 4 - 0.5,
});

/** The rows with other rewards, and the same done to what is predicted of them. */
export const rewardsBy = (rows: readonly Row[], of: (reward: number) => number): readonly Row[] =>
  rows.map((row) => ({
    ...row,
    reward: of(Number(row.reward)),
    predicted: of(Number(row.predicted)),
    rest: of(Number(row.rest)),
    rest_t: of(Number(row.rest_t)),
  }));

/** Adds a trajectory to either shard that holds every column's least and largest value. */
export function withSameRanges(rows: readonly Row[]): readonly Row[] {
  const extremes = [0n, 1n].flatMap((user) =>
    [1n, 2n, 3n, 4n, 5n].map((position): Row => {
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
        slots: 5n,
        p0: low ? 1 / 4 : 1,
        p_t: low ? 0 : 1,
        m0: low ? 1 / 4 : 1,
        m_t: low ? 0 : 1,
        rest: high ? 2 : 0,
        rest_t: high ? 1.5 : 0,
        one: 1,
        g_t: user === 0n ? -0.5 : 1,
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
