import { label } from "../../../evaluate/ask/label.js";
import type {
  CurveVerdict,
  Difference,
  Tipping,
  WhatIf,
  WhatIfCurve,
  WhatIfDifference,
} from "../../../evaluate/conclude/result.js";
import { isSameQuestion } from "../../../evaluate/conclude/row-key.js";
import { isAnswer, leadOf } from "../../../evaluate/conclude/withheld.js";
import { decimalsFor } from "../../../numeric/decimals-for.js";
import { showCount, showNumber, showSigned } from "../../../numeric/show-number.js";
import type { ReportedResult } from "../../source.js";
import { verdictWords } from "../../words/names.js";
import { describeQuestion } from "../../words/question.js";

/** The note next to every answer under another curve. */
export const whatIfCaveat =
  "Point estimates under other curves, each with the interval width that it has under the curve in use. They follow from sums taken before: the log was not scanned again, and no standard error was recomputed.";

export interface WhatIfView {
  /** "like per trajectory, feed home" */
  readonly question: string;
  readonly baseline: string;
  readonly estimator: string;
  readonly candidates: readonly string[];
  /** The curve in use first. */
  readonly curves: readonly WhatIfCurveView[];
  /** Why no curve has an answer, where none has for one and the same reason. */
  readonly none: string | null;
  /** Where verdicts change, and which do not depend on the curve: a sentence each. */
  readonly notes: readonly string[];
}

export interface WhatIfCurveView {
  readonly label: string;
  readonly inUse: boolean;
  /** By candidate; empty where there is no answer. */
  readonly differences: readonly WhatIfDifferenceView[];
  /** Best first. */
  readonly order: string | null;
  readonly sameOrder: boolean;
  readonly none: string | null;
}

export interface WhatIfDifferenceView {
  readonly policy: string;
  readonly value: string;
  readonly verdict: CurveVerdict;
  /** "cannot tell" */
  readonly word: string;
  readonly turned: boolean;
  readonly difference: WhatIfDifference;
  /** The same difference under the curve in use, with its interval. */
  readonly row: Difference | undefined;
}

export function describeWhatIfs(result: ReportedResult): readonly WhatIfView[] {
  return (result.whatIf ?? []).map((whatIf) => describeWhatIf(result, whatIf));
}

function describeWhatIf(result: ReportedResult, whatIf: WhatIf): WhatIfView {
  const { baseline, estimator, parameters, curves } = whatIf;
  const rows = rowsOf(result, whatIf);
  const used = curves.find(({ kind }) => kind === "asUsed");
  const answered = curves.flatMap((curve) => ("none" in curve ? [] : [curve]));
  const view = curves.map((curve) => describeCurve(curve, used, rows));
  const direction = whatIf.better === "lower" ? " (lower is better)" : "";
  return {
    question: `${describeQuestion(whatIf)}${direction}`,
    baseline,
    estimator: label({ name: estimator, parameters }),
    candidates: [
      ...new Set(answered.flatMap(({ differences }) => differences.map(({ policy }) => policy))),
    ],
    curves: view,
    none: answered.length === 0 ? sharedReason(view) : null,
    notes: [
      ...whatIf.tipping.map((tip) => describeTipping(tip, baseline)),
      ...doubted(result, whatIf),
    ],
  };
}

function rowsOf({ differences }: ReportedResult, whatIf: WhatIf): ReadonlyMap<string, Difference> {
  const { baseline } = whatIf;
  const rows = differences.flatMap((row) =>
    "none" in row || row.baseline !== baseline || !isSameQuestion(row, whatIf) ? [] : [row],
  );
  return new Map(rows.map((row) => [row.policy, row]));
}

