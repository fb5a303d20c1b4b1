import { finite } from "../numeric/finite.js";
import { aloneOf, decisionBy } from "./alternative-facts.js";
import { studysOwn, widenedBy, withAlternatives } from "./alternatives.js";
import type { Check, Finding, MovedDifference, PlainFinding } from "./check.js";
import type { Alternative, Comparison, NamedWidening, Reestimate } from "./comparison.js";
import { type Decision, decisionOf } from "./decision-of.js";
import {
  amount,
  amountWithError,
  amountWithInterval,
  earnedByBase,
  scaleFacts,
  shiftThatFlips,
  untested,
} from "./figures.js";
import { intervalOf } from "./interval-of.js";
import { isFor } from "./is-for.js";

/** A check whose findings follow by one rule from what it reads: where it has a re-estimate, that is judged with the others of its comparison. */
export function defineCheck(
  of: Omit<Check, "examine"> & {
    /** What is to be judged of a comparison that the check does not widen, and of the same as it does. */
    readonly read: (
      comparison: Comparison,
      own: WidenedComparison | undefined,
    ) => PlainFinding | MovedDifference;
  },
): Check {
  const { read, ...own } = of;
  const isJudgedWithOthers = (own.reestimate ?? own.widens) !== undefined;
  const readBy = (comparison: Comparison): PlainFinding => {
    if (own.reestimate !== undefined) {
      const alternative = comparison.alternatives?.find(({ code }) => code === own.code);
      if (isRead(alternative)) return byAlternative(comparison, alternative);
      if (isFor(check, comparison) && own.reestimate(comparison) !== undefined) return noNumber;
    }
    const { plain, widened } = apartFrom(comparison, own.code);
    const found = read(plain, widened);
    return "holds" in found ? byItself(plain, found) : found;
  };
  const check: Check = {
    ...own,
    examine(comparison) {
      const isAlone = isJudgedWithOthers && comparison.alternatives === undefined;
      const found = readBy(isAlone ? withAlternatives(comparison, [check]) : comparison);
      const { effect = "none" } = found;
      return {
        effect,
        applies: refuses(effect),
        tipping: null,
        facts: {},
        ...found,
        code: own.code,
      };
    },
  };
  return check;
}

/** A comparison as a check widens it. */
export interface WidenedComparison {
  readonly comparison: Comparison;
  readonly by: NamedWidening;
}

/** A comparison without what one check widens it by, and with that; without what others do, too, where these alone change its verdict. */
function apartFrom(
  comparison: Comparison,
  code: Finding["code"],
): { readonly plain: Comparison; readonly widened: WidenedComparison | undefined } {
  const { widened = [], difference, se } = comparison;
  const by = widened.find((each) => each.code === code);
  if (by === undefined) return { plain: comparison, widened: undefined };
  const [bare, others] = [[], widened.filter((each) => each !== by)].map((each) =>
    widenedBy(comparison, each),
  ) as [Comparison, Comparison];
  const isLost = decisionOf(bare, difference, se) !== 0 && decisionOf(others, difference, se) === 0;
  return isLost
    ? { plain: bare, widened: { by, comparison: widenedBy(comparison, [by]) } }
    : { plain: others, widened: { by, comparison } };
}

export const refuses = (effect: Finding["effect"]): boolean =>
  effect === "cannotTell" || effect === "doNotTrust";

/** Where a sum is divided by none, or overflows. */
const noNumber: PlainFinding = untested(
  "reward",
  "This alternative estimate is not a number.",
  "the alternative estimate is not a number",
);

/** A shift of less than this share of the difference, and than its error, is not worth a sentence. */
const worthSaying = 0.1;

/** What another difference than `from` does to a verdict: where that holds, it is said if it is far. */
function effectOf(
  from: Pick<Comparison, "difference" | "se">,
  found: Omit<MovedDifference, "measured" | "message" | "facts">,
): Finding["effect"] {
  const { alternative, hasSign, holds, isSaid = false, provesWrong = false } = found;
  const shift = Math.abs(found.shift ?? alternative.difference - from.difference);
  if (hasSign && !holds) return provesWrong && shift >= from.se ? "doNotTrust" : "cannotTell";
  const isFar = shift > Math.min(from.se, worthSaying * Math.abs(from.difference));
  return isSaid || (hasSign && isFar) ? "watch" : "none";
}

function byItself(comparison: Comparison, found: MovedDifference): PlainFinding {
  const { alternative, hasSign, measured, message, facts, earnedUnderCheck } = found;
  const { tipping = shiftThatFlips(comparison) } = found;
  return {
    effect: effectOf(comparison, found),
    applies: hasSign,
    ...{ alternative, tipping, measured, message },
    facts: {
      ...alternative,
      ...facts,
      ...(earnedUnderCheck !== undefined && { earnedUnderCheck }),
      ...scaleFacts(comparison),
    },
  };
}

type CheckAlternative = Alternative & { readonly read: Reestimate };
const isRead = (alternative: Alternative | undefined): alternative is CheckAlternative =>
  alternative?.read !== undefined;

