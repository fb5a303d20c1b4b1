import type { EstimateKey, LogRow, VectorStudy } from "./ask.js";
import { apart, values } from "./trajectories.js";

/** One way in which a trajectory may turn out, and the chance of it. */
export interface Outcome {
  readonly chance: number;
  readonly rows: readonly LogRow[];
}

/** What a world shows at a displayed rank. */
export interface Slot {
  /** The chance of a reward of 1 once it is viewed. */
  readonly q: number;
  readonly target: number | null;
}

/** Every outcome of a world: how deep the user looks (P(depth ≥ r) = p_r) and which rewards come. */
export function outcomesOf(slots: readonly Slot[], p: readonly number[]): readonly Outcome[] {
  return slots.flatMap((_, i) => {
    const chance = (p[i] ?? 0) - (i + 1 < slots.length ? (p[i + 1] ?? 0) : 0);
    return rewardsOf(slots.slice(0, i + 1), { chance, rows: [] });
  });
}

function rewardsOf([slot, ...rest]: readonly Slot[], so: Outcome): readonly Outcome[] {
  if (so.chance === 0) return [];
  if (slot === undefined) return [so];
  const rank = so.rows.length + 1;
  return [1, 0].flatMap((reward) =>
    rewardsOf(rest, {
      chance: so.chance * (reward === 1 ? slot.q : 1 - slot.q),
      rows: [...so.rows, { rank, reward, target: slot.target, [`viewed${rank}`]: 1 }],
    }),
  );
}

export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** The exact mean and variance, over a world's outcomes, of what an estimator says of one trajectory. */
export async function momentsOf(
  outcomes: readonly Outcome[],
  asked: VectorStudy,
): Promise<(wanted: EstimateKey) => Moments> {
  const rows = outcomes.flatMap((outcome, i) =>
    outcome.rows.map((row) => ({ ...row, trajectory: `t${i}` })),
  );
  const each = await apart(rows, asked);
  return (wanted) => {
    const z = values(each, wanted);
    const expected = (of: (value: number) => number): number =>
      outcomes.reduce((sum, { chance }, i) => sum + chance * of(z[i] ?? Number.NaN), 0);
    const mean = expected((value) => value);
    return { mean, variance: expected((value) => (value - mean) ** 2) };
  };
}
