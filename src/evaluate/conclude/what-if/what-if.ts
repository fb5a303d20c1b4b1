import { InternalError, type Reason, reason } from "../../../errors.js";
import type { CurveSpec } from "../../../exposure/curve.js";
import { valueOfFeed } from "../../../exposure/per-feed.js";
import { type Scope, scopeOf } from "../../../inference/scope.js";
import type { Question } from "../../ask/questions.js";
import { eachInTurn } from "../../each-in-turn.js";
import { deepestOnCurve } from "../../survey/deepest-rank.js";
import { decidingMargin } from "../difference-rows.js";
import type { OpenTally } from "../open-tally.js";
import type { CurveVerdict, Result, Tipping, Verdict, WhatIf, WhatIfCurve } from "../result.js";
import { isSameQuestion, rowKey } from "../row-key.js";
import { restoreNumbers } from "../withhold-numbers.js";
import { type Alternative, alternativesOf } from "./alternatives.js";
import { answeredCurves } from "./answered-curves.js";
import { type PointEstimates, pointEstimatesIn } from "./point-estimates.js";
import { type Dial, dialOf, farthest, tippingPosition } from "./tipping.js";

/**
 * What other curves would make of a result's verdicts whose numbers are answers: point estimates from sums, no scan.
 * See docs/methods.md, "Other curves".
 */
export async function whatIfs(base: OpenTally, result: Result): Promise<readonly WhatIf[]> {
  const feeds = new Set(result.verdicts.map(({ feed }) => feed));
  const all = await eachInTurn(feeds, (feed) => ofFeed(base, result, feed), base.signal);
  return answeredCurves(all.flat(), result.verdicts);
}

interface Here {
  readonly base: OpenTally;
  readonly result: Result;
  readonly feed: string | null;
  readonly under: PointEstimates;
  readonly curve: CurveSpec;
  readonly alternatives: readonly Alternative[];
  readonly dial: Dial;
}

function ofFeed(base: OpenTally, result: Result, feed: string | null): readonly WhatIf[] {
  const { log, curve: curves } = base.questions;
  const curve = curves && valueOfFeed(curves, feed);
  const verdicts = result.verdicts.filter(
    (verdict) => verdict.feed === feed && verdict.estimator !== null,
  );
  if (curve === undefined) return [];
  const scope: Scope = scopeOf(base.tally, { feed, day: null });
  const fitted = base.fitted.find((curve) => curve.feed === feed);
  const reach = deepestOnCurve(log, base.about.survey.summary);
  const { confidence } = base.study;
  const here: Here = {
    base,
    result,
    feed,
    curve,
    under:
      base.questions.sampling === undefined
        ? pointEstimatesIn(base, scope, feed, (question) =>
            verdicts.some((v) => decides(question, v)),
          )
        : () => base.questions.all.map(() => ofKeptAlone),
    alternatives: alternativesOf({ curve, fitted, reach, confidence }),
    dial: dialOf(curve, fitted, reach),
  };
  const first = verdicts.filter(
    (verdict, at) => verdicts.findIndex((other) => isSameQuestion(other, verdict)) === at,
  );
  return first.map((one) =>
    ofQuestion(
      here,
      one,
      verdicts.filter((verdict) => isSameQuestion(verdict, one)),
    ),
  );
}

/** Rewards by displayed and target rank are counted as they were kept, not as what they stand for. */
const ofKeptAlone: Reason = reason(
  "whatIfSampled",
  "Other curves are not tried on a sampled log (log.sampling): rewards by rank are counted without its weights. Evaluate the study once for each curve.",
);

const decides = (question: Question, verdict: Verdict): boolean =>
  isSameQuestion(rowKey(question, { feed: verdict.feed, day: null }), verdict);

function ofQuestion(here: Here, first: Verdict, verdicts: readonly Verdict[]): WhatIf {
  const { base, feed } = here;
  const { reward, baseline, estimator, parameters, estimand } = first;
  const better = base.questions.log.rewards.find(({ name }) => name === reward)?.better ?? "higher";
  const names = [baseline, ...verdicts.map(({ policy }) => policy)];
  const asks = base.questions.all
    .map((question, at) => ({ policy: question.policy.name, question, at }))
    .filter(({ policy, question }) => names.includes(policy) && decides(question, first));
  const values = here.under(here.curve);
  const answered = asks.filter(({ at }) => typeof values[at] === "number");
  const isCompared = answered.length > 1 && answered.some(({ policy }) => policy === baseline);
  const shown = isCompared ? answered : asks;
  const reaches = new Map(verdicts.map((verdict) => [verdict.policy, reachOf(here, verdict)]));
  const read = (policy: string, value: number): CurveVerdict =>
    readingOf(value, reaches.get(policy) ?? nowhere, better);
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
    curves: here.alternatives.map((alternative) => rowOf(ask, alternative, before)),
    tipping: tippings(ask, here.dial),
  };
}

function valuesOf(
  all: readonly (number | Reason)[],
  shown: readonly { readonly policy: string; readonly at: number }[],
): readonly PolicyValue[] | Reason {
  const policies: PolicyValue[] = [];
  for (const { policy, at } of shown) {
    const value = all[at];
    if (value === undefined) throw new InternalError(`Policy ${policy} has no question.`);
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
  readonly read: (policy: string, difference: number) => CurveVerdict;
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
      return { policy, value, verdict: ask.read(policy, value) };
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
  const [candidate, other] = [policy, baseline].map((name) =>
    all.find((policyValue) => policyValue.policy === name),
  );
  if (candidate === undefined || other === undefined) {
    throw new InternalError(`${policy} or ${baseline} has no value under another curve.`);
  }
  return candidate.value - other.value;
};

/** From which differences on, where missing views earn nothing, a comparison is decided. */
interface Reach {
  readonly above: number;
  readonly below: number;
}

const nowhere: Reach = { above: Infinity, below: -Infinity };
/** Where the log's own estimate stands in place of the study's, whatever the study's curve. */
const everywhere = {
  above: { above: -Infinity, below: -Infinity },
  below: { above: Infinity, below: Infinity },
};

function reachOf({ base, result }: Here, verdict: Verdict): Reach {
  const differences = result.differences.map(restoreNumbers);
  const row = differences.find(
    (difference) => difference.policy === verdict.policy && isSameQuestion(difference, verdict),
  );
  if (row === undefined || "none" in row) return nowhere;
  const [low, high] = row.adjusted.interval;
  if (row.estimatedBy !== undefined)
    return low > 0 ? everywhere.above : high < 0 ? everywhere.below : nowhere;
  if (verdict.missing !== undefined) {
    const { differenceAtZero } = verdict.missing;
    return { above: differenceAtZero - low, below: differenceAtZero - high };
  }
  const margin = decidingMargin(differences, row, base.inference, base.study.family);
  return { above: margin, below: -margin };
}

function readingOf(
  value: number,
  { above, below }: Reach,
  better: "higher" | "lower",
): CurveVerdict {
  if (value <= above && value >= below) return "cannotTell";
  return value > above === (better === "higher") ? "better" : "worse";
}

function tippings(ask: Ask, dial: Dial): readonly Tipping[] {
  const policies = new Map<number, readonly PolicyValue[] | undefined>();
  const under = (position: number): readonly PolicyValue[] | undefined => {
    if (!policies.has(position)) policies.set(position, policiesAt(ask, dial, position));
    return policies.get(position);
  };
  return ask.candidates.flatMap((policy) => {
    const reading = (position: number): CurveVerdict | undefined => {
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
        verdict: now,
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
