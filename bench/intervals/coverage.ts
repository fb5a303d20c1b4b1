import { intervals } from "../../src/inference/intervals/index.js";
import { intervalBy, lessBy } from "../../src/inference/intervals/interval.js";
import type { Touch } from "./levels.js";
import { candidates, differencesOf, truthOf } from "./world.js";

const level = 0.95;

interface Tally {
  held: number;
  missedAbove: number;
  width: number;
  /** The level at which each interval just touches the truth. */
  readonly touches: number[];
}

interface Covered {
  readonly section: string;
  readonly logs: number;
  readonly touches: readonly Touch[];
}

/** The share of 95 % intervals that hold the truth, by method, and their width against `t`. */
export function coverageSection(users: number, worlds: number, minutes: number): Covered {
  const until = performance.now() + minutes * 60_000;
  const names = Object.keys(candidates);
  const truths = new Map(names.map((name) => [name, truthOf(name)]));
  const found = intervals.map(() =>
    names.map((): Tally => ({ held: 0, missedAbove: 0, width: 0, touches: [] })),
  );
  const values = names.map((): number[] => []);
  const variances = names.map((): number[] => []);
  let count = 0;
  for (; count < worlds && performance.now() < until; count++) {
    const all = differencesOf(users, count);
    for (const [at, name] of names.entries()) {
      const of = all.get(name);
      const truth = truths.get(name) ?? 0;
      if (of === undefined) continue;
      values[at]?.push(of.value);
      const less = lessBy(of, truth);
      variances[at]?.push(of.se ** 2);
      for (const [m, method] of intervals.entries()) {
        const [lo, hi] = intervalBy(method, of, level);
        const own = found[m]?.[at];
        if (own === undefined) continue;
        if (lo <= truth && truth <= hi) own.held += 1;
        else if (truth > hi) own.missedAbove += 1;
        own.width += hi - lo;
        own.touches.push(1 - method.p(less));
      }
    }
  }
  const ofT = found[0] ?? [];
  const rows = intervals.map(({ name }, m) => {
    const own = found[m] ?? [];
    const shares = own.map(({ held }) => held / count);
    const width = meanOf(own.map((each, at) => each.width / (ofT[at]?.width ?? 1)));
    const above = meanOf(own.map(({ missedAbove }) => missedAbove / count));
    const cells = [meanOf(shares), Math.min(...shares), above, width];
    return `| \`${name}\` | ${cells.map((cell) => cell.toFixed(3)).join(" | ")} |`;
  });
  const ratios = values.map((each, at) => {
    const mean = meanOf(each);
    const spread = meanOf(each.map((value) => (value - mean) ** 2));
    return Math.sqrt(meanOf(variances[at] ?? []) / spread).toFixed(2);
  });
  const section = [
    "| method | holds the truth | the worst candidate | truth above | width ÷ `t` |",
    "|---|---:|---:|---:|---:|",
    ...rows,
    "",
    `${count} worlds, ${names.length} candidates in each. Root mean square of SE ÷ spread of the values: ${ratios.join(", ")}.`,
  ].join("\n");
  const touches = intervals.flatMap(({ name: method }, m) =>
    names.flatMap((candidate, at) =>
      (found[m]?.[at]?.touches ?? []).map((touch) => ({ candidate, method, touch })),
    ),
  );
  return { section, logs: count, touches };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
