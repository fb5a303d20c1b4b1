import { InternalError } from "../errors.js";
import type { Row } from "../sql/interpreter/value.js";
import type { Estimand, Estimator, ViewSums } from "./estimator.js";
import type { LawRow, LawRunner } from "./estimator-law.js";
import { type LawStudy, lawCurve, lawRows, lawStudies } from "./law-log.js";
import { sampleRequests } from "./law-parameters.js";
import { mayDecide } from "./may-decide.js";

/**
 * What an estimator of the reward makes of sums over views is its estimate, for policies by rank under a
 * curve and by logged exposures, with the views of the log and with views that the policy declares.
 */
export async function valueIsOfViews(estimator: Estimator, run: LawRunner<LawRow>): Promise<void> {
  const { ofViews } = estimator;
  if (ofViews === undefined) return;
  const rows = lawRows("views");
  let compared = 0;
  const studies = lawStudies(requestsOf(estimator));
  for (const [at, study] of [...studies, ...studies.map(declaring)].entries()) {
    const isByRank = at % 2 === 0;
    const declared = at >= studies.length;
    for (const row of await run.estimates(study, rows)) {
      if (row.value === undefined) continue;
      const sums = declared
        ? declaredSums(rows, row, isByRank)
        : sumsOf(rows, isByRank ? weightByRank(row) : weightByExposure(row));
      const value = ofViews(row.estimand as Estimand, sums, { views: 0, reward: 0 });
      compared += 1;
      if (Math.abs(value - row.value) <= 1e-6 * (1 + Math.abs(row.value))) continue;
      fault(estimator, `gives ${value} of the views, and estimates ${row.value}`, row);
    }
  }
  if (compared === 0) fault(estimator, "gives a value of views and no estimate", {});
}

/** What the policy called "other" says in the law: how many items it shows, or how many views it has. */
const [shows, views] = [2, 1.75];

/** The study in which that policy, by rank or by exposure, says so. */
function declaring(study: LawStudy, at: number): LawStudy {
  const { other, ...policies } = study.policies;
  const says = at === 0 ? { shows } : { views };
  return { ...study, policies: { ...policies, other: { ...(other as object), ...says } } };
}

function declaredSums(rows: readonly Row[], row: LawRow, isByRank: boolean): ViewSums {
  if (!isByRank) {
    const sums = sumsOf(rows, weightByExposure(row));
    return row.policy === "other" ? { ...sums, views } : sums;
  }
  if (row.policy !== "other") return sumsOf(rows, weightByRank(row));
  const weight: Weight = (line) => (Number(line.other) > shows ? 0 : weightByRank(row)(line));
  const count = rows.filter(({ position }) => Number(position) <= shows).length;
  return { ...sumsOf(rows, weight), views: (sumsOf(rows, weight).views * count) / rows.length };
}

/** The views that the log lacks, added with what they earn, give the value of a log that holds them all. */
export async function addedViewsCount({ ofViews, ...estimator }: Estimator): Promise<void> {
  if (ofViews === undefined) return;
  const [reward, weight, views] = [0.75, 2, 5];
  for (const estimand of ["perTrajectory", "perImpression"] as const) {
    for (const earned of [-0.5, 0, 3]) {
      const added = { views: views - weight, reward: earned };
      const whole = { reward: reward + added.views * earned, weight: views, views };
      const expected = ofViews(estimand, whole, { views: 0, reward: 0 });
      const value = ofViews(estimand, { reward, weight, views }, added);
      if (Math.abs(value - expected) <= 1e-9) continue;
      fault(estimator, `gives ${value} with added views where ${expected} is the whole`, {
        estimand,
        earned,
      });
    }
  }
}

const requestsOf = (estimator: Estimator): readonly unknown[] =>
  sampleRequests(estimator)
    .filter((parameters) => mayDecide(estimator, parameters))
    .map((parameters) => {
      const settings = Object.entries(parameters).filter(([, value]) => value !== null);
      return { [estimator.name]: Object.fromEntries(settings) };
    });

type Weight = (row: Row) => number;

const weightByRank = ({ policy }: LawRow): Weight => {
  const at = (rank: unknown): number => (rank === null ? 0 : (lawCurve[Number(rank) - 1] ?? 0));
  const column = policy === "other" ? "other" : "position";
  return (row) => at(row[column]) / at(row.position);
};

const weightByExposure = ({ policy }: LawRow): Weight =>
  policy === "other" ? (row) => Number(row.eps_t) / Number(row.eps0) : () => 1;

function sumsOf(rows: readonly Row[], weight: Weight): ViewSums {
  const n = new Set(rows.map(({ session }) => session)).size;
  const mean = (of: (row: Row) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0) / n;
  return {
    reward: mean((row) => Number(row.reward) * weight(row)),
    weight: mean(weight),
    views: rows.length / n,
  };
}

function fault({ name }: Pick<Estimator, "name">, what: string, facts: object): never {
  throw new InternalError(`${name} ${what}: ${JSON.stringify(facts)}.`);
}
