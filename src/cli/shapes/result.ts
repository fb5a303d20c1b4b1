import type { Diagnosis } from "../../diagnostics/index.js";
import type { Reason } from "../../errors.js";
import type {
  BestCandidate,
  ClipOnHalves,
  ClipPoint,
  ClipWeights,
} from "../../evaluate/conclude/choices.js";
import type { CurveFacts } from "../../evaluate/conclude/curve-facts.js";
import type * as result from "../../evaluate/conclude/result.js";
import {
  better,
  curveVerdict,
  difference,
  estimand,
  estimate,
  feed,
  interval,
  parameters,
  reason,
} from "./rows.js";
import {
  byKey,
  flag,
  listOf,
  mapping,
  nullable,
  number,
  oneOf,
  optional,
  pair,
  record,
  type Shape,
  text,
  valuesOf,
} from "./shape.js";
import { comparison, guardrail, verdict } from "./verdicts.js";

const best = record<BestCandidate>({
  ...{ ...comparison, estimator: text(), parameters, candidates: number },
  ...{ value: number, heldOut: number, se: number, agreed: number },
});

const limited = { policy: text(), estimand, feed, estimator: text(), limit: text() };

const clip = record<ClipOnHalves>({
  ...limited,
  ...{ reward: text(), parameters, halves: pair(parameters), isBlind: flag },
  ...{ value: number, se: number, interval },
});

const clipWeights = byKey(
  "none",
  record<Extract<ClipWeights, { none: Reason }>>({ ...limited, none: reason }),
  record<Extract<ClipWeights, { points: unknown }>>({
    ...limited,
    points: listOf(
      record<ClipPoint>({
        at: number as Shape<ClipPoint["at"]>,
        parameters,
        ess: number,
        biasBound: number,
      }),
    ),
  }),
);

const log = record<result.LogFacts>({
  trajectories: number,
  impressions: nullable(number),
  users: nullable(number),
  days: nullable(number),
  feeds: listOf(text()),
  loggers: listOf(text()),
  firstDay: nullable(text()),
  lastDay: nullable(text()),
  structure: oneOf("check", "sample", "declared"),
  sums: oneOf("exact", "fast"),
  buckets: record<result.LogFacts["buckets"]>({
    kind: oneOf("exact", "hashed"),
    count: number,
    hash: optional(oneOf("native")),
  }),
  counts: valuesOf(number),
  engine: nullable(
    record<NonNullable<result.LogFacts["engine"]>>({ name: text(), version: text() }),
  ),
});

const curve = record<CurveFacts>({
  feed,
  model: text(),
  chosenBy: optional(oneOf("crossValidation")),
  origin: oneOf("log", "fitDays", "file"),
  fitDays: nullable(
    record<NonNullable<CurveFacts["fitDays"]>>({ from: optional(text()), to: optional(text()) }),
  ),
  parameters,
  cutoff: nullable(number),
  estimates: listOf(
    record<CurveFacts["estimates"][number]>({
      ...{ name: text(), value: number, se: nullable(number), interval: nullable(interval) },
    }),
  ),
  tail: nullable(record<NonNullable<CurveFacts["tail"]>>({ after: number, model: text() })),
  trajectories: number,
  clusters: nullable(number),
  ranks: optional(
    listOf(
      record<NonNullable<CurveFacts["ranks"]>[number]>({
        ...{ rank: number, views: number, measured: number, fitted: number },
      }),
    ),
  ),
});

const diagnosis = record<Diagnosis>({
  assumption: text(),
  code: text(),
  policy: nullable(text()),
  reward: nullable(text()),
  feed,
  estimator: nullable(text()),
  testable: oneOf("yes", "partly", "no"),
  statistic: nullable(number),
  p: nullable(number),
  effect: nullable(number),
  interval: nullable(interval),
  severity: oneOf("ok", "watch", "fail", "inconclusive"),
  consequence: text(),
  remedy: text(),
  facts: mapping(),
  policies: optional(listOf(text())),
});

const drawn = { kind: oneOf("asUsed", "family", "interval", "power"), label: text() };

const whatIf = record<result.WhatIf>({
  ...{ feed, reward: text(), better, baseline: text(), estimand, parameters },
  estimator: text<result.RowKey["estimator"]>(),
  curves: listOf(
    byKey(
      "none",
      record<Extract<result.WhatIfCurve, { none: Reason }>>({ ...drawn, none: reason }),
      record<Extract<result.WhatIfCurve, { order: unknown }>>({
        ...drawn,
        policies: listOf(record({ policy: text(), value: number })),
        order: listOf(text()),
        sameOrder: flag,
        differences: listOf(
          record<result.WhatIfDifference>({ policy: text(), value: number, verdict: curveVerdict }),
        ),
      }),
    ),
  ),
  tipping: listOf(
    record<result.Tipping>({
      ...{
        policy: text(),
        verdict: curveVerdict,
        parameter: text(),
        used: number,
        at: nullable(number),
      },
      ...{
        becomes: nullable(curveVerdict),
        standardErrors: nullable(number),
        from: number,
        to: number,
      },
    }),
  ),
});

export const resultShape: Shape<result.Result> = record<result.Result>({
  hindcast: text(),
  study: mapping(),
  confidence: number,
  interval: text(),
  adjust: text(),
  rewards: listOf(record<result.RewardFacts>({ name: text(), better })),
  log,
  curves: listOf(curve),
  verdicts: listOf(verdict),
  guardrails: optional(listOf(guardrail)),
  best: optional(listOf(best)),
  clips: optional(listOf(clip)),
  clipWeights: optional(listOf(clipWeights)),
  estimates: listOf(estimate),
  differences: listOf(difference),
  diagnostics: listOf(diagnosis),
  warnings: listOf(reason),
  whatIf: optional(listOf(whatIf)),
});
