import { describe, expect, it } from "vitest";
import { asComputed } from "../../../test/fixture/as-computed.js";
import { asEstimated } from "../../../test/fixture/as-estimated.js";
import { inTurn, repetitions, suiteSeed } from "../../../test/fixture/property.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import {
  estimateOf,
  evaluateRows,
  smallStudy,
  tallyRows,
} from "../../../test/fixture/small-study.js";
import { createRandom } from "../../random/create-random.js";
import { conclude } from "./conclude.js";
import { gateExitCode } from "./gate.js";
import type { Difference, Result } from "./result.js";

/** Everything in which two lines of one output could contradict each other. */
function contradictions(result: Result): readonly string[] {
  const { estimates, differences, verdicts, diagnostics, warnings } = asComputed(result);
  const faults: string[] = [];
  const insist = (holds: boolean, fault: string, row: object): void => {
    if (!holds) faults.push(`${fault}: ${JSON.stringify(row).slice(0, 300)}`);
  };
  const keyOf = ({ estimator, parameters, reward, estimand, feed, day }: Difference): string =>
    JSON.stringify([estimator, parameters, reward, estimand, feed, day]);
  const estimated = (policy: string, key: string): number | undefined => {
    const found = estimates.find(
      (row) =>
        row.policy === policy && "value" in row && keyOf(row as unknown as Difference) === key,
    );
    return found !== undefined && "value" in found ? found.value : undefined;
  };
  for (const row of estimates) {
    if (!("value" in row)) continue;
    insist(row.interval[0] <= row.value && row.value <= row.interval[1], "value outside", row);
    insist(row.se > 0 || row.warnings.includes("zeroVariance"), "an error of 0 in silence", row);
    for (const code of row.warnings) {
      const known = code === "zeroVariance" || warnings.some((each) => each.code === code);
      insist(known, "a warning of no diagnostic", row);
    }
  }
  for (const row of differences) {
    if (!("value" in row)) continue;
    const { adjusted, interval, lift } = row;
    const sum =
      (estimated(row.policy, keyOf(row)) ?? Number.NaN) -
      (estimated(row.baseline, keyOf(row)) ?? 0);
    insist(
      Math.abs(sum - asEstimated({ verdicts }, row)) <= 1e-6 * (1 + Math.abs(sum)),
      "no difference of estimates",
      row,
    );
    insist(
      adjusted.interval[0] <= interval[0] && interval[1] <= adjusted.interval[1],
      "narrower",
      row,
    );
    insist(adjusted.p >= row.p, "a smaller adjusted p", row);
    insist(
      interval[0] > 0 || interval[1] < 0 ? row.p < 0.05 : row.p >= 0.05,
      "p and interval",
      row,
    );
    const far = adjusted.interval[0] > 0 || adjusted.interval[1] < 0;
    insist(far === adjusted.p < 0.05, "adjusted p and interval", row);
    const base = estimated(row.baseline, keyOf(row)) ?? 0;
    if (!("value" in lift)) continue;
    insist(Math.abs(lift.value * Math.abs(base) - row.value) < 1e-6, "lift", row);
    const [low, high] = lift.interval;
    insist(low <= lift.value && lift.value <= high, "a lift outside of its interval", row);
    insist(far === (low > 0 || high < 0), "lift and difference", row);
  }
  for (const line of verdicts) {
    const same = verdicts.filter(
      ({ policy, reward, feed }) =>
        policy === line.policy && reward === line.reward && feed === line.feed,
    );
    insist(same.length === 1, "two verdicts", line);
    const own = differences.find(
      (row) =>
        row.policy === line.policy &&
        row.reward === line.reward &&
        row.feed === line.feed &&
        row.day === null &&
        row.estimand === line.estimand &&
        row.estimator === line.estimator &&
        JSON.stringify(row.parameters) === JSON.stringify(line.parameters),
    );
    const numbers = own !== undefined && "value" in own ? own : undefined;
    insist(line.value === (numbers?.value ?? null), "a verdict with another value", line);
    insist(line.p === (numbers?.p ?? null), "a verdict with another p", line);
    insist(
      JSON.stringify(line.interval) === JSON.stringify(numbers?.adjusted.interval ?? null),
      "a verdict with another interval",
      line,
    );
    if (line.verdict === "better" || line.verdict === "worse") {
      const sign = own !== undefined && "value" in own ? Math.sign(own.adjusted.interval[0]) : 0;
      const [lo, hi] = own !== undefined && "value" in own ? own.adjusted.interval : [0, 0];
      insist(lo > 0 || hi < 0, "a verdict without an interval", line);
      insist(line.verdict === (sign > 0 ? "better" : "worse"), "a verdict against the sign", line);
    }
    const failed = diagnostics.some(
      (found) =>
        found.severity === "fail" &&
        found.feed === line.feed &&
        (found.policy ?? line.policy) === line.policy &&
        (found.estimator ?? line.estimator) === line.estimator &&
        (found.reward ?? line.reward) === line.reward,
    );
    if (failed) insist(line.verdict === "doNotTrust", "trust against a diagnostic", line);
    const code = { better: 0, doNotTrust: 3, worse: 5, cannotTell: 6 }[line.verdict];
    const gate = gateExitCode({ ...result, verdicts: [line] }, { policy: line.policy });
    insist(gate === code, "a gate against the verdict", line);
  }
  const loud = diagnostics.filter(({ severity }) => severity === "fail" || severity === "watch");
  for (const found of loud) {
    insist(
      warnings.some(({ code }) => code === found.code),
      "a check that is not among the warnings",
      found,
    );
  }
  return faults;
}

