import { log2 } from "../numeric/elementary/log-in-base.js";
import { feedWorld, type LoggedImpressions, survival, type World } from "../simulator/index.js";

/** The trajectories of a log: from which row to which, in order. */
export function* trajectoriesOf(
  log: LoggedImpressions,
): Generator<readonly [from: number, to: number]> {
  let from = 0;
  for (let row = 1; row <= log.count; row++) {
    const isSame =
      row < log.count && log.session[row] === log.session[from] && log.feed[row] === log.feed[from];
    if (isSame) continue;
    yield [from, row];
    from = row;
  }
}

/** p by rank of each feed of a world, from rank 1 on. */
export const curvesOfWorld = ({ feeds }: World): readonly Float64Array[] =>
  feeds.map(({ curve, candidates }) => survival(curve, candidates));

/** 1/log2(r + 1), from rank 1 on. */
export const logDiscounts = (ranks: number): Float64Array =>
  Float64Array.from({ length: ranks }, (_, at) => 1 / log2(at + 2));

/** The ranking that wrote the log, and the one that was tested against it. */
export const rankings = ["R0", "Rt"] as const;

/** The rank of a row under each of them: those of the models, before anything else moves items. */
export const ranksOf = (log: LoggedImpressions): readonly Int32Array[] => [
  log.policyRank,
  log.ranks[0] ?? log.policyRank,
];

/** A week of the paper's test in a world: two arms of equal size, the generator of candidates the same. */
export function weekWorld(users: number, dials: World["dials"] = {}): World {
  const [production, candidate] = feedWorld.policies;
  if (production === undefined || candidate === undefined) return { ...feedWorld, users, dials };
  return {
    ...feedWorld,
    name: "week",
    users,
    items: { ...feedWorld.items, count: 600, popular: 150 },
    policies: [
      { ...production, share: 0.5 },
      { ...candidate, share: 0.5 },
    ],
    dials,
  };
}