function describeCurve(
  curve: WhatIfCurve,
  used: WhatIfCurve | undefined,
  rows: ReadonlyMap<string, Difference>,
): WhatIfCurveView {
  const who = { label: curve.label, inUse: curve.kind === "asUsed" };
  if ("none" in curve) {
    return { ...who, differences: [], order: null, sameOrder: true, none: curve.none.message };
  }
  const before = used === undefined || "none" in used ? [] : used.differences;
  return {
    ...who,
    differences: curve.differences.map((difference) => {
      const now = before.find(({ policy }) => policy === difference.policy)?.verdict;
      return describeDifference(difference, now, rows.get(difference.policy));
    }),
    order: curve.order.join(", "),
    sameOrder: curve.sameOrder,
    none: null,
  };
}

function describeDifference(
  difference: WhatIfDifference,
  now: CurveVerdict | undefined,
  row: Difference | undefined,
): WhatIfDifferenceView {
  const { policy, value, verdict } = difference;
  return {
    policy,
    value: showSigned(value, decimalsFor(row?.se ?? null, value)),
    verdict,
    word: verdictWords[verdict],
    turned: now !== undefined && verdict !== now,
    difference,
    row,
  };
}

function sharedReason(curves: readonly WhatIfCurveView[]): string | null {
  const reasons = new Set(curves.map(({ none }) => none));
  const [only = null] = reasons;
  return reasons.size === 1 ? only : null;
}

/** Withheld numbers are withheld here too, whatever the curve; those of a refuted curve are no answers. */
const doubted = ({ verdicts }: ReportedResult, { reward, feed }: WhatIf): readonly string[] =>
  verdicts
    .filter((verdict) => verdict.reward === reward && verdict.feed === feed)
    .flatMap((line) => {
      const { policy, verdict, reason } = line;
      const { code } = reason;
      const lead = leadOf(line);
      if (isAnswer(line))
        return lead === undefined
          ? []
          : [
              `The verdict on ${policy} is based on what the log itself shows (${lead}), not on the study's curve: its numbers here show the effect of the curve and are not answers.`,
            ];
      return [
        code === "curve"
          ? `The verdict on ${policy} is ${verdictWords[verdict]} (curve): its numbers here show the effect of the curve and are not answers.`
          : `The verdict on ${policy} is ${verdictWords[verdict]} (${code}) whatever the curve, so its numbers are left out.`,
      ];
    });

/**
 * Where the verdict changes: "candidate stays better until rho falls to 0.34, and then cannot be distinguished from
 * production (121 standard errors away; 1.20 in use)."
 */
export function describeTipping(tipping: Tipping, baseline: string): string {
  const { policy, verdict, used, at, becomes, from, to } = tipping;
  const parameter = tipping.parameter.includes(" ")
    ? `the ${tipping.parameter}`
    : tipping.parameter;
  const stays = `${policy} ${holding(verdict, baseline)}`;
  if (at === null || becomes === null) {
    const decimals = decimalsApart(from, used);
    const [low, high, now] = [from, to, used].map((value) => showNumber(value, decimals));
    return `${stays} for any ${tipping.parameter} from ${low} to ${high} (${now} in use).`;
  }
  const decimals = decimalsApart(at, used);
  const moves = at < used ? "falls" : "rises";
  const [end, now] = [at, used].map((value) => showNumber(value, decimals));
  return `${stays} until ${parameter} ${moves} to ${end}, and then ${turned(becomes, baseline)} (${describeErrors(tipping)}${now} in use).`;
}

const holding = (verdict: CurveVerdict, baseline: string): string =>
  verdict === "cannotTell" ? `cannot be distinguished from ${baseline}` : `stays ${verdict}`;

const turned = (verdict: CurveVerdict, baseline: string): string =>
  verdict === "cannotTell" ? `cannot be distinguished from ${baseline}` : `is ${verdict}`;

/** Decimals that keep two numbers apart and show two digits of the first. */
function decimalsApart(value: number, other: number): number {
  const size = Math.abs(value - other);
  return Math.max(2, decimalsFor(size, other), decimalsFor(null, value) - 2);
}

function describeErrors({ standardErrors: count }: Tipping): string {
  if (count === null || !Number.isFinite(count)) return "";
  return `${count < 10 ? count.toFixed(1) : showCount(Math.round(count))} standard errors away; `;
}
