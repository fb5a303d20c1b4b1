import { InternalError } from "../errors.js";
import type { Component } from "../estimators/estimator.js";
import { canonical } from "../log/canonical.js";
import { LOGGED } from "../log/log-spec.js";
import type { Diagnosis, Diagnostic } from "./diagnostic.js";
import { candidate, policyScopes, resultScopes, worlds } from "./law-worlds.js";

/** What holds for every diagnostic; throws an InternalError that names its code where it does not. */
export interface DiagnosticLaw {
  readonly name: string;
  readonly check: (diagnostic: Diagnostic) => void;
}

export const diagnosticLaws: readonly DiagnosticLaw[] = [
  { name: "it finds something in one of the worlds, under its own code", check: finds },
  { name: "what is not ok says what follows and what to do", check: saysWhatToDo },
  { name: "the logged policy is never warned of its weights", check: sparesLogged },
  { name: "a worse statistic is never milder", check: isMonotone },
  { name: "the facts carry the thresholds", check: carriesThresholds },
  { name: "numbers are finite, and intervals have two ends in order", check: hasNumbers },
  { name: "it reads only the sums that it lists in components", check: readsWhatItLists },
];

const badness = { ok: 0, inconclusive: 0, watch: 1, fail: 2 } as const;

function finds(diagnostic: Diagnostic): void {
  const diagnoses = foundBy(diagnostic);
  insist(diagnoses.length > 0, diagnostic, "finds nothing in any world", null);
  for (const diagnosis of diagnoses) {
    const isOwn =
      diagnosis.code === diagnostic.code && diagnosis.assumption === diagnostic.assumption;
    insist(isOwn, diagnostic, "speaks under another code or of another assumption", diagnosis);
  }
}

function saysWhatToDo(diagnostic: Diagnostic): void {
  for (const diagnosis of foundBy(diagnostic)) {
    const says = diagnosis.consequence.trim() !== "" && diagnosis.remedy.trim() !== "";
    insist(
      badness[diagnosis.severity] === 0 || says,
      diagnostic,
      "warns without a consequence or a remedy",
      diagnosis,
    );
  }
}

function sparesLogged(diagnostic: Diagnostic): void {
  for (const scope of policyScopes({
    name: LOGGED,
    isLogged: true,
    rank: canonical.rank,
    exposure: undefined,
  })) {
    for (const diagnosis of diagnostic.ofPolicy?.(scope) ?? []) {
      insist(
        badness[diagnosis.severity] === 0,
        diagnostic,
        "warns of the logged policy, whose weights are 1",
        diagnosis,
      );
    }
  }
}

function isMonotone(diagnostic: Diagnostic): void {
  const { worse } = diagnostic;
  if (worse === undefined) return;
  const diagnoses = foundBy(diagnostic).filter(({ statistic }) => statistic !== null);
  const sorted = diagnoses.toSorted((a, b) => (a.statistic ?? 0) - (b.statistic ?? 0));
  const rising = worse === "higher" ? sorted : sorted.toReversed();
  rising.slice(1).forEach((diagnosis, i) => {
    const milder = rising[i];
    const same = milder?.statistic === diagnosis.statistic;
    const holds = same || badness[diagnosis.severity] >= badness[milder?.severity ?? "ok"];
    insist(holds, diagnostic, "is milder where its statistic is worse", diagnosis);
  });
  const severities = new Set(diagnoses.map(({ severity }) => severity));
  insist(severities.size > 1, diagnostic, "has one severity in every world", null);
}

function carriesThresholds(diagnostic: Diagnostic): void {
  const expected = JSON.stringify(diagnostic.thresholds);
  if (expected === undefined) return;
  for (const diagnosis of foundBy(diagnostic)) {
    const thresholds = JSON.stringify(diagnosis.facts.thresholds);
    insist(
      thresholds === expected,
      diagnostic,
      `does not give its thresholds ${expected} in its facts`,
      diagnosis,
    );
  }
}

function hasNumbers(diagnostic: Diagnostic): void {
  for (const diagnosis of foundBy(diagnostic)) {
    const numbers = [
      diagnosis.statistic,
      diagnosis.p,
      diagnosis.effect,
      ...(diagnosis.interval ?? []),
    ];
    const finite = numbers.every((value) => value === null || Number.isFinite(value));
    const [lo, hi] = diagnosis.interval ?? [0, 0];
    const isP = diagnosis.p === null || (diagnosis.p >= 0 && diagnosis.p <= 1);
    insist(
      finite && lo <= hi && isP,
      diagnostic,
      "gives something that is not a number",
      diagnosis,
    );
  }
}

/** A tally holds the sums that `components` lists, and no others. */
function readsWhatItLists(diagnostic: Diagnostic): void {
  for (const scope of policyScopes(candidate)) {
    const keys = (diagnostic.components?.(scope.log, scope.policy) ?? []).map(keyOf);
    const listed = (component: Component): void => {
      const fault = `reads a sum that its components(log, policy) does not list: ${keyOf(component)}`;
      insist(keys.includes(keyOf(component)), diagnostic, fault, null);
    };
    diagnostic.ofPolicy?.({
      ...scope,
      total: (component) => {
        listed(component);
        return scope.total(component);
      },
      largest: (component) => {
        listed(component);
        return scope.largest(component);
      },
      answer: (components, plugIn) => {
        components.forEach(listed);
        return scope.answer(components, plugIn);
      },
    });
  }
}

const keyOf = (component: Component): string =>
  JSON.stringify(component, (_key, value) => (typeof value === "bigint" ? `${value}n` : value));

function foundBy({ ofPolicy, ofResult }: Diagnostic): readonly Diagnosis[] {
  return [
    ...policyScopes(candidate).flatMap((scope) => ofPolicy?.(scope) ?? []),
    ...resultScopes().flatMap((scope) => ofResult?.(scope) ?? []),
  ];
}

function insist(
  holds: boolean,
  { code }: Diagnostic,
  fault: string,
  diagnosis: Diagnosis | null,
): void {
  if (holds) return;
  const what = diagnosis === null ? "" : `: ${JSON.stringify(diagnosis)}`;
  throw new InternalError(`${code} ${fault}${what}. ${worlds}.`, { code });
}
