import { reason } from "../errors.js";
import type {
  Diagnosis,
  NoEstimate,
  Result,
  Verdict,
  WithheldDifference,
  WithheldEstimate,
} from "../evaluate/conclude/result.js";
import { answeredCurves } from "../evaluate/conclude/what-if/answered-curves.js";
import { isAnswer, leadOf, withheldBy } from "../evaluate/conclude/withheld.js";
import type { Extras, ReportedResult } from "./source.js";
import { verdictWords } from "./words/names.js";

/**
 * A result as elements show it: in place of a withheld number is the reason, in every table, picture and format. JSON
 * writes the result itself.
 */
export function withhold(result: Result & Extras): ReportedResult {
  const { verdicts, estimates, differences, diagnostics, whatIf } = result;
  const open = verdicts.filter((verdict) => !isAnswer(verdict));
  return {
    ...result,
    estimates: estimates.map((row) =>
      row.withheld !== undefined ? withoutValue(row, verdicts) : row,
    ),
    differences: differences.map((row) =>
      row.withheld !== undefined ? { ...withoutValue(row, verdicts), baseline: row.baseline } : row,
    ),
    diagnostics: diagnostics.map((each) => withoutOffline(each, open)),
    ...(whatIf === undefined ? {} : { whatIf: answeredCurves(whatIf, verdicts) }),
  };
}

/** Online results are not compared with a number that is withheld for another reason. */
function withoutOffline(diagnosis: Diagnosis, open: readonly Verdict[]): Diagnosis {
  const { policy, reward, feed, facts } = diagnosis;
  const line = open.find(
    (verdict) => verdict.policy === policy && verdict.reward === reward && verdict.feed === feed,
  );
  const code = line && withheldBy(line);
  if (facts.offline === undefined || code === undefined || code === diagnosis.code)
    return diagnosis;
  return {
    ...diagnosis,
    ...{ severity: "inconclusive", statistic: null, effect: null, interval: null },
    consequence: `What ${policy} (${[reward, feed].filter(Boolean).join(", ")}) earned online is not compared with this log: its number is withheld (${code}).`,
    remedy: `See hindcast explain ${code}.`,
    facts: { online: facts.online ?? null },
  };
}

type WithheldRow = WithheldEstimate | WithheldDifference;

function withoutValue(row: WithheldRow, verdicts: readonly Verdict[]): NoEstimate {
  const { policy, estimator, parameters, reward, estimand, feed, day, withheld } = row;
  const none = reason("withheld", `not printed: ${whyOf(row, verdicts)}`, {
    verdict: withheld.code,
  });
  return { policy, estimator, parameters, reward, estimand, feed, day, none };
}

function whyOf(
  { policy, reward, feed, day, withheld: { code } }: WithheldRow,
  verdicts: readonly Verdict[],
): string {
  const all = verdicts.filter((line) => line.policy === policy && line.reward === reward);
  const ofLine = all.filter((line) => !isAnswer(line));
  const verdict = ofLine.find((line) => line.feed === feed);
  if (verdict !== undefined) return `${verdictWords[verdict.verdict]} (${verdict.reason.code}).`;
  if (ofLine.length === 0 && verdicts.some((line) => leadOf(line) === code))
    return `the log refutes it (${code}); the verdict uses the number that the log itself shows.`;
  if (code === "driftOfCurve" && day !== null && ofLine.length === 0)
    return "view rates differ between days, and one curve weights all of them (driftOfCurve).";
  if (code === "support" && ofLine.length === 0) return "it counts missing views as 0.";
  return ofLine.some((line) => withheldBy(line) === code)
    ? "it includes a feed whose numbers are withheld."
    : `it counts views, which this log does not separate from rows that were only offered (${code}).`;
}
