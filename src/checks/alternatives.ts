import type { AlternativeDifference, Check } from "./check.js";
import type { Comparison, Errs, NamedWidening, Placed, Reestimate, Role } from "./comparison.js";
import { intervalOf } from "./interval-of.js";
import { isFor } from "./is-for.js";
import { ownCurve } from "./log-curve.js";
import { movedBy } from "./missing-of-comparison.js";
import { comparisonUnder } from "./view-sums.js";

/**
 * Of alternatives from the deepest to the study's own: the deepest that is established takes the place of those by views,
 * which it corrects. A deeper one of which there is no more than a sign is added to it, and so is another model of what
 * users do: neither of two models contains the other.
 */
export function rolesOf(
  alternatives: readonly Pick<Reestimate, "hasSign" | "isEstablished" | "countsViews">[],
): readonly Role[] {
  const established = alternatives.findIndex((alternative) => alternative.isEstablished);
  const lead = established < 0 ? alternatives.length - 1 : established;
  return alternatives.map(({ hasSign, countsViews = false }, at) => {
    if (at === lead) return "lead";
    if (!hasSign) return "none";
    return at < lead || !countsViews ? "added" : "replaced";
  });
}

/** A comparison of the study with its difference as the log itself has it; `checks` are in the order of their depth. */
export function withAlternatives(comparison: Comparison, checks: readonly Check[]): Comparison {
  const own = checks.filter((check) => isFor(check, comparison));
  const widened = own.flatMap(({ code, widens }) => {
    const found = widens?.(comparison);
    return found === undefined ? [] : [{ code, ...found }];
  });
  return widenedBy(ledBy(comparison, own), widened);
}

/** A comparison that these widen, and no others. */
export const widenedBy = (
  { widened: _, ...comparison }: Comparison,
  by: readonly NamedWidening[],
): Comparison => (by.length === 0 ? comparison : { ...comparison, widened: by });

/** The value farthest from a comparison's difference to which a check widens it. */
export function farthestOf(
  comparison: Comparison,
  { farthest, spreads }: NamedWidening,
): AlternativeDifference {
  const difference = comparison.difference + farthest.value;
  const se = comparison.se * spreads[farthest.value < 0 ? 0 : 1];
  return { difference, se, interval: intervalOf(comparison, difference, se) };
}

function ledBy(comparison: Comparison, checks: readonly Check[]): Comparison {
  const reads = checks.flatMap((check) => {
    const read = check.reestimate?.(comparison);
    return read === undefined || !isNumber(read)
      ? []
      : [{ code: check.code, read: exact(comparison, read) }];
  });
  const own = { hasSign: true, isEstablished: false, countsViews: true as const };
  const roles = rolesOf([...reads.map(({ read }) => read), own]);
  const lead = reads[roles.indexOf("lead")]?.read ?? comparison;
  const placed = ({ difference, se }: Pick<Comparison, "difference" | "se">): Placed => ({
    offset: difference - lead.difference,
    spread: lead.se > 0 ? se / lead.se : 1,
  });
  const alternatives = [
    ...reads.map(({ code, read }, at) => ({
      code,
      role: roles[at] ?? "none",
      ...placed(read),
      errs: read.errs ?? exactly,
      ...(read.ofBase !== undefined && { ofBase: read.ofBase }),
      ...(read.weaker && { weaker: placed(read.weaker) }),
      read,
    })),
    { code: "study" as const, role: roles.at(-1) ?? "lead", ...placed(comparison), errs: exactly },
  ];
  if (lead === comparison) return { ...comparison, alternatives };
  const { difference, se, missing } = comparison;
  return {
    ...comparison,
    difference: lead.difference,
    se: lead.se,
    alternatives,
    ...(missing && {
      missing: movedBy(missing, lead.difference - difference, se > 0 ? lead.se / se : 1),
    }),
    study: { difference, se, ...(missing && { missing }) },
  };
}

/** Sums that cancel leave some 1e-16 of them, which without an error would look like a sure difference. */
const rounding = 1e-9;

const exact = (comparison: Comparison, read: Reestimate): Reestimate =>
  Math.abs(read.difference) > rounding * Math.abs(comparison.difference)
    ? read
    : { ...read, difference: 0 };

const isNumber = ({ difference, se }: Reestimate): boolean =>
  Number.isFinite(difference) && Number.isFinite(se) && se >= 0;

const exactly: Errs = [0, 0];
const quarter = 1 / 4;

/**
 * A model of what users do is right to a quarter of what it corrects of the difference by the log's own view rates, or
 * corrects too little: by so much `more` of that.
 */
export function errorOfModel(
  comparison: Comparison,
  difference: number,
  more: number = quarter,
): Errs {
  const byViews =
    comparisonUnder(comparison, ownCurve(comparison)) -
    comparisonUnder(comparison, comparison.curve);
  const correction = difference - comparison.difference - byViews;
  const [back, on] = [Math.abs(correction) * quarter, Math.abs(correction) * more];
  return correction > 0 ? [back, on] : [on, back];
}

export const studysOwn = ({
  difference,
  se,
  study,
}: Comparison): Pick<Comparison, "difference" | "se"> => study ?? { difference, se };
