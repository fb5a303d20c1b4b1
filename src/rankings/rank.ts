import type { RankEstimate, RankResult, UserValue } from "../answers/index.js";
import { reason, StudyError } from "../errors.js";
import { defaultAdjustment, defaultInterval, inferenceFor } from "../inference/inference.js";
import { didYouMean } from "../numeric/nearest-name.js";
import { adjusted, differenceOf, estimateOf } from "./compare.js";
import { explainRun, variantsOf } from "./explain.js";
import { clippedOf, measurable, requireGrades, usersClipped } from "./graded.js";
import { joinRun } from "./join.js";
import type { Labels } from "./labels.js";
import { labelIn, type Measure, parseMeasures, presetOf } from "./measure.js";
import { familyOf, ordersOf } from "./orders.js";
import { type Preset, paperPreset } from "./presets.js";
import type { Lines } from "./read/lines.js";
import type { RankPlan, RankRequest, ScoredRun } from "./request.js";
import { scoreRun, type UserValues } from "./score.js";
import { warningsOf, withoutRelevant } from "./warnings.js";

/** Looks up the names of a request. Throws a StudyError for a measure or conventions that cannot be read. */
export function planRanking(request: RankRequest): RankPlan {
  const preset = presetOf(request.conventions ?? paperPreset.name);
  const texts =
    typeof request.measures === "string" ? request.measures : request.measures.join(",");
  return planOf(parseMeasures(texts, preset.settings), preset, request);
}

export function planOf(
  measures: readonly Measure[],
  preset: Preset = paperPreset,
  request: Omit<RankRequest, "measures"> = {},
): RankPlan {
  const family = familyOf(measures);
  const against =
    request.explainAgainst === undefined ? null : explanation(measures, request.explainAgainst);
  const all = [...measuresOf({ measures, against }), ...Object.values(family ?? {})];
  const unique = new Map<string, Measure>(all.map((item) => [item.text, item]));
  const inference = inferenceFor({
    confidence: request.confidence ?? 0.95,
    interval: defaultInterval.name,
    adjust: request.adjust ?? defaultAdjustment.name,
  });
  return { preset, measures, family, against, all: [...unique.values()], inference, request };
}

function explanation(measures: readonly Measure[], name: string): NonNullable<RankPlan["against"]> {
  const preset = presetOf(name);
  return { preset, variants: measures.map((measure) => variantsOf(measure, preset)) };
}

/** What the request names: its measures, and the same under the conventions to explain against. */
const measuresOf = ({
  measures,
  against,
}: Pick<RankPlan, "measures" | "against">): readonly Measure[] => [
  ...measures,
  ...(against?.variants.flatMap(({ theirs, single }) => [
    theirs,
    ...single.map((item) => item.measure),
  ]) ?? []),
];

/** Measures one run, user by user. Throws a LogError where it cannot be joined with the labels. */
export function scoreLines(run: Lines, labels: Labels, plan: RankPlan): ScoredRun {
  const readsItems = plan.all.some(({ metric }) => metric.readsItems === true);
  requireGrades(labels, measuresOf(plan));
  const joined = joinRun(run, labels, readsItems);
  const all = measurable(labels, plan.all);
  const clipped = clippedOf(labels, plan.measures);
  const scored = scoreRun(joined, labels, [...all, ...clipped.map(({ whole }) => whole)]);
  const values = new Map(all.map(({ text }, at) => [text, scored[at] as UserValues]));
  return {
    name: run.name,
    items: run.size,
    users: run.users.length,
    missing: joined.missing.count,
    firstMissing: joined.missing.first,
    unlabelled: joined.unlabelled.count,
    firstUnlabelled: joined.unlabelled.first,
    notes: [...run.notes, ...joined.notes()],
    values,
    clipped: clipped.map((item, at) => ({
      measure: item.measure,
      users: usersClipped(
        values.get(item.measure.text) as UserValues,
        scored[all.length + at] as UserValues,
      ),
    })),
  };
}

