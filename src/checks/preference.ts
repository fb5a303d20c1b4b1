import { ln } from "../numeric/elementary/ln.js";
import { logParts } from "../numeric/elementary/log-parts.js";
import { powOfLog } from "../numeric/elementary/pow.js";
import { square } from "../numeric/elementary/square.js";
import { middleOfBin, ranksApart } from "../tally/comparisons/rank-bins.js";
import { type DepthCounts, type RewardsByDepth, rowsAt } from "./depths.js";
import { kept } from "./jackknife.js";

/**
 * The slope b of taste with depth in E C_rk = D_k α_r k^b, by Newton's method on the profile score from 0;
 * `last` also uses the last viewed rows (r = k), which a reward that ends the session spoils. b > 0 says
 * that sessions that go deeper earn more at the same rank.
 */
export function preferenceSlope(
  depths: DepthCounts,
  rewards: RewardsByDepth,
  last: boolean,
): number {
  const logs = logsOf(rewards.depths);
  const met = depthsMet(depths);
  let b = 0;
  for (let step = 0; step < 6; step++) {
    const { score, information } = scoreAt(b, depths, met, rewards, logs, last);
    if (!(information > 0)) return b;
    const next = Math.max(-3, Math.min(3, b + score / information));
    // From here on every step would be this one.
    if (next === b) return b;
    b = next;
  }
  return b;
}

/** The variance that b has from the counts of rewarded rows alone; infinite where they say nothing of it. */
export function slopeVariance(
  b: number,
  depths: DepthCounts,
  rewards: RewardsByDepth,
  last: boolean,
): number {
  const logs = logsOf(rewards.depths);
  const { information } = scoreAt(b, depths, depthsMet(depths), rewards, logs, last);
  return information > 0 ? 1 / information : Number.POSITIVE_INFINITY;
}

/** The logarithms of depths, and both parts of them that powers are made from. */
interface LogsOfDepths {
  readonly logs: Float64Array;
  readonly parts: readonly [high: Float64Array, low: Float64Array];
}

const logsOf = kept((depths = 0): LogsOfDepths => {
  const middles = Float64Array.from({ length: depths }, (_, at) => middleOfBin(at + 1));
  const low = new Float64Array(depths);
  const high = middles.map((middle, at) => logParts(middle, low.subarray(at)));
  return { logs: middles.map(ln), parts: [high, low] };
});

function scoreAt(
  b: number,
  counts: DepthCounts,
  met: Int32Array,
  { depths, rewards }: RewardsByDepth,
  { logs, parts: [high, low] }: LogsOfDepths,
  last: boolean,
): { readonly score: number; readonly information: number } {
  const expected = new Float64Array(depths);
  for (let at = 0; at < depths; at++)
    expected[at] = (counts.trajectories[at] ?? 0) * powOfLog(high[at] ?? 0, low[at] ?? 0, b);
  let score = 0;
  let information = 0;
  let start = 0;
  for (let rank = 0; rank < depths; rank++) {
    while (start < met.length && (met[start] ?? 0) < (last ? rank : rank + 1)) start++;
    let weight = 0;
    let first = 0;
    let second = 0;
    let total = 0;
    for (let at = start; at < met.length; at++) {
      const depth = met[at] ?? 0;
      const views = rowsAt(counts, rank + 1, depth + 1) * (expected[depth] ?? 0);
      const log = logs[depth] ?? 0;
      const reward = rewards[depth * depths + rank] ?? 0;
      weight += views;
      first += views * log;
      second += views * log * log;
      total += reward;
      score += reward * log;
    }
    if (weight === 0) continue;
    score -= total * (first / weight);
    information += total * (second / weight - square(first / weight));
  }
  return { score, information };
}

/** The depths at which trajectories end, less 1: few of those of a list where one row stands far below the others. */
function depthsMet({ trajectories }: DepthCounts): Int32Array {
  const met = new Int32Array(trajectories.length);
  let count = 0;
  for (let at = 0; at < met.length; at++) {
    if ((trajectories[at] ?? 0) > 0) met[count++] = at;
  }
  return met.subarray(0, count);
}

/** Levels of taste by final depth, and the curve that weights sessions by them. */
export interface Taste {
  /** φ_k, relative to depth 1 where it has one. */
  readonly levels: Float64Array;
  /** Φ_r: the reward-weighted curve. */
  readonly curve: Float64Array;
}

const rounds = 25;

