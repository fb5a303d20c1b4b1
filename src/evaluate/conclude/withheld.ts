import { checks } from "../../checks/index.js";
import type { ReasonCode } from "../../codes.js";
import type { Diagnosis } from "../../diagnostics/index.js";
import { observedReward } from "../../estimators/index.js";
import { allFeeds } from "../../inference/scope.js";
import { LOGGED } from "../../log/log-spec.js";
import type {
  Answered,
  CheckResult,
  DifferenceRow,
  EstimateRow,
  RowKey,
  Verdict,
} from "./result.js";
import type { SharedReward } from "./shared-rewards.js";
import { withholdNumbers } from "./withhold-numbers.js";

/** Undecided for what the numbers themselves lack: by a check, without any reward to move, from a policy that was trained on them, or by a curve of other days. */
const lacking: ReadonlySet<string> = new Set<ReasonCode>([
  ...checks.flatMap(({ code, withholds }) => (withholds ? [code] : [])),
  "noReward",
  "trainedOnLog",
  "driftOfCurve",
]);

interface VerdictReasons extends Pick<Verdict, "verdict" | "reason" | "missing"> {
  readonly checks?: readonly Pick<CheckResult, "check" | "effect">[] | undefined;
}

/**
 * The code for which the numbers behind a verdict are not an answer: they are wrong, or lack what it takes, even
 * where the first reason of the verdict is another one.
 */
export function withheldBy(judged: VerdictReasons): ReasonCode | undefined {
  const { verdict, reason, missing, checks = [] } = judged;
  if (verdict === "doNotTrust") return reason.code;
  if (verdict !== "cannotTell") return undefined;
  // Results of earlier versions count missing views as 0.
  const lacks = (code: ReasonCode): boolean =>
    lacking.has(code) || (code === "support" && missing === undefined);
  if (lacks(reason.code)) return reason.code;
  return checks.find(({ check, effect }) => effect === verdict && lacks(check))?.check;
}

/** The check by whose re-estimate a verdict has its number instead of the study's. */
export function leadOf({
  alternatives = [],
}: Pick<Verdict, "alternatives">): ReasonCode | undefined {
  const lead = alternatives.find(({ role }) => role === "lead")?.check;
  return lead === "study" ? undefined : lead;
}

/** The same, where it leaves no room for the study's. */
export function refutedBy(
  verdict: Pick<Verdict, "interval" | "alternatives">,
): ReasonCode | undefined {
  const { interval, alternatives = [] } = verdict;
  const study = alternatives.find(({ check }) => check === "study");
  if (study === undefined || interval === null) return undefined;
  return study.value < interval[0] || study.value > interval[1] ? leadOf(verdict) : undefined;
}

type CheckEffect = Pick<CheckResult, "alternative" | "effect">;

/**
 * Whether the words of a check may stand on a comparison: those of a re-estimate repeat numbers, and on a comparison whose numbers are
 * withheld they stand only where they are the reason for it.
 */
export function mayStand(judged: VerdictReasons, check: ReasonCode, reading: CheckEffect): boolean {
  const withheld = withheldBy(judged);
  if (withheld === undefined || withheld === check || reading.alternative === null) return true;
  return judged.verdict === "doNotTrust" && refuses(reading);
}

const refuses = ({ effect }: CheckEffect): boolean =>
  effect === "doNotTrust" || effect === "cannotTell";

export const isAnswer = (verdict: VerdictReasons): boolean => withheldBy(verdict) === undefined;

/** A verdict without its numbers where these are not an answer. */
export function withholdVerdict(verdict: Verdict): Verdict {
  const code = withheldBy(verdict);
  return code === undefined || verdict.withheld !== undefined
    ? verdict
    : withholdNumbers(verdict, code);
}

/**
 * Withholds the numbers of rows of a policy and reward whose verdict is not answered by its numbers, with the code of that
 * verdict: whatever estimator or day, and pooled rows that hold such a feed. Where missing views leave a comparison open, or the log refutes the study's
 * number, those of all but the row that allows for it. Where a log holds rows that were
 * not viewed, those of estimators that count views, too; so are all rows of a reward that belongs to whole
 * lists, and rows of single days for which `driftOf` has a code. What was observed online stays.
 */
