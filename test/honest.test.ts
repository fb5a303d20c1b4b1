import { describe, expect, it } from "vitest";
import { restoreNumbers } from "../src/evaluate/conclude/withhold-numbers.js";
import { conclude, LogError, type Result, readStudy, takeTally } from "../src/index.js";
import { createInterpreter } from "../src/sql/interpreter/interpreter.js";
import type { Row } from "../src/sql/interpreter/value.js";

const base = {
  log: {
    source: { table: "log" },
    trajectory: "session",
    rank: "position",
    rewards: { like: "liked" },
    exposure: { curve: { model: "inverse", eta: 0.5 } },
  },
  policies: { target: { rank: "target" } },
};

async function ask(rows: readonly Row[], change: object = {}, log: object = {}): Promise<Result> {
  const study = readStudy({ ...base, ...change, log: { ...base.log, ...log } });
  return conclude(await takeTally(study, { engine: createInterpreter({ log: rows }) }));
}

/** Sessions of so many viewed items each; the target swaps neighbours. */
const sessions = (
  depths: readonly number[],
  more: (session: number, rank: number) => object = () => ({}),
) =>
  depths.flatMap((depth, session) =>
    Array.from({ length: depth }, (_, i): Row => {
      const rank = i + 1;
      const target = rank % 2 === 1 ? rank + 1 : rank - 1;
      const liked = (session * 7 + rank * 3) % 5 === 0 ? 1 : 0;
      return {
        session: BigInt(session),
        position: BigInt(rank),
        target: BigInt(target),
        liked,
        ...more(session, rank),
      };
    }),
  );

const shallow = Array.from({ length: 300 }, (_, i) => 1 + (i % 4));
const steep = { exposure: { curve: { model: "geometric", gamma: 0.5 } } };
const diagnosis = (result: Result, code: string, feed: string | null = null) =>
  result.diagnostics.find((each) => each.code === code && each.feed === feed);
const estimate = (result: Result, estimator: string, policy = "target") => {
  const row = result.estimates
    .map(restoreNumbers)
    .find((each) => each.estimator === estimator && each.policy === policy);
  if (row === undefined || "none" in row) throw new Error(`no ${estimator}`);
  return row;
};

describe("one deep trajectory", () => {
  const estimators = { estimators: ["mean", "snips", "ndcg"] };

  it("does not round the weights of all others to nothing", async () => {
    const exact = await ask(sessions([...shallow, 60]), estimators, steep);
    const fast = await ask(sessions([...shallow, 60]), { ...estimators, sums: "fast" }, steep);
    const ess = diagnosis(exact, "effectiveSampleSize")?.statistic ?? 0;
    expect(ess).toBeGreaterThan(10);
    expect(ess / (diagnosis(fast, "effectiveSampleSize")?.statistic ?? 1)).toBeCloseTo(1, 6);
    expect(estimate(exact, "snips").value).toBeCloseTo(estimate(fast, "snips").value, 6);
  });

  it("does not round the gains of all others to nothing: its error is far below the standard error", async () => {
    const deep = await ask(sessions([...shallow, 90]), estimators, steep);
    const without = await ask(sessions(shallow), estimators, steep);
    const [a, b] = [deep, without].map((result) => estimate(result, "ndcg", "logged"));
    expect(a?.value).toBeCloseTo(b?.value ?? 0, 1);
    expect((a?.skipped ?? 0) - (b?.skipped ?? 0)).toBeLessThanOrEqual(1);
    expect(deep.warnings.map(({ code }) => code)).not.toContain("inexactSums");
    const fast = await ask(sessions([...shallow, 90]), { ...estimators, sums: "fast" }, steep);
    const [exact, plain] = [deep, fast].map((result) => estimate(result, "ndcg", "logged"));
    expect(Math.abs((exact?.value ?? 0) - (plain?.value ?? 1))).toBeLessThan(
      1e-6 * (exact?.se ?? 0),
    );
  });
});

