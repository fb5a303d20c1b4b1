/**
 * What runs in one child process: our study (with the curve given, or learnt from the log), `fit`, or a
 * query written by hand.
 */
export interface Contender {
  readonly name: string;
  readonly kind:
    | "study"
    | "fitted"
    | "ndcg"
    | "ndcgFitted"
    | "clip"
    | "clips"
    | "fit"
    | "closed"
    | "lists"
    | "bare";
  readonly user: UserColumn;
  readonly structure: "check" | "declared";
}

/** The users of a generated log, by whole number or by text. */
export type UserColumn = "user_id" | "user_key";

const keys: readonly (readonly [UserColumn, string])[] = [
  ["user_id", "integer"],
  ["user_key", "string"],
];

/** DCG and nDCG of the paper's sweep of 13 clips, against the same with one. */
const sweep: readonly Contender[] = [
  { name: "integer, DCG and nDCG, one clip", kind: "clip", user: "user_id", structure: "declared" },
  {
    name: "integer, DCG and nDCG, 13 clips",
    kind: "clips",
    user: "user_id",
    structure: "declared",
  },
];

const ofKeys = keys.flatMap(([user, name]): readonly Contender[] => [
  { name: `${name}, by hand`, kind: "closed", user, structure: "check" },
  { name: `${name}, by hand, lists`, kind: "lists", user, structure: "check" },
  { name: `${name}, check`, kind: "study", user, structure: "check" },
  { name: `${name}, declared`, kind: "study", user, structure: "declared" },
  { name: `${name}, check, curve learnt`, kind: "fitted", user, structure: "check" },
  { name: `${name}, declared, curve learnt`, kind: "fitted", user, structure: "declared" },
  { name: `${name}, nDCG`, kind: "ndcg", user, structure: "declared" },
  { name: `${name}, nDCG, curve learnt`, kind: "ndcgFitted", user, structure: "declared" },
  { name: `${name}, depths by hand`, kind: "bare", user, structure: "check" },
  { name: `${name}, fit, check`, kind: "fit", user, structure: "check" },
  { name: `${name}, fit, declared`, kind: "fit", user, structure: "declared" },
]);

/** Every contender of one log, in the order in which they take turns. */
export const contenders: readonly Contender[] = [...ofKeys, ...sweep];

/** The query by hand that a contender is held against, or the study whose curve is given. */
export function peerOf({ kind, user, structure }: Contender): Contender | undefined {
  const peers = { fit: "bare", fitted: "study", ndcgFitted: "ndcg", clips: "clip" } as const;
  if (!(kind in peers)) return undefined;
  const wanted = peers[kind as keyof typeof peers];
  return contenders.find(
    (each) =>
      each.kind === wanted &&
      each.user === user &&
      (wanted === "bare" || each.structure === structure),
  );
}

/** One run of a contender. */
export interface Run {
  readonly seconds: number;
  /** Of all threads: what a machine that does other work besides changes least. */
  readonly cpuSeconds: number;
  /** Seconds by purpose of the query, and of the arithmetic; in the order in which they ran. */
  readonly parts: Readonly<Record<string, number>>;
  readonly peakMegabytes: number;
  /** The longest time in which progress told nothing new; of a study whose progress is watched. */
  readonly longestStill?: number;
}
