import { InternalError, type Reason } from "../../../errors.js";
import type { Estimand } from "../../../estimators/estimator.js";
import { type CurveSpec, curveOfFeed } from "../../../exposure/curve.js";
import { type Scope, scopeOf } from "../../../inference/index.js";
import type { Parameters } from "../../../parameters.js";
import type { Question } from "../../ask/questions.js";
import { deepestRank } from "../../survey/deepest-rank.js";
import { decidingMargin } from "../difference-rows.js";
import type { OpenTally } from "../open-tally.js";
import type { Result, Verdict, VerdictWord } from "../result.js";
import { type Alternative, alternativesOf } from "./alternatives.js";
import { type PointEstimates, pointEstimatesIn } from "./point-estimates.js";
import { type Dial, dialOf, farthest, tippingPosition } from "./tipping.js";

/**
 * What other curves make of one reward's policies on one feed, by the estimator that decides; policies that
 * it has no answer for are left out, and those that another one decides on stand apart.
 */
export interface WhatIf {
  readonly feed: string | null;
  readonly reward: string;
  readonly better: "higher" | "lower";
  readonly baseline: string;
  readonly estimator: string;
  readonly parameters: Parameters;
  readonly estimand: Estimand;
  /** The curve as used first. */
  readonly curves: readonly WhatIfCurve[];
  readonly tipping: readonly Tipping[];
}

/** Point estimates under one curve; errors are not recomputed. */
export type WhatIfCurve = Pick<Alternative, "kind" | "label"> &
  (
    | {
        readonly policies: readonly { readonly policy: string; readonly value: number }[];
        /** Best first; equal values in the study's order. */
        readonly order: readonly string[];
        readonly sameOrder: boolean;
        readonly differences: readonly WhatIfDifference[];
      }
    | { readonly none: Reason }
  );

/** A difference under another curve, read with the width that its interval has under the one used. */
export interface WhatIfDifference {
  readonly policy: string;
  readonly value: number;
  readonly reading: Reading;
}

export type Reading = Exclude<VerdictWord, "doNotTrust">;

/** Where a reading turns as the curve's parameter moves, the interval's width held. */
export interface Tipping {
  readonly policy: string;
  readonly reading: Reading;
  readonly parameter: string;
  /** The value in use. */
  readonly used: number;
  /** The nearest value at which the reading is another, or null: it stays between `from` and `to`. */
  readonly at: number | null;
  readonly becomes: Reading | null;
  /** How many standard errors of the parameter that is away; null where it has none. */
  readonly standardErrors: number | null;
  readonly from: number;
  readonly to: number;
}

/** What other curves would make of a result's verdicts: point estimates from sums, no scan. */
export function whatIfs(base: OpenTally, result: Result): readonly WhatIf[] {
  const feeds = [...new Set(result.verdicts.map(({ feed }) => feed))];
  return feeds.flatMap((feed) => ofFeed(base, result, feed));
}

interface Here {
  readonly base: OpenTally;
  readonly result: Result;
  readonly feed: string | null;
  readonly under: PointEstimates;
  /** The curve in use. */
  readonly curve: CurveSpec;
  readonly alternatives: readonly Alternative[];
  readonly dial: Dial;
}

function ofFeed(base: OpenTally, result: Result, feed: string | null): readonly WhatIf[] {
  const { log, curve: curves } = base.questions;
  const curve = curves && curveOfFeed(curves, feed);
  const verdicts = result.verdicts.filter((each) => each.feed === feed && each.estimator !== null);
  if (curve === undefined) return [];
  const scope: Scope = scopeOf(base.tally, { feed, day: null });
  const estimated = base.fitted.find((each) => each.feed === feed);
  const reach = deepestRank(log, base.about.survey.summary);
  const { confidence } = base.study;
  const here: Here = {
    base,
    result,
    feed,
    curve,
    under: pointEstimatesIn(base, scope, feed, (asked) => verdicts.some((v) => decides(asked, v))),
    alternatives: alternativesOf({ curve, estimated, reach, confidence }),
    dial: dialOf(curve, estimated, reach),
  };
  const groups = new Map<string, readonly [Verdict, ...Verdict[]]>();
  for (const each of verdicts) {
    const key = JSON.stringify([each.reward, each.estimator, each.parameters, each.estimand]);
    const others = groups.get(key);
    groups.set(key, others === undefined ? [each] : [...others, each]);
  }
  return [...groups.values()].map((own) => ofQuestion(here, own));
}

const decides = (asked: Question, verdict: Verdict): boolean =>
  asked.request.name === verdict.estimator &&
  asked.request.parameters === parametersOf(asked, verdict) &&
  asked.reward === verdict.reward &&
  asked.estimand === verdict.estimand;

const parametersOf = (asked: Question, { parameters }: Verdict): Parameters | undefined =>
  JSON.stringify(asked.request.parameters) === JSON.stringify(parameters)
    ? asked.request.parameters
    : undefined;

