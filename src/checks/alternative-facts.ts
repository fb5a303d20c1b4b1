import { finite } from "../numeric/finite.js";
import type { Alternative, Comparison, NamedWidening, Role } from "./comparison.js";
import { type Decision, decisionOf } from "./decision-of.js";
import { intervalOf, setAround } from "./interval-of.js";

/** An alternative of a comparison as a result says it: its differences, and how it counts. */
export interface AlternativeFacts {
  /** The check whose re-estimate it is, or the study's own difference. */
  readonly check: Alternative["code"];
  readonly role: Exclude<Role, "none">;
  readonly value: number;
  /** The differences that it leaves possible. */
  readonly set: readonly [number, number];
  readonly interval: readonly [number, number];
  /** From the study's own difference, with its standard error; null of that one. */
  readonly shift: number | null;
  readonly shiftSe: number | null;
}

/** The alternatives of a comparison of which the log shows a sign, and the study's own. */
export const alternativeFacts = (comparison: Comparison): readonly AlternativeFacts[] => [
  ...ofAlternatives(comparison),
  ...(comparison.widened ?? []).map((each) => ofWidened(comparison, each)),
];

/** With the value farthest from the comparison's own. */
const ofWidened = (
  comparison: Comparison,
  { code, farthest }: NamedWidening,
): AlternativeFacts => ({
  check: code,
  role: "added",
  value: comparison.difference + farthest.value,
  set: setAround(comparison, comparison.difference, comparison.se).ends,
  interval: intervalOf(comparison, comparison.difference, comparison.se),
  shift: farthest.value,
  shiftSe: finite(farthest.se),
});

const ofAlternatives = ({ widened, ...comparison }: Comparison): readonly AlternativeFacts[] =>
  (comparison.alternatives ?? []).flatMap((alternative) => {
    const { code: check, role, read } = alternative;
    if (role === "none") return [];
    const alone = aloneOf(comparison, alternative);
    return [
      {
        ...{ check, role },
        value: alone.difference,
        set: setAround(alone, alone.difference, alone.se).ends,
        interval: intervalOf(alone, alone.difference, alone.se),
        shift: read === undefined ? null : read.shift.value,
        shiftSe: read === undefined ? null : finite(read.shift.se),
      },
    ];
  });

/** The comparison by one of its alternatives alone. */
export function aloneOf(comparison: Comparison, alternative: Alternative): Comparison {
  const { offset, spread } = alternative;
  const alone = { ...alternative, role: "lead" as const, offset: 0, spread: 1 };
  return {
    ...comparison,
    difference: comparison.difference + offset,
    se: comparison.se * spread,
    alternatives: [alone],
  };
}

/** The decision on a comparison by one of its alternatives alone. */
export const decisionBy = (comparison: Comparison, alternative: Alternative): Decision => {
  const alone = aloneOf(comparison, alternative);
  return decisionOf(alone, alone.difference, alone.se);
};
