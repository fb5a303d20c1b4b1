import { type Reason, reason } from "../errors.js";
import type { Labels } from "./join.js";
import type { Measure } from "./measure.js";
import { relevantLabels } from "./metrics/parts.js";
import type { RankPlan, ScoredRun } from "./rank.js";

/** Users none of whose labels is relevant under a measure. */
export function withoutRelevant(labels: Labels, measure: Measure | undefined): number {
  if (measure === undefined) return 0;
  const nothing = { grades: new Float64Array(0), tied: null };
  return labels.users.reduce((count, _, user) => {
    const list = { ...nothing, labels: labels.grades(user) };
    return relevantLabels(list, measure.settings) === 0 ? count + 1 : count;
  }, 0);
}

/** What a reader must know of users who do not count as others do. */
export function warningsOf(
  labels: Labels,
  runs: readonly ScoredRun[],
  { measures }: RankPlan,
): readonly Reason[] {
  const rule = measures[0]?.settings.missing ?? "";
  const empty = measures[0]?.settings.empty ?? "";
  const bare = withoutRelevant(labels, measures[0]);
  const ofLabels =
    bare === 0
      ? []
      : [
          reason(
            "usersWithoutRelevant",
            `${bare} of ${labels.users.length} users have no relevant label; by the convention empty: ${empty} a measure that is not defined for them ${emptyWords[empty] ?? ""}.`,
            { users: bare },
          ),
        ];
  const ofRuns = runs.flatMap(({ name, missing, firstMissing, unlabelled, firstUnlabelled }) => [
    ...(missing === 0
      ? []
      : [
          reason(
            "usersMissing",
            `${name} leaves out ${missing} of ${labels.users.length} users of the labels, the first is "${firstMissing}"; by the convention missing: ${rule} they ${rule === "zero" ? "count with an empty list" : "do not count"}.`,
            { run: name, users: missing, first: firstMissing },
          ),
        ]),
    ...(unlabelled === 0
      ? []
      : [
          reason(
            "usersUnlabelled",
            `${name} lists ${unlabelled} users of whom there are no labels, the first is "${firstUnlabelled}"; they do not count.`,
            { run: name, users: unlabelled, first: firstUnlabelled },
          ),
        ]),
  ]);
  return [...ofLabels, ...ofRuns];
}

const emptyWords: Readonly<Record<string, string>> = {
  skip: "leaves them out",
  drop: "leaves them out, as does every other",
  zero: "is 0",
  one: "is 1",
};
