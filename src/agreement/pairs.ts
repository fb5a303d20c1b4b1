import { isReason, type Reason } from "../errors.js";
import { observedReward } from "../estimators/index.js";
import { requestKey } from "../estimators/request-key.js";
import type { AnswerOn, DaysReader } from "../evaluate/conclude/answers-on.js";
import type { Verdict } from "../evaluate/conclude/result.js";
import { hypot } from "../numeric/elementary/hypot.js";
import type { OnlineArm } from "./online-arm.js";
import type { Measured, Pair } from "./pair.js";

/** An offline row on some days with what was earned online on them. */
export interface Point {
  readonly row: AnswerOn;
  readonly arm: OnlineArm;
  readonly day: string | null;
  /** Why what was estimated of the day is no answer. */
  readonly drift?: Reason | undefined;
  /** The policy's level; null where offline has no answer. */
  readonly level: Pair | null;
  /** Against the baseline; null for the baseline itself and without the baseline's online results. */
  readonly difference: Pair | null;
  /** What the baseline earned online on the same days. */
  readonly baseline: number | null;
}

/** Every offline answer with its online result: day by day, and over all days of each arm. */
export function pointsOf(
  reader: DaysReader,
  arms: readonly OnlineArm[],
  { baseline, verdicts }: { readonly baseline: string; readonly verdicts: readonly Verdict[] },
  holds: (row: AnswerOn) => boolean,
): readonly Point[] {
  return arms.flatMap((arm) => {
    const feedDays = reader.feeds.find(({ feed }) => feed === arm.feed);
    if (feedDays === undefined) return [];
    const control = arms.find(
      (onlineArm) =>
        onlineArm.policy === baseline &&
        onlineArm.feed === arm.feed &&
        onlineArm.reward === arm.reward,
    );
    const scopes = [...[...arm.byDay.keys()].map((day) => [day]), arm.days ?? feedDays.days];
    return scopes.flatMap((days, at) => {
      const day = at < arm.byDay.size ? (days[0] ?? null) : null;
      const online = day === null ? arm.overall : arm.byDay.get(day);
      const rows = reader.over(arm.feed, days);
      const isWhole = day === null && days.length === feedDays.days.length;
      const against = control && onlineOver(control, day, days, rows, arm.reward);
      return rows
        .filter((row) => row.policy === arm.policy && row.reward === arm.reward && holds(row))
        .flatMap((row) =>
          online === undefined
            ? []
            : [
                pointOf({
                  row,
                  arm,
                  day,
                  drift: day === null ? undefined : reader.driftOf(row),
                  online,
                  against,
                  control,
                  judged: isWhole ? verdicts.find((verdict) => isOf(verdict, row)) : undefined,
                }),
              ],
        );
    });
  });
}

interface PointSource {
  readonly row: AnswerOn;
  readonly arm: OnlineArm;
  readonly day: string | null;
  readonly drift: Reason | undefined;
  readonly online: Measured;
  readonly against: Measured | undefined;
  readonly control: OnlineArm | undefined;
  /** The verdict that rests on the row. */
  readonly judged: Verdict | undefined;
}

/** Whether a verdict rests on a row over all days. */
export const isOf = (verdict: Verdict, row: AnswerOn): boolean =>
  verdict.policy === row.policy &&
  verdict.reward === row.reward &&
  verdict.feed === row.feed &&
  verdict.estimand === row.estimand &&
  verdict.estimator !== null &&
  requestKey({ name: verdict.estimator, parameters: verdict.parameters ?? {} }) ===
    requestKey({ name: row.estimator, parameters: row.parameters });

/** Whether a verdict has another number than the row it rests on: views are missing, or the log refutes the study's. */
export const isMoved = ({ identified, missing, alternatives = [] }: Verdict): boolean =>
  identified === "range" ||
  missing !== undefined ||
  alternatives.some(({ check, role }) => check !== "study" && role === "lead");

/** A difference as the verdict that rests on it has it. */
function asJudged(difference: Measured, judged: Verdict | undefined): Measured {
  if (judged === undefined || judged.value === null || judged.se === null || !isMoved(judged))
    return measured(difference);
  const { value, se, identified, set, setSe } = judged;
  const isRange = identified === "range" && set !== null && setSe !== null;
  return { value, se, ...(isRange && { set, setSe }) };
}

function pointOf({ row, arm, day, drift, online, against, control, judged }: PointSource): Point {
  const { answer, difference } = row;
  const { policy } = arm;
  const ofLog = (withLogged: number): number => (arm.isLog ? withLogged : 0);
  const shared = (withLogged: number): number => (control?.isLog === true ? withLogged : 0);
  const level = isReason(answer)
    ? null
    : { policy, day, online, offline: measured(answer), covariance: ofLog(answer.withLogged) };
  const baseline = against?.value ?? null;
  const isTwin = arm.isLog && !isReason(difference) && difference?.se === 0;
  // The log under another name is not a second arm: 0 against 0.
  if (difference === null || isReason(difference) || against === undefined || isTwin) {
    return { row, arm, day, drift, level, difference: null, baseline };
  }
  const moved = {
    value: isEqual(online.value, against.value) ? 0 : online.value - against.value,
    se: hypot(online.se, against.se),
  };
  const covariance = ofLog(difference.withLogged) - shared(difference.withLogged);
  return {
    row,
    arm,
    day,
    drift,
    level,
    difference: { policy, day, online: moved, offline: asJudged(difference, judged), covariance },
    baseline,
  };
}

/** Up to rounding: means over days of one number differ in their last digits, which without an error would be a sure sign. */
const isEqual = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-12 * (Math.abs(a) + Math.abs(b));

const measured = ({ value, se }: Measured): Measured => ({ value, se });

/** What the baseline earned online on the days of another arm; of a table, its days weighted alike. */
function onlineOver(
  control: OnlineArm,
  day: string | null,
  days: readonly string[],
  rows: readonly AnswerOn[],
  reward: string,
): Measured | undefined {
  if (day !== null) return control.byDay.get(day);
  const isWhole = control.days === null || control.days.every((date) => days.includes(date));
  if (isWhole) return control.overall;
  if (control.isLog) return rows.flatMap((row) => meanOf(row, reward))[0];
  const values = days.map((date) => control.byDay.get(date));
  const present = values.filter((value) => value !== undefined);
  if (present.length < days.length) return undefined;
  const value = present.reduce((sum, day) => sum + day.value, 0) / present.length;
  return { value, se: hypot(...present.map(({ se }) => se)) / present.length };
}

const meanOf = (row: AnswerOn, reward: string): readonly Measured[] =>
  row.estimator === observedReward.name && row.reward === reward && !isReason(row.answer)
    ? [measured(row.answer)]
    : [];
