import { type Reason, reason } from "../errors.js";
import { choiceOf } from "./conventions/index.js";
import type { Labels } from "./join.js";
import { labelIn, type Measure } from "./measure.js";
import type { UserList } from "./metrics/metric.js";
import { relevantLabels } from "./metrics/parts.js";
import type { Preset } from "./presets.js";
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
  { measures, preset }: RankPlan,
): readonly Reason[] {
  const rule = ruleOfMissing(measures, preset);
  const empty = measures[0]?.settings.empty ?? "";
  const bare = withoutRelevant(labels, measures[0]);
  const ofLabels =
    bare === 0
      ? []
      : [
          reason(
            "usersWithoutRelevant",
            `${bare} of ${labels.users.length} users ${bare === 1 ? "has" : "have"} no relevant label; by the convention empty: ${empty} a measure that is not defined for them ${emptyWords[empty] ?? ""}.`,
            { users: bare },
          ),
        ];
  const ofRuns = runs.flatMap(({ name, missing, firstMissing, unlabelled, firstUnlabelled }) => [
    ...(missing === 0
      ? []
      : [
          reason(
            "usersMissing",
            `${name} leaves out ${missing} of ${labels.users.length} users of the labels, the first is "${firstMissing}"; ${rule}.`,
            { run: name, users: missing, first: firstMissing },
          ),
        ]),
    ...(unlabelled === 0
      ? []
      : [
          reason(
            "usersUnlabelled",
            `${name} lists ${unlabelled} ${unlabelled === 1 ? "user" : "users"} of whom there are no labels, the first is "${firstUnlabelled}"; they do not count.`,
            { run: name, users: unlabelled, first: firstUnlabelled },
          ),
        ]),
  ]);
  return [...ofLabels, ...ofRuns];
}

/** What users count whom a run leaves out: one clause, or one for the measures that treat them alike. */
function ruleOfMissing(measures: readonly Measure[], { settings }: Preset): string {
  const rules = new Map<string, string[]>();
  for (const measure of measures) {
    const words = wordsOfMissing(measure);
    rules.set(words, [...(rules.get(words) ?? []), labelIn(measure, settings)]);
  }
  if (rules.size === 1) return [...rules.keys()].join();
  return [...rules].map(([words, labels]) => `${labels.join(", ")}: ${words}`).join("; ");
}

function wordsOfMissing({ metric, cutoff, settings }: Measure): string {
  const { missing, empty } = settings;
  const by = `by the convention missing: ${missing} they`;
  if (!choiceOf("missing", missing).counts) return `${by} do not count`;
  const value = metric.of(
    { ...unlisted, labels: Float64Array.of(settings.relevant) },
    { settings, cutoff: cutoff ?? Infinity },
  );
  if (value !== null) return `${by} count with an empty list`;
  const other = choiceOf("empty", empty).value;
  const outcome = other === null ? "do not count" : `count ${other}`;
  return `the measure is not defined for an empty list, so that by the convention empty: ${empty} they ${outcome}`;
}

const unlisted: Omit<UserList, "labels"> = {
  grades: new Float64Array(0),
  tied: null,
  listed: {
    items: new Int32Array(0),
    catalogue: { items: 0, users: 0, holders: new Int32Array(0) },
  },
};

const emptyWords: Readonly<Record<string, string>> = {
  skip: "leaves them out",
  drop: "leaves them out, as does every other",
  zero: "is 0",
  one: "is 1",
};