describe("what is not shown", () => {
  const feeds = (hiddenIn: string | null) =>
    sessions(shallow, (session, rank) => {
      const feed = session % 2 === 0 ? "a" : "b";
      const isHidden = feed === hiddenIn && session < 2 && rank === 1;
      return { feed, target: isHidden ? null : BigInt(rank + 20) };
    });
  it("one NULL target rank excuses nothing, here or in another feed", async () => {
    for (const hiddenIn of [null, "b"]) {
      const { verdicts } = await ask(feeds(hiddenIn), {}, { feed: "feed" });
      expect(verdicts.map(({ reason }) => reason.code)).toEqual(["support", "support"]);
    }
  });

  it("a policy that shows half of what was viewed is not a failure by itself", async () => {
    const half = sessions(shallow, (_, rank) => ({
      target: rank % 2 === 0 ? null : BigInt((rank + 1) / 2),
    }));
    const result = await ask(half);
    expect(diagnosis(result, "meanWeight")?.severity).not.toBe("fail");
  });
});

describe("differences", () => {
  it("of a constant reward are not a difference, per impression too", async () => {
    const constant = sessions(shallow, () => ({ liked: 0.3 }));
    const result = await ask(constant, { estimators: ["snips"], estimands: ["perImpression"] });
    expect(result.verdicts[0]?.verdict).toBe("cannotTell");
    expect(result.verdicts[0]?.reason.code).toBe("identical");
  });

  it("have lifts of the same sign where the baseline is negative", async () => {
    const losses = sessions(shallow, (session, rank) => ({ liked: -1 - ((session + rank) % 3) }));
    const { differences } = await ask(losses, { estimators: ["dcg"] });
    const [row] = differences.map(restoreNumbers);
    if (row === undefined || "none" in row || "none" in row.lift) throw new Error("no lift");
    expect(Math.sign(row.lift.value)).toBe(Math.sign(row.value));
  });
});

describe("diagnostics", () => {
  it("look at the estimand that decides", async () => {
    const few = sessions([3, 2, 4, 1, 3, 2, 4, 3]);
    const result = await ask(few, { estimators: ["snips"], estimands: ["perImpression"] });
    expect(diagnosis(result, "fewClusters")?.severity).toBe("watch");
  });

  it("of few clusters reach the rows of a day", async () => {
    const rows = sessions(shallow, (session) => ({
      day: session < 5 ? "2026-11-01" : "2026-11-02",
    }));
    const { estimates, warnings } = await ask(rows, {}, { day: "day" });
    const thin = estimates.filter((row) => row.day === "2026-11-01" && "value" in row);
    expect(thin.every((row) => "warnings" in row && row.warnings.includes("fewClusters"))).toBe(
      true,
    );
    expect(warnings.map(({ code }) => code)).toContain("fewClusters");
  });
});

describe("trust in the log's structure", () => {
  it("a sample of a small log is the whole log", async () => {
    const twice = sessions(shallow).map((row) =>
      row.position === 1n ? { ...row, position: 2n } : row,
    );
    await expect(ask(twice, {}, { structure: "sample" })).rejects.toThrow(LogError);
  });

  it("declared is refused where the sums themselves contradict it", async () => {
    const headless = sessions(shallow, (session) => ({ user: BigInt(session) })).filter(
      ({ position, session }) => position !== 1n || Number(session) % 2 === 0,
    );
    const change = { structure: "declared", user: "user" };
    await expect(ask(headless, {}, change)).rejects.toMatchObject({ code: "firstRankMissing" });
  });

  it("without ranks a trajectory still counts on its first day", async () => {
    const rows = sessions(shallow, (_, rank) => ({
      day: rank < 3 ? "2026-11-01" : "2026-11-02",
      seen: 0.5,
    }));
    const { rank: _, exposure: __, ...log } = base.log;
    const study = readStudy({
      log: { ...log, day: "day", structure: "declared", exposure: { column: "seen" } },
      policies: { target: { exposure: 0.5 } },
      estimators: ["mean", "ips"],
    });
    const result = await conclude(
      await takeTally(study, { engine: createInterpreter({ log: rows }) }),
    );
    const days = result.estimates.filter((row) => row.estimator === "mean" && row.day !== null);
    expect(days.map(({ day }) => day)).toEqual(["2026-11-01"]);
  });
});
