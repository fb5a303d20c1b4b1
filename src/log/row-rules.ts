import type { ReasonCode } from "../codes.js";
import {
  apply,
  bigint,
  column,
  double,
  type Expression,
  greater,
  isNull,
  less,
  not,
  or,
} from "../sql/expression.js";
import type { BoundLog } from "./bind.js";
import { type Summary, summaryOf } from "./summary.js";

/** A rule that every row of a log must keep (methods A.1); `violated` is never NULL. */
export interface RowRule {
  readonly code: ReasonCode;
  /** The role and the source's column that the rule reads. */
  readonly role: string;
  readonly column: string;
  readonly violated: Expression;
  /** Whether what is known of the columns leaves room for a violation; rows are read only then. */
  readonly suspect: (summary: Summary) => boolean;
  readonly expected: string;
  readonly remedy: string;
}

/** The row rules of a bound log: one list, each role bringing its own. */
export function rowRules(log: BoundLog): readonly RowRule[] {
  return [
    ...keyRules(log),
    ...rankRules(log),
    ...censoredRules(log),
    ...exposureRules(log),
    ...rewardRules(log),
    ...policyRules(log),
  ];
}

function keyRules({ spec }: BoundLog): readonly RowRule[] {
  const roles = [
    ["trajectory", spec.trajectory],
    ["user", spec.user],
    ["feed", spec.feed],
    ["logger", spec.logger],
    ["day", spec.day],
  ] as const;
  return roles.flatMap(([role, name]) =>
    name === undefined
      ? []
      : [
          {
            code: `${role}Missing`,
            role: `log.${role}`,
            column: name,
            violated: isNull(column(`h_${role}`)),
            suspect: holdsNull(`h_${role}`),
            expected: `a ${role} in every row`,
            remedy: `fill the column, or leave those rows out with log.source: { sql: "select … where …" }`,
          },
        ],
  );
}

function rankRules({ spec }: BoundLog): readonly RowRule[] {
  if (spec.rank === undefined) return [];
  const rank = column("h_rank");
  const length = column("h_length");
  const rules: RowRule[] = [
    {
      code: "rankInvalid",
      role: "log.rank",
      column: spec.rank,
      violated: or([isNull(rank), less(rank, bigint(1n))]),
      suspect: (summary) => holdsNull("h_rank")(summary) || notWholeFromOne("h_rank")(summary),
      expected: "a displayed rank that is a whole number, 1 or more",
      remedy:
        "displayed ranks count from 1; if yours count from 0, add 1 in log.source: { sql: … }",
    },
  ];
  if (spec.listLength === undefined) return rules;
  return [
    ...rules,
    {
      code: "rankBeyondList",
      role: "log.listLength",
      column: spec.listLength,
      violated: or([isNull(length), less(length, bigint(1n)), greater(rank, length)]),
      suspect: (summary) =>
        holdsNull("h_length")(summary) ||
        notWholeFromOne("h_length")(summary) ||
        (summary.deepestBeyondList ?? 0) > 0,
      expected: "a list length that is a whole number and not below the displayed rank",
      remedy: "listLength is the number of positions that the list offered, viewed or not",
    },
  ];
}

function censoredRules({ spec }: BoundLog): readonly RowRule[] {
  if (spec.censored === undefined) return [];
  const value = column("h_censored");
  return [
    {
      code: "censoredInvalid",
      role: "log.censored",
      column: spec.censored,
      violated: or([isNull(value), less(value, bigint(0n)), greater(value, bigint(1n))]),
      suspect: (summary) => {
        const [low, high] = summaryOf(summary, "h_censored").range ?? [0, 1];
        return holdsNull("h_censored")(summary) || low < 0 || high > 1;
      },
      expected: "true (1) where the end of the trajectory was not seen, false (0) where it was",
      remedy:
        "have log.source: { sql: … } write 1 where the log was cut or the session still open, 0 where people left (null does not say which)",
    },
  ];
}

const holdsNull =
  (name: string) =>
  (summary: Summary): boolean =>
    summaryOf(summary, name).values < summary.rows;

const notWholeFromOne =
  (name: string) =>
  (summary: Summary): boolean => {
    const { range, whole } = summaryOf(summary, name);
    return range !== undefined && (range[0] < 1 || range[1] >= 2 ** 53 || !whole);
  };

