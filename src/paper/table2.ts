import type { CorrelationOfWeeks, Table2, Table2World } from "../answers/index.js";
import { correlationP, pearson } from "../numeric/correlation.js";
import { median, quantile } from "../numeric/quantile.js";
import { dials, simulateWhole, type World } from "../simulator/index.js";
import type { Progress } from "../sql/engine.js";
import { scoreWeek, variants, type WeekSeries } from "./score-week.js";
import { weekWorld } from "./week.js";

/** How many weeks are simulated, of how many users; a quarter of the weeks for each dial. */
export interface WeeksRequest {
  readonly seed: number;
  readonly weeks: number;
  readonly users: number;
  /** Which dials are turned, by name; absent: each of them that shows in ranks. */
  readonly dials?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Table 2 of Jeunen et al. (KDD 2024), repeated: Pearson's r over the days of a week between what an arm earned and
 * each variant on the control arm's log, over many simulated weeks; then with each dial at its strong value. Every
 * week of every world shares its chance with the same week of the others.
 */
export async function table2(request: WeeksRequest): Promise<Table2> {
  const { seed, users } = request;
  const fewer = Math.max(2, Math.round(request.weeks / 4));
  const turned = [
    { name: plain, dial: null, value: 1, weeks: request.weeks },
    { name: "days are alike", dial: null, value: 0, weeks: fewer },
    { name: "days differ more", dial: null, value: 4, weeks: fewer },
    ...dials
      .filter(({ needsExposures }) => needsExposures !== true)
      .filter(({ name }) => request.dials?.includes(name) ?? true)
      .map(({ name, strong }) => ({ name, dial: name, value: strong, weeks: fewer })),
  ];
  const total = turned.reduce((sum, { weeks }) => sum + weeks, 0);
  let done = 0;
  const worlds: Table2World[] = [];
  for (const { name, dial, value, weeks } of turned) {
    const world =
      dial === null ? withDays(weekWorld(users), value) : weekWorld(users, { [dial]: value });
    const series: WeekSeries[] = [];
    for (let week = 0; week < weeks; week++) {
      request.signal?.throwIfAborted();
      request.onProgress?.({
        purpose: `weeks: ${name}`,
        fraction: done / total,
      });
      await turn();
      series.push(...scoreWeek(world, simulateWhole(world, seed + week)));
      done += 1;
    }
    worlds.push({ name, dial, value, weeks, ...correlationsOf(series) });
  }
  return { seed, weeks: request.weeks, users, days: weekWorld(users).days, worlds };
}

const plain = "all assumptions hold";

/** The world with days that differ so many times as much. */
const withDays = (world: World, times: number): World => ({
  ...world,
  drift: times * world.drift,
  week: world.week.map((day) => ({ ...day, lift: times * day.lift })),
});

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

function correlationsOf(
  series: readonly WeekSeries[],
): Pick<Table2World, "correlations" | "pattern" | "medianDcg" | "medianNdcg"> {
  const found = series.map(({ online, offline, ...names }) => ({
    ...names,
    days: online.length,
    r: offline.map((values) => pearson(online, values)?.r ?? null),
  }));
  const keys = [...new Set(found.map(keyOf))];
  const correlations = keys.flatMap((key) => {
    const own = found.filter((each) => keyOf(each) === key);
    return variants.flatMap((variant, at) => {
      const values = own.flatMap(({ r, days }) => {
        const value = r[at];
        return value === null || value === undefined
          ? []
          : [{ value, p: correlationP(value, days) }];
      });
      const [first] = own;
      if (first === undefined || values.length === 0) return [];
      const { feed, reward, ranking } = first;
      return [{ feed, reward, ranking, variant, ...summary(values) }];
    });
  });
  const pairs = found.flatMap(({ ranking, r }) => {
    const [dcg, ndcg] = [r.at(-2), r.at(-1)];
    return ranking !== "Rt" || dcg == null || ndcg == null ? [] : [{ dcg, ndcg }];
  });
  return {
    correlations,
    pattern: known(pairs.filter(({ dcg, ndcg }) => dcg > 0 && ndcg < 0).length / pairs.length),
    medianDcg: known(median(pairs.map(({ dcg }) => dcg))),
    medianNdcg: known(median(pairs.map(({ ndcg }) => ndcg))),
  };
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

const keyOf = ({ feed, reward, ranking }: Omit<WeekSeries, "online" | "offline">): string =>
  JSON.stringify([feed, reward, ranking]);

function summary(
  known: readonly { readonly value: number; readonly p: number }[],
): Omit<CorrelationOfWeeks, "feed" | "reward" | "ranking" | "variant"> {
  const values = known.map(({ value }) => value);
  const share = (holds: (each: (typeof known)[number]) => boolean): number =>
    known.filter(holds).length / known.length;
  return {
    weeks: known.length,
    median: median(values),
    low: quantile(values, 0.1),
    high: quantile(values, 0.9),
    significant: share(({ p }) => p < 0.05),
    negative: share(({ value }) => value < 0),
  };
}