/**
 * Free levels φ_k of E C_rk = D_k α_r φ_k by alternating proportions, and the reward-weighted curve
 * Φ_{j+1} = Φ_j · Σ_{k>j} D_kφ_k / (Σ_{k≥j} D_kφ_k − D^e_jφ_j). With it Δ_H = (1/n) Σ C_rs (Φ_s/Φ_r − 1) is
 * exact where a session's reward is its own level times the item's, and depth does not depend on the list.
 * Without the last rows, which a reward that ends sessions spoils, sessions of one view have no level of
 * their own: it continues those of depths 2 and 3, φ_1 = φ_2²/φ_3, within a factor of 2 of φ_2.
 */
export function preferenceByDepth(
  depths: DepthCounts,
  rewards: RewardsByDepth,
  last = true,
): Taste {
  const levels = levelsOf(depths, rewards, last);
  return { levels, curve: curveOfLevels(depths, levels) };
}

/** The reward-weighted curve of given levels. */
export function curveOfLevels(
  { trajectories, atEnd, above, within, rates }: DepthCounts,
  levels: ArrayLike<number>,
): Float64Array {
  const depths = trajectories.length;
  const curve = new Float64Array(depths);
  const rows = new Float64Array(depths + 1);
  const plain = new Float64Array(depths);
  let [beyond, deeper] = [0, 0];
  for (let depth = depths; depth >= 1; depth--) {
    const count = trajectories[depth - 1] ?? 0;
    const last = count * (levels[depth - 1] ?? 0);
    const [ofDeeper, own] = [above?.[depth - 1] ?? 1, within?.[depth - 1] ?? 1];
    rows[depth - 1] = ofDeeper * beyond + own * last;
    plain[depth - 1] = ofDeeper * deeper + own * count;
    beyond += last;
    deeper += count;
  }
  // A rank without rows above ones with rows is passed over: it has the rate of the next of these.
  let [p, from, risk] = [1, 0, 0];
  for (let depth = 1; depth <= depths; depth++) {
    if (above?.[depth - 1] === 0 && plain[depth - 1] === 0) continue;
    if (from > 0) p = risk > 0 ? (p * (rows[depth - 1] ?? 0)) / risk : 0;
    curve.fill(p, from, depth);
    from = depth;
    risk = (rows[depth - 1] ?? 0) - (atEnd[depth - 1] ?? 0) * (levels[depth - 1] ?? 0);
  }
  // Lists end within bins, so that rates there are the log's own times the mean level of who gets there.
  const weighed = (at: number): number =>
    (plain[at] ?? 0) > 0 ? ((rates?.[at] ?? 0) * (rows[at] ?? 0)) / (plain[at] ?? 1) : 0;
  const before = weighed(ranksApart - 1);
  for (let at = ranksApart; at < depths; at++)
    curve[at] = before > 0 ? ((curve[ranksApart - 1] ?? 0) * weighed(at)) / before : 0;
  return curve;
}

function levelsOf(
  counts: DepthCounts,
  { depths, rewards }: RewardsByDepth,
  last: boolean,
): Float64Array {
  const { trajectories } = counts;
  const levels = new Float64Array(depths).fill(1);
  const items = new Float64Array(depths);
  const own = last ? 0 : 1;
  const met = depthsMet(counts);
  for (let round = 0; round < rounds; round++) {
    for (let rank = 0; rank < depths; rank++) {
      let sum = 0;
      let exposure = 0;
      for (const depth of met) {
        if (depth < rank + own) continue;
        sum += rewards[depth * depths + rank] ?? 0;
        const rows = rowsAt(counts, rank + 1, depth + 1) * (trajectories[depth] ?? 0);
        exposure += rows * (levels[depth] ?? 0);
      }
      items[rank] = exposure > 0 ? sum / exposure : 0;
    }
    for (const depth of met) {
      let sum = 0;
      let exposure = 0;
      for (let rank = 0; rank <= depth - own; rank++) {
        sum += rewards[depth * depths + rank] ?? 0;
        exposure += rowsAt(counts, rank + 1, depth + 1) * (items[rank] ?? 0);
      }
      const viewed = (trajectories[depth] ?? 0) * exposure;
      if (viewed > 0) levels[depth] = sum / viewed;
    }
  }
  const [, second = 1, third = second] = levels;
  if (!last && second > 0) {
    const ratio = third > 0 ? second / third : 1;
    levels[0] = second * Math.min(2, Math.max(0.5, ratio));
  }
  return levels;
}