describe("no two lines of one output contradict each other", () => {
  const studies = [
    smallStudy({ estimators: ["mean", "dcg", "snips", "ips", "ndcg", "pndcg"] }),
    smallStudy({ log: { feed: "feed", day: "day" }, pool: true, baseline: "a" }),
    smallStudy({
      log: { exposure: { column: "eps0" } },
      policies: { e: { exposure: "eps_t" } },
      estimators: ["mean", "ips", "snips"],
    }),
  ];
  it.each(
    inTurn([
      ["a tiny log", { trajectories: 4, users: 2 }],
      ["a small log", { trajectories: 40, users: 12, notShown: 0.3, negative: true }],
      ["a larger log", { trajectories: 250, users: 90, days: 2, feeds: 2 }],
      ["a log of signed rewards", { trajectories: 150, users: 150, negative: true }],
      ["a log of few users", { trajectories: 120, users: 3, loggers: 2 }],
    ]),
  )("%s", async (name, dials) => {
    for (const study of studies) {
      expect(contradictions(await evaluateRows(study, randomLog(name, dials)))).toEqual([]);
    }
  });

  it("on logs of any seed", async () => {
    for (let draw = 0; draw < repetitions(1, 10); draw++) {
      const random = createRandom(`contradictions ${suiteSeed} ${draw}`);
      const dials = {
        trajectories: 20 + random.integer(150),
        users: 2 + random.integer(80),
        notShown: random.next() < 0.5 ? 0 : 0.2,
        loggers: 1 + random.integer(2),
        feeds: 1 + random.integer(2),
        negative: random.next() < 0.5,
      };
      const rows = randomLog(`${suiteSeed} ${draw}`, dials);
      for (const study of studies) {
        const found = contradictions(await evaluateRows(study, rows));
        expect({ suiteSeed, draw, found }).toEqual({ suiteSeed, draw, found: [] });
      }
    }
  });

  it("and this test would see it if they did", async () => {
    const result = await evaluateRows(
      smallStudy(),
      randomLog("seen", { trajectories: 250, users: 90 }),
    );
    const turned = asComputed(result).verdicts.map((line) => ({
      ...line,
      verdict: "better" as const,
    }));
    expect(contradictions({ ...result, verdicts: turned })).not.toEqual([]);
    const differences = result.differences.map((row) => ({ ...row, p: 0 }));
    expect(contradictions({ ...result, differences: differences as Difference[] })).not.toEqual([]);
  });
});

describe("conclude", () => {
  it("needs the tally alone, and gives the same bytes every time", async () => {
    const tally = await tallyRows(smallStudy(), randomLog("bytes"));
    const again = JSON.parse(JSON.stringify(await conclude(tally)));
    expect(again).toEqual(JSON.parse(JSON.stringify(await conclude(tally))));
  });

  it("refuses a baseline that is not a policy, and names those there are", async () => {
    const tally = await tallyRows(smallStudy(), randomLog("baseline"));
    await expect(conclude(tally, { baseline: "nobody" })).rejects.toThrow(/logged, a, b, same/);
  });

  it("gives rows over all days first, then each day, whose trajectories add up", async () => {
    const study = smallStudy({ log: { day: "day" }, estimators: ["mean"] });
    const result = await evaluateRows(study, randomLog("days", { days: 3 }));
    const days = ["2026-11-01", "2026-11-02", "2026-11-03"];
    const key = { reward: "like" };
    const each = days.map((day) => estimateOf(result, { ...key, day }));
    const overall = estimateOf(result, key);
    expect(each.reduce((sum, { n }) => sum + n, 0)).toBe(overall.n);
    const sum = each.reduce((all, { n, value }) => all + n * value, 0);
    expect(sum / overall.n).toBeCloseTo(overall.value, 12);
    expect(result.estimates[0]?.day).toBeNull();
  });

  it("adds a pooled row on request only, and never a verdict of it", async () => {
    const rows = randomLog("pool", { feeds: 2 });
    const asked = (pool: boolean) =>
      evaluateRows(smallStudy({ log: { feed: "feed" }, pool }), rows);
    const [apart, pooled] = [await asked(false), await asked(true)];
    expect(apart.estimates.some(({ feed }) => feed === "*")).toBe(false);
    expect(pooled.estimates.some(({ feed }) => feed === "*")).toBe(true);
    expect(pooled.verdicts.map(({ feed }) => feed)).not.toContain("*");
  });

  it("says none of a difference whose clusters all show the same", async () => {
    const rows = randomLog("constant", { trajectories: 20 }).filter(
      ({ position }) => position === 1n,
    );
    const constant = rows.map((row) => ({ ...row, like: 1, rank_a: 2n }));
    const { differences } = await evaluateRows(smallStudy({ estimators: ["dcg"] }), constant);
    const own = differences.find(({ policy, reward }) => policy === "a" && reward === "like");
    expect(own).toMatchObject({ none: { code: "noVariance", facts: { value: -0.375 } } });
  });
});
