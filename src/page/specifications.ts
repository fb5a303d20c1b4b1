import { findEstimator } from "../estimators/index.js";
import { label } from "../evaluate/ask/label.js";
import type { Difference, Interval, Result, Verdict } from "../evaluate/conclude/result.js";
import { isAnswer } from "../evaluate/conclude/withheld.js";
import type { Parameters } from "../parameters.js";

/** A way to have computed the difference of a line: what it gives, and by which choices. */
export interface Specification {
  readonly value: number;
  readonly interval: Interval | null;
  /** Of each kind one: "estimator: snips", "reading: robots". */
  readonly choices: readonly string[];
  /** Whether the verdict rests on it. */
  readonly decides: boolean;
}

/** Every way that a result has for a line of its verdicts, from the least to the largest. */
export interface SpecifiedLine {
  readonly name: string;
  readonly specifications: readonly Specification[];
}

/**
 * The lines of a result whose numbers are an answer, with all that it says of their differences: by each estimator of the
 * reward, under each other reading of the log that it has, and under each other curve where these were asked for.
 */
export function specificationsOf(result: Result): readonly SpecifiedLine[] {
  return result.verdicts.filter(isAnswer).flatMap((verdict) => {
    const specifications = [
      ...ofEstimators(result, verdict),
      ...ofReadings(verdict),
      ...ofCurves(result, verdict),
    ].toSorted((a, b) => a.value - b.value);
    const { policy, baseline, reward, feed } = verdict;
    const where = feed === null ? "" : `, feed ${feed}`;
    const name = `${policy} − ${baseline}: ${reward}${where}`;
    return specifications.length < 2 ? [] : [{ name, specifications }];
  });
}

const ofLine =
  ({ policy, reward, feed, estimand }: Verdict) =>
  (row: Pick<Difference, "policy" | "reward" | "feed" | "day" | "estimand">): boolean =>
    row.policy === policy &&
    row.reward === reward &&
    row.feed === feed &&
    row.estimand === estimand &&
    row.day === null;

const asUsed = "curve: as used";
const byStudy = "reading: as the study has it";

const ofEstimators = (result: Result, verdict: Verdict): readonly Specification[] =>
  result.differences.filter(ofLine(verdict)).flatMap((row) => {
    const { estimator: name, parameters } = row;
    const isOfReward = findEstimator(name)?.role(parameters) === "reward";
    if (!("value" in row) || !isOfReward || row.withheld !== undefined) return [];
    const { value, interval, adjusted, reading } = row;
    const decides = adjusted.method !== "none";
    const by = reading === undefined ? byStudy : `reading: ${reading}`;
    return [{ value, interval, choices: [estimatorOf(name, parameters), by, asUsed], decides }];
  });

const ofReadings = ({ readings = [], ...verdict }: Verdict): readonly Specification[] =>
  readings.flatMap(({ danger, value, interval, shift }) => {
    const { estimator, parameters } = verdict;
    if (estimator === null || parameters === null || shift === null) return [];
    const choices = [estimatorOf(estimator, parameters), `reading: ${danger}`, asUsed];
    return [{ value, interval, choices, decides: false }];
  });

/** Errors are not computed again under other curves. */
const ofCurves = ({ whatIf = [] }: Result, verdict: Verdict): readonly Specification[] =>
  whatIf
    .filter(({ reward, feed }) => reward === verdict.reward && feed === verdict.feed)
    .flatMap(({ curves, estimator, parameters }) =>
      curves.flatMap((curve) => {
        if ("none" in curve || curve.kind === "asUsed") return [];
        const choices = [estimatorOf(estimator, parameters), byStudy, `curve: ${curve.label}`];
        return curve.differences
          .filter(({ policy }) => policy === verdict.policy)
          .map(({ value }) => ({ value, interval: null, choices, decides: false }));
      }),
    );

const estimatorOf = (name: string, parameters: Parameters): string =>
  `estimator: ${label({ name, parameters })}`;
