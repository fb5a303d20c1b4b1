import { type Facts, InternalError } from "../errors.js";
import { LOGGED } from "../log/log-spec.js";
import type { Row } from "../sql/interpreter/value.js";
import type { Estimator } from "./estimator.js";
import type { EstimatorLaw, LawRow, LawRunner, WithheldLawRow } from "./estimator-law.js";
import { gradientIsDerivative, nothingWithoutReward } from "./formula-laws.js";
import { type LawStudy, lawRows, lawStudies, rewardsBy, withSameRanges } from "./law-log.js";
import { keyOf, sampleEntries, sampleRequests } from "./law-parameters.js";
import { addedViewsCount, valueIsOfViews } from "./view-laws.js";

export type { EstimatorLaw, LawRow, LawRunner } from "./estimator-law.js";

const laws: readonly ComputedLaw[] = [
  { name: "canonical parameters are canonical", check: canonicalOnce },
  {
    name: "every answer is a finite value with its error, or a reason",
    check: withAnswers(answersOrSays),
  },
  {
    name: "an estimator of the reward gives the mean where the target is the log",
    check: withAnswers(identity),
  },
  {
    name: "the log under another name answers as the log, bit for bit",
    check: withAnswers(sameName),
  },
  { name: "the order of rows does not matter, bit for bit", check: withAnswers(anyOrder) },
  {
    name: "shards of the same ranges add to the whole, bit for bit",
    check: withAnswers(shardsAdd),
  },
  { name: "rewards scaled by 2 scale the answers, or leave them", check: withAnswers(scales) },
  {
    name: "rewards shifted by 1 shift them by what a reward of 1 would earn",
    check: withAnswers(shifts),
  },
  { name: "copies of every user's trajectories change nothing", check: withAnswers(copies) },
  {
    name: "shards of any ranges add to the whole within the resolution",
    check: withAnswers(anyShardsAdd),
  },
  { name: "the gradient is the derivative of the value", check: gradientIsDerivative },
  { name: "sums over views give the value", check: valueIsOfViews },
  { name: "views put back give the value of the whole", check: addedViewsCount },
  { name: "sums over rewarded rows are 0 at a row without reward", check: nothingWithoutReward },
];

type Check = (estimator: Estimator, run: LawRunner<LawRow>) => Promise<void>;
interface ComputedLaw extends Pick<EstimatorLaw, "name"> {
  readonly check: Check;
}

export const estimatorLaws: readonly EstimatorLaw[] = laws.map(({ name, check }) => ({
  name,
  check: (estimator, run) =>
    check(estimator, {
      estimates: async (study, rows) => (await run.estimates(study, rows)).map(computed),
      added: async (study, shards) => (await run.added(study, shards)).map(computed),
    }),
}));

const computed = (row: LawRow | WithheldLawRow): LawRow =>
  row.withheld === undefined ? row : { ...row, ...row.withheld, withheld: undefined };

/**
 * A check that also insists on answers, since it passes over what has none: where the target is the log
 * some row must have an answer, and an estimate of the reward must answer for the logged policy itself.
 */
function withAnswers(check: Check): Check {
  return async (estimator, run) => {
    const all: LawRow[] = [];
    const noted = (rows: readonly LawRow[]): readonly LawRow[] => {
      all.push(...rows.filter(({ policy }) => policy !== "other"));
      return rows;
    };
    await check(estimator, {
      estimates: async (study, rows) => noted(await run.estimates(study, rows)),
      added: async (study, shards) => noted(await run.added(study, shards)),
    });
    insistOnAnswers(estimator, all);
  };
}

function insistOnAnswers(estimator: Estimator, all: readonly LawRow[]): void {
  const answers = ({ value, none }: LawRow): boolean => value !== undefined && none === undefined;
  const because = (rows: readonly LawRow[]): Facts => ({ reason: rows[0]?.none?.message ?? null });
  const fault = "no answer where the target is the log, so that nothing was compared";
  insist(all.some(answers), estimator, fault, because(all));
  for (const parameters of sampleRequests(estimator)) {
    if (estimator.role(parameters) !== "reward") continue;
    const ofLogged = all.filter(
      (row) => row.policy === LOGGED && keyOf(row.parameters) === keyOf(parameters),
    );
    const missing = "an estimate of the reward gives no answer for the logged policy";
    insist(ofLogged.some(answers), estimator, missing, { parameters, ...because(ofLogged) });
  }
}

