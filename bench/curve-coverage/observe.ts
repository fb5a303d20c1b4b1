import type {
  Answered,
  DifferenceRow,
  EstimateRow,
  Result,
} from "../../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import type { Interval } from "../../src/inference/intervals/interval.js";
import { tQuantile } from "../../src/numeric/student-t-quantile.js";
import { days } from "./draw-log.js";
import type { Asked } from "./studies.js";
import type { Truth } from "./truth.js";
import { curveOf, type Feed, type Lists } from "./world.js";

/** One quantity in one world: the estimate, and its intervals with and without the curve's doubt. */
export interface Observation extends Stated {
  readonly quantity: string;
  readonly truth: number;
  readonly naive: Stated | null;
}

export interface Stated {
  readonly value: number;
  /** Null where a result states an interval alone. */
  readonly se: number | null;
  readonly interval: Interval;
}

/** The answers of one study about one feed. */
export function observe(
  carried: Result,
  naive: Result,
  asked: Asked,
  feed: string,
  truth: Truth,
): readonly Observation[] {
  const [own, bare] = [reader(carried, feed), reader(naive, feed)];
  type Ask = (from: typeof own) => Stated;
  const both = (quantity: string, at: number, of: Ask): Observation => {
    const [stated, without] = [of(own), of(bare)];
    if (stated.value !== without.value) throw new Error(`${quantity}: two values`);
    return { quantity, truth: at, ...stated, naive: without };
  };
  const estimate = (name: string, at: number): Observation =>
    both(name, at, (from) => from.estimate(name));
  if (asked === "normalised") {
    return [estimate("ndcg", truth.ndcg.value), estimate("pndcg", truth.pndcg.value)];
  }
  const gain = truth.better - truth.logged;
  const [dcg, ips] = [estimate("dcg", truth.better), estimate("ips", truth.better)];
  if (dcg.value !== ips.value || dcg.se !== ips.se) throw new Error("dcg and ips differ");
  return [
    dcg,
    estimate("ips clipped", truth.clipped.value),
    estimate("snips", truth.better),
    both("dcg of a day", truth.better, (from) => from.estimate("dcg", days[1])),
    both("better − logged", gain, (from) => from.difference("better")),
    both("twin − logged", 0, (from) => from.difference("twin")),
    both("lift", gain / truth.logged, (from) => from.lift("better")),
  ];
}

function reader(result: Result, feed: string) {
  const nameOf = ({ estimator, parameters }: EstimateRow | DifferenceRow): string =>
    typeof parameters.clip === "number" && estimator === "ips" ? "ips clipped" : estimator;
  const find = <Row extends EstimateRow | DifferenceRow>(
    rows: readonly Row[],
    policy: string,
    name: string,
    day: string | null,
  ): Exclude<Answered<Row>, { readonly none: unknown }> => {
    const found = rows
      .map(restoreNumbers)
      .find(
        (row) =>
          row.policy === policy && row.feed === feed && row.day === day && nameOf(row) === name,
      );
    if (found === undefined || "none" in found) {
      throw new Error(`no ${name} of ${policy}: ${JSON.stringify(found)}`);
    }
    return found as unknown as Exclude<Answered<Row>, { readonly none: unknown }>;
  };
  const differenceOf = (policy: string) => find(result.differences, policy, "dcg", null);
  return {
    estimate: (name: string, day: string | null = null): Stated =>
      stated(find(result.estimates, "better", name, day)),
    difference: (policy: string): Stated => stated(differenceOf(policy)),
    lift: (policy: string): Stated => {
      const { lift } = differenceOf(policy);
      if ("none" in lift) throw new Error(`no lift: ${lift.none.message}`);
      return { value: lift.value, se: null, interval: lift.interval };
    },
  };
}

const stated = ({ value, se, interval }: Stated): Stated => ({ value, se, interval });

/** The rank whose measured probability stands for the parameter of a table. */
export const measuredRank = 4;

/** A fit's parameter, or of a table the probability of a rank. */
export function observeParameter(
  estimates: readonly { readonly name: string; readonly value: number; readonly se: unknown }[],
  clusters: number,
  feed: Feed,
  lists: Lists,
): Observation {
  const measured = `p${measuredRank}`;
  const found = estimates.find(({ name }) => name === measured || name === feed.parameter.name);
  if (found === undefined || typeof found.se !== "number") throw new Error("no parameter");
  const { name, value, se } = found;
  const margin = tQuantile(0.975, clusters - 1) * se;
  const truth =
    name === measured ? (curveOf(feed, lists)[measuredRank - 1] ?? 0) : feed.parameter.value;
  const interval = [value - margin, value + margin] as const;
  return { quantity: "parameter", truth, value, se, interval, naive: null };
}
