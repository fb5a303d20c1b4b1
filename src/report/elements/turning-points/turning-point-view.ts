import type { ReasonCode } from "../../../codes.js";
import type {
  CheckResult,
  Verdict,
  VerdictWord,
  WhatIf,
} from "../../../evaluate/conclude/result.js";
import { isAnswer } from "../../../evaluate/conclude/withheld.js";
import { showLevel, showStatistic } from "../../../numeric/show-number.js";
import type { ReportedResult } from "../../source.js";
import { feedWords, verdictWords } from "../../words/names.js";
import { type Call, callOf } from "./calls.js";

/** The verdict from the end of the zone before to the end of this one. */
export interface Zone {
  readonly until: number;
  readonly says: VerdictWord;
}

/** An assumed quantity over the range that is looked at, and the verdict of a comparison there. */
export interface TurningPoint {
  /** "new-catalogue, like, feed 2" */
  readonly line: string;
  /** "what a missing view earns" */
  readonly quantity: string;
  readonly from: number;
  /** What is assumed, or fitted. */
  readonly now: readonly [number, number];
  /** Where a slider begins. */
  readonly start: number;
  readonly isShare: boolean;
  /** In their order; the last one ends with the range that is looked at. */
  readonly zones: readonly Zone[];
  /** "assumed: 0 to 1, not identified by the log; better above 0.28, worse below 0.26" */
  readonly said: string;
}

export interface TurningView {
  /** Of every comparison whose verdict such a quantity can change, those judged better first. */
  readonly points: readonly TurningPoint[];
  readonly calls: readonly Call[];
  readonly hasOtherCurves: boolean;
}

export function turningPointView(result: ReportedResult): TurningView | null {
  const { verdicts, whatIf } = result;
  const lines = verdicts.map((verdict) => {
    const line = [verdict.policy, verdict.reward, feedWords(verdict.feed)]
      .filter(Boolean)
      .join(", ");
    const isCalled = isAnswer(verdict);
    const tried = [
      ...ofMissing(verdict, isLower(result, verdict.reward)),
      ...(isCalled ? (verdict.checks ?? []).flatMap((each) => ofSurvival(each, verdict)) : []),
      ...ofCurve(verdict, whatIf ?? []),
    ];
    return {
      line,
      verdict,
      dials: tried.filter(isDial).filter(isDrawn),
      firm: tried.filter(isFirm),
    };
  });
  const ordered = lines.toSorted((a, b) => placeOf(a.verdict) - placeOf(b.verdict));
  const points = ordered.flatMap(({ line, dials }) => dials.map((dial) => ({ line, ...dial })));
  const calls = ordered.flatMap(({ line, verdict, dials, firm }) =>
    callOf(line, verdict, [
      ...dials.map(({ quantity }) => `${quantity}: can change it, see its bar`),
      ...firm,
    ]),
  );
  if (points.length + calls.length === 0) return null;
  return { points, calls, hasOtherCurves: (whatIf ?? []).length > 0 };
}

const order: readonly VerdictWord[] = ["better", "worse"];
const placeOf = ({ verdict }: Verdict): number =>
  order.includes(verdict) ? order.indexOf(verdict) : order.length;

/** A quantity that changes a verdict, or in words the range in which none of its values does. */
type Tried = Dial | string;
type Dial = Omit<TurningPoint, "line">;

const isFirm = (tried: Tried): tried is string => typeof tried === "string";
const isDial = (tried: Tried): tried is Dial => !isFirm(tried);

const isDrawn = ({ from, now, zones }: Dial): boolean =>
  [from, ...now, ...zones.map(({ until }) => until)].every(Number.isFinite);

const isLower = ({ rewards }: ReportedResult, reward: string): boolean =>
  rewards.some(({ name, better }) => name === reward && better === "lower");

const ofMissingView = "what a missing view earns";

