import { square } from "../../numeric/elementary/square.js";
import type { RewardSizes } from "../tables.js";

/** Rewards of one sign that are far larger than all others of that sign. */
export interface Outliers {
  readonly isLoss: boolean;
  readonly rows: number;
  /** The smallest |c| among them, and the largest among the others. */
  readonly from: number;
  readonly below: number;
}

/** The factor between the largest reward that is not an outlier and the smallest that is … */
const factor = 8;
/** … and the share of the rewarded rows that outliers may be. */
const mostOfRows = 0.002;

/** The outliers among gains and among losses, if there are any. */
export function outliersIn(sizes: RewardSizes): readonly Outliers[] {
  return [false, true].flatMap((isLoss) => outliersAmong(sizes, isLoss) ?? []);
}

interface SizeClass {
  readonly rows: number;
  readonly least: number;
  readonly most: number;
}

/** The lowest gap of a factor of 8 above which no more than 2 in 1,000 rewarded rows lie. */
function outliersAmong(sizes: RewardSizes, isLoss: boolean): Outliers | undefined {
  const classes = classesOf(sizes, isLoss);
  const all = sizes.rewarded.reduce((sum, rows) => sum + rows, 0);
  let rows = 0;
  let outliers: Outliers | undefined;
  for (let at = classes.length - 1; at > 0; at--) {
    const [own, below] = [classes[at], classes[at - 1]];
    if (own === undefined || below === undefined) break;
    rows += own.rows;
    if (rows > mostOfRows * all) break;
    if (own.least >= factor * below.most)
      outliers = { isLoss, rows, from: own.least, below: below.most };
  }
  return outliers;
}

/** Rows and range of the rewards of each size, from the smallest on. */
function classesOf(sizes: RewardSizes, isLoss: boolean): readonly SizeClass[] {
  const classes = new Map<number, SizeClass>();
  for (let at = 0; at < sizes.size.length; at++) {
    if (sizes.isLoss[at] !== isLoss) continue;
    const size = sizes.size[at] ?? 0;
    const [rows, least, most] = [
      sizes.rewarded[at] ?? 0,
      sizes.least[at] ?? 0,
      sizes.most[at] ?? 0,
    ];
    const known = classes.get(size) ?? { rows: 0, least, most };
    classes.set(size, {
      rows: known.rows + rows,
      least: Math.min(known.least, least),
      most: Math.max(known.most, most),
    });
  }
  return [...classes].sort(([a], [b]) => a - b).map(([, each]) => each);
}

/** By cell: what a policy's sums of rewards and of their squares lose where outliers count as the largest other. */
export function excessOf(
  sizes: RewardSizes,
  outliers: readonly Outliers[],
): { readonly sum: Float64Array; readonly squares: Float64Array } {
  const sum = new Float64Array(sizes.size.length);
  const squares = new Float64Array(sizes.size.length);
  for (let at = 0; at < sum.length; at++) {
    const own = outliers.find(
      ({ isLoss, from }) => isLoss === sizes.isLoss[at] && (sizes.least[at] ?? 0) >= from,
    );
    if (own === undefined) continue;
    const rows = sizes.rewarded[at] ?? 0;
    sum[at] = (sizes.sum[at] ?? 0) - (own.isLoss ? -1 : 1) * rows * own.below;
    squares[at] = (sizes.squares[at] ?? 0) - rows * square(own.below);
  }
  return { sum, squares };
}
