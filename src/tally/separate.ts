import type { Component } from "../estimators/estimator.js";
import { column, columnsOf, double, type Expression, partials, rewrite } from "../sql/index.js";
import { simplify } from "./simplify.js";

/**
 * A component that depends on a row by its displayed rank, its target rank and, in proportion, one reward:
 * its sum under any curve follows from sums of that reward by pairs of ranks.
 */
export interface Separated {
  /** The column of target ranks, where it reads one. */
  readonly target: string | null;
  /** What is added up by pairs: a reward, or 1. */
  readonly factor: Component;
}

/** How a component comes apart, or undefined where it does not. */
export function separate(component: Component): Separated | undefined {
  if (component.over === "trajectories") return undefined;
  const ranks = new Set<string>();
  let isPlain = true;
  const value = rewrite(simplify(component.value), (node) => {
    if (node.kind !== "lookup") return node;
    if (node.index.kind === "column") ranks.add(node.index.name);
    else isPlain = false;
    return double(1);
  });
  const targets = [...ranks].filter((name) => name !== "h_rank");
  const free = [...columnsOf(value)].filter((name) => name !== "h_feed" && !ranks.has(name));
  if (!isPlain || targets.length > 1 || free.length > 1) return undefined;
  const [reward] = free;
  const target = targets[0] ?? null;
  if (reward === undefined) return { target, factor: { over: "rows", value: double(1) } };
  if (!reward.startsWith("h_reward_") || !isProportional(value, reward)) return undefined;
  return { target, factor: { over: "rewarded", value: column(reward) } };
}

function isProportional(value: Expression, name: string): boolean {
  const found = partials(value, (node) => node.kind === "column" && node.name === name);
  return found.every(({ slope }) => !columnsOf(slope).has(name));
}
