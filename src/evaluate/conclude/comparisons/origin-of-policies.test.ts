import { expect, it } from "vitest";
import { evaluateRows, smallStudy } from "../../../../test/fixture/small-study.js";
import { createRandom } from "../../../random/create-random.js";
import type { Row } from "../../../sql/interpreter/value.js";
import type { Result, Verdict } from "../result.js";

const candidates = Array.from({ length: 10 }, (_, at) => `c${at}`);

/** Sessions of three viewed items on two days; candidates shuffle them, and an item that earns more to the top where `bias` says so. */
function log(seed: string, bias = 0): readonly Row[] {
  const random = createRandom(`origin ${seed}`);
  return Array.from({ length: 200 }, (_, session) => {
    const orders = candidates.map(() => random.next());
    const best = random.integer(3);
    return [0, 1, 2].map((at) => ({
      session: BigInt(session),
      user: BigInt(session),
      position: BigInt(at + 1),
      day: session % 2 === 0 ? "2026-11-01" : "2026-11-02",
      like: random.next() < (at === best ? 0.3 + bias : 0.3) ? 1 : 0,
      good: BigInt(at === best ? 1 : at < best ? at + 2 : at + 1),
      ...Object.fromEntries(
        candidates.map((name, own) => {
          const turn = Math.floor((orders[own] ?? 0) * 3);
          return [name, BigInt(((at + turn) % 3) + 1)];
        }),
      ),
    }));
  }).flat();
}

const ask = (
  rows: readonly Row[],
  policies: Readonly<Record<string, object>>,
  study: object = {},
): Promise<Result> =>
  evaluateRows(
    smallStudy({
      log: {
        ...{ rewards: { like: "like" }, day: "day", listLength: 3 },
        exposure: { curve: { table: [1, 0.9, 0.8] }, trust: { plus: [1], minus: [0] } },
      },
      policies,
      estimators: ["dcg"],
      ...study,
    }),
    rows,
  );

const of = ({ verdicts }: Result, policy: string): Verdict => {
  const found = verdicts.find((each) => each.policy === policy);
  if (found === undefined) throw new Error(`a verdict of ${policy}`);
  return found;
};

it.each(["bonferroni", "holm"])(
  "a candidate that was chosen from 10 is judged as the best of a study of all, by %s",
  async (adjust) => {
    const rows = log("chosen");
    const columns = Object.fromEntries(candidates.map((name) => [name, { rank: name }]));
    const all = await ask(rows, columns, { adjust });
    const [best] = all.verdicts.toSorted((a, b) => (a.p ?? 1) - (b.p ?? 1));
    const name = best?.policy ?? "";
    const chosen = { chosenFrom: 10 };
    const alone = await ask(rows, { [name]: { rank: name, ...chosen } }, { adjust });
    const { p, adjustedP, interval, lift, level, family } = of(all, name);
    expect(of(alone, name)).toMatchObject({
      ...{ p, adjustedP, lift, family, interval },
      level: expect.closeTo(level, 12),
    });
    const blind = of(await ask(rows, { [name]: { rank: name } }, { adjust }), name);
    expect([blind.family, blind.level]).toEqual([1, expect.closeTo(0.05, 12)]);
    expect(blind.adjustedP).toBe(p);
  },
);

it("a baseline that was chosen, too, makes as many comparisons as there are pairs", async () => {
  const policies = {
    good: { rank: "good", chosenFrom: 3 },
    c0: { rank: "c0", chosenFrom: 4 },
  };
  const result = await ask(log("pairs"), policies, { baseline: "c0" });
  expect(of(result, "good")).toMatchObject({ family: 12, level: expect.closeTo(0.05 / 12, 12) });
});

it("other lines of the study share their level as if none was chosen", async () => {
  const chosen = { rank: "c0", chosenFrom: 10 };
  for (const adjust of ["bonferroni", "maxT"]) {
    const result = await ask(log("others"), { good: { rank: "good" }, c0: chosen }, { adjust });
    expect(of(result, "good")).toMatchObject({ family: 2, level: expect.closeTo(0.025, 12) });
    expect(of(result, "c0")).toMatchObject({ family: 20, level: expect.closeTo(0.0025, 12) });
  }
});

it("leaves undecided, without a number, what rewards of the log trained", async () => {
  const rows = log("trained", 0.5);
  const verdictOf = async (trainedUntil?: string, study: object = {}): Promise<Verdict> => {
    const origin = trainedUntil === undefined ? {} : { trainedUntil };
    return of(await ask(rows, { good: { rank: "good", ...origin } }, study), "good");
  };
  const unsaid = await verdictOf();
  expect(unsaid.verdict).toBe("better");
  expect(unsaid.notTestable).toEqual(expect.arrayContaining(["training", "choice"]));
  for (const until of ["2026-10-20", "2026-11-01", "2026-11-01T02:00:00+05:00"]) {
    const before = await verdictOf(until);
    expect(before.verdict).toBe("better");
    expect(before.notTestable).not.toContain("training");
  }
  for (const until of ["2026-11-02", "2026-11-01T02:00:00", "2026-10-31T22:00:00-05:00"]) {
    const after = await verdictOf(until);
    expect(after).toMatchObject({
      ...{ verdict: "cannotTell", withheld: { code: "trainedOnLog" } },
      reason: { code: "trainedOnLog", facts: { trainedUntil: until, firstDay: "2026-11-01" } },
    });
  }
  const trained = { c0: { rank: "c0", trainedUntil: "2026-11-03" }, good: { rank: "good" } };
  const against = of(await ask(rows, trained, { baseline: "c0" }), "good");
  expect(against.reason).toMatchObject({ code: "trainedOnLog", facts: { policy: "c0" } });
});

it("asks no more of how a policy came to be where the study says it", async () => {
  const said = { rank: "good", trainedUntil: "2026-11-01", chosenFrom: 1 };
  const { notTestable } = of(await ask(log("said"), { good: said }), "good");
  expect(notTestable).not.toContain("training");
  expect(notTestable).not.toContain("choice");
  expect(notTestable?.slice(-2)).toEqual(["lateRewards", "peopleNotLogged"]);
});
