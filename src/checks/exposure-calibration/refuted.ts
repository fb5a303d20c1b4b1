import { chiSquaredUpperTail } from "../../numeric/chi-squared.js";
import { exp } from "../../numeric/elementary/exp.js";
import { ln } from "../../numeric/elementary/ln.js";
import { square } from "../../numeric/elementary/square.js";
import type { Comparison } from "../comparison.js";
import { establishedLevel } from "../decision-of.js";
import { share } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { once } from "../once.js";
import { type LogTables, logTotals, type ViewsByExposure } from "../tables.js";
import { type CalibrationTest, poolsOf } from "./view-rates.js";

/** Logged exposures of a log that its views contradict. */
export interface Refuted {
  /** By how much: the root mean square over the items, or sizes of exposure, that are off in the direction that is tested. */
  readonly factor: number;
  readonly test: CalibrationTest;
  readonly says: string;
}

/** An item, or neighbours by size of exposure: how far its views are from what exposures say. */
interface Pool {
  readonly views: number;
  /** Exposures over views, or lists by views over those that there are: above 1 where the exposures are off. */
  readonly ratio: number;
  /** What each group of users adds to it, in standard errors of independent views. */
  readonly parts: Float64Array;
}

interface Off extends Pick<Refuted, "factor" | "test"> {
  /** Against the lists for which views of other items speak, not those of the log. */
  readonly isOfOthers?: boolean;
}

/** Views of an item that fewer make say nothing of it. */
const enough = 50;

/** By item and by size of exposure are two tests. */
const levelOf = (comparison: Comparison): number => establishedLevel(comparison) / 2;

const offOf = once((exposures: ViewsByExposure, views: "fewer" | "more") =>
  offBy(viewsOf(exposures), views),
);

const offByItem = once((byItem: ByItem, log: LogTables) =>
  log.exposures ? offBy(viewsOf(offeredOf(byItem))) : offByLists(log, byItem),
);

/** Offered items by size of exposure. Rows that the log lacks make none of them viewed less often than logged. */
export function refutedBySize(comparison: Comparison): Refuted | undefined {
  const { exposures } = comparison.log;
  const off = exposures && offOf(exposures, "fewer");
  if (off === undefined || off.test.p >= levelOf(comparison)) return undefined;
  const says = `Items of some sizes of exposure are viewed less often than logged, by ${share(1 - 1 / off.factor)}, which rows that the log lacks do not explain: log.item would show which items.`;
  return { ...off, says };
}

/** Whether offered items of some sizes of exposure are viewed more often than logged. */
export function hasMoreViews(comparison: Comparison): boolean {
  const { exposures } = comparison.log;
  const off = exposures && offOf(exposures, "more");
  return off !== undefined && off.test.p < establishedLevel(comparison);
}

/** Where the log names items. */
export function refutedByItem(comparison: Comparison): Refuted | undefined {
  const { byItem, exposures } = comparison.log;
  const off = byItem && offByItem(byItem, comparison.log);
  if (off === undefined || off.test.p >= levelOf(comparison)) return undefined;
  const times = `Views of some items imply ${off.factor.toPrecision(3)} times as many lists as ${off.isOfOthers ? "those of others" : "the log has"}`;
  const orMissing = off.isOfOthers ? "" : ", or lists without a view are not logged";
  const says = exposures
    ? `By item, views do not match the logged exposures: items that are viewed less often than logged are so by ${share(1 - 1 / off.factor)}. Σ viewed over Σ ε0 by item shows which.`
    : `${times} (Σ 1/ε0 by item): their logged exposures are too small${orMissing}.`;
  return { factor: off.factor, test: off.test, says };
}

type ByItem = NonNullable<LogTables["byItem"]>;

const offeredOf = ({ cells, groups }: ByItem): ViewsByExposure => ({
  cells,
  groups: groups.map(({ rows, viewed, value }) => ({ rows, viewed, exposure: value })),
});

