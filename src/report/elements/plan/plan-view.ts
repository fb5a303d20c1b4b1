import { decimalsFor } from "../../../numeric/decimals-for.js";
import { showCount, showNumber, showPercent, showSigned } from "../../../numeric/show-number.js";
import type { Need, Plan, PlanLine, Size } from "../../../planning/index.js";

export interface PlanLineView {
  readonly policy: string;
  readonly reward: string;
  readonly feed: string;
  readonly estimator: string;
  /** "0.0123 (+2.3 %)" */
  readonly smallest: string;
  readonly difference: string;
  readonly power: string;
  /** "12 more days", "seen today", "never, by these users alone" */
  readonly need: string;
  readonly target: string;
  readonly ties: string;
  readonly notes: readonly string[];
  readonly line: PlanLine;
}

export const describeLine = (line: PlanLine, { days }: Pick<Plan, "days">): PlanLineView => ({
  policy: line.policy,
  reward: line.reward,
  feed: line.feed ?? "",
  estimator: line.estimator,
  smallest: describeSize(line.smallest, line.se),
  difference: `${showSigned(line.value, decimalsFor(line.se, line.value))}${line.lift === null ? "" : ` (${showPercent(line.lift)})`}`,
  power: showShare(line.powerForSeen),
  need: describeNeed(line.seen, days),
  target:
    line.asked === null
      ? ""
      : `${showPercent(line.asked.lift)}: power ${showShare(line.asked.power)}, ${describeNeed(line.asked, days)}`,
  ties: line.designEffect === null ? "" : line.designEffect.toFixed(2),
  notes: notesOf(line),
  line,
});

/** "candidate, like, feed home" */
export const placeOf = ({
  policy,
  reward,
  feed,
}: Pick<PlanLineView, "policy" | "reward" | "feed">): string =>
  [policy, reward, ...(feed === "" ? [] : [`feed ${feed}`])].join(", ");

export const describeSize = ({ difference, lift }: Size, se: number): string =>
  `${showNumber(difference, decimalsFor(se, difference))}${lift === null ? "" : ` (${showPercent(lift)})`}`;

export const showShare = (share: number): string => `${Math.round(100 * share)} %`;

function describeNeed({ trajectories, days, moreDays, never }: Need, span: number | null): string {
  if (never === "noDifference") return "the estimated difference is 0";
  if (never === "missingViews")
    return "more days do not help: state what missing views earn (log.rewards.<name>.unlogged), or show these items";
  if (never === "alternatives")
    return "more days do not help: the alternative estimates of this log stay as far apart";
  if (never === "curveOfFile")
    return "more days do not help: the curve read from a file stays as uncertain";
  if (never === "unclear") return "unknown: too few users to see how the error falls";
  if (trajectories === null) return "more days do not help: these users stay as uncertain";
  if (days === null || span === null) return `${showCount(trajectories)} trajectories`;
  if (moreDays === 0) return "this log is enough";
  return `${showCount(days)} days in all, ${showCount(moreDays ?? 0)} more`;
}

function notesOf({ policy, reward, feed, logging, value, se }: PlanLine): readonly string[] {
  const place = `${policy} in ${reward}${feed === null ? "" : `, feed ${feed},`}`;
  const noisy =
    Math.abs(value) < 2 * se
      ? [
          `The difference of ${place} is less than two standard errors, so how much log would detect it is very uncertain.`,
        ]
      : [];
  if (logging === null || logging.errorRatio > mostOfError) return noisy;
  const [first] = logging.mixture;
  const kept = logging.mixture.filter(({ share }) => share >= 0.01).length;
  const sentence = `Logging with a mixture of ${kept} rankings (the most frequent shows displayed ranks ${first?.ranking.slice(0, 5).join(", ")} … first) would reduce the error of ${place} to ${showShare(logging.errorRatio)} of today's${logging.fixedRanks > 0 ? ` (ranks below ${logging.production.length} stay as they are)` : ""}, and cost ${showShare(Math.max(0, logging.cost))} of the reward while it runs.`;
  return [...noisy, sentence];
}

/** A mixture that gains less is not worth a sentence. */
const mostOfError = 0.95;
