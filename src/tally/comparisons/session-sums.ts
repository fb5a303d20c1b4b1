import { canonical } from "../../log/canonical.js";
import { log2 } from "../../numeric/elementary/log-in-base.js";
import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import {
  apply,
  caseWhen,
  double,
  type Expression,
  minus,
  plus,
  sum,
  times,
} from "../../sql/expression.js";
import { bounds } from "../../sql/passes/bounds.js";
import type { Named } from "../../sql/relation.js";
import type { ComparisonRequest } from "./comparison-request.js";

export interface SessionSum {
  /** The place of its reward, or its candidate. */
  readonly of: string;
  readonly alias: string;
  /** Of a row. */
  readonly value: Expression;
  /** The largest value of a row. */
  readonly bound: number;
}

/** Excesses of weights count up to this. */
export const mostExcess: number = 2 ** 10;
const [bitsOfReward, bitsOfExcess] = [26, 20];

/** A value to whole steps of 2^exponent: doubles add these up exactly, in any order. */
export function inSteps(value: Expression, exponent: number): Expression {
  const steps = times(value, double(powerOfTwo(-exponent)));
  return times(apply("floor", plus(steps, double(0.5))), double(powerOfTwo(exponent)));
}

/** What a session earns, and by how much a candidate's weights of its rows are above 1: Σ(w − 1). */
export function sessionSums({ base, usersOf, periods = [] }: ComparisonRequest): {
  readonly rewards: readonly SessionSum[];
  readonly excess: readonly SessionSum[];
} {
  if (usersOf === undefined || periods.length < 2) return { rewards: [], excess: [] };
  const largest = (value: Expression): number =>
    Math.max(...bounds(value, base.leaves).map(Math.abs));
  const rewards = base.log.rewards.map((_, at): SessionSum => {
    const value = canonical.reward(at);
    const bound = largest(value);
    const step = bound > 0 && bound < Infinity ? Math.ceil(log2(bound)) - bitsOfReward : 0;
    return { of: `${at}`, alias: `k_earned_${at}`, value: inSteps(value, step), bound };
  });
  const excess = usersOf.map(({ candidate, weight }, at): SessionSum => {
    const value = minus(weight, double(1));
    const bound = Math.min(largest(value), mostExcess);
    const cut = inSteps(bound < mostExcess ? value : atMost(value), -bitsOfExcess);
    return { of: candidate, alias: `k_excess_${at}`, value: cut, bound };
  });
  return { rewards, excess };
}

const atMost = (value: Expression): Expression =>
  caseWhen(
    [1, -1].map((sign) => ({
      when: apply(sign > 0 ? ">" : "<", value, double(sign * mostExcess)),
      then: double(sign * mostExcess),
    })),
    value,
  );

export function sessionAggregates(request: ComparisonRequest): readonly Named[] {
  const { rewards, excess } = sessionSums(request);
  return [...rewards, ...excess].map(({ alias, value }): Named => [alias, sum(value)]);
}
