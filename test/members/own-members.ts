import { evaluate, type Members, type Result, readStudy } from "../../src/index.js";
import {
  type Adjustment,
  bigint,
  caseWhen,
  type Diagnostic,
  diagnosis,
  double,
  type Estimator,
  equal,
  everyRow,
  type FittableCurve,
  type IntervalMethod,
  maximumLikelihood,
  overRanks,
  parameterNumber,
  reason,
  rewarded,
  rewardFormula,
} from "../../src/members/index.js";

/** The reward of the items that a policy ranks first. */
const first: Estimator = {
  name: "first",
  purpose: "the logged reward of the items that the policy ranks first",
  reference: "precision at 1, with rewards in the place of labels",
  assumptions: ["the item ranked first would have earned what it earned where it was shown"],
  parameters: [],
  canonical: () => ({}),
  role: () => "score",
  needs: ["targetRank"],
  formula: ({ policy, reward, estimand }) => {
    if (policy.rank === undefined) {
      return reason("own:noRank", `first needs the target rank of "${policy.name}".`, {
        need: "targetRank",
      });
    }
    const isFirst = equal(policy.rank, bigint(1n));
    return rewardFormula(
      rewarded(caseWhen([{ when: isFirst, then: reward.value }], double(0))),
      estimand,
    );
  },
};

const curve = {
  name: "persistence",
  purpose: "The same chance of going on at every rank.",
  reference: "Moffat and Zobel, ACM TOIS 27(1), 2008",
  parameters: [
    { kind: "number", name: "stay", purpose: "Going on.", min: 0, max: 1, open: "both" },
  ],
  probabilities: (parameters, n) =>
    overRanks(n, (rank) => parameterNumber(parameters, "stay") ** (rank - 1)),
  logDerivatives: (parameters, n) => ({
    stay: overRanks(n, (rank) => (rank - 1) / parameterNumber(parameters, "stay")),
  }),
} satisfies Omit<FittableCurve, "fitter">;

/** p_r = stay^(r − 1), fitted by maximum likelihood. */
const persistence: FittableCurve = {
  ...curve,
  fitter: maximumLikelihood(curve, {
    purpose: "The share of transitions that go on.",
    reference: "a binomial share",
    flatAt: 1,
    closedForm: ({ atRisk, stops }) => (atRisk - stops) / atRisk,
  }),
};

const about = {
  code: "own:fewImpressions",
  assumption: "enough was shown",
  thresholds: { watch: 1500 },
} as const;

const impressions = everyRow(double(1));

/** Whether the log holds enough impressions. */
const fewImpressions: Diagnostic = {
  ...about,
  purpose: "whether there are enough impressions",
  worse: "lower",
  components: () => [impressions],
  ofPolicy: ({ policy, feed, total }) => {
    if (policy.isLogged) return [];
    const count = total(impressions);
    const isFew = count < about.thresholds.watch;
    return [
      diagnosis(about, {
        policy: policy.name,
        feed,
        statistic: count,
        severity: isFew ? "watch" : "ok",
        consequence: `Estimates of ${policy.name} rest on ${count} impressions.`,
        remedy: isFew ? "Log more before you decide." : "",
      }),
    ];
  },
};

/** Quantiles of the logistic distribution, whose tails are heavier than the normal ones. */
const logistic: IntervalMethod = {
  name: "logistic",
  purpose: "value ± z·SE, z a quantile of the logistic distribution with variance 1",
  reference: "Balakrishnan (1991), Handbook of the Logistic Distribution",
  margins: ({ se }, confidence) => {
    const z = (Math.sqrt(3) / Math.PI) * Math.log((1 + confidence) / (1 - confidence));
    return [z * se, z * se];
  },
  p: ({ value, se }) => {
    if (se === 0) return value === 0 ? 1 : 0;
    return 2 / (1 + Math.exp((Math.PI / Math.sqrt(3)) * Math.abs(value / se)));
  },
};

/** 1 − (1 − p)^m. */
const sidak: Adjustment = {
  name: "sidak",
  purpose: "no false rejection in a family of independent comparisons",
  reference: "Šidák (1967), JASA 62(318)",
  controls: "familyWiseError",
  p: (p) =>
    p.map((each, at) => {
      if (!(each >= 0 && each <= 1)) {
        throw new RangeError(`sidak: p[${at}] must be in [0, 1], but was ${each}.`);
      }
      return p.length === 1 ? each : Math.max(each, 1 - (1 - each) ** p.length);
    }),
  level: (confidence, family) => confidence ** (1 / family),
};

export const members: Members = {
  estimators: [first],
  curves: [persistence],
  diagnostics: [fewImpressions],
  intervals: [logistic],
  adjustments: [sidak],
};

/** A study may name them like Hindcast's own. */
export const study = (rows: readonly object[]): object => ({
  log: {
    source: { rows },
    trajectory: "session",
    rank: "position",
    rewards: { liked: "liked" },
    exposure: { curve: { fit: "persistence" } },
  },
  policies: { new: { rank: "new_position" } },
  estimators: ["dcg", "ips", "first"],
  interval: "logistic",
  adjust: "sidak",
});

export const example = (rows: readonly object[]): Promise<Result> =>
  evaluate(readStudy(study(rows), { members }));
