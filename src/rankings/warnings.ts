import { type Reason, reason } from "../errors.js";
import { choiceOf } from "./conventions/index.js";
import { measurable, summed } from "./graded.js";
import type { Labels } from "./labels.js";
import { labelIn, type Measure } from "./measure.js";
import type { UserList } from "./metrics/metric.js";
import { relevantLabels, termsOf } from "./metrics/parts.js";
import type { Preset } from "./presets.js";
import type { RankPlan, ScoredRun } from "./request.js";
import { paper } from "./settings.js";

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
  { measures, preset, family }: RankPlan,
): readonly Reason[] {
  const rule = ruleOfMissing(measures, preset);
  const unmeasured = unordered(labels, family);
  const ofLabels = firstOfEach(measures, ({ settings }) => `${settings.relevant} ${settings.empty}`)
    .map((measure) => bareWarning(labels, measure))
    .filter((item) => item !== null);
  const ofRuns = runs.flatMap((run) => [
    ...clippedWarning(run, preset),
    ...measures.flatMap((measure) => undefinedWarning(run, measure, preset)),
    ...usersWarnings(run, labels, rule),
  ]);
  return [...ofLabels, ...(runs.length > 1 ? unmeasured : []), ...ofRuns];
}

/** That DCG and nDCG are not compared where one of them refuses the labels. */
function unordered(labels: Labels, family: RankPlan["family"]): readonly Reason[] {
  const all = family === null ? [] : Object.values(family);
  if (measurable(labels, all).length === all.length) return [];
  const message =
    "The orders of runs by DCG and by nDCG are not compared: nDCG refuses grades below 0 (negatives: sum).";
  return [reason("gradeRefused", message)];
}

const firstOfEach = <T>(all: readonly T[], keyOf: (item: T) => string): readonly T[] => {
  const keys = all.map(keyOf);
  return all.filter((_, at) => keys.indexOf(keys[at] ?? "") === at);
};

function bareWarning(labels: Labels, { settings, ...rest }: Measure): Reason | null {
  const bare = withoutRelevant(labels, { settings, ...rest });
  if (bare === 0) return null;
  const { relevant, empty } = settings;
  const level = relevant === paper.relevant ? "" : ` (a grade of ${relevant} or more)`;
  return reason(
    "usersWithoutRelevant",
    `${bare} of ${labels.users.length} users ${bare === 1 ? "has" : "have"} no relevant label${level}; by the convention empty: ${empty} a measure that is not defined for them ${emptyWords[empty] ?? ""}.`,
    { users: bare },
  );
}

/** Users with a relevant label of whom a measure is not defined all the same. */
function undefinedWarning(
  run: ScoredRun,
  measure: Measure,
  { settings }: Preset,
): readonly Reason[] {
  const none = run.values.get(measure.text)?.undefinedFor;
  if (none === undefined) return [];
  const { empty } = measure.settings;
  const label = labelIn(measure, settings);
  return [
    reason(
      "usersUndefined",
      `${label} is not defined for ${none.count} ${none.count === 1 ? "user" : "users"} of ${run.name} with relevant labels, the first is "${none.first}"; by the convention empty: ${empty} it ${emptyWords[empty] ?? ""}.`,
      { run: run.name, measure: label, users: none.count, first: none.first },
    ),
  ];
}

function clippedWarning({ name, clipped }: ScoredRun, { settings }: Preset): readonly Reason[] {
  const changed = clipped.filter(({ users }) => users > 0);
  if (changed.length === 0) return [];
  const values = changed.map(
    ({ measure, users }) =>
      `${labelIn(measure, settings)} of ${users} ${users === 1 ? "user" : "users"}`,
  );
  return [
    reason(
      "negativesClipped",
      `Grades below 0 bring nothing (negatives: zero); if they took away (negatives: ${summed}), ${name} would have another ${values.join(", another ")}.`,
      { run: name, measures: changed.map(({ measure }) => labelIn(measure, settings)) },
    ),
  ];
}

function usersWarnings(run: ScoredRun, labels: Labels, rule: string): readonly Reason[] {
  const { name, missing, firstMissing, unlabelled, firstUnlabelled, notes } = run;
  return [
    ...notes,
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
  ];
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
    termsOf(settings, cutoff),
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