function studiesOf(estimator: Estimator): readonly LawStudy[] {
  return lawStudies(sampleEntries(estimator), {
    lists: estimator.needs.includes("listLength"),
    loggers: estimator.needs.includes("loggers"),
  });
}

async function canonicalOnce(estimator: Estimator): Promise<void> {
  for (const parameters of sampleRequests(estimator)) {
    const again = estimator.canonical(parameters);
    insist(keyOf(again) === keyOf(parameters), estimator, "canonical forms differ", { parameters });
  }
}

async function answersOrSays(estimator: Estimator, run: LawRunner<LawRow>): Promise<void> {
  const rows = lawRows("answers");
  const n = new Set(rows.map(({ session }) => session)).size;
  for (const study of studiesOf(estimator)) {
    for (const row of await run.estimates(study, rows)) {
      const answers = Number.isFinite(row.value) && Number.isFinite(row.se) && (row.se ?? -1) >= 0;
      insist(answers ? row.n === n : row.none !== undefined, estimator, "an answer is odd", {
        ...facts(row),
      });
    }
  }
}

async function identity(estimator: Estimator, run: LawRunner<LawRow>): Promise<void> {
  const rows = lawRows("identity");
  const sessions = new Set(rows.map(({ session }) => session)).size;
  const earned = rows.reduce((sum, { reward }) => sum + Number(reward), 0);
  for (const study of studiesOf(estimator)) {
    const estimates = await run.estimates(study, rows);
    for (const row of estimates) {
      if (row.policy === "other" || estimator.role(row.parameters) !== "reward" || row.none)
        continue;
      const mean = earned / (row.estimand === "perTrajectory" ? sessions : rows.length);
      insist(near(row.value, mean, 1e-14), estimator, `the mean is ${mean}`, facts(row));
    }
  }
}

async function sameName(estimator: Estimator, run: LawRunner<LawRow>): Promise<void> {
  for (const study of studiesOf(estimator)) {
    const estimates = await run.estimates(study, lawRows("same name"));
    for (const row of estimates) {
      if (row.policy === "other" || row.none) continue;
      const logged = estimates.find(
        (lawRow) => lawRow.policy === "logged" && question(lawRow) === question(row),
      );
      // What combines several logging policies has no answer for the ranking that they wrote together.
      if (logged?.none !== undefined && estimator.role(row.parameters) !== "reward") continue;
      const same = logged?.value === row.value && logged?.se === row.se;
      insist(same, estimator, "the log under another name differs", facts(row));
    }
  }
}

async function anyOrder(estimator: Estimator, run: LawRunner<LawRow>): Promise<void> {
  const rows = lawRows("order");
  const turned = [...rows.slice(17), ...rows.slice(0, 17)].reverse();
  for (const study of studiesOf(estimator)) {
    const [one, other] = [await run.estimates(study, rows), await run.estimates(study, turned)];
    compare(estimator, one, other, "another order of rows answers otherwise");
  }
}

async function shardsAdd(estimator: Estimator, run: LawRunner<LawRow>): Promise<void> {
  const rows = withSameRanges(lawRows("shards"));
  const [left, right] = [0, 1].map((side) => rows.filter(({ user }) => Number(user) % 2 === side));
  for (const study of studiesOf(estimator)) {
    const whole = await run.added(study, [rows]);
    const sum = await run.added(study, [left ?? [], right ?? []]);
    compare(estimator, whole, sum, "two shards do not add to the whole");
  }
}

/** What sums of five rows promise, each rounded to 2^-56, and the last digits of what follows from them. */
const resolution = 1e-13;

/** One shard's rewards are all small, so that its last step is finer, and the other alone has negative ones. */
async function anyShardsAdd(estimator: Estimator, run: LawRunner<LawRow>): Promise<void> {
  const isLeft = ({ user }: Row): boolean => Number(user) % 2 === 0;
  const rows = lawRows("shards apart").map((row, i): Row => {
    const reward = Number(row.reward);
    if (isLeft(row)) return { ...row, reward: i % 9 === 0 ? -reward / 3 : reward };
    return { ...row, reward: reward / 300 };
  });
  const [left, right] = [rows.filter(isLeft), rows.filter((row) => !isLeft(row))];
  for (const study of studiesOf(estimator)) {
    const whole = await run.added(study, [rows]);
    const sum = await run.added(study, [left, right]);
    compare(estimator, whole, sum, "two shards do not add to the whole", (a, b) =>
      a === undefined || b === undefined ? a === b : near(a, b, resolution),
    );
  }
}

