import type { Facts } from "../../../errors.js";
import { isAnswer } from "../../../evaluate/conclude/withheld.js";
import { decimalsFor, showNumber } from "../../../numeric/index.js";
import type { ReportedResult } from "../../source.js";
import { feedWords } from "../../words/names.js";

const order = ["fail", "watch", "inconclusive", "ok"] as const;
const endings = {
  fail: "they disagree",
  watch: "further apart than chance often brings",
  inconclusive: "compatible, but not precise enough to confirm",
  ok: "they agree",
} as const;

const knowsBoth = (facts: Facts): boolean =>
  typeof facts.online === "number" && typeof facts.offline === "number";

/** A sentence for each value that the study knows online and an answer estimates: disagreements first. */
export function onlineSentences({ diagnostics, verdicts }: ReportedResult): readonly string[] {
  const isWithheld = (policy: string | null, reward: string | null): boolean =>
    verdicts.some(
      (line) =>
        line.policy === policy &&
        line.reward === reward &&
        (!isAnswer(line) || line.missing !== undefined),
    );
  return diagnostics
    .filter(({ facts, policy, reward }) => knowsBoth(facts) && !isWithheld(policy, reward))
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .map(({ policy, reward, feed, statistic, effect, severity, facts }) => {
      const spread = statistic === null || effect === null ? null : Math.abs(effect / statistic);
      const show = (value: unknown): string =>
        typeof value === "number" ? showNumber(value, decimalsFor(spread, value)) : "unknown";
      const place = [reward, ...(feed === null ? [] : [feedWords(feed) ?? feed])].join(", ");
      return `${policy} (${place}): ${show(facts.online)} online, ${show(facts.offline)} offline: ${endings[severity]}.`;
    });
}
