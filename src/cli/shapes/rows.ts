import type { ReasonCode } from "../../codes.js";
import type { Reason } from "../../errors.js";
import type { Estimand } from "../../estimators/estimator.js";
import type * as result from "../../evaluate/conclude/result.js";
import type { Interval } from "../../inference/intervals/interval.js";
import type { Parameters, ParameterValue } from "../../parameters.js";
import {
  absent,
  added,
  byKey,
  limit,
  listOf,
  mapping,
  nothing,
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

// What readers of a result rely on. The types of results hold these to what `evaluate` writes.

export const interval: Shape<Interval> = pair(limit);
export const reason: Shape<Reason> = record<Reason>({
  code: text(),
  message: text(),
  facts: mapping(),
});
export const estimand: Shape<Estimand> = oneOf("perTrajectory", "perImpression");
export const better: Shape<result.RewardFacts["better"]> = oneOf("higher", "lower");
export const feed: Shape<string | null> = nullable(text());
export const curveVerdict: Shape<result.CurveVerdict> = oneOf("better", "worse", "cannotTell");

const parameter: Shape<ParameterValue> = (value, path) => {
  if (value === null || typeof value === "string") return undefined;
  return Array.isArray(value) ? listOf(number)(value, path) : number(value, path);
};
export const parameters: Shape<Parameters> = valuesOf(parameter);

export const lift: Shape<result.Lift> = byKey(
  "none",
  record<Extract<result.Lift, { none: Reason }>>({ none: reason }),
  record<Extract<result.Lift, { value: number }>>({
    value: number,
    set: optional(interval),
    interval,
  }),
);

const key = {
  policy: text(),
  estimator: text<result.RowKey["estimator"]>(),
  parameters,
  reward: text(),
  estimand,
  feed,
  day: nullable(text()),
};
const sizes = { n: number, clusters: nullable(number), buckets: number };
const isNone = { ...key, none: reason, withheld: absent };
export const code: Shape<ReasonCode> = text<ReasonCode>();

const ofEstimate = {
  ...key,
  ...sizes,
  skipped: optional(number),
  drawn: optional(oneOf("groups")),
  warnings: listOf(code),
};
const estimateNumbers = { value: number, se: number, interval };

export const estimate: Shape<result.EstimateRow> = byKey(
  "none",
  record<result.NoEstimate>(isNone),
  byKey(
    "withheld",
    record<result.WithheldEstimate>({
      ...ofEstimate,
      ...{ value: nothing, se: nothing, interval: nothing },
      withheld: record<result.WithheldEstimate["withheld"]>({ code, ...estimateNumbers }),
    }),
    record<result.Estimate>({ ...ofEstimate, ...estimateNumbers, withheld: absent }),
  ),
);

const ofDifference = { ...key, ...sizes, baseline: text(), estimatedBy: optional(code) };
const differenceNumbers = {
  ...{ value: number, se: number, df: added(limit), interval, p: number, lift },
  ...{ set: optional(interval), setSe: optional(interval) },
  adjusted: record<result.Difference["adjusted"]>({
    method: text(),
    family: number,
    chosenFrom: optional(number),
    level: added(number),
    p: number,
    interval,
    intervalBy: added(text()),
  }),
};

export const difference: Shape<result.DifferenceRow> = byKey(
  "none",
  record<result.NoEstimate & { readonly baseline: string }>({ ...isNone, baseline: text() }),
  byKey(
    "withheld",
    record<result.WithheldDifference>({
      ...ofDifference,
      ...{ value: nothing, se: nothing, df: added(nothing), interval: nothing, p: nothing },
      ...{ set: optional(nothing), setSe: optional(nothing), adjusted: nothing, lift: nothing },
      withheld: record<result.WithheldDifference["withheld"]>({ code, ...differenceNumbers }),
    }),
    record<result.Difference>({ ...ofDifference, ...differenceNumbers, withheld: absent }),
  ),
);
