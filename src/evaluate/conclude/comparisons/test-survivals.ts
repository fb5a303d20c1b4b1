import type { Figure } from "../../../checks/check.js";
import type { ComparisonClusters } from "../../../checks/comparison.js";
import { intraclass } from "../../../inference/intraclass.js";
import { exp } from "../../../numeric/elementary/exp.js";
import { ln } from "../../../numeric/elementary/ln.js";
import { narrowBracket } from "../../../numeric/narrow-bracket.js";
import { showCount } from "../../../numeric/show-number.js";
import { tQuantile } from "../../../numeric/student-t-quantile.js";
import type { CheckResult, Difference } from "../result.js";
import type { ComparisonTest } from "./comparison-test.js";
import { countOf, factsOf, heavyCell, sentenceOf } from "./rare-rewards.js";

export interface TestedRow {
  readonly test: ComparisonTest;
  readonly row: Difference;
  /** At which the comparison is judged. */
  readonly level: number;
  /** "users" or "trajectories". */
  readonly clusters: string;
  /** What each of them brings, where they are users and not buckets of users. */
  readonly ofUsers?: Pick<ComparisonClusters, "sizes" | "sums"> | undefined;
  /** Degrees of freedom below which a comparison is refused, and below which it says so. */
  readonly few: { readonly refused: number; readonly said: number };
  /** Codes of the reasons that refuse the comparison. */
  readonly refused: readonly string[];
}

export const testSurvivals = (of: TestedRow): readonly CheckResult[] => [
  ...unseenRewards(of),
  numberOfUsers(of),
];

/** A variance this many times as large widens the interval by 5 %: less is no sign. */
const worthSaying = 1.1;

const shared = { interval: null, alternative: null } as const;

function unseenRewards({ test, row, refused }: TestedRow): readonly CheckResult[] {
  const heavy = heavyCell(test);
  if (heavy === undefined) return [];
  const { count, expected, cell, variance } = heavy;
  const holds = !refused.includes("rareRewards");
  const more = -(row.value * row.n) / variance.heaviestValue;
  const isFlipped = hasCall(row) && Number.isFinite(more) && more > 0;
  const measured: Figure = {
    value: count,
    se: null,
    unit: "rows",
    words: `${showCount(count)} seen, ${countOf(expected)} expected`,
  };
  return [
    {
      check: "rareRewards",
      title: "too few rewards where weights are large",
      effect: holds ? "none" : "cannotTell",
      applies: !holds || variance.restricted > worthSaying * variance.poisson,
      holds,
      tipping: isFlipped ? rowsMore(more, cell) : null,
      measured,
      ...shared,
      message: sentenceOf(heavy),
      facts: factsOf(heavy),
    },
  ];
}

const rowsMore = (value: number, cell: string): Figure => ({
  value,
  se: null,
  unit: "rows",
  words: `${Math.max(1, Math.round(value)).toLocaleString("en-US")} more at ${cell.replace(/, weight.*/, "")}`,
});

function numberOfUsers({
  test,
  row,
  level,
  clusters,
  ofUsers,
  few,
  refused,
}: TestedRow): CheckResult {
  const holds = !refused.includes("fewClusters");
  const users = test.users < 10 ? test.users.toFixed(1) : showCount(Math.round(test.users));
  const icc = ofUsers && intraclass(ofUsers, test.within);
  const alike = icc === undefined ? {} : { icc: icc.icc, f: icc.Fstat, p: icc.pF };
  const fewest = hasCall(row) ? fewestUsers(row, level) : undefined;
  return {
    check: "fewClusters",
    title: `too few ${clusters}`,
    effect: !holds ? "cannotTell" : test.users < few.said ? "watch" : "none",
    applies: test.users < few.said,
    holds,
    tipping:
      fewest === undefined
        ? null
        : { value: fewest, se: null, unit: "users", words: `fewer than ${Math.ceil(fewest)}` },
    measured: { value: test.users, se: null, unit: "users", words: `about ${users}` },
    ...shared,
    message: `The standard error is based on about ${users} ${clusters}.`,
    facts: { users: test.users, ...alike },
  };
}

const hasCall = ({ adjusted: { interval } }: Difference): boolean =>
  interval[0] > 0 || interval[1] < 0;

/** The degrees of freedom at which the difference would no longer be told from 0; undefined where 1 is enough. */
function fewestUsers({ value, se, df }: Difference, level: number): number | undefined {
  const excess = (log: number): number => Math.abs(value) - tQuantile(1 - level / 2, exp(log)) * se;
  const [low, high] = [0, ln(df)].map((at) => ({ at, value: excess(at) }));
  if (low === undefined || high === undefined || low.value > 0 || !(high.value > 0))
    return undefined;
  return exp(narrowBracket(excess, low, high, 1e-6).high.at);
}
