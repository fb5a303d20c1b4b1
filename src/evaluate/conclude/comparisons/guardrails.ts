import { type Reason, reason } from "../../../errors.js";
import { covariance, standardError } from "../../../inference/delta.js";
import { square } from "../../../numeric/elementary/square.js";
import { showPercent } from "../../../numeric/show-number.js";
import type { Guard } from "../../../study/study.js";
import { eachInTurn } from "../../each-in-turn.js";
import { decidingRow } from "../deciding-row.js";
import type { Contrast } from "../difference-rows.js";
import { type ComparisonPlace, type Evidence, isAt, placesOf } from "../evidence.js";
import type { Answered, Difference, DifferenceRow, Guardrail, Lift, Verdict } from "../result.js";
import { withheldBy } from "../withheld.js";
import { judgeComparison } from "./judge-comparison.js";
import type { VerdictComparison } from "./verdict-comparisons.js";

/** What guardrails follow from: the comparisons of the study, and their verdicts and rows at its level. */
export interface GuardedComparisons extends Evidence {
  readonly rows: ReadonlyMap<Contrast, Answered<DifferenceRow>>;
  readonly verdicts: readonly Verdict[];
}

/**
 * Whether each candidate is shown to lose no more than the margin of a guarded reward: the comparison's difference plus
 * the margin's share of the baseline is judged as any difference is, by the same interval and against the same
 * threats. One that the log cannot show is not held.
 */
export function guardrailsOf(
  guardedComparisons: GuardedComparisons,
  signal?: AbortSignal,
): Promise<readonly Guardrail[]> {
  const { guardrails = {} } = guardedComparisons.study;
  const places = placesOf(guardedComparisons).flatMap((place) => {
    const guard = Object.hasOwn(guardrails, place.reward) ? guardrails[place.reward] : undefined;
    return guard === undefined ? [] : [{ place, guard }];
  });
  return eachInTurn(
    places,
    ({ place, guard }) => guardrailOf(guardedComparisons, place, guard),
    signal,
  );
}

function guardrailOf(
  guardedComparisons: GuardedComparisons,
  place: ComparisonPlace,
  { notWorseThan }: Guard,
): Guardrail {
  const comparison = guardedComparisons.comparisons.find(({ compared: { key } }) =>
    isAt(key, place),
  );
  const row =
    (comparison && guardedComparisons.rows.get(comparison.compared)) ??
    decidingRow(
      guardedComparisons.study,
      place,
      guardedComparisons.differences,
      (differenceRow) => differenceRow,
    );
  const verdict = guardedComparisons.verdicts.find((verdict) => isAt(verdict, place));
  const open = { ...place, baseline: guardedComparisons.baseline, notWorseThan };
  const level = row !== undefined && "value" in row ? row.adjusted.level : null;
  const notShown = (why: Reason): Guardrail => ({
    ...open,
    ...{ outcome: "notShown", lift: null, level, reason: why },
  });
  if (comparison === undefined || row === undefined || "none" in row || verdict === undefined) {
    return notShown(unidentified(row !== undefined && "none" in row ? row.none : verdict?.reason));
  }
  if (withheldBy(verdict) !== undefined) return notShown(unidentified(verdict.reason));
  if ("same" in comparison.test) {
    const message = `${place.policy} and ${guardedComparisons.baseline} are identical on this log in ${place.reward}.`;
    const why = reason("guardrailHeld", message, { margin: notWorseThan });
    return { ...open, outcome: "held", lift: row.lift, level, reason: why };
  }
  if ("none" in row.lift) return notShown(unidentified(row.lift.none));
  const judged = judgeComparison(
    guardedComparisons,
    movedBy(row, row.lift.interval, comparison, notWorseThan),
    place,
  );
  const { lift } = row;
  const outcome = ({ better: "held", worse: "broken" } as const)[judged.word as "better" | "worse"];
  const byInterval = judged.reason.code === "intervalHoldsZero";
  const why =
    outcome === undefined && !byInterval
      ? againstCheck(
          judged.reason,
          judged.decision?.findings ?? [],
          notWorseThan,
          leftOpen(lift, comparison.better, notWorseThan),
        )
      : ofInterval(outcome ?? "notShown", row.lift, comparison.better, notWorseThan);
  return { ...open, outcome: outcome ?? "notShown", lift, level, reason: why };
}

