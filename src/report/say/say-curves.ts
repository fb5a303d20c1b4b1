import type { CurveFacts, LogFacts, Result } from "../../evaluate/conclude/result.js";
import { defaultInterval, intervalBy } from "../../inference/index.js";
import { sayInterval } from "./interval.js";
import { decimalsFor, sayCount, sayNumber } from "./number.js";
import { confidenceOf, daysOfCurves, intervalName } from "./study-facts.js";
import { feedWords } from "./words.js";

/** An estimated curve of position bias in words and figures. */
export interface SaidCurve {
  /** "feed home", or "every feed" where the log names none. */
  readonly scope: string;
  readonly model: string;
  /** "rho 1.202 ± 0.007, 95 % interval [1.188, 1.216]"; of a table, its number of ranks. */
  readonly numbers: string;
  /** "cutoff 40", or nothing. */
  readonly cutoff: string | null;
  /** "learnt from this log (48,200 trajectories, errors of 1,024 buckets of users)" */
  readonly source: string;
  readonly carried: string;
  /** All of it in one sentence. */
  readonly sentence: string;
}

/** The estimated curves of a result, none where the study gives them. */
export function sayCurves(result: Result): readonly SaidCurve[] {
  // A result that version 0.1.0 wrote knows of no estimated curves.
  const curves: readonly CurveFacts[] | undefined = result.curves;
  return (curves ?? []).map((facts) => sayCurve(facts, result));
}

function sayCurve(facts: CurveFacts, result: Result): SaidCurve {
  const said = {
    scope: feedWords(facts.feed) ?? "every feed",
    model: facts.model,
    numbers: sayShape(facts, result),
    cutoff: facts.cutoff === null ? null : `cutoff ${facts.cutoff}`,
    source: `${sayOrigin(facts, result)} (${saySizes(facts, result.log)})`,
    carried: sayCarried(facts),
  };
  const { scope, model, numbers, cutoff, source, carried } = said;
  const what = [model, numbers, cutoff].filter((part) => part !== null).join(", ");
  const whose = facts.feed === null ? "Curve" : `Curve of ${scope}`;
  return { ...said, sentence: `${whose}: ${what}; ${source}; ${carried}.` };
}

function sayShape(facts: CurveFacts, { study }: Result): string {
  const { model, tail, estimates } = facts;
  const [only, ...more] = estimates;
  if (only === undefined) return "without parameters";
  if (model === "table" || more.length > 0) {
    if (tail === null) return `the share measured at each of ${sayRanks(estimates.length)}`;
    return `measured rank by rank to rank ${tail.after}, then the tail of ${tail.model} to rank ${estimates.length}`;
  }
  const { name, value, se } = only;
  if (se === null) {
    return `${name} ${sayNumber(value, decimalsFor(null, value))} without a standard error`;
  }
  const decimals = decimalsFor(se, value);
  const said = `${name} ${sayNumber(value, decimals)} ± ${sayNumber(se, decimals)}`;
  const confidence = confidenceOf(study);
  if (confidence === null) return said;
  const ends = intervalBy(
    defaultInterval,
    { value, se, degreesOfFreedom: (facts.clusters ?? Infinity) - 1 },
    confidence,
  );
  return `${said}, ${intervalName(study)} ${sayInterval(ends, decimals)}`;
}

const sayRanks = (count: number): string => (count === 1 ? "1 rank" : `${sayCount(count)} ranks`);

function sayOrigin({ origin }: CurveFacts, { study }: Result): string {
  if (origin === "file") return "read from a file, where another log had taught it";
  if (origin === "log") return "learnt from this log";
  const days = daysOfCurves(study);
  return `learnt from days of this log that are not evaluated${days === null ? "" : `, ${days}`}`;
}

function saySizes({ trajectories, clusters, origin }: CurveFacts, log: LogFacts): string {
  const size = `${sayCount(trajectories)} ${trajectories === 1 ? "trajectory" : "trajectories"}`;
  if (clusters === null) return `${size}, errors of trajectories taken one by one`;
  return `${size}, errors of ${sayCount(clusters)} ${sayUnit(origin, log)}`;
}

/** A file does not say whether its buckets are of users or of trajectories. */
function sayUnit(origin: CurveFacts["origin"], { buckets, users }: LogFacts): string {
  if (origin === "file") return "buckets";
  if (buckets.kind === "exact") return users === null ? "trajectories" : "users";
  return users === null ? "buckets" : "buckets of users";
}

const sayCarried = ({ estimates }: CurveFacts): string =>
  estimates.some(({ se }) => se === null)
    ? "it has no error that an interval could carry"
    : "its error is in every interval that rests on it";
