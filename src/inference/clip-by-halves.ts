import { square } from "../numeric/elementary/square.js";
import { tQuantile } from "../numeric/student-t-quantile.js";
import type { PointEstimate } from "./delta.js";
import { jointInfluences } from "./joint-influences.js";

/** An estimate under one clip, with half the width of its one-sided interval. */
interface ClipPoint {
  readonly value: number;
  readonly width: number;
}

const factor = Math.sqrt(6) - 1;

/**
 * The place of the last point i with |θ_i − θ_j| ≤ width_i + (√6 − 1)·width_j for every weaker clip j: SLOPE++ of
 * Tucker and Lee (2021), which needs no widths that fall.
 */
export function slopePlusPlus(points: readonly ClipPoint[]): number {
  const contradicts = points.findIndex(({ value, width }, i) =>
    points
      .slice(0, i)
      .some((weaker) => Math.abs(value - weaker.value) > width + factor * weaker.width),
  );
  return contradicts < 0 ? points.length - 1 : contradicts - 1;
}

interface ChosenClip {
  readonly index: number;
  /** The unclipped interval is wider than half of its value: no bias of a clip could be seen. */
  readonly isBlind: boolean;
}

/** Chooses among estimates under several clips, the unclipped one first, by widths of one-sided t at 1 − delta. */
export function chooseClip(
  estimates: readonly { readonly value: number; readonly se: number; readonly buckets: number }[],
  delta = 0.1,
): ChosenClip {
  const points = estimates.map(({ value, se, buckets }) => ({
    value,
    width: tQuantile(1 - delta, buckets - 1) * se,
  }));
  const [first] = points;
  const isBlind = first !== undefined && first.width > Math.abs(first.value) / 2;
  return { index: slopePlusPlus(points), isBlind };
}

interface ClipByHalves {
  /** The place of what all users choose. */
  readonly chosen: number;
  /** The places of what either half chooses, for the other to answer. */
  readonly halves: readonly [number, number];
  /** Whether the unclipped interval was too wide for some choice to see a bias: it then ends at the strongest clip. */
  readonly isBlind: boolean;
  readonly value: number;
  readonly se: number;
  /** t with as many degrees of freedom as there are buckets less one. */
  readonly interval: readonly [low: number, high: number];
}

/** Buckets of a half below which no clip is chosen. */
const fewest = 10;

/**
 * Chooses among estimates under several clips, the unclipped one first and the strongest last, on one half of the
 * buckets and reads the choice off the other, and the other way round; the mean of both by their shares is the value.
 * To first order θ_half = θ + Σ_{b ∈ half} ψ_b/share, so that value = s_B·θ_i + s_A·θ_j + Σ_{b ∈ B} ψ_b(i) +
 * Σ_{b ∈ A} ψ_b(j), i being the choice of A and j that of B, and SE² is the sum of those ψ². The interval holds what
 * the two chosen clips come to by these shares: not the bias that is left in them, nor that another log may choose
 * others. Undefined for fewer than 20 buckets.
 */
export function clipByHalves(
  estimates: readonly Pick<PointEstimate, "value" | "influence" | "replicates">[],
  confidence: number,
): ClipByHalves | undefined {
  const influences = jointInfluences(estimates);
  const size = influences[0]?.length ?? 0;
  if (size < 2 * fewest || estimates.length < 2) return undefined;
  const isFirst = Array.from(
    { length: size },
    (_, b) => (Math.imul(b, 0x9e3779b1) >>> 8) % 2 === 0,
  );
  const [all, first, second] = [undefined, true, false].map((half) =>
    chooseClip(estimates.map(({ value }, at) => partOf(value, influences[at], isFirst, half))),
  ) as [ChosenClip, ChosenClip, ChosenClip];
  const [i, j] = [first.index, second.index];
  const share = isFirst.filter(Boolean).length / size;
  let sum = (1 - share) * (estimates[i]?.value ?? 0) + share * (estimates[j]?.value ?? 0);
  let squares = 0;
  for (let b = 0; b < size; b++) {
    const psi = influences[isFirst[b] ? j : i]?.[b] ?? 0;
    sum += psi;
    squares += psi * psi;
  }
  const se = Math.sqrt(squares);
  const margin = tQuantile((1 + confidence) / 2, size - 1) * se;
  const interval = [sum - margin, sum + margin] as const;
  const isBlind = [all, first, second].some((choice) => choice.isBlind);
  return { chosen: all.index, halves: [i, j], isBlind, value: sum, se, interval };
}

function partOf(
  value: number,
  influence: Float64Array | undefined,
  isFirst: readonly boolean[],
  half: boolean | undefined,
): { readonly value: number; readonly se: number; readonly buckets: number } {
  const psi = Array.from(influence ?? []).filter(
    (_, b) => half === undefined || isFirst[b] === half,
  );
  const share = half === undefined ? 1 : psi.length / isFirst.length;
  const sum = psi.reduce((all, psi) => all + psi, 0);
  const mean = half === undefined ? 0 : sum / psi.length;
  const squares = psi.reduce((all, psi) => all + square(psi - mean), 0);
  return { value: value + sum / share, se: Math.sqrt(squares) / share, buckets: psi.length };
}