function byAlternative(comparison: Comparison, alternative: CheckAlternative): PlainFinding {
  const { read, role } = alternative;
  const { shift, isNoisy = false, isWatched = false } = read;
  const alone = aloneOf(comparison, alternative);
  const { difference, se } = alone;
  const interval = intervalOf(alone, difference, se);
  const lost = lossOf(comparison, alternative);
  const own = studysOwn(comparison);
  const applies = role === "none" ? isNoisy || isWatched : role !== "replaced";
  const at = { difference, se, interval };
  const scaled = ofOwnBase(comparison, read);
  const isOfOther = scaled !== comparison;
  const shown = isOfOther
    ? amount(comparison, own.difference, own.se)
    : amountWithError(comparison, shift.value, shift.se);
  const after = amount(scaled, difference, Math.max(se, ...(read.errs ?? [])));
  const words = applies ? `${shown} → ${after}` : `no evidence (${shown})`;
  return {
    effect: effectOf(own, {
      alternative: at,
      hasSign: applies || lost !== undefined,
      holds: lost === undefined,
      isSaid: role === "lead",
      provesWrong: lost?.effect === "doNotTrust",
    }),
    ...{ applies, alternative: at },
    tipping: shiftThatFlips(comparison),
    measured: { value: shift.value, se: finite(shift.se), unit: "reward", words },
    message: [sentenceOf(comparison, alternative, alone), ...(lost?.says ?? [])].join(" "),
    facts: {
      ...read.facts,
      ...{ ...at, shift: finite(shift.value), t: finite(shift.t), role },
      ofStudy: own.difference,
      ofComparison: comparison.difference,
      earnedByBaseline: earnedByBase(comparison),
      ...(isOfOther && { earnedUnderCheck: scaled.earned ?? null }),
    },
  };
}

/** A comparison whose amounts are of what its baseline earns by a check that changes that too. */
function ofOwnBase(
  comparison: Comparison,
  { ofBase }: Pick<Reestimate, "ofBase">,
): Comparison & { readonly earned?: number | null } {
  const earned = ofBase === undefined ? null : earnedByBase(comparison);
  return earned === null ? comparison : { ...comparison, earned: earned * (ofBase ?? 1) };
}

function sentenceOf(
  comparison: Comparison,
  { read, role }: CheckAlternative,
  alone: Comparison,
): string {
  const { says, instead, ifSo = "if so", errs = [] } = read;
  const scaled = ofOwnBase(comparison, read);
  const ends = intervalOf(alone, alone.difference, alone.se);
  const [value, low, high] = [alone.difference, ...ends].map((each) =>
    amount(scaled, each, Math.max(alone.se, ...errs)),
  );
  const shown = `${value} [${low}, ${high}]`;
  const own = studysOwn(comparison);
  const ofStudy = amount(comparison, own.difference, own.se);
  const ofComparison = amount(comparison, comparison.difference, comparison.se);
  if (role === "lead") {
    const isRefuted = own.difference < ends[0] || own.difference > ends[1];
    return `${says} ${shown} instead of ${ofStudy} ${instead}${isRefuted ? ", which the log refutes" : ""}.`;
  }
  if (role === "added")
    return `${says} ${shown} ${ifSo}, as this log suggests, ${ofComparison} if not.`;
  if (role === "replaced") return `${says} ${shown}; another estimate from this log includes it.`;
  return `${says} ${shown} instead of ${ofStudy} ${instead}.`;
}

interface Loss {
  readonly effect: "cannotTell" | "doNotTrust";
  readonly says: readonly string[];
}

/** Why an alternative leaves the verdict of the comparison open; undefined where it does not. */
function lossOf(comparison: Comparison, alternative: CheckAlternative): Loss | undefined {
  const { role, read } = alternative;
  const { isNoisy, remedy } = read;
  const decision = decisionOf(comparison, comparison.difference, comparison.se);
  const remedies = remedy === undefined ? [] : [remedy];
  const silences = (says: readonly string[] = remedies): Loss => ({ effect: "cannotTell", says });
  const own = decisionBy(comparison, alternative);
  if (role === "lead") return lossByLead(comparison, alternative, decision, silences);
  if (role === "added")
    return decision === 0 && own !== decisionOfLead(comparison) ? silences() : undefined;
  return role === "none" && isNoisy && decision !== 0 && own !== decision ? silences() : undefined;
}

const decisionOfLead = (comparison: Comparison): Decision => {
  const lead = comparison.alternatives?.find(({ role }) => role === "lead");
  return lead === undefined ? 0 : decisionBy(comparison, lead);
};

/** Another number than the study's decides a verdict only where that one does not decide the opposite, and views alone decide it, too. */
function lossByLead(
  comparison: Comparison,
  alternative: CheckAlternative,
  decision: Decision,
  silences: (says?: readonly string[]) => Loss,
): Loss | undefined {
  const { read } = alternative;
  const { alternatives = [] } = comparison;
  const study = alternatives.find(({ code }) => code === "study");
  const ofStudy = study === undefined ? 0 : decisionBy(comparison, study);
  const own = decisionBy(comparison, alternative);
  if (own !== 0 && ofStudy === -own)
    return {
      effect: "doNotTrust",
      says: ["By the study's own number the verdict is the opposite."],
    };
  if (decision === 0) return ofStudy === 0 || own !== 0 ? undefined : silences();
  const byViews = alternatives.find(
    (reading) => reading.read?.countsViews && reading.read.isEstablished,
  );
  const views = byViews === undefined ? ofStudy : decisionBy(comparison, byViews);
  if (views !== decision)
    return silences([
      "Views alone do not show it, and a model of what users do decides no verdict.",
    ]);
  if (alternative.weaker !== undefined && read.weaker !== undefined) {
    const weaker = aloneOf(comparison, { ...alternative, ...alternative.weaker });
    const { difference, se } = weaker;
    if (decisionOf(weaker, difference, se) !== decision)
      return silences([`${read.weaker.says} ${amountWithInterval(weaker, difference, se)}.`]);
  }
  return read.mayNotDecide ? silences() : undefined;
}