/** Estimators of the reward are linear in it and its prediction: a shift by 1 adds the answer to a reward of 1. */
async function shifts(estimator: Estimator, run: LawRunner<LawRow>): Promise<void> {
  const rows = lawRows("shift");
  const shifted = rewardsBy(rows, (reward) => reward + 1);
  const ones = rewardsBy(rows, () => 1);
  for (const study of studiesOf(estimator)) {
    const [before, after, one] = [
      await run.estimates(study, rows),
      await run.estimates(study, shifted),
      await run.estimates(study, ones),
    ];
    before.forEach((row, i) => {
      if (row.value === undefined || estimator.role(row.parameters) === "score") return;
      if (estimator.isLinear === false) return;
      const expected = row.value + (one[i]?.value ?? Number.NaN);
      const fault = "a shift of the rewards does not shift the answer by its worth";
      insist(near(after[i]?.value, expected), estimator, fault, facts(row));
    });
  }
}

async function scales(estimator: Estimator, run: LawRunner<LawRow>): Promise<void> {
  const rows = lawRows("scale");
  const doubled = rewardsBy(rows, (reward) => 2 * reward);
  for (const study of studiesOf(estimator)) {
    const [before, after] = [await run.estimates(study, rows), await run.estimates(study, doubled)];
    const pairs = before.map((row, i) => [row, after[i] ?? row] as const);
    const by = (factor: number): boolean =>
      pairs.every(
        ([row, twin]) =>
          row.none !== undefined ||
          (near(twin.value, factor * (row.value ?? 0)) && near(twin.se, factor * (row.se ?? 0))),
      );
    const reward = pairs.some(([row]) => estimator.role(row.parameters) === "reward");
    insist(by(2) || (!reward && by(1)), estimator, "answers do not follow the rewards' scale", {});
  }
}

async function copies(estimator: Estimator, run: LawRunner<LawRow>): Promise<void> {
  const rows = lawRows("copies");
  const twin = (row: Row): Row => ({ ...row, session: BigInt(Number(row.session) + 1000) });
  const both = [...rows, ...rows.map(twin)];
  for (const study of studiesOf(estimator)) {
    const [one, two] = [await run.estimates(study, rows), await run.estimates(study, both)];
    one.forEach((row, i) => {
      const other = two[i];
      const same = near(other?.value, row.value ?? 0) && near(other?.se, row.se ?? 0);
      insist(row.none !== undefined || same, estimator, "copied trajectories count", facts(row));
    });
  }
}

function compare(
  estimator: Estimator,
  one: readonly LawRow[],
  other: readonly LawRow[],
  fault: string,
  alike: (a: number | undefined, b: number | undefined) => boolean = (a, b) => a === b,
): void {
  insist(one.length > 0 && one.length === other.length, estimator, `${fault}: no rows`, {});
  one.forEach((row, i) => {
    const twin = other[i];
    const same =
      twin !== undefined && question(twin) === question(row) && twin.policy === row.policy;
    const agrees = same && alike(twin.value, row.value) && alike(twin.se, row.se);
    insist(agrees, estimator, fault, facts(row));
  });
}

const question = ({ parameters, estimand }: LawRow): string => `${keyOf(parameters)}|${estimand}`;

const near = (got: number | undefined, expected: number, tolerance = 1e-9): boolean =>
  got !== undefined && Math.abs(got - expected) <= tolerance * (1 + Math.abs(expected));

const facts = ({ policy, parameters, estimand, value }: LawRow): Facts => ({
  policy,
  parameters,
  estimand,
  value: value ?? null,
});

function insist(holds: boolean, estimator: Estimator, fault: string, facts: Facts): void {
  if (holds) return;
  throw new InternalError(`${estimator.name}: ${fault}: ${JSON.stringify(facts)}.`, facts);
}
