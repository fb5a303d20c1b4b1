import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Component } from "../estimators/estimator.js";
import type { BoundLog } from "../log/index.js";
import { type Expression, text } from "../sql/expression.js";
import { columnsOf, rewrite, structuralKey } from "../sql/index.js";
import { bounds } from "./bounds.js";
import type { TallyRequest } from "./request.js";
import { capacityFor, type Scale, scaleFor } from "./scale.js";
import { simplify } from "./simplify.js";

/** A component as a column of the tally: its name, its fingerprint and its scale. */
export interface Column {
  readonly alias: string;
  readonly fingerprint: string;
  readonly component: Component;
  readonly scale: Scale;
}

/** The components of one kind as columns, equal ones once; names are by content. */
export function columnsOfKind(
  request: TallyRequest,
  kind: Component["over"],
  rowsPerCell: number,
): readonly Column[] {
  const capacity = capacityFor(rowsPerCell);
  const unique = new Map<string, Column>();
  for (const asked of request.components) {
    if (asked.over !== kind) continue;
    const mark = fingerprint(request.log, asked);
    if (unique.has(mark)) continue;
    const component = { ...asked, value: simplify(asked.value) };
    const scale = scaleOf(request, component, capacity);
    unique.set(mark, { alias: `c_${mark}`, fingerprint: mark, component, scale });
  }
  return [...unique.values()];
}

/** The canonical reward columns that a column reads. */
export const rewardsOf = ({ component }: Column): readonly string[] =>
  [...columnsOf(component.value)].filter((name) => name.startsWith("h_reward_")).sort();

function scaleOf(request: TallyRequest, component: Component, capacity: number): Scale {
  if (request.sums === "fast") return { kind: "plain" };
  if (component.over === "rows" && component.combine === "max") return { kind: "plain" };
  const range =
    component.over === "trajectories" && component.range !== undefined
      ? component.range
      : bounds(component.value, request.leaves);
  const bound = Math.max(Math.abs(range[0]), Math.abs(range[1]));
  return scaleFor(bound, spreadOf(request, component, bound), capacity);
}

function spreadOf(request: TallyRequest, component: Component, bound: number): number {
  // One value a trajectory: more digits cost next to nothing here.
  if (component.over === "trajectories") return 1e-3 * Math.min(1, bound);
  const spreads = [...columnsOf(component.value)].flatMap((name) => {
    const spread = request.rewardSpread(name);
    return spread === undefined ? [] : [spread];
  });
  return Math.min(...spreads, bound);
}

/**
 * What a column adds up, in 16 hexadecimal digits: its expression over the source's own columns,
 * literals included, curves by name. Tallies add where fingerprints match.
 */
export function fingerprint(log: BoundLog, component: Component): string {
  const value = rewrite(simplify(component.value), (node) => {
    if (node.kind === "lookup") return { ...node, table: [] };
    if (isDefaulted(node)) return node.args[0] ?? node;
    return node.kind === "column" ? text(roleOf(log, node.name)) : node;
  });
  const combine = component.over === "rows" ? (component.combine ?? "sum") : "sum";
  const meaning = `${component.over}|${combine}|${structuralKey(value)}`;
  return bytesToHex(md5(new TextEncoder().encode(meaning))).slice(0, 16);
}

/** A look-up's default is left out of its meaning: days with and without a NULL rank add. */
const isDefaulted = (node: Expression): node is Extract<Expression, { kind: "call" }> =>
  node.kind === "call" && node.operator === "coalesce" && node.args[0]?.kind === "lookup";

/** A canonical column by what stands behind it in the source. */
function roleOf(log: BoundLog, name: string): string {
  const index = Number(/_(\d+)$/.exec(name)?.[1] ?? -1);
  if (name.startsWith("h_reward_")) {
    const reward = log.rewards[index];
    return `reward:${reward?.column}:${reward?.missing ?? "given"}`;
  }
  const policy = log.policies[index];
  if (/^h_rank_\d+$/.test(name)) return `rank:${policy?.rank ?? `by score ${policy?.score}`}`;
  if (/^h_exposure_\d+$/.test(name)) return `exposure:${policy?.exposure}`;
  const { spec } = log;
  const roles: Record<string, string | undefined> = {
    h_rank: spec.rank,
    h_length: spec.listLength,
    h_exposure: log.exposure,
    h_trajectory: spec.trajectory,
    h_feed: spec.feed,
  };
  return `${name}:${roles[name] ?? ""}`;
}