/** The row of "difference + margin·|baseline|", with the interval of the lift moved by as much. */
function movedBy(
  row: Difference,
  [low, high]: readonly [number, number],
  { compared: { answer, base }, better }: VerdictComparison,
  margin: number,
): Difference {
  const share = better === "higher" ? margin : -margin;
  const size = Math.abs(base.value);
  const toBase = share * Math.sign(base.value);
  const se = standardError(answer);
  const variance =
    square(se) +
    2 * toBase * covariance(answer.influence, base.influence) +
    square(toBase) * covariance(base.influence, base.influence);
  const ratio = se > 0 ? Math.sqrt(Math.max(0, variance)) / se : 1;
  const interval = [(low + share) * size, (high + share) * size] as const;
  const { intervalBy } = row.adjusted;
  return {
    ...row,
    value: row.value + share * size,
    se: row.se * ratio,
    interval,
    adjusted: { ...row.adjusted, method: intervalBy, interval },
  };
}

/** In the first sentence of why; the verdict of the comparison has the others. */
const unidentified = (why: Reason | undefined): Reason => {
  const [first] = (why?.message ?? "No estimator of the reward may decide.").split(
    /(?<=\.)\s+(?=[A-Z0-9])/,
  );
  const message = `The loss is not identified: ${first}`;
  return reason("guardrailNotIdentified", message, { because: why?.code ?? "noEstimator" });
};

/**
 * What leaves open whether the loss stays within the margin: evidence of threats, whose numbers the verdict of the comparison
 * has, or what the log lacks.
 */
function againstCheck(
  first: Reason,
  findings: readonly { readonly code: string; readonly effect: string }[],
  margin: number,
  openValues: string | undefined,
): Reason {
  const codes = findings
    .filter(({ effect }) => effect === "cannotTell" || effect === "doNotTrust")
    .map(({ code }) => code)
    .join(", ");
  if ((codes === "support" || codes === "trustBias") && openValues !== undefined)
    return reason("guardrailNotIdentified", openValues, { because: codes });
  if (codes !== "") {
    const message = `The log shows evidence (${codes}) that leaves open whether the loss stays within ${percent(margin)}; see the verdict of this comparison.`;
    return reason("guardrailNotIdentified", message, { because: codes });
  }
  if (first.code !== "checksNotRun") return unidentified(first);
  const message = `The loss is not identified within ${percent(margin)}: the checks could not run, since the log or its tally lacks the tables that they read.`;
  return reason("guardrailNotIdentified", message, { because: first.code });
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(6))} %`;

type KnownLift = Extract<Lift, { readonly value: number }>;

function ofInterval(
  outcome: Guardrail["outcome"],
  lift: KnownLift,
  better: "higher" | "lower",
  margin: number,
): Reason {
  const [low, high] = lift.interval;
  const facts = { low, high, margin };
  const interval = `[${showPercent(low)}, ${showPercent(high)}]`;
  const limit = limitOf(better, margin);
  const [good, bad] = better === "higher" ? ["above", "below"] : ["below", "above"];
  if (outcome === "held") {
    return reason("guardrailHeld", `The lift's interval ${interval} lies ${good} ${limit}.`, facts);
  }
  if (outcome === "broken") {
    return reason(
      "guardrailBroken",
      `The lift's interval ${interval} lies ${bad} ${limit}.`,
      facts,
    );
  }
  const message =
    leftOpen(lift, better, margin) ??
    `The lift's interval ${interval} contains ${limit}: more trajectories could decide it.`;
  return reason("guardrailOpen", message, facts);
}

const limitOf = (better: "higher" | "lower", margin: number): string =>
  `${better === "higher" ? "−" : "+"}${percent(margin)}`;

/** Where the margin lies among the lifts that the log leaves open, however large it is. */
function leftOpen(
  { interval, set }: KnownLift,
  better: "higher" | "lower",
  margin: number,
): string | undefined {
  const at = better === "higher" ? -margin : margin;
  if (set === undefined || set[0] > at || set[1] < at) return undefined;
  const [shown, values] = [interval, set].map((ends) => ends.map((end) => showPercent(end)));
  const side = better === "higher" ? "above" : "below";
  return `The lift does not lie ${side} ${limitOf(better, margin)} for every value in ${values?.join(" to ")} that this log leaves open (interval [${shown?.join(", ")}]): more trajectories do not narrow these.`;
}