function ofQuestion(here: Here, verdicts: readonly [Verdict, ...Verdict[]]): WhatIf {
  const { base, feed } = here;
  const [first] = verdicts;
  const { reward, baseline, estimator, parameters, estimand } = first;
  const better = base.questions.log.rewards.find(({ name }) => name === reward)?.better ?? "higher";
  const names = [baseline, ...verdicts.map(({ policy }) => policy)];
  const asked = base.questions.all
    .map((each, at) => ({ policy: each.policy.name, each, at }))
    .filter(({ policy, each }) => names.includes(policy) && decides(each, first));
  const found = here.under(here.curve);
  const answered = asked.filter(({ at }) => typeof found[at] === "number");
  const isCompared = answered.length > 1 && answered.some(({ policy }) => policy === baseline);
  const shown = isCompared ? answered : asked;
  const margins = new Map(verdicts.map((each) => [each.policy, marginOf(here, each)]));
  const read = (policy: string, value: number): Reading =>
    readingOf(value, margins.get(policy) ?? Infinity, better);
  const under = (curve: CurveSpec): readonly PolicyValue[] | Reason =>
    valuesOf(here.under(curve), shown);
  const candidates = shown.map(({ policy }) => policy).filter((name) => name !== baseline);
  const ask: Ask = { baseline, candidates, better, under, read };
  const used = under(here.curve);
  const before = "code" in used ? [] : ordered(used, better);
  return {
    feed,
    reward,
    better,
    baseline,
    estimator: estimator ?? "",
    parameters: parameters ?? {},
    estimand,
    curves: here.alternatives.map((each) => rowOf(ask, each, before)),
    tipping: tippings(ask, here.dial),
  };
}

/** The values of the policies shown, or the reason why one of them has none. */
function valuesOf(
  all: readonly (number | Reason)[],
  shown: readonly { readonly policy: string; readonly at: number }[],
): readonly PolicyValue[] | Reason {
  const policies: PolicyValue[] = [];
  for (const { policy, at } of shown) {
    const value = all[at];
    if (value === undefined) throw new InternalError(`Nothing was asked of policy ${policy}.`);
    if (typeof value !== "number") return value;
    policies.push({ policy, value });
  }
  return policies;
}

interface Ask {
  readonly baseline: string;
  readonly candidates: readonly string[];
  readonly better: "higher" | "lower";
  /** Of the candidates and the baseline, in the study's order. */
  readonly under: (curve: CurveSpec) => readonly PolicyValue[] | Reason;
  readonly read: (policy: string, difference: number) => Reading;
}

function rowOf(
  ask: Ask,
  { kind, label, curve }: Alternative,
  before: readonly string[],
): WhatIfCurve {
  if ("code" in curve) return { kind, label, none: curve };
  const policies = ask.under(curve);
  if ("code" in policies) return { kind, label, none: policies };
  const order = ordered(policies, ask.better);
  return {
    kind,
    label,
    policies,
    order,
    sameOrder: order.join("\n") === before.join("\n"),
    differences: ask.candidates.map((policy) => {
      const value = differenceOf(policies, policy, ask.baseline);
      return { policy, value, reading: ask.read(policy, value) };
    }),
  };
}

interface PolicyValue {
  readonly policy: string;
  readonly value: number;
}

const ordered = (policies: readonly PolicyValue[], better: "higher" | "lower"): readonly string[] =>
  policies
    .toSorted((a, b) => (better === "higher" ? b.value - a.value : a.value - b.value))
    .map(({ policy }) => policy);

const differenceOf = (all: readonly PolicyValue[], policy: string, baseline: string): number => {
  const [own, other] = [policy, baseline].map((name) => all.find((each) => each.policy === name));
  if (own === undefined || other === undefined) {
    throw new InternalError(`${policy} or ${baseline} has no value under another curve.`);
  }
  return own.value - other.value;
};

/** How large the difference of a verdict must be to decide; without a difference nothing can be told. */
function marginOf({ base, result: { differences } }: Here, verdict: Verdict): number {
  const row = differences.find(
    (each) =>
      each.policy === verdict.policy &&
      each.reward === verdict.reward &&
      each.feed === verdict.feed &&
      each.day === null &&
      each.estimand === verdict.estimand &&
      each.estimator === verdict.estimator &&
      JSON.stringify(each.parameters) === JSON.stringify(verdict.parameters),
  );
  if (row === undefined || "none" in row) return Infinity;
  return decidingMargin(differences, row, base.inference);
}

function readingOf(value: number, margin: number, better: "higher" | "lower"): Reading {
  if (Math.abs(value) <= margin) return "cannotTell";
  return value > 0 === (better === "higher") ? "better" : "worse";
}

function tippings(ask: Ask, dial: Dial): readonly Tipping[] {
  const known = new Map<number, readonly PolicyValue[] | undefined>();
  const under = (position: number): readonly PolicyValue[] | undefined => {
    if (!known.has(position)) known.set(position, policiesAt(ask, dial, position));
    return known.get(position);
  };
  return ask.candidates.flatMap((policy) => {
    const reading = (position: number): Reading | undefined => {
      const policies = under(position);
      if (policies === undefined) return undefined;
      return ask.read(policy, differenceOf(policies, policy, ask.baseline));
    };
    const now = reading(0);
    if (now === undefined) return [];
    const at = tippingPosition((position) => reading(position) ?? now);
    const value = at === undefined ? null : dial.valueAt(at);
    const { parameter, fitted, se } = dial;
    return [
      {
        policy,
        reading: now,
        parameter,
        used: fitted,
        at: value,
        becomes: at === undefined ? null : (reading(at) ?? null),
        standardErrors: value === null || se === null ? null : Math.abs(value - fitted) / se,
        from: dial.valueAt(-farthest),
        to: dial.valueAt(farthest),
      },
    ];
  });
}

function policiesAt(ask: Ask, dial: Dial, position: number): readonly PolicyValue[] | undefined {
  const curve = dial.curveAt(dial.valueAt(position));
  if (curve === undefined) return undefined;
  const policies = ask.under(curve);
  return "code" in policies ? undefined : policies;
}