/** Runs that were measured → the answer, the highest first by the first measure. */
export function concludeRanking(
  labels: Labels,
  runs: readonly ScoredRun[],
  plan: RankPlan,
): RankResult {
  const { request, measures, preset, inference } = plan;
  const baseline = baselineOf(runs, request.baseline);
  const estimates = runs.flatMap((run) =>
    measures.map((measure) => estimateOf(run, measure, plan)),
  );
  const best = bestFirst(runs, estimates);
  const others = best.filter((run) => run !== baseline);
  const differences =
    baseline === null
      ? []
      : others.flatMap((run) =>
          measures.map((measure) => differenceOf(run, baseline, measure, plan)),
        );
  const perUser = request.perUser === true ? { perUser: userRows(best, labels, plan) } : {};
  return {
    labels: {
      name: labels.lines.name,
      users: labels.users.length,
      items: labels.lines.size,
      withoutRelevant: withoutRelevant(labels, measures[0]),
    },
    conventions: preset.name,
    measures: measures.map((measure) => ({
      label: labelIn(measure, preset.settings),
      text: measure.text,
      higherIsBetter: measure.metric.neutral !== true,
    })),
    confidence: inference.confidence,
    adjust: inference.adjustment.name,
    baseline: baseline?.name ?? null,
    runs: best.map(
      ({
        values: _,
        firstMissing: __,
        firstUnlabelled: ___,
        clipped: ____,
        notes: _____,
        ...run
      }) => run,
    ),
    estimates: best.flatMap((run) => estimates.filter((estimate) => estimate.run === run.name)),
    differences: adjusted(differences, inference),
    orders: ordersIn(runs, labels, plan),
    explained: explanationOf(best, labels, plan),
    ...perUser,
    warnings: warningsOf(labels, runs, plan),
  };
}

const valuesIn = (run: ScoredRun, { text }: Measure): UserValues =>
  run.values.get(text) as UserValues;

/** The orders of runs by DCG and by nDCG, where there are two runs and such measures. */
function ordersIn(
  runs: readonly ScoredRun[],
  labels: Labels,
  { family }: RankPlan,
): RankResult["orders"] {
  if (family === null || runs.length < 2) return null;
  if (!Object.values(family).every(({ text }) => runs[0]?.values.has(text))) return null;
  const values = runs.map((run) => ({
    run: run.name,
    sum: valuesIn(run, family.sum),
    byUser: valuesIn(run, family.byUser),
    once: valuesIn(run, family.once),
  }));
  return ordersOf(family, values, labels.users);
}

function explanationOf(
  best: readonly ScoredRun[],
  labels: Labels,
  { preset, against }: RankPlan,
): RankResult["explained"] {
  if (against === null) return null;
  const rows = best.flatMap((run) =>
    against.variants.map((variant) =>
      explainRun(run.name, variant, preset, (of) => valuesIn(run, of), labels.users),
    ),
  );
  return { conventions: preset.name, against: against.preset.name, rows };
}

/** Measures runs against labels: `scoreLines` of each, then `concludeRanking`. */
export const rankRuns = (
  labels: Labels,
  runs: readonly Lines[],
  request: RankRequest,
): RankResult => {
  const plan = planRanking(request);
  return concludeRanking(
    labels,
    runs.map((run) => scoreLines(run, labels, plan)),
    plan,
  );
};

function baselineOf(runs: readonly ScoredRun[], choice: string | undefined): ScoredRun | null {
  const names = runs.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    const message = `Two runs are called ${twice}; name each once.`;
    throw new StudyError(reason("duplicateRun", message, { run: twice }));
  }
  if (choice === undefined) return runs.length > 1 ? (runs[0] ?? null) : null;
  const run = runs.find(({ name }) => name === choice);
  if (run !== undefined) return run;
  const message = `The baseline must be one of the runs ${names.join(", ")}; it is "${choice}".${didYouMean(choice, names)}`;
  throw new StudyError(reason("baseline", message, { baseline: choice, runs: names }));
}

/** Runs by the first measure, the highest first; those without a value last. */
function bestFirst(
  runs: readonly ScoredRun[],
  estimates: readonly RankEstimate[],
): readonly ScoredRun[] {
  const valueIn = ({ name }: ScoredRun): number => {
    const first = estimates.find(({ run }) => run === name);
    return first !== undefined && "value" in first ? first.value : -Infinity;
  };
  return runs.toSorted((a, b) => valueIn(b) - valueIn(a));
}

function userRows(
  runs: readonly ScoredRun[],
  labels: Labels,
  { measures, preset }: RankPlan,
): readonly UserValue[] {
  return runs.flatMap((run) =>
    measures.flatMap((measure) => {
      const label = labelIn(measure, preset.settings);
      const { values, per } = run.values.get(measure.text) as UserValues;
      return labels.users.map((user, u) => {
        const value = (values[u] ?? Number.NaN) / (per?.[u] ?? 1);
        return { run: run.name, measure: label, user, value: Number.isNaN(value) ? null : value };
      });
    }),
  );
}
