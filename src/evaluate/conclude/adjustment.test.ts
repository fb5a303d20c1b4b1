import { describe, expect, it } from "vitest";
import { asComputed } from "../../../test/fixture/as-computed.js";
import { inTurn } from "../../../test/fixture/property.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { inMemory, smallStudy } from "../../../test/fixture/small-study.js";
import { adjustments } from "../../inference/adjustments/index.js";
import { readStudy } from "../../study/read-study.js";
import type { StudyTally } from "../about.js";
import { takeTally } from "../take-tally.js";
import { conclude } from "./conclude.js";
import type { Difference, Result, Verdict } from "./result.js";
import { restoreNumbers } from "./withhold-numbers.js";

const alpha = 1 - 0.95;

/** A check, or a diagnostic, refuses the number; then the adjusted p says nothing of the word. */
const isWithdrawn = ({ verdict, reason, checks = [] }: Verdict): boolean =>
  verdict === "doNotTrust" ||
  reason.code === "rareRewards" ||
  checks.some((each) => each.holds === false);

const decidingRow = ({ differences }: Result, verdict: Verdict): Difference | undefined =>
  differences
    .map(restoreNumbers)
    .find(
      (row): row is Difference =>
        "value" in row &&
        row.policy === verdict.policy &&
        row.reward === verdict.reward &&
        row.estimator === verdict.estimator,
    );

const tallies = Promise.all(
  ["j", "o", "p"].map((seed) => {
    const rows = randomLog(`adjustment ${seed}`, { trajectories: 600, users: 200 });
    const study = readStudy(smallStudy({ estimators: ["dcg", "snips"] }));
    return takeTally(study, { engine: inMemory(rows), whatIf: true });
  }),
);

const tried = tallies.then((all) => inTurn(all, 3));

const known = new Map<StudyTally, Map<string, Promise<Result>>>();

/** What a tally answers by a method, concluded once. */
function concluded(
  tally: StudyTally,
  options: Parameters<typeof conclude>[1] = {},
): Promise<Result> {
  const own = known.get(tally) ?? new Map<string, Promise<Result>>();
  known.set(tally, own);
  const key = JSON.stringify(options);
  const found = own.get(key) ?? conclude(tally, options);
  own.set(key, found);
  return found;
}

describe.each(
  inTurn(
    adjustments.map(
      ({ name, level, ofFamily }) => [name, level !== undefined, ofFamily !== undefined] as const,
    ),
    3,
  ),
)("a study that asks for %s", (adjust, hasIntervals, ofFamily) => {
  it("has verdicts that agree with the adjusted p, and says whose its intervals are", async () => {
    for (const tally of await tried) {
      const result = await concluded(tally, { adjust });
      expect(result).toMatchObject({ adjust, interval: "t" });
      expect(result.study).toMatchObject({ adjust });
      for (const verdict of result.verdicts) {
        const row = decidingRow(result, verdict);
        if (row === undefined || isWithdrawn(verdict)) continue;
        expect(row.adjusted).toMatchObject({
          method: adjust,
          intervalBy: hasIntervals ? adjust : "bonferroni",
        });
        const word = row.value > 0 ? "better" : "worse";
        expect(verdict.verdict).toBe(row.adjusted.p < alpha ? word : "cannotTell");
      }
    }
  });

  it("keeps values, errors, raw p and simultaneous intervals", async () => {
    for (const tally of await tried) {
      const [plain, other] = [
        asComputed(await concluded(tally)),
        asComputed(await concluded(tally, { adjust })),
      ];
      expect(other.estimates).toEqual(plain.estimates);
      other.differences.forEach((row, i) => {
        const twin = plain.differences[i];
        if ("none" in row || twin === undefined || "none" in twin) return;
        const [own, theirs] = [row, twin].map(({ adjusted, lift, ...rest }) => ({
          ...rest,
          intervals: ofFamily ? [] : [adjusted.interval, lift],
        }));
        expect(own).toEqual(theirs);
        // Lines that share their level as they are alike: never more than Bonferroni allows.
        expect(row.adjusted.interval[0]).toBeGreaterThanOrEqual(twin.adjusted.interval[0]);
        expect(row.adjusted.interval[1]).toBeLessThanOrEqual(twin.adjusted.interval[1]);
      });
    }
  });

  it("reads the curve in use as its verdicts do", async () => {
    for (const tally of await tried) {
      const result = await concluded(tally, { adjust, whatIf: true });
      const used = (result.whatIf ?? []).flatMap(({ reward, curves }) =>
        curves.flatMap((curve) =>
          curve.kind === "asUsed" && "differences" in curve
            ? curve.differences.map((each) => ({ ...each, reward }))
            : [],
        ),
      );
      expect(used.length).toBeGreaterThan(0);
      for (const { policy, reward, verdict: underCurve } of used) {
        const verdict = result.verdicts.find(
          (each) => each.policy === policy && each.reward === reward,
        );
        const isOther =
          verdict === undefined || isWithdrawn(verdict) || verdict.reason.code === "identical";
        if (!isOther) expect(underCurve).toBe(verdict.verdict);
      }
    }
  });
});

it("has at least one verdict per method whose reading of the curve in use is a call", async () => {
  const isCalled = async (tally: StudyTally): Promise<boolean> => {
    const { whatIf = [] } = await concluded(tally, { adjust: "holm", whatIf: true });
    const decisions = whatIf.flatMap(({ curves }) =>
      curves.flatMap((curve) =>
        curve.kind === "asUsed" && "differences" in curve ? curve.differences : [],
      ),
    );
    return decisions.some(({ verdict }) => verdict !== "cannotTell");
  };
  let isAnyCalled = false;
  for (const tally of await tallies) isAnyCalled ||= await isCalled(tally);
  expect(isAnyCalled).toBe(true);
});

it("matters: whether a difference of the logs above counts depends on it", async () => {
  const counts = async (tally: StudyTally, adjust: string): Promise<readonly boolean[]> =>
    asComputed(await concluded(tally, { adjust })).differences.map(
      (row) => "value" in row && row.adjusted.p < alpha,
    );
  const differs = async (tally: StudyTally): Promise<boolean> => {
    const plain = await counts(tally, "bonferroni");
    const found = await counts(tally, "benjaminiHochberg");
    return found.some((counts, i) => counts !== plain[i]);
  };
  let isOther = false;
  for (const tally of await tallies) isOther ||= await differs(tally);
  expect(isOther).toBe(true);
});

it("refuses a method that is in no list, with the nearest name", async () => {
  const [tally] = await tallies;
  if (tally === undefined) throw new Error("a tally");
  await expect(conclude(tally, { adjust: "holmes" })).rejects.toThrow(
    /adjust must be one of .*"holm"\?/,
  );
  await expect(conclude(tally, { interval: "z" })).rejects.toThrow("interval must be one of t");
});
