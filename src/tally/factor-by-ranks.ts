import type { Component } from "../estimators/estimator.js";
import { canonical, isColumnOf } from "../log/canonical.js";
import { readsFeedOnly } from "../log/feeds.js";
import { columnsOf } from "../sql/columns.js";
import { compile } from "../sql/compile.js";
import { column, double, type Expression } from "../sql/expression.js";
import { simplify } from "../sql/passes/simplify.js";
import { rewrite } from "../sql/passes/walk.js";

/**
 * A component that depends on a row by its displayed rank, its target rank and, in proportion, one reward:
 * its sum under any curve follows from sums of that reward by pairs of ranks.
 */
export interface RankFactors {
  readonly target: string | null;
  /** What is added up by pairs: a reward, or 1. */
  readonly factor: Component;
}

/** A component's factors, or undefined where it depends on a row by anything else. */
export function factorByRanks(component: Component): RankFactors | undefined {
  if (component.over !== "rows" && component.over !== "rewarded") return undefined;
  const ranks = new Set<string>();
  let isPlain = true;
  const value = rewrite(simplify(component.value), (node) => {
    // One curve a feed is one look-up: every branch is 1 here.
    if (node.kind === "case" && node.branches.every(({ when }) => readsFeedOnly(when))) {
      return node.otherwise;
    }
    if (node.kind !== "lookup") return node;
    if (node.index.kind === "column") ranks.add(node.index.name);
    else isPlain = false;
    return double(1);
  });
  const targets = [...ranks].filter((name) => name !== canonical.rank.name);
  const free = [...columnsOf(value)].filter(
    (name) => name !== canonical.feed.name && !ranks.has(name),
  );
  if (!isPlain || targets.length > 1 || free.length > 1) return undefined;
  const [reward] = free;
  const target = targets[0] ?? null;
  if (reward === undefined) return { target, factor: { over: "rows", value: double(1) } };
  if (!isColumnOf(reward, "reward") || !isProportional(value, reward)) return undefined;
  return { target, factor: { over: "rewarded", value: column(reward) } };
}

/** Whether a value, every look-up being 1, is 0 without the reward, and twice as large with twice of it. */
function isProportional(value: Expression, name: string): boolean {
  const others = [...columnsOf(value)].filter((other) => other !== name);
  const at = compile(value, [name, ...others]);
  const [none, once, twice] = [0, 1, 2].map((reward) => at([reward, ...others.map(() => 1)]));
  const half = at([0.5, ...others.map(() => 1)]);
  return none === 0 && twice === 2 * (once ?? Number.NaN) && half === (once ?? Number.NaN) / 2;
}