/** Whatever else is in doubt, the difference is linear in what a missing view earns. */
function ofMissing({ missing }: Verdict, lower: boolean): readonly Tried[] {
  if (missing === undefined || missing.thresholds === null) return [];
  const { rewardRange: range, averageReward: average, thresholds } = missing;
  const [above, below] = [thresholds.positiveAbove, thresholds.negativeBelow];
  const from = Math.min(0, range[0]);
  const to = Math.max(range[1], 2 * average);
  const isWithin = (at: number | null): at is number => at !== null && at > from && at < to;
  if (!isWithin(above) && !isWithin(below))
    return [
      `${ofMissingView}: no value from ${showStatistic(from)} to ${showStatistic(to)} changes it`,
    ];
  const [up, down] = lower ? (["worse", "better"] as const) : (["better", "worse"] as const);
  const zones: readonly Zone[] = [
    ...(isWithin(below) ? [{ until: below, says: down }] : []),
    ...(isWithin(above) ? [{ until: above, says: "cannotTell" as const }] : []),
    { until: to, says: isWithin(above) ? up : "cannotTell" },
  ];
  const turning = [
    ...(isWithin(above) ? [`${verdictWords[up]} above ${showStatistic(above)}`] : []),
    ...(isWithin(below) ? [`${verdictWords[down]} below ${showStatistic(below)}`] : []),
  ];
  const said = `assumed: ${range.map(showStatistic).join(" to ")}, not identified by the log (a logged view earns ${showStatistic(average)}); ${turning.join(", ")}`;
  return [
    {
      quantity: ofMissingView,
      from,
      now: range,
      start: average,
      isShare: false,
      zones,
      said,
    },
  ];
}

interface Untested {
  readonly check: ReasonCode;
  readonly unit: CheckResult["measured"]["unit"];
  readonly quantity: string;
  readonly none: number;
  readonly show: (value: number) => string;
}

/** Quantities that no log identifies, of which a check knows where the verdict becomes *cannot tell*. */
const untested: readonly Untested[] = [
  {
    ...{ check: "trustBias", unit: "share", none: 0, show: showLevel },
    quantity: "fall of a view's reward with each rank, by trust in the ranker",
  },
  {
    ...{ check: "exposureCalibration", unit: "times", none: 1, show: showStatistic },
    quantity: "factor by which logged exposures are wrong (Γ)",
  },
];

function ofSurvival(
  { check, tipping, holds, measured }: CheckResult,
  { verdict }: Verdict,
): readonly Tried[] {
  const known = untested.find((each) => each.check === check && each.unit === tipping?.unit);
  const at = tipping?.value ?? null;
  if (check === "trustBias" && tipping === null && holds === true)
    return [`trust in the ranker: ${measured.words}`];
  if (known === undefined || at === null || at <= known.none) return [];
  const { none, show, quantity } = known;
  const to = none + 2 * (at - none);
  return [
    {
      ...{ quantity, from: none, now: [none, none], start: none, isShare: known.unit === "share" },
      zones: [
        { until: at, says: verdict },
        { until: to, says: "cannotTell" },
      ],
      said: `assumed: ${show(none)}, not identified by the log; no longer ${verdictWords[verdict]} from ${show(at)} on`,
    },
  ];
}

/** A fitted parameter this many standard errors off is no open question. */
const farthest = 80;

/** The parameter of the curve, where other curves were tried. */
function ofCurve(line: Verdict, whatIf: readonly WhatIf[]): readonly Tried[] {
  return whatIf
    .filter(
      ({ reward, feed, baseline }) =>
        reward === line.reward && feed === line.feed && baseline === line.baseline,
    )
    .flatMap(({ tipping }) => tipping)
    .filter(({ policy }) => policy === line.policy)
    .flatMap((tipping): readonly Tried[] => {
      const { parameter, verdict: says, used, at, becomes, from, to, standardErrors } = tipping;
      if (at === null || becomes === null)
        return [
          `${parameter} of the curve: no value from ${showStatistic(from)} to ${showStatistic(to)} changes it`,
        ];
      const away =
        standardErrors === null ? null : `${showStatistic(standardErrors)} standard errors away`;
      if (standardErrors !== null && standardErrors > farthest)
        return [`${parameter} of the curve: only ${showStatistic(at)} would change it, ${away}`];
      const zones: readonly Zone[] =
        at > used
          ? [
              { until: at, says },
              { until: to, says: becomes },
            ]
          : [
              { until: at, says: becomes },
              { until: to, says },
            ];
      const side = at > used ? "above" : "below";
      const source =
        away === null
          ? `assumed: ${showStatistic(used)}, not identified by the log`
          : `fitted: ${showStatistic(used)}`;
      const said = `${source}; ${verdictWords[becomes]} ${side} ${showStatistic(at)}${away === null ? "" : `, ${away}`}`;
      return [
        {
          quantity: `${parameter} of the curve`,
          from,
          now: [used, used],
          start: used,
          isShare: false,
          zones,
          said,
        },
      ];
    });
}
