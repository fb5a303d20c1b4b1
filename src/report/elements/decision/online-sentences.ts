import { isAnswer } from "../../../evaluate/conclude/withheld.js";
import type { ReportedResult } from "../../source.js";

const order = ["fail", "watch", "inconclusive", "ok"] as const;

/** A sentence for each lift or level that the study knows online: disagreements first; none of a withheld number. */
export function onlineSentences({ diagnostics, verdicts }: ReportedResult): readonly string[] {
  const withheld = verdicts.filter((line) => !isAnswer(line));
  return diagnostics
    .filter(({ facts }) => "online" in facts)
    .filter(({ policy, reward, feed }) =>
      withheld.every(
        (line) => line.policy !== policy || line.reward !== reward || line.feed !== feed,
      ),
    )
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
    .map(({ consequence }) => consequence);
}
