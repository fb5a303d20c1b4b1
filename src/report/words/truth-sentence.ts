import { isAnswer } from "../../evaluate/conclude/withheld.js";
import { showPercent } from "../../numeric/show-number.js";
import type { ReportedResult, Truth } from "../source.js";

export interface TruthSentence {
  readonly sentence: string;
  readonly numbers: readonly number[];
}

/** How many verdicts the truth confirms, how many intervals contain it, and what the policies without a number really earn. */
export function agreementWithTruth({
  verdicts,
  truth,
  rewards,
}: ReportedResult): TruthSentence | null {
  if (truth === undefined) return null;
  const truths = verdicts.flatMap((line) => {
    if (line.estimand !== "perTrajectory") return [];
    const change = changeOf(truth, line.policy, line.baseline, line.reward, line.feed);
    return change === undefined ? [] : [{ line, change }];
  });
  const calls = truths.filter(
    ({ line: { verdict } }) => verdict === "better" || verdict === "worse",
  );
  const right = calls.filter(({ line: { verdict, reward }, change }) => {
    const isLower = rewards.some(({ name, better }) => name === reward && better === "lower");
    return change !== 0 && change > 0 === ((verdict === "better") !== isLower);
  });
  const intervals = truths.flatMap(({ line, change }) =>
    isAnswer(line) && line.lift !== null && "interval" in line.lift
      ? [line.lift.interval[0] <= change && change <= line.lift.interval[1]]
      : [],
  );
  const hits = intervals.filter((holds) => holds);
  const withheld = openPolicies(truths.map(({ line }) => line)).flatMap((line) => {
    const change =
      changeOf(truth, line.policy, line.baseline, line.reward, null) ??
      changeOf(truth, line.policy, line.baseline, line.reward, line.feed);
    return change === undefined ? [] : [{ change, words: `${line.policy} ${showPercent(change)}` }];
  });
  if (calls.length + intervals.length + withheld.length === 0) return null;
  const [first] = openPolicies(verdicts);
  const counts = [
    ...(calls.length === 0
      ? []
      : [`${right.length} of ${calls.length} decided verdicts are right`]),
    ...(intervals.length === 0
      ? []
      : [`${hits.length} of ${intervals.length} intervals contain the truth`]),
  ];
  const parts = [
    ...(counts.length === 0 ? [] : [counts.join(", ")]),
    ...(withheld.length === 0 || first === undefined
      ? []
      : [
          `true lift of those without a number: ${withheld.map(({ words }) => words).join(", ")} (${first.reward})`,
        ]),
  ];
  return {
    sentence: `${counts.length === 0 ? "The truth, known because the log is simulated" : "The log is simulated"}: ${parts.join("; ")}.`,
    numbers: [
      right.length,
      calls.length,
      hits.length,
      intervals.length,
      ...withheld.map(({ change }) => 100 * change),
    ],
  };
}

function openPolicies(verdicts: ReportedResult["verdicts"]): ReportedResult["verdicts"] {
  const policies = [...new Set(verdicts.map(({ policy }) => policy))];
  return policies.flatMap((policy) => {
    const lines = verdicts.filter((verdict) => verdict.policy === policy);
    return lines.some(isAnswer) ? [] : lines.slice(0, 1);
  });
}

/** What a policy really changes, as a share of the baseline; undefined where it is not known. */
export function changeOf(
  truth: readonly Truth[],
  policy: string,
  baseline: string,
  reward: string,
  feed: string | null,
): number | undefined {
  const of = (name: string): number | undefined =>
    truth.find((row) => row.policy === name && row.reward === reward && row.feed === feed)?.value;
  const [mean, base] = [of(policy), of(baseline)];
  return mean === undefined || base === undefined || base === 0 ? undefined : mean / base - 1;
}
