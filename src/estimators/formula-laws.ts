import { InternalError } from "../errors.js";
import { trustView } from "../exposure/trust-view.js";
import { canonical } from "../log/canonical.js";
import { LOGGED } from "../log/log-spec.js";
import { pow } from "../numeric/elementary/pow.js";
import { createRandom } from "../random/create-random.js";
import type { Random } from "../random/random.js";
import { columnsOf } from "../sql/columns.js";
import { compile } from "../sql/compile.js";
import {
  bigint,
  caseWhen,
  divide,
  double,
  type Expression,
  equal,
  isNull,
  min,
  plus,
} from "../sql/expression.js";
import type {
  CurveView,
  Estimator,
  Formula,
  Functional,
  LogView,
  PolicyView,
  Question,
} from "./estimator.js";
import { allRequests } from "./law-parameters.js";

/**
 * The gradient of a formula is the derivative of its value, by central differences of fourth order at random
 * means, within a tolerance that is relative to value and means. Points where two steps disagree are passed over:
 * there is a limit between cases, or a quotient of nearly nothing.
 */
export async function gradientIsDerivative(estimator: Estimator): Promise<void> {
  const random = createRandom(`law of gradients ${estimator.name}`);
  let compared = 0;
  for (const [question, formula] of formulasOf(estimator)) {
    for (let i = 0; i < 20; i++) {
      const means = formula.components.map(
        () => (random.integer(4) === 0 ? -1 : 1) * drawn(random),
      );
      compared += compareAt(estimator, question, formula, means);
    }
  }
  if (compared === 0) throw new InternalError(`${estimator.name}: no formula gave an answer.`);
}

const drawn = (random: Random): number => pow(10, 4 * random.next() - 2);

/** The slope by a mean; NaN where there is no answer next to it. */
function slopeBy(plugIn: Functional, means: readonly number[], k: number, step: number): number {
  const [far = 0, up = 0, down = 0, back = 0] = [2, 1, -1, -2].map((by) => {
    const result = plugIn(means.with(k, (means[k] ?? 0) + by * step));
    return "code" in result ? Number.NaN : result.value;
  });
  return (8 * (up - down) - (far - back)) / (12 * step);
}

/** Compares where the value has a slope that differences of two steps agree about; 1 if it was. */
function compareAt(
  estimator: Estimator,
  { parameters, estimand }: Question,
  { plugIn, components }: Formula,
  means: readonly number[],
): number {
  const here = plugIn(means);
  if ("code" in here) return 0;
  const facts = { parameters, estimand, means };
  if (here.gradient.length !== components.length) {
    const message = `${estimator.name}: a gradient of ${here.gradient.length} entries for ${components.length} components: ${JSON.stringify(facts)}.`;
    throw new InternalError(message, facts);
  }
  for (const [k, mean] of means.entries()) {
    const slopes = [1e-4, 5e-5].map((step) => slopeBy(plugIn, means, k, step * Math.abs(mean)));
    const [wide = Number.NaN, slope = Number.NaN] = slopes;
    const claim = here.gradient[k] ?? Number.NaN;
    const size = Math.abs(claim) + Math.abs(slope) + Math.abs(here.value / mean);
    const isResolved =
      Math.abs(wide - slope) <= 1e-7 * (Math.abs(slope) + Math.abs(here.value / mean));
    if (!isResolved) return 0;
    if (Math.abs(slope - claim) <= 1e-6 * size) continue;
    const message = `${estimator.name}: the gradient by component ${k} is ${claim}, but the value moves by ${slope}: ${JSON.stringify(facts)}.`;
    throw new InternalError(message, { ...facts, component: k, given: claim, slope });
  }
  return 1;
}

/** What is summed over the rows that hold a reward is 0 at every row without one, which the engine skips. */
export async function nothingWithoutReward(estimator: Estimator): Promise<void> {
  const random = createRandom(`law of rewarded rows ${estimator.name}`);
  const formulas = formulasOf(estimator);
  if (formulas.length === 0) throw new InternalError(`${estimator.name}: no formula was given.`);
  for (const [{ parameters, estimand }, { components }] of formulas) {
    for (const [k, { over, value }] of components.entries()) {
      if (over !== "rewarded") continue;
      const columns = [...columnsOf(value)];
      const valueAt = compile(value, columns);
      for (let i = 0; i < 50; i++) {
        const row = columns.map((name) => cell(name, random));
        const value = valueAt(row);
        if (value === 0) continue;
        const facts = { parameters, estimand, component: k, columns, row, found: value };
        const message = `${estimator.name}: component ${k} is over "rewarded" rows, but is ${value} where the reward is 0: ${JSON.stringify(facts)}.`;
        throw new InternalError(message, facts);
      }
    }
  }
}

