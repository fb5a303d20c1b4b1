import { describe, expect, test } from "vitest";
import { StudyError } from "../errors.js";
import { columnsOf, type Impressions, joined } from "./impressions.js";
import { lawWorld } from "./law-world.js";
import { feedWorld } from "./presets.js";
import { simulate, simulateWhole } from "./simulate.js";
import type { World } from "./world.js";

const small: World = { ...feedWorld, users: 600 };
const whole = simulateWhole(small, 1);
const bytes = (log: Impressions): string =>
  JSON.stringify(columnsOf(log).map((column) => Array.from(column.subarray(0, log.count))));

describe("the log", () => {
  test("is decided by world and seed", () => {
    expect(bytes(simulateWhole(small, 1).log)).toBe(bytes(whole.log));
    expect(bytes(simulateWhole(small, 2).log)).not.toBe(bytes(whole.log));
  });

  test("of fewer users is the beginning of that of more", () => {
    const { log } = simulateWhole({ ...small, users: 100 }, 1);
    expect(log.count).toBeGreaterThan(100);
    expect([...whole.log.item.subarray(0, log.count)]).toEqual([...log.item]);
    expect([...(whole.log.rewards[3] ?? new Float64Array()).subarray(0, log.count)]).toEqual([
      ...(log.rewards[3] ?? []),
    ]);
  });

  test("comes in batches, which add to the whole", async () => {
    const world = { ...lawWorld, exposures: false, users: 5_000 };
    const parts: Impressions[] = [];
    for await (const { impressions } of simulate(world, { seed: 3 })) parts.push(impressions);
    expect(parts).toHaveLength(2);
    expect(bytes(joined(world, parts))).toBe(bytes(simulateWhole(world, 3).log));
  });

  test("numbers views from 1 without a gap, trajectory by trajectory", () => {
    const { log } = whole;
    for (let row = 0; row < log.count; row++) {
      const follows =
        row > 0 && log.session[row] === log.session[row - 1] && log.feed[row] === log.feed[row - 1];
      expect(log.position[row]).toBe(follows ? (log.position[row - 1] ?? 0) + 1 : 1);
    }
  });

  test("stops with the signal's reason", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(simulate(small, { seed: 1, signal }).next()).rejects.toThrow("enough");
  });
});

test("what the logger's arm saw online is what its log holds", () => {
  const { log, online } = whole;
  const row = online.find(
    ({ policy, feed, day, reward }) =>
      policy === "production" && feed === "1" && day === "2026-11-04" && reward === "like",
  );
  const day = Date.parse("2026-11-04") / 86_400_000;
  let [likes, sessions] = [0, 0];
  for (let at = 0; at < log.count; at++) {
    if (log.feed[at] !== 0 || log.day[at] !== day) continue;
    likes += log.rewards[0]?.[at] ?? 0;
    sessions += log.position[at] === 1 ? 1 : 0;
  }
  expect(row?.trajectories).toBe(sessions);
  expect(row?.mean).toBeCloseTo(likes / sessions, 12);
});

test("the same policy twice has the same ranks and the same truth", () => {
  const [production] = small.policies;
  if (production === undefined) throw new Error("no policy");
  const policies = [0, 1].map((at) => ({ ...production, name: `p${at}`, share: 0.5 }));
  const { log, truth } = simulateWhole({ ...small, policies }, 1);
  expect([...(log.ranks[0] ?? [])]).toEqual([...log.policyRank]);
  const of = (name: string) =>
    truth.filter(({ policy }) => policy === name).map((row) => ({ ...row, policy: "" }));
  expect(of("p1")).toEqual(of("p0"));
});

test("everything that is wrong with a world is said at once", () => {
  const broken = {
    ...feedWorld,
    users: 0,
    policies: feedWorld.policies.map((policy) => ({ ...policy, temperature: -1, share: 1 })),
    feeds: feedWorld.feeds.map((feed) => ({ ...feed, candidates: 5_000 })),
    dials: { carryover: 1 },
  };
  expect(() => simulateWhole(broken, 1)).toThrow(StudyError);
  expect(() => simulateWhole(broken, 1)).toThrow(
    /users must be.*it is 0.*4990 candidates.*1600.*shares.*make 3.*temperature.*-1.*carryover.*Did you mean "carryOver"/s,
  );
});

const named = (name: string) => feedWorld.rewards.slice(0, 1).map((each) => ({ ...each, name }));
const withCurve = (parameters: Record<string, number>) =>
  feedWorld.feeds.map((feed) => ({ ...feed, curve: { model: "yuleSimon", parameters } }));

const [first] = feedWorld.policies as [World["policies"][number]];
const finds = { items: 3, rank: 1, first: "best" } as const;

test.each([
  [{ days: 0 }, /days must be/],
  [{ firstDay: "monday" }, /firstDay must be a day.*"monday"/],
  [{ sessions: 0.5 }, /sessions is a mean/],
  [{ week: [] }, /seven days/],
  [{ rewards: [] }, /at least one reward/],
  [{ policies: [] }, /at least one policy/],
  [{ feeds: [] }, /at least one feed/],
  [{ feeds: feedWorld.feeds.slice(1) }, /Feed 2: every session starts in the first feed.*0\.4/],
  [{ dials: { misloggedExposure: 0.5 } }, /misloggedExposure shows only in logged exposures.*none/],
  [
    { users: undefined, dials: undefined },
    /A world needs users, dials too\. Begin with a whole one/,
  ],
  [{ policies: [{ ...first, share: 1, finds: { ...finds } }] }, /The first policy writes the log/],
  [
    {
      policies: [
        { ...first, share: 1 },
        { ...first, name: "b", share: 0, finds: { ...finds, rank: 0 } },
      ],
    },
    /finds\.items and finds\.rank must be whole numbers.*3 and 0/,
  ],
  [{ items: { ...feedWorld.items, count: 5 } }, /of which there are 0: name fewer candidates/],
  [{ rewards: named("user_id") }, /two columns "user_id"/],
  [{ rewards: named("Rank_Popular") }, /two columns "rank_popular"/],
  [{ feeds: withCurve({ rho: -1 }) }, /rho must be a number in \(0, ∞\); it is -1/],
  [{ feeds: withCurve({}) }, /rho must be .*; it is nothing/],
  [{ dials: { trustInRank: Number.NaN } }, /trustInRank must be .*; it is NaN/],
  [{ dials: { trustInRank: 1.5 } }, /dials\.trustInRank must be a number in \[0, 1\]; it is 1\.5/],
])("refuses %j", (change, fault) => {
  const broken = { ...feedWorld, ...change } as World;
  expect(() => simulateWhole(broken, 1)).toThrow(StudyError);
  expect(() => simulateWhole(broken, 1)).toThrow(fault);
});

test.each([undefined, null, "feed"])("refuses %j, which is no world", async (world) => {
  const asked = simulate(world as never, { seed: 1 }).next();
  await expect(asked).rejects.toThrow(/A world needs name, users, .*feedWorld/);
});

test.each([0, 1.5])("refuses %d threads", async (threads) => {
  const asked = simulate(small, { seed: 1, threads }).next();
  await expect(asked).rejects.toThrow(/threads must be a whole number of at least 1/);
});
