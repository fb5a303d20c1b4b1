import type { Observation, Stated } from "./observe.js";

/** What many worlds say of one quantity. */
export interface Coverage {
  readonly worlds: number;
  readonly covered: number;
  /** Root mean square of the standard errors over the spread of the values; null without errors. */
  readonly seOverSd: number | null;
  /** Mean deviation from the truth in spreads. */
  readonly bias: number;
  readonly naive: { readonly covered: number; readonly seOverSd: number | null } | null;
}

/** Worlds of several feeds and kinds of lists count together: deviations are taken within each. */
export function coverageOf(groups: readonly (readonly Observation[])[]): Coverage {
  const all = groups.flat();
  const spreads = groups.map(spreadOf);
  const ratio = (of: (each: Observation) => Stated | null): number | null => {
    const squares = groups.flatMap((group, g) =>
      group.map((each) => ((of(each)?.se ?? Number.NaN) / (spreads[g] ?? 1)) ** 2),
    );
    const mean = Math.sqrt(meanOf(squares));
    return Number.isNaN(mean) ? null : mean;
  };
  const share = (of: (each: Observation) => Stated | null): number =>
    meanOf(all.map((each) => (holds(of(each), each.truth) ? 1 : 0)));
  const naive = (each: Observation): Stated | null => each.naive;
  return {
    worlds: all.length,
    covered: share((each) => each),
    seOverSd: ratio((each) => each),
    bias: meanOf(
      groups.flatMap((group, g) =>
        group.map(({ value, truth }) => (value - truth) / (spreads[g] ?? 1)),
      ),
    ),
    naive: all.some((each) => each.naive === null)
      ? null
      : { covered: share(naive), seOverSd: ratio(naive) },
  };
}

const holds = (stated: Stated | null, truth: number): boolean =>
  stated !== null && stated.interval[0] <= truth && truth <= stated.interval[1];

function spreadOf(group: readonly Observation[]): number {
  const mean = meanOf(group.map(({ value }) => value));
  const squares = group.reduce((sum, { value }) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (group.length - 1));
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
