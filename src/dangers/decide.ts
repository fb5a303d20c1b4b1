import type { Danger, Finding } from "./danger.js";
import { isFor } from "./is-for.js";
import { type Call, callOf, type Line, wordOf } from "./line.js";
import { type NotTestable, notTestableOn } from "./not-testable.js";
import { withReadings } from "./readings.js";

/** What a line may be called, and the findings in the order of their weight. */
export interface Decision {
  readonly verdict: "better" | "worse" | "cannotTell" | "doNotTrust";
  readonly call: Call;
  readonly findings: readonly Finding[];
  /** What this log cannot show of the line. */
  readonly notTestable: readonly NotTestable[];
}

/**
 * A call stands only if it survives every danger of which the log shows a sign. A danger that refuses the
 * line for its number outranks one that leaves it undecided; after one that spoils the others' re-estimates
 * these are not made.
 */
export function decide(dangers: readonly Danger[], given: Line): Decision {
  const line = given.readings === undefined ? withReadings(given, dangers) : given;
  const call = callOf(line, line.difference, line.se);
  const findings: Finding[] = [];
  for (const danger of dangers.filter((each) => isFor(each, line))) {
    const finding = danger.examine(line);
    findings.push(finding);
    if (danger.spoilsOthers && finding.effect === "doNotTrust") break;
  }
  const found = { call, findings, notTestable: notTestableOn(line) };
  const has = (effect: Finding["effect"]): boolean =>
    findings.some((finding) => finding.effect === effect);
  if (has("doNotTrust")) return { verdict: "doNotTrust", ...found };
  if (call === 0 || has("cannotTell")) return { verdict: "cannotTell", ...found };
  return { verdict: wordOf(line, call), ...found };
}
