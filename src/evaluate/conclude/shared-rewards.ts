import { equalRewards, sentenceOf } from "../../checks/equal-rewards.js";
import { sameRewardsIn } from "../../checks/read-same-rewards.js";
import { type Reason, reason as reasonOf } from "../../errors.js";
import { comparisonSourceOf } from "./comparisons/comparison-source.js";
import type { OpenTally } from "./open-tally.js";
import type { Verdict } from "./result.js";

/** A reward of a feed that belongs to whole lists: sums over its rows are no answer, of whatever policy. */
export interface SharedReward {
  readonly reward: string;
  readonly feed: string | null;
  readonly reason: Reason;
}

export const sharedRewards = (
  base: OpenTally,
  feeds: readonly (string | null)[],
): readonly SharedReward[] =>
  feeds.flatMap((feed) => {
    const source = comparisonSourceOf(base, feed);
    return source.rewards.flatMap(({ name: reward }, at): readonly SharedReward[] => {
      const same = sameRewardsIn(source, at);
      const equals = same && equalRewards(same);
      if (equals === undefined || !equals.isSign) return [];
      const { rewarded, equal } = equals;
      const facts = { reward, feed, rewarded, equal };
      const message = `${feed === null ? "" : `${feed}: `}${sentenceOf(equals, reward)}`;
      return [{ reward, feed, reason: reasonOf("sameInEveryRow", message, facts) }];
    });
  });

/** The reasons of those that no verdict gives for its own. */
export const unsaidRewards = ({
  shared,
  verdicts,
}: {
  readonly shared: readonly SharedReward[];
  readonly verdicts: readonly Verdict[];
}): readonly Reason[] =>
  shared
    .filter(({ reward, feed, reason: { code } }) =>
      verdicts.every(
        (verdict) =>
          verdict.reward !== reward || verdict.feed !== feed || verdict.reason.code !== code,
      ),
    )
    .map(({ reason }) => reason);