function viewsOf(table: ViewsByExposure): readonly Pool[] {
  const { exposure, viewed } = totalOf(table);
  const pools = poolsOf(exposure);
  const ofPool = (values: Float64Array, pool: number): number =>
    values.reduce((sum, value, cell) => sum + (pools[cell] === pool ? value : 0), 0);
  return [...new Set(pools)].map((pool) => {
    const views = ofPool(exposure, pool);
    const parts = Float64Array.from(
      table.groups,
      (own) => (ofPool(own.exposure, pool) - ofPool(own.viewed, pool)) / Math.sqrt(views),
    );
    return { views, ratio: views / Math.max(1, ofPool(viewed, pool)), parts };
  });
}

/**
 * Items with the lists to which Σ 1/ε0 comes, held against those that the log has. Where they come to more on average, lists
 * without a view may be missing, or all exposures too small by one factor, which the sum of weights tells: then only items
 * that differ refute them, held against the least of these, by the geometric mean and how much they differ more than by chance.
 */
function offByLists(log: LogTables, table: ByItem): Off | undefined {
  const { rows, value, hash, hashSquares } = totalOf(table);
  const at = (values: Float64Array, cell: number): number => values[cell] ?? 0;
  const spread = (cell: number): number =>
    at(hashSquares, cell) / at(rows, cell) - square(at(hash, cell) / at(rows, cell));
  const cells = Array.from(rows.keys()).filter(
    (cell) => at(rows, cell) >= enough && spread(cell) < severalItems,
  );
  const { n } = logTotals(log);
  const poolsAt = (lists: number): readonly Pool[] =>
    cells.map((cell) => {
      const views = at(rows, cell);
      const parts = Float64Array.from(table.groups, (own, group) => {
        const expected = (lists * (log.trajectories[group] ?? 0)) / n;
        return ((at(own.value, cell) - expected) / lists) * Math.sqrt(views);
      });
      return { views, ratio: at(value, cell) / lists, parts };
    });
  const logs = cells.reduce((sum, cell) => sum + at(rows, cell) * ln(at(value, cell)), 0);
  const mean = exp(logs / cells.reduce((sum, cell) => sum + at(rows, cell), 0));
  const lists = Math.max(n, mean / factorOf(poolsAt(mean)));
  const [ofTest, off] = [offBy(poolsAt(Math.max(n, mean))), offBy(poolsAt(lists))];
  return ofTest && off && { ...ofTest, factor: off.factor, isOfOthers: lists > n };
}

/** A variance of the second hash that one item does not have; rounding leaves less. */
const severalItems = 1e-6;

/** A ratio this near 1 is 1. */
const rounding = 1e-9;

/**
 * X² of the pools that are off, with the degrees of freedom that their dependence leaves: products of different groups of users
 * are 0 on average, whatever users do, and their squares give the variance of X² (Satterthwaite, Biometrics Bulletin 1946).
 */
function offBy(all: readonly Pool[], views: "fewer" | "more" = "fewer"): Off | undefined {
  const pools = all.filter(({ ratio }) => (views === "fewer" ? ratio - 1 : 1 - ratio) > rounding);
  let [cross, squares] = [0, 0];
  const noise = noiseOf(pools);
  const groups = pools[0]?.parts.length ?? 0;
  for (let g = 0; g < groups; g++) {
    for (let h = 0; h < g; h++) {
      const product = pools.reduce((sum, { parts }) => sum + (parts[g] ?? 0) * (parts[h] ?? 0), 0);
      [cross, squares] = [cross + product, squares + square(product)];
    }
  }
  if (!(noise > 0 && squares > 0)) return undefined;
  const df = square(noise) / (2 * squares);
  const X2 = ((noise + 2 * cross) * df) / noise;
  const p = chiSquaredUpperTail(Math.max(0, X2), df);
  return { factor: factorOf(pools), test: { X2, df, p } };
}

/** What chance alone adds to X². */
const noiseOf = (pools: readonly Pool[]): number =>
  pools.reduce((sum, { parts }) => parts.reduce((own, part) => own + square(part), sum), 0);

/** The root mean square of how far pools are off, less what chance gives. */
function factorOf(pools: readonly Pool[]): number {
  const sizes = pools.reduce((sum, { views, ratio }) => sum + views * square(ln(ratio)), 0);
  const weights = pools.reduce((sum, { views }) => sum + views, 0);
  return exp(Math.sqrt(Math.max(0, sizes - noiseOf(pools)) / weights));
}
