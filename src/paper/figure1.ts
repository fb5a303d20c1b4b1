import {
  type Measured,
  paperClips,
  type SensitivityRow,
  sensitivityOf,
} from "../agreement/index.js";
import type { Figure1 } from "../answers/index.js";
import { square } from "../numeric/elementary/square.js";
import { type Simulated, simulateWhole, type World } from "../simulator/index.js";
import { idealOf } from "./score-week.js";
import type { WeeksRequest } from "./table2.js";
import { curvesOfWorld, ranksOf, trajectoriesOf, weekWorld } from "./week.js";

const confidence = 0.99;
const days = 5;
const feed = 1;

/**
 * Figure 1 of Jeunen et al. (KDD 2024), repeated: for each clip m, how many of 20 settings (5 days × 4 rewards on the
 * second feed) in which the tested ranking is truly better DCG and nDCG find, with which p and sign, over many
 * weeks; and, which the paper leaves out, how many they find where all items are equally good, so that no
 * ranking is better.
 */
export async function figure1(request: WeeksRequest): Promise<Figure1> {
  const { seed, weeks, users } = request;
  const world = { ...weekWorld(users), days };
  const flat = { ...world, items: { ...world.items, quality: 0, taste: 0 } };
  const known = emptySettings();
  const none = emptySettings();
  const lifts: Readonly<Record<string, number>>[] = [];
  for (let week = 0; week < weeks; week++) {
    for (const [which, settings] of [[world, known] as const, [flat, none] as const]) {
      request.signal?.throwIfAborted();
      const isNull = which === flat;
      const purpose = isNull ? "weeks in which nothing differs" : "weeks of a better ranking";
      request.onProgress?.({ purpose, fraction: (2 * week + Number(isNull)) / (2 * weeks) });
      await turn();
      const simulated = simulateWhole(which, seed + week);
      if (!isNull) lifts.push(trueLifts(which, simulated));
      for (const [at, own] of differencesOf(which, simulated).entries()) settings[at]?.push(...own);
    }
  }
  return {
    seed,
    weeks,
    users,
    feed: world.feeds[feed]?.name ?? "",
    days,
    rewards: world.rewards.map(({ name }) => name),
    trueLifts: Object.fromEntries(
      world.rewards.map(({ name }) => [
        name,
        lifts.reduce((sum, lift) => sum + (lift[name] ?? 0), 0) / weeks,
      ]),
    ),
    sensitivity: { confidence, unknownAre: "null", rows: rowsOf(known, none) },
  };
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

const metrics = ["dcg", "ndcg"] as const;

/** Differences by metric and clip. */
type Settings = Measured[][];
const emptySettings = (): Settings => metrics.flatMap(() => paperClips.map(() => []));

const rowsOf = (known: Settings, none: Settings): readonly SensitivityRow[] =>
  metrics.flatMap((estimator, m) =>
    paperClips.map((clip, at) => ({
      estimator,
      parameters: { clip },
      label: `${estimator}(clip ${clip})`,
      clip,
      known: sensitivityOf(known[m * paperClips.length + at] ?? [], confidence),
      unknown: sensitivityOf(none[m * paperClips.length + at] ?? [], confidence),
    })),
  );

function trueLifts(world: World, { truth }: Simulated): Readonly<Record<string, number>> {
  const of = (policy: number, reward: string): number =>
    truth.find(
      (row) =>
        row.policy === world.policies[policy]?.name &&
        row.feed === world.feeds[feed]?.name &&
        row.reward === reward &&
        row.day === null,
    )?.mean ?? Number.NaN;
  return Object.fromEntries(world.rewards.map(({ name }) => [name, of(1, name) / of(0, name) - 1]));
}

/** What a user adds on one day: trajectories, those with an ideal by reward, and differences by column. */
interface UserDay {
  n: number;
  readonly usable: Float64Array;
  readonly sums: Float64Array;
}

/**
 * The differences between the two rankings on the control arm's log of a week, by metric and clip: a setting for each
 * day and reward, with its error by user.
 */
export function differencesOf(world: World, { log }: Simulated): Settings {
  const settings = emptySettings();
  const kinds = world.rewards.length;
  const width = metrics.length * paperClips.length;
  const curve = curvesOfWorld(world)[feed] ?? new Float64Array();
  const [logged = new Int32Array(), tested = new Int32Array()] = ranksOf(log);
  const byDay = new Map<number, Map<number, UserDay>>();
  for (const [from, to] of trajectoriesOf(log)) {
    if (log.feed[from] !== feed) continue;
    const users = byDay.get(log.day[from] ?? 0) ?? new Map<number, UserDay>();
    byDay.set(log.day[from] ?? 0, users);
    const user = log.user[from] ?? 0;
    const userDay = users.get(user) ?? {
      n: 0,
      usable: new Float64Array(kinds),
      sums: new Float64Array(kinds * width),
    };
    users.set(user, userDay);
    userDay.n += 1;
    for (let k = 0; k < kinds; k++) {
      const earned = log.rewards[k] ?? new Float64Array();
      if (earned.subarray(from, to).every((c) => c === 0)) continue;
      userDay.usable[k] = (userDay.usable[k] ?? 0) + 1;
      paperClips.forEach((clip, at) => {
        const most = clip === "inf" ? Infinity : clip;
        const gains: number[] = [];
        let difference = 0;
        for (let row = from; row < to; row++) {
          const gain =
            (earned[row] ?? 0) * Math.min(most, 1 / (curve[(log.position[row] ?? 1) - 1] ?? 0));
          gains.push(gain);
          const moved = (curve[(tested[row] ?? 1) - 1] ?? 0) - (curve[(logged[row] ?? 1) - 1] ?? 0);
          difference += gain * moved;
        }
        const column = k * width + at;
        userDay.sums[column] = (userDay.sums[column] ?? 0) + difference;
        const second = column + paperClips.length;
        userDay.sums[second] = (userDay.sums[second] ?? 0) + difference / idealOf(gains, curve);
      });
    }
  }
  for (const [, users] of [...byDay].sort(([a], [b]) => a - b)) {
    const all = [...users.values()];
    for (let k = 0; k < kinds; k++) {
      for (let at = 0; at < width; at++) {
        const size = (userDay: UserDay): number =>
          at < paperClips.length ? userDay.n : (userDay.usable[k] ?? 0);
        const measured = clusteredMean(all, (userDay) => userDay.sums[k * width + at] ?? 0, size);
        if (measured !== null) settings[at]?.push(measured);
      }
    }
  }
  return settings;
}

/** A mean over trajectories with its error by user: √(G/(G − 1)·Σ(S − nμ)²)/N. */
function clusteredMean(
  users: readonly UserDay[],
  sumOf: (each: UserDay) => number,
  sizeOf: (each: UserDay) => number,
): Measured | null {
  const userDays = users.filter((user) => sizeOf(user) > 0);
  const n = userDays.reduce((sum, userDay) => sum + sizeOf(userDay), 0);
  if (userDays.length < 2) return null;
  const value = userDays.reduce((sum, userDay) => sum + sumOf(userDay), 0) / n;
  const squares = userDays.reduce(
    (sum, userDay) => sum + square(sumOf(userDay) - sizeOf(userDay) * value),
    0,
  );
  return { value, se: Math.sqrt((userDays.length / (userDays.length - 1)) * squares) / n };
}
