import { expect, it } from "vitest";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import type { Row } from "../../sql/interpreter/value.js";
import { check } from "../check.js";

/** Sessions of four views, each with likes by rank and session. */
const logOf = (likes: (rank: number, session: number) => boolean): readonly Row[] =>
  Array.from({ length: 1600 }, (_, at) => {
    const [session, rank] = [Math.floor(at / 4), 1 + (at % 4)];
    return { session: BigInt(session), place: BigInt(rank), like: likes(rank, session) ? 1 : 0 };
  }).filter(({ session, place }) => session % 3n !== 0n || place <= 2n);

const study = {
  log: {
    source: { table: "log" },
    trajectory: "session",
    rank: "place",
    rewards: { like: "like" },
  },
  estimators: ["mean" as const],
};
const warnings = async (likes: Parameters<typeof logOf>[0], log = {}) =>
  (
    await check(
      { ...study, log: { ...study.log, ...log } },
      { engine: createInterpreter({ log: logOf(likes) }) },
    )
  ).warnings;

const each = (rank: number, session: number): boolean => (session * 7 + rank * 3) % 5 < 2;

it("says which displayed ranks lost a reward, without any policy", async () => {
  const found = await warnings((rank, session) => rank !== 2 && each(rank, session));
  const lost = found.find(({ code }) => code === "ranksWithoutReward");
  expect(lost?.message).toMatch(/^None of the 400 rows at rank 2 carries a like, where the ranks/);
  expect(lost?.facts).toMatchObject({ reward: "like", ranks: 1, first: 2, last: 2, rows: 400 });
  const codes = (await warnings(each)).map(({ code }) => code);
  expect(codes).not.toContain("ranksWithoutReward");
});

it("says that no trajectory has a reward twice, where rates by rank predict it", async () => {
  const first = (rank: number, session: number): boolean =>
    each(rank, session) && ![1, 2, 3].some((above) => above < rank && each(above, session));
  const found = await warnings(first);
  const once = found.find(({ code }) => code === "oneRewardEach");
  expect(once?.message).toMatch(
    /^No trajectory has two rows with a like, where their rates by rank/,
  );
  expect(once?.facts).toMatchObject({ reward: "like", found: 0 });
  for (const likes of [each, (rank: number, at: number) => rank === 1 && at % 2 === 0]) {
    const codes = (await warnings(likes)).map(({ code }) => code);
    expect(codes).not.toContain("oneRewardEach");
  }
});
