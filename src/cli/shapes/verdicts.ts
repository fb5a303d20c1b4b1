import type { LiftPosterior, NoPosterior } from "../../evaluate/conclude/choices.js";
import type * as result from "../../evaluate/conclude/result.js";
import { code, estimand, feed, interval, lift, parameters, reason } from "./rows.js";
import {
  added,
  byKey,
  flag,
  listOf,
  mapping,
  nullable,
  number,
  oneOf,
  optional,
  record,
  type Shape,
  text,
} from "./shape.js";

const word = oneOf("better", "worse", "cannotTell", "doNotTrust");
const figure = record<result.CheckResult["measured"]>({
  value: nullable(number),
  se: nullable(number),
  unit: oneOf("reward", "times", "share", "exponent", "rows", "users"),
  words: text(),
});

const checkResult = record<result.CheckResult>({
  check: text(),
  title: text(),
  effect: oneOf("none", "watch", "inconclusive", "cannotTell", "doNotTrust"),
  applies: flag,
  holds: nullable(flag),
  tipping: nullable(figure),
  measured: figure,
  interval: nullable(interval),
  alternative: nullable(
    record<NonNullable<result.CheckResult["alternative"]>>({
      difference: number,
      se: number,
      interval,
    }),
  ),
  message: text(),
  facts: mapping(),
});

const posterior = byKey(
  "none",
  record<NoPosterior>({ priorSd: number, none: reason }),
  record<LiftPosterior>({
    ...{ priorSd: number, mean: number, sd: number },
    ...{ chanceToBeat: number, mostChanceToBeat: optional(number), expectedLoss: number },
  }),
);

const threshold = nullable(number);
const missing = record<result.MissingFacts>({
  share: number,
  shareOfBaseline: nullable(number),
  side: added(oneOf("candidate", "baseline")),
  unknownItemsShare: added(number),
  assumed: oneOf("declared", "timesTheEdge", "unknownItems", "likeTheEdge", "mixed"),
  ...{ rewardPerView: number, rewardRange: interval },
  ...{ averageReward: number, differenceAtZero: number },
  thresholds: nullable(
    record<NonNullable<result.MissingFacts["thresholds"]>>({
      ...{ positiveAbove: threshold, negativeBelow: threshold, zeroAt: threshold },
    }),
  ),
  oneSided: nullable(oneOf("least", "most")),
});

const alternative = record<result.AlternativeFacts>({
  check: text<result.AlternativeFacts["check"]>(),
  role: oneOf("lead", "added", "replaced"),
  ...{ value: number, set: interval, interval },
  ...{ shift: nullable(number), shiftSe: nullable(number) },
});

const numbers = {
  value: nullable(number),
  se: nullable(number),
  df: nullable(number),
  set: added(nullable(interval)),
  setSe: added(nullable(interval)),
  interval: nullable(interval),
  p: nullable(number),
  adjustedP: nullable(number),
  lift: nullable(lift),
};

type ComparisonKey = "policy" | "baseline" | "reward" | "feed";

export const comparison: { readonly [Key in ComparisonKey]: Shape<result.Verdict[Key]> } = {
  policy: text(),
  baseline: text(),
  reward: text(),
  feed,
};

export const verdict: Shape<result.Verdict> = record<result.Verdict>({
  ...comparison,
  verdict: word,
  reason,
  estimator: nullable(text<result.RowKey["estimator"]>()),
  parameters: nullable(parameters),
  estimand,
  ...numbers,
  identified: added(nullable(oneOf("point", "range"))),
  family: number,
  level: number,
  gate: optional(word),
  withheld: optional(record<NonNullable<result.Verdict["withheld"]>>({ code, ...numbers })),
  missing: optional(missing),
  alternatives: optional(listOf(alternative)),
  posterior: optional(posterior),
  checks: optional(listOf(checkResult)),
  notTestable: optional(listOf(text())),
});

export const guardrail: Shape<result.Guardrail> = record<result.Guardrail>({
  ...comparison,
  notWorseThan: number,
  outcome: oneOf("held", "broken", "notShown"),
  lift: nullable(lift),
  level: nullable(number),
  reason,
});
