import { describe, expect, it } from "vitest";
import { asComputed } from "../../../test/fixture/as-computed.js";
import {
  agreeOnCandidates,
  askOffered,
  type Candidate,
  candidateColumns,
  candidateLog,
  displayedOf,
  studyWithPredictions,
} from "../../../test/fixture/candidate-log.js";
import { total } from "../../../test/fixture/reference.js";
import { evaluate } from "../../evaluate/evaluate.js";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import type { Row } from "../../sql/interpreter/value.js";
import { readStudy } from "../../study/read-study.js";

const exposureOf = (candidates: readonly Candidate[], cluster: string, of: "target" | "logging") =>
  total(candidates.filter((each) => each.cluster === cluster).map((each) => each[of]));

describe("mips", () => {
  it("agrees with its reference", async () => {
    const compared = await agreeOnCandidates(
      ["mips"],
      (candidates) =>
        total(
          candidates.map(({ isViewed, cluster, reward }) => {
            const [target, logging] = [
              exposureOf(candidates, cluster, "target"),
              exposureOf(candidates, cluster, "logging"),
            ];
            return isViewed ? (reward * target) / logging : 0;
          }),
        ),
      { cluster: "kind" },
    );
    expect(compared).toBeGreaterThanOrEqual(70);
  });

  it("is ips where every item is a cluster of its own", async () => {
    const rows = candidateLog("ends");
    const shown = displayedOf(rows);
    const alone = asComputed(await askOffered(shown, ["ips", "mips"], { cluster: "item" }));
    const pairs = alone.estimates.filter(({ estimator }) => estimator === "mips");
    expect(pairs.length).toBeGreaterThan(4);
    for (const row of pairs) {
      const twin = alone.estimates.find(
        (each) =>
          each.estimator === "ips" &&
          each.policy === row.policy &&
          each.reward === row.reward &&
          each.estimand === row.estimand,
      );
      if (!("value" in row) || twin === undefined || !("value" in twin)) throw new Error("none");
      expect(row.value).toBeCloseTo(twin.value, 11);
      expect(row.se).toBeCloseTo(twin.se, 11);
    }
  });

  it("does not see where a policy puts the items of a cluster, and is wrong where they earn unlike", async () => {
    // One of two items is viewed, each by half of all users; the first alone earns, and the target shows it always.
    const items = [0n, 1n];
    const rows = Array.from({ length: 40 }, (_, session) =>
      items.map((item): Row => {
        const isViewed = BigInt(session % 2) === item;
        return {
          session: BigInt(session),
          item,
          kind: 0n,
          viewed: isViewed ? 1n : 0n,
          eps0: 0.5,
          eps: item === 0n ? 1 : 0,
          like: isViewed && item === 0n ? 1 : 0,
        };
      }),
    ).flat();
    const result = await evaluate(
      {
        log: {
          source: { table: "log" },
          trajectory: "session",
          item: "item",
          cluster: "kind",
          rows: "offered",
          viewed: "viewed",
          rewards: { like: "like" },
          exposure: { column: "eps0" },
        },
        policies: { first: { exposure: "eps" } },
        estimators: ["ips", "mips"],
      },
      { engine: createInterpreter({ log: rows }) },
    );
    const answerOf = (estimator: string): number => {
      const row = asComputed(result).estimates.find(
        (each) => each.policy === "first" && each.estimator === estimator,
      );
      return row !== undefined && "value" in row ? row.value : Number.NaN;
    };
    expect(answerOf("ips")).toBeCloseTo(1, 12);
    expect(answerOf("mips")).toBeCloseTo(0.5, 12);
  });

  it("says what it lacks", async () => {
    const rows = candidateLog("lacks");
    const reasons = async (log: object) => {
      const { estimates } = await askOffered(rows, ["mips"], log);
      return [...new Set(estimates.map((row) => ("none" in row ? row.none.code : "answer")))];
    };
    expect(await reasons({})).toEqual(["clustersUnknown"]);
    expect(await reasons({ cluster: "kind" })).toEqual(["answer"]);
  });

  const all = candidateLog("table", { trajectories: 12 });

  it.each([
    [
      "clusterUnknown",
      (row: Row) => (row.session === 3n ? { ...row, kind: "elsewhere" } : row),
      {},
      /\d+ viewed rows are in a cluster that no candidate of their trajectory is in, for example in trajectory 3/,
    ],
    [
      "candidateContradicts",
      (row: Row) =>
        row.session === 4n ? { ...row, kind: row.kind === "kind 0" ? "kind 1" : "kind 0" } : row,
      { item: "item" },
      /in trajectory 4/,
    ],
    [
      "clusterMissing",
      (row: Row) => (row.session === 5n && row.viewed === 0n ? { ...row, kind: null } : row),
      {},
      /cluster/,
    ],
  ] as const)("refuses candidates with %s", async (code, change, named, words) => {
    const viewed = all.filter((row) => row.viewed === 1n);
    const columns = { log: candidateColumns, candidates: candidateColumns };
    const engine = createInterpreter({ log: viewed, candidates: all.map(change) }, { columns });
    const candidates = { table: "candidates", rank: "position" };
    const study = studyWithPredictions(["mips"], { cluster: "kind", candidates, ...named });
    const error = await evaluate(readStudy(study), { engine }).catch((reason) => reason);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(words);
  });
});
