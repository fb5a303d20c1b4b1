import { label } from "../../evaluate/ask/label.js";
import type {
  Difference,
  Reading,
  Result,
  WhatIf,
  WhatIfCurve,
  WhatIfDifference,
} from "../../evaluate/conclude/result.js";
import { decimalsFor, saySigned } from "./number.js";
import { answers, sayQuestion } from "./question.js";
import { sayTipping } from "./say-tipping.js";
import { verdictWords } from "./words.js";

/** What stands beside every answer under another curve. */
export const whatIfCaveat =
  "Point estimates under other curves, each read with the width that its interval has under the curve in use. They follow from sums that were taken already: nothing was scanned again, and no error was computed anew.";

/** What other curves make of one question, in words and figures. */
export interface SaidWhatIf {
  /** "like per trajectory, feed home" */
  readonly question: string;
  readonly baseline: string;
  readonly estimator: string;
  readonly candidates: readonly string[];
  /** The curve in use first. */
  readonly curves: readonly SaidWhatIfCurve[];
  /** Why no curve has an answer, where none has for one and the same reason. */
  readonly none: string | null;
  /** "candidate, production"; null where the curve in use has no answer. */
  readonly order: string | null;
  /** Where readings turn, and which verdicts are no matter of the curve: a sentence each. */
  readonly notes: readonly string[];
}

export interface SaidWhatIfCurve {
  readonly label: string;
  readonly inUse: boolean;
  /** By candidate; empty where there is no answer. */
  readonly differences: readonly SaidWhatIfDifference[];
  /** Best first. */
  readonly order: string | null;
  readonly sameOrder: boolean;
  readonly none: string | null;
}

export interface SaidWhatIfDifference {
  readonly policy: string;
  readonly value: string;
  readonly reading: Reading;
  /** "cannot tell" */
  readonly word: string;
  /** Whether it reads otherwise than under the curve in use. */
  readonly turned: boolean;
  readonly difference: WhatIfDifference;
  /** The same difference under the curve in use, with its interval. */
  readonly row: Difference | undefined;
}

/** What other curves would make of the verdicts; nothing where that was not asked. */
export function sayWhatIfs(result: Result): readonly SaidWhatIf[] {
  return (result.whatIf ?? []).map((each) => sayWhatIf(result, each));
}

function sayWhatIf(result: Result, whatIf: WhatIf): SaidWhatIf {
  const { baseline, estimator, parameters, curves } = whatIf;
  const rows = rowsOf(result, whatIf);
  const used = curves.find(({ kind }) => kind === "asUsed");
  const answered = curves.flatMap((each) => ("none" in each ? [] : [each]));
  const said = curves.map((each) => sayCurve(each, used, rows));
  const direction = whatIf.better === "lower" ? " (lower is better)" : "";
  return {
    question: `${sayQuestion(whatIf)}${direction}`,
    baseline,
    estimator: label({ name: estimator, parameters }),
    candidates: [
      ...new Set(answered.flatMap(({ differences }) => differences.map(({ policy }) => policy))),
    ],
    curves: said,
    none: answered.length === 0 ? sharedReason(said) : null,
    order: said.find(({ inUse }) => inUse)?.order ?? null,
    notes: [
      ...whatIf.tipping.map((each) => sayTipping(each, baseline)),
      ...doubted(result, whatIf),
    ],
  };
}

/** The order of the policies under the curve in use, and under every curve that changes it. */
export function sayOrders({ order, curves }: SaidWhatIf): string {
  const others = curves.flatMap((each) =>
    each.order === null || each.sameOrder ? [] : [`${each.order} (${each.label})`],
  );
  if (others.length === 0) return `Best first, under every curve: ${order ?? ""}.`;
  return `Best first: ${order ?? ""}; otherwise ${others.join("; ")}.`;
}

function rowsOf({ differences }: Result, whatIf: WhatIf): ReadonlyMap<string, Difference> {
  const { baseline } = whatIf;
  const own = differences.flatMap((row) =>
    "none" in row || row.baseline !== baseline || !answers(row, whatIf) ? [] : [row],
  );
  return new Map(own.map((row) => [row.policy, row]));
}

function sayCurve(
  curve: WhatIfCurve,
  used: WhatIfCurve | undefined,
  rows: ReadonlyMap<string, Difference>,
): SaidWhatIfCurve {
  const who = { label: curve.label, inUse: curve.kind === "asUsed" };
  if ("none" in curve) {
    return { ...who, differences: [], order: null, sameOrder: true, none: curve.none.message };
  }
  const before = used === undefined || "none" in used ? [] : used.differences;
  return {
    ...who,
    differences: curve.differences.map((each) => {
      const now = before.find(({ policy }) => policy === each.policy)?.reading;
      return sayDifference(each, now, rows.get(each.policy));
    }),
    order: curve.order.join(", "),
    sameOrder: curve.sameOrder,
    none: null,
  };
}

function sayDifference(
  difference: WhatIfDifference,
  now: Reading | undefined,
  row: Difference | undefined,
): SaidWhatIfDifference {
  const { policy, value, reading } = difference;
  return {
    policy,
    value: saySigned(value, decimalsFor(row?.se ?? null, value)),
    reading,
    word: verdictWords[reading],
    turned: now !== undefined && reading !== now,
    difference,
    row,
  };
}

function sharedReason(curves: readonly SaidWhatIfCurve[]): string | null {
  const reasons = new Set(curves.map(({ none }) => none));
  const [only = null] = reasons;
  return reasons.size === 1 ? only : null;
}

/** A failed check stands whatever the curve. */
function doubted({ verdicts }: Result, whatIf: WhatIf): readonly string[] {
  const parameters = JSON.stringify(whatIf.parameters);
  return verdicts
    .filter(({ verdict }) => verdict === "doNotTrust")
    .filter(({ reward, feed }) => reward === whatIf.reward && feed === whatIf.feed)
    .filter(
      (each) =>
        each.estimator === whatIf.estimator && JSON.stringify(each.parameters) === parameters,
    )
    .map(
      ({ policy }) =>
        `The verdict on ${policy} is ${verdictWords.doNotTrust}; no reading here changes that.`,
    );
}
