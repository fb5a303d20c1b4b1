import type { ReasonCode } from "../../../codes.js";
import type { Survival, Verdict, VerdictWord, WhatIf } from "../../../evaluate/conclude/result.js";
import { isAnswer } from "../../../evaluate/conclude/withheld.js";
import { showLevel, showStatistic } from "../../../numeric/show-number.js";
import type { ReportedResult } from "../../source.js";
import { feedWords, verdictWords } from "../../words/names.js";
import { type Call, callOf } from "./calls.js";

/** What an interval says of a line from the end of the zone before to this one's. */
export interface Zone {
  readonly until: number;
  readonly says: VerdictWord;
}

/** A quantity that no data settle, as far as one looks, and what it makes of a line. */
export interface TurningPoint {
  /** "new-catalogue, like, feed 2" */
  readonly line: string;
  /** "what a missing view earns" */
  readonly quantity: string;
  readonly from: number;
  /** What the study or the log takes it to be. */
  readonly now: readonly [number, number];
  /** Where a slider begins. */
  readonly start: number;
  readonly isShare: boolean;
  /** In their order; the last one ends where one no longer looks. */
  readonly zones: readonly Zone[];
  /** "taken to be 0 to 1; better above 0.28, worse below 0.26" */
  readonly said: string;
}

export interface TurningView {
  /** Of every line whose verdict such a quantity can change. */
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
      ...(isCalled ? (verdict.survives ?? []).flatMap((each) => ofSurvival(each, verdict)) : []),
      ...ofCurve(verdict, whatIf ?? []),
    ];
    return {
      line,
      verdict,
      dials: tried.filter(isDial).filter(isDrawn),
      firm: tried.filter(isFirm),
    };
  });
  const points = lines.flatMap(({ line, dials }) => dials.map((dial) => ({ line, ...dial })));
  const calls = lines.flatMap(({ line, verdict, dials, firm }) =>
    callOf(line, verdict, [
      ...dials.map(({ quantity }) => `${quantity}: turns it, by its bar`),
      ...firm,
    ]),
  );
  if (points.length + calls.length === 0) return null;
  return { points, calls, hasOtherCurves: (whatIf ?? []).length > 0 };
}

/** Of a quantity that turns a verdict, or in words how far it was looked without that. */
type Tried = Dial | string;
type Dial = Omit<TurningPoint, "line">;

const isFirm = (tried: Tried): tried is string => typeof tried === "string";
const isDial = (tried: Tried): tried is Dial => !isFirm(tried);

const isDrawn = ({ from, now, zones }: Dial): boolean =>
  [from, ...now, ...zones.map(({ until }) => until)].every(Number.isFinite);

const isLower = ({ rewards }: ReportedResult, reward: string): boolean =>
  rewards.some(({ name, better }) => name === reward && better === "lower");

const ofMissingView = "what a missing view earns";

/** Whatever else is in doubt, the difference is a line in what a missing view earns. */
function ofMissing({ missing }: Verdict, lower: boolean): readonly Tried[] {
  if (missing === undefined || missing.turns === null) return [];
  const { range, average, turns } = missing;
  const [above, below] = [turns.positiveAbove, turns.negativeBelow];
  const from = Math.min(0, range[0]);
  const to = Math.max(range[1], 2 * average);
  const isWithin = (at: number | null): at is number => at !== null && at > from && at < to;
  if (!isWithin(above) && !isWithin(below))
    return [
      `${ofMissingView}: nothing from ${showStatistic(from)} to ${showStatistic(to)} turns it`,
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
  const said = `taken to be ${range.map(showStatistic).join(" to ")}, a logged view earns ${showStatistic(average)}; ${turning.join(", ")}`;
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
  readonly danger: ReasonCode;
  readonly unit: Survival["measured"]["unit"];
  readonly quantity: string;
  readonly none: number;
  readonly show: (value: number) => string;
}

/** Quantities of which a check knows where the call is lost, and no log where they are. */
const untested: readonly Untested[] = [
  {
    ...{ danger: "trustBias", unit: "share", none: 0, show: showLevel },
    quantity: "by how much the reward of a view falls with each rank, by trust in the ranker",
  },
  {
    ...{ danger: "exposureCalibration", unit: "times", none: 1, show: showStatistic },
    quantity: "by which factor logged exposures are wrong (Γ)",
  },
];

function ofSurvival(
  { danger, tipping, survives, measured }: Survival,
  { verdict }: Verdict,
): readonly Tried[] {
  const known = untested.find((each) => each.danger === danger && each.unit === tipping?.unit);
  const at = tipping?.value ?? null;
  if (danger === "trustBias" && tipping === null && survives === true)
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
      said: `taken to be ${show(none)}; no longer ${verdictWords[verdict]} from ${show(at)} on`,
    },
  ];
}

/** The parameter of the curve, where other curves were tried. */
function ofCurve(line: Verdict, whatIf: readonly WhatIf[]): readonly Tried[] {
  return whatIf
    .filter(
      ({ reward, feed, baseline }) =>
        reward === line.reward && feed === line.feed && baseline === line.baseline,
    )
    .flatMap(({ tipping }) => tipping)
    .filter(({ policy }) => policy === line.policy)
    .flatMap(({ parameter, reading, used, at, becomes, from, to }): readonly Tried[] => {
      if (at === null || becomes === null)
        return [
          `${parameter} of the curve: nothing from ${showStatistic(from)} to ${showStatistic(to)} turns it`,
        ];
      const zones: readonly Zone[] =
        at > used
          ? [
              { until: at, says: reading },
              { until: to, says: becomes },
            ]
          : [
              { until: at, says: becomes },
              { until: to, says: reading },
            ];
      const side = at > used ? "above" : "below";
      const said = `${showStatistic(used)} in use; ${verdictWords[becomes]} ${side} ${showStatistic(at)}`;
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
