import { findEstimator } from "../estimators/index.js";
import { mayDecide } from "../estimators/may-decide.js";
import { label } from "../evaluate/ask/label.js";
import type { Result } from "../evaluate/conclude/result.js";
import { adjustments, adjustmentTitle } from "../inference/adjustments/index.js";
import { intervals } from "../inference/intervals/index.js";
import { showLevel } from "../numeric/show-number.js";
import type { Choice, Offered } from "./choice.js";
import type { Control, Grounds } from "./control.js";

/** Levels that a page offers besides the run's. */
const levels: readonly number[] = [0.9, 0.95, 0.99];

export const confidence: Control = {
  name: "confidence",
  on: "every",
  label: "Confidence",
  choices: ({ result }) =>
    withOwn(levels, result.confidence).map((level) => ({
      value: String(level),
      text: showLevel(level),
      chosen: { confidence: level },
    })),
  own: ({ result }) => String(result.confidence),
};

const baseline: Control = {
  name: "baseline",
  label: "Baseline",
  choices: ({ base }) =>
    base.questions.views.policies.map(({ name }) => ({
      value: name,
      text: name,
      chosen: { baseline: name },
    })),
  own: ({ base }) => base.study.baseline,
};

const dayControl = (end: "from" | "to", text: string): Control => ({
  name: end,
  label: text,
  choices: ({ days }) =>
    days.map((day) => ({ value: day, text: day, chosen: { days: { [end]: day } } })),
  own: ({ result: { log } }) => (end === "from" ? log.firstDay : log.lastDay) ?? "",
});

const ranges: Control = {
  name: "days",
  on: "light",
  label: "Days",
  choices: ({ result: { log }, ranges: held }) => [
    { value: "", text: rangeText(log), chosen: {} },
    ...held.map(
      ({ name, range }): Choice => ({
        value: `${range.from}..${range.to}`,
        text: `${name}, ${range.from} to ${range.to}`,
        chosen: { days: range },
      }),
    ),
  ],
  own: () => "",
};

const rangeText = ({ firstDay, lastDay }: Result["log"]): string => `${firstDay} to ${lastDay}`;

const feed: Control = {
  name: "feed",
  label: "Feed",
  on: "every",
  choices: ({ result: { log } }) => [
    { value: "", text: "all", chosen: {} },
    ...(log.feeds.length > 1
      ? log.feeds.map((name) => ({ value: name, text: name, chosen: { feed: name } }))
      : []),
  ],
  own: () => "",
};

const decide: Control = {
  name: "decide",
  label: "Deciding estimator",
  choices: ({ base }) => [
    { value: "", text: "as the study says", chosen: {} },
    ...base.study.estimators
      .filter(({ name, parameters }) => {
        const estimator = findEstimator(name);
        return estimator !== undefined && mayDecide(estimator, parameters);
      })
      .map(
        (request): Choice => ({
          value: label(request),
          text: label(request),
          chosen: { decide: request },
        }),
      ),
  ],
  own: () => "",
};

const adjust: Control = {
  name: "adjust",
  label: "Adjustment",
  choices: () =>
    adjustments.map(({ name }) => ({
      value: name,
      text: adjustmentTitle(name),
      chosen: { adjust: name },
    })),
  own: ({ base }) => base.study.adjust,
};

const interval: Control = {
  name: "interval",
  label: "Interval",
  choices: () =>
    intervals.map(({ name }) => ({ value: name, text: name, chosen: { interval: name } })),
  own: ({ base }) => base.study.interval,
};

const prior: Control = {
  name: "prior",
  label: "Prior of lifts",
  choices: ({ base }) => [
    ...(base.study.prior === undefined ? [{ value: "none", text: "none", chosen: {} }] : []),
    ...withOwn([0.01, 0.02, 0.05, 0.1, 0.2], base.study.prior?.lift.sd).map((sd) => ({
      value: String(sd),
      text: `0 ± ${showLevel(sd)}`,
      chosen: { prior: { lift: { sd } } },
    })),
  ],
  own: ({ base }) => String(base.study.prior?.lift.sd ?? "none"),
};

const guardrails: Control = {
  name: "guardrails",
  label: "No reward worse than",
  choices: ({ base, result }) => {
    const guarded = Object.keys(
      base.study.guardrails ?? Object.fromEntries(result.rewards.map(({ name }) => [name, null])),
    );
    const margins = [0.005, 0.01, 0.02, 0.05, 0.1].map((notWorseThan) => ({
      value: String(notWorseThan),
      text: `−${showLevel(notWorseThan)}`,
      chosen: {
        guardrails: Object.fromEntries(guarded.map((reward) => [reward, { notWorseThan }])),
      },
    }));
    return [{ value: "", text: "as the study says", chosen: {} }, ...margins];
  },
  own: () => "",
};

const otherCurves: Control = {
  name: "curves",
  label: "Other curves",
  on: "every",
  choices: ({ result }) => [
    { value: "no", text: "not tried", chosen: {} },
    ...(result.whatIf === undefined
      ? [{ value: "yes", text: "tried, with a slider of steepness", chosen: { whatIf: true } }]
      : []),
  ],
  own: () => "no",
};

const withOwn = (values: readonly number[], own: number | undefined): readonly number[] =>
  [...new Set([...values, ...(own === undefined ? [] : [own])])].toSorted((a, b) => a - b);

/** Every control, in the order of the page. */
const controls: readonly Control[] = [
  ...[confidence, baseline, feed, ranges],
  ...[dayControl("from", "From day"), dayControl("to", "To day")],
  ...[decide, adjust, interval],
  ...[prior, guardrails, otherCurves],
];

/** The controls with something to choose, whose verdicts the page knows. */
export const offeredBy = (grounds: Grounds, hasChecks: boolean): readonly Offered[] =>
  controls
    .filter(({ on }) => on === "every" || (on === "light") === !hasChecks)
    .map(({ name, label: text, choices, own }) => ({
      name,
      label: text,
      own: own(grounds),
      choices: choices(grounds),
    }))
    .filter(({ choices }) => choices.length > 1);