const outsideUnit =
  (name: string, zeroAllowed: boolean) =>
  (summary: Summary): boolean => {
    const { range, finite } = summaryOf(summary, name);
    if (holdsNull(name)(summary) || range === undefined || !finite) return true;
    return range[1] > 1 || range[0] < (zeroAllowed ? 0 : smallestExposure);
  };

/** What a logged exposure may be divided by: weights, their squares and sums stay doubles. */
const smallestExposure = 1e-70;

const no: Expression = isNull(bigint(1n));

/** Not a number in (0, 1] (or [0, 1] where zero may be). */
const notProbability = (value: Expression, zeroAllowed: boolean): Expression =>
  or([
    isNull(value),
    not(apply("isFinite", value)),
    less(value, double(zeroAllowed ? 0 : smallestExposure)),
    greater(value, double(1)),
  ]);

function exposureRules(log: BoundLog): readonly RowRule[] {
  if (log.exposure === undefined) return [];
  const value = column("h_exposure");
  return [
    {
      code: "loggingExposureInvalid",
      role: "log.exposure.column",
      column: log.exposure,
      violated: notProbability(value, false),
      suspect: (summary) => outsideUnit("h_exposure", false)(summary),
      expected: `a logged exposure in (0, 1], ${smallestExposure} at least`,
      remedy:
        "an item that was shown cannot have had exposure 0; log the probability that the logger really used",
    },
  ];
}

/** Squares of sums must stay within the range of a double. */
const largestReward = 1e100;

const addable = (value: Expression): Expression =>
  apply("and", apply("isFinite", value), less(apply("abs", value), double(largestReward)));

function rewardRules(log: BoundLog): readonly RowRule[] {
  return log.rewards.flatMap(({ name, column: source, missing }, i) => {
    const value = column(`h_reward_${i}`);
    const base = { role: `log.rewards.${name}`, column: source };
    return [
      {
        ...base,
        code: "rewardMissing",
        violated: isNull(value),
        suspect: (summary: Summary) => missing === undefined && holdsNull(`h_reward_${i}`)(summary),
        expected: "a reward in every row",
        remedy: `an absent reward is not 0 by itself; if it is here, write ${name}: { column: ${source}, missing: 0 }`,
      },
      {
        ...base,
        code: "rewardNotFinite",
        violated: apply("coalesce", not(addable(value)), no),
        suspect: (summary: Summary) => {
          const { finite, range = [0, 0] } = summaryOf(summary, `h_reward_${i}`);
          return !finite || Math.max(-range[0], range[1]) >= largestReward;
        },
        expected: `a finite reward, below ${largestReward} in size`,
        remedy:
          "NaN, infinities and their stand-ins cannot be added up; mend or leave out those rows",
      },
    ];
  });
}

function policyRules(log: BoundLog): readonly RowRule[] {
  return log.policies.flatMap((policy, i) => {
    const { name, rank, exposure, score } = policy;
    const rules: RowRule[] = [];
    if (rank !== undefined) {
      const value = column(`h_rank_${i}`);
      rules.push({
        code: "targetRankInvalid",
        role: `policies.${name}.rank`,
        column: rank,
        violated: apply("coalesce", less(value, bigint(1n)), no),
        suspect: notWholeFromOne(`h_rank_${i}`),
        expected: "a target rank that is a whole number, 1 or more, or null (not shown)",
        remedy: "target ranks count from 1 in the policy's full candidate list; null is not shown",
      });
    }
    if (score !== undefined) {
      const finite = apply("isFinite", column(`h_score_${i}`));
      rules.push({
        code: "targetRankInvalid",
        role: `policies.${name}.score`,
        column: score,
        violated: apply("coalesce", not(finite), no),
        suspect: (summary) => !summaryOf(summary, `h_score_${i}`).finite,
        expected: "a finite score to rank by, or null (not shown)",
        remedy: "NaN and infinities have no place in an order; make them null or mend the score",
      });
    }
    if (typeof exposure === "string") {
      const value = column(`h_exposure_${i}`);
      rules.push({
        code: "targetExposureInvalid",
        role: `policies.${name}.exposure`,
        column: exposure,
        violated: notProbability(value, true),
        suspect: outsideUnit(`h_exposure_${i}`, true),
        expected: "an exposure in [0, 1]",
        remedy: "an item that the policy does not show has exposure 0, not null",
      });
    }
    return rules;
  });
}