/** A row without a reward: other columns hold ranks, a missing target rank, or exposures in (0, 1]. */
function cell(name: string, random: Random): number | null {
  if (name === rewardName) return 0;
  if (dividedNames.includes(name)) return (1 + random.integer(8)) / 8;
  if (probabilityNames.includes(name)) return random.integer(9) / 8;
  return name !== rankName && random.integer(5) === 0 ? null : 1 + random.integer(6);
}

const rewardName = canonical.reward(0).name;
const rankName = canonical.rank.name;
const dividedNames: readonly string[] = [
  canonical.loggedExposure.name,
  canonical.loggedPropensity.name,
  canonical.loggedPlacement.name,
];
const probabilityNames: readonly string[] = [
  canonical.targetExposure(0).name,
  canonical.targetPropensity(0).name,
  canonical.targetPlacement(0).name,
  canonical.listWeight(0).name,
];

/** Every question that can be put to an estimator, with its formula; refusals are left out. */
function formulasOf(estimator: Estimator): readonly (readonly [Question, Formula])[] {
  return questionsOf(estimator).flatMap((question) => {
    const formula = estimator.formula(question);
    return formula === undefined || "code" in formula ? [] : [[question, formula] as const];
  });
}

function questionsOf(estimator: Estimator): readonly Question[] {
  return allRequests(estimator).flatMap((parameters) =>
    logs.flatMap((log) =>
      policies.flatMap((policy) =>
        [false, true].flatMap((mayBeNegative) =>
          (["perTrajectory", "perImpression"] as const).map((estimand) => ({
            log,
            policy,
            reward: {
              name: "reward",
              value: canonical.reward(0),
              prediction: canonical.prediction(0),
              remaining: canonical.remaining(0),
              mayBeNegative,
            },
            parameters,
            estimand,
          })),
        ),
      ),
    ),
  );
}

/** A curve that falls with the rank, 0 where the item is not shown. */
function falling(from: number): CurveView {
  const at = (rank: Expression): Expression =>
    caseWhen(
      [{ when: isNull(rank), then: double(0) }],
      divide(double(1), plus(rank, double(from))),
    );
  const views = { views: () => double(1.5 + from), rateAt: at };
  return { at, inverseAt: at, nthLargest: at, nthSmallest: at, known: views };
}

const withCurve: LogView = {
  trust: trustView({ plus: [1, 0.75], minus: [0.5, 0.25, 0.125] }),
  rank: canonical.rank,
  exposure: undefined,
  curve: falling(0),
  log2: falling(1),
  listLength: canonical.listLength,
  candidates: { rank: true, exposure: true },
  cluster: canonical.cluster,
  propensity: canonical.loggedPropensity,
  placement: canonical.loggedPlacement,
  deepest: { view: 3, list: 4 },
  loggers: {
    all: [bigint(1n), bigint(2n)].map((key, at) => ({
      policy: {
        name: `logger ${at}`,
        isLogged: false,
        rank: undefined,
        exposure: canonical.loggedExposure,
      },
      wrote: {
        row: equal(canonical.logger, key),
        trajectory: equal(min(canonical.logger), key),
      },
      share: double(0.5),
    })),
    least: undefined,
    halves: [bigint(1n), bigint(2n)].map((half) => ({
      row: equal(canonical.user, half),
      trajectory: equal(min(canonical.user), half),
    })),
  },
};

const logs: readonly LogView[] = [
  withCurve,
  { ...withCurve, exposure: canonical.loggedExposure, listLength: undefined },
  { ...withCurve, exposure: canonical.loggedExposure, rank: undefined, curve: undefined },
];

const byRank: PolicyView = {
  name: "candidate",
  isLogged: false,
  rank: canonical.targetRank(0),
  exposure: undefined,
  propensity: canonical.targetPropensity(0),
  placement: canonical.targetPlacement(0),
  remaining: canonical.targetRemaining(0),
  listWeight: canonical.listWeight(0),
};

const policies: readonly PolicyView[] = [
  { name: LOGGED, isLogged: true, rank: canonical.rank, exposure: undefined },
  byRank,
  { ...byRank, rank: undefined, exposure: canonical.targetExposure(0) },
];