export function withholdRows<Row extends EstimateRow | DifferenceRow>(
  rows: readonly Answered<Row>[],
  verdicts: readonly Verdict[],
  countsViews: (row: RowKey) => boolean = () => false,
  shared: readonly SharedReward[] = [],
  driftOf: (row: RowKey) => ReasonCode | undefined = () => undefined,
): readonly Row[] {
  const lost = verdicts.filter(({ reason }) => ofNoTrajectories.has(reason.code));
  const open = verdicts.filter((verdict) => !isAnswer(verdict));
  const missing = verdicts.filter(leavesViewsOut);
  const offered = verdicts.filter(holdsOfferedRows);
  const refuted = verdicts.filter(
    (verdict) => refutedBy(verdict) !== undefined || hasRefutedBase(verdict),
  );
  const codeOf = (row: RowKey): ReasonCode | undefined =>
    shared.find((reward) => isSharedIn(row, reward))?.reason.code ??
    open
      .flatMap((verdict) => (isOfComparison(row, verdict) ? (withheldBy(verdict) ?? []) : []))
      .at(0) ??
    ("estimatedBy" in row
      ? undefined
      : refuted
          .flatMap((verdict) =>
            isOfComparison(row, verdict) || isOfRefutedBase(row, verdict)
              ? (leadOf(verdict) ?? [])
              : [],
          )
          .at(0)) ??
    (missing.some((verdict) => isOfComparison(row, verdict)) && !("set" in row)
      ? ofViews
      : undefined) ??
    (row.policy === LOGGED
      ? lost.find((verdict) => holdsFeed(row, verdict))?.reason.code
      : undefined) ??
    (offered.some((verdict) => isOfFeed(row, verdict)) && countsViews(row)
      ? notViews
      : undefined) ??
    driftOf(row);
  return rows.map((row) => {
    const code = "none" in row ? undefined : codeOf(row);
    return code === undefined ? (row as Row) : withholdNumbers<Row>(row, code);
  });
}

/** Where trajectories without a reward are missing, or rows count as trajectories, the log's own means are wrong, too. */
const ofNoTrajectories: ReadonlySet<string> = new Set(
  checks.flatMap(({ code, ofTrajectories }) => (ofTrajectories ? [code] : [])),
);
const notViews: ReasonCode = "viewsNotLogged";
const ofViews: ReasonCode = "support";
/** Only the number of a verdict allows for missing views: others are of some use where the verdict stands all the same. */
const leavesViewsOut = ({ verdict, missing }: Verdict): boolean =>
  verdict === "cannotTell" && missing !== undefined;
const holdsOfferedRows = ({ checks = [] }: Verdict): boolean =>
  checks.some(({ check, effect }) => check === notViews && effect !== "none");

/** Findings that order policies are left out where the numbers of one of them are not an answer. */
export const withoutOpenOrders = (
  diagnoses: readonly Diagnosis[],
  verdicts: readonly Verdict[],
): readonly Diagnosis[] => {
  const open = verdicts.filter((verdict) => !isAnswer(verdict));
  return diagnoses.filter(
    ({ policies = [], reward, feed }) =>
      !open.some(
        (verdict) =>
          verdict.reward === reward && verdict.feed === feed && policies.includes(verdict.policy),
      ),
  );
};

/** Rows of a baseline, or against it, that is not the logging policy. */
const isOfRefutedBase = (row: RowKey & { readonly baseline?: string }, verdict: Verdict): boolean =>
  hasRefutedBase(verdict) &&
  [row.policy, row.baseline].includes(verdict.baseline) &&
  row.reward === verdict.reward &&
  isOfFeed(row, verdict);

/** Whether what the baseline earns rests on a curve that the log refutes. */
export const hasRefutedBase = ({ lift }: Pick<Verdict, "lift">): boolean =>
  lift !== null && "none" in lift && lift.none.code === "baselineRefuted";

export const holdsFeed = (row: RowKey, { feed }: Pick<Verdict, "feed">): boolean =>
  row.feed === feed || row.feed === allFeeds;

/** The log's own mean, too, but not what was observed online. */
const isSharedIn = (row: RowKey, { reward, feed }: SharedReward): boolean =>
  row.reward === reward &&
  holdsFeed(row, { feed }) &&
  (row.policy === LOGGED || row.estimator !== observedReward.name);

const isOfFeed = (row: RowKey, verdict: Verdict): boolean =>
  holdsFeed(row, verdict) && row.estimator !== observedReward.name;

const isOfComparison = (row: RowKey, verdict: Verdict): boolean =>
  row.policy === verdict.policy && row.reward === verdict.reward && isOfFeed(row, verdict);
