import { withAlternatives } from "./alternatives.js";
import type { Check, Finding } from "./check.js";
import type { Comparison } from "./comparison.js";
import { type Decision, decisionOf, wordOf } from "./decision-of.js";
import { isFor } from "./is-for.js";
import { type NotTestable, notTestableOn } from "./not-testable.js";

/** What the verdict of a comparison may be, and the findings in the order of their weight. */
export interface CheckOutcome {
  readonly verdict: "better" | "worse" | "cannotTell" | "doNotTrust";
  readonly decision: Decision;
  readonly findings: readonly Finding[];
  /** What this log cannot show of the comparison. */
  readonly notTestable: readonly NotTestable[];
}

/**
 * A verdict stands only if it holds under every check that applies. A check that refuses the
 * line for its number outranks one that leaves it undecided; after one that spoils the others' re-estimates
 * these are not made.
 */
export function decide(checks: readonly Check[], given: Comparison): CheckOutcome {
  const comparison = given.alternatives === undefined ? withAlternatives(given, checks) : given;
  const decision = decisionOf(comparison, comparison.difference, comparison.se);
  const findings: Finding[] = [];
  for (const check of checks.filter((each) => isFor(each, comparison))) {
    const finding = check.examine(comparison);
    findings.push(finding);
    if (check.spoilsOthers && finding.effect === "doNotTrust") break;
  }
  const found = { decision, findings, notTestable: notTestableOn(comparison) };
  const has = (effect: Finding["effect"]): boolean =>
    findings.some((finding) => finding.effect === effect);
  if (has("doNotTrust")) return { verdict: "doNotTrust", ...found };
  if (decision === 0 || has("cannotTell")) return { verdict: "cannotTell", ...found };
  return { verdict: wordOf(comparison, decision), ...found };
}
