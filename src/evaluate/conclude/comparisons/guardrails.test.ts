import { describe, expect, it } from "vitest";
import { repetitions } from "../../../../test/fixture/property.js";
import { evaluateRows, smallStudy, table } from "../../../../test/fixture/small-study.js";
import { createRandom } from "../../../random/create-random.js";
import type { Row } from "../../../sql/interpreter/value.js";
import { gateExitCode } from "../gate.js";
import type { Guardrail, Result } from "../result.js";

/**
 * Sessions whose depth is by the study's curve; items of ranks 1 and 3 change places. `like` differs at rank 3,
 * `watch` at rank 1; chances .3 elsewhere.
 */
function rowsOf(seed: string, sessions: number, like: number, watch: number): readonly Row[] {
  const random = createRandom(`guardrails ${seed}`);
  const rows: Row[] = [];
  for (let session = 1; session <= sessions; session++) {
    for (let rank = 1; rank <= table.length; rank++) {
      rows.push({
        session: BigInt(session),
        user: BigInt(session),
        position: BigInt(rank),
        rank_a: BigInt(rank === 1 ? 3 : rank === 3 ? 1 : rank),
        like: random.next() < (rank === 3 ? like : 0.3) ? 1 : 0,
        watch: random.next() < (rank === 1 ? watch : 0.3) ? 1 : 0,
      });
      if (!(random.next() < (table[rank] ?? 0) / (table[rank - 1] ?? 1))) break;
    }
  }
  return rows;
}

const evaluated = (
  rows: readonly Row[],
  notWorseThan: number | string,
  watch: object = { column: "watch" },
): Promise<Result> =>
  evaluateRows(
    smallStudy({
      log: { rewards: { like: "like", watch }, listLength: table.length },
      policies: { swap: { rank: "rank_a" } },
      estimators: ["dcg"],
      guardrails: { watch: { notWorseThan } },
    }),
    rows,
  );

const guard = ({ guardrails: [first] = [] }: Result): Guardrail => {
  if (first === undefined) throw new Error("a guardrail");
  return first;
};

/** The true share of `watch` that the swap loses where its chance at rank 1 is this. */
function lossOf(watch: number): number {
  const [first = 1, , third = 0] = table;
  const all = table.reduce((sum, p) => sum + 0.3 * p, 0) + (watch - 0.3) * first;
  return ((watch - 0.3) * (first - third)) / all;
}

describe("a guardrail", () => {
  it("says that missing views leave it open where more trajectories do not tell", async () => {
    const rows = rowsOf("missing", 2500, 0.3, 0.3).map((row) => ({
      ...row,
      rank_a: row.position === 3n ? null : (row.position ?? null),
    }));
    const at = async (watch: object): Promise<Guardrail> =>
      guard(await evaluated(rows, "5 %", { column: "watch", ...watch }));
    const open = await at({ unlogged: { min: 0, max: 1 } });
    expect(open).toMatchObject({ outcome: "notShown", reason: { code: "guardrailNotIdentified" } });
    expect(open.reason.message).toMatch(
      /^The lift does not lie above −5 % for every value in -\S+ % to \+\S+ % that this log leaves open/,
    );
    const narrow = await at({ unlogged: { min: 0.29, max: 0.3 } });
    expect(narrow.reason.message).not.toContain("every value");
  });

  it("is held where the interval of the lift lies above the margin, and then the gate opens", async () => {
    const result = await evaluated(rowsOf("held", 2500, 0.6, 0.3), "15 %");
    const { outcome, lift, notWorseThan, reason } = guard(result);
    expect([outcome, notWorseThan, reason.code]).toEqual(["held", 0.15, "guardrailHeld"]);
    const own = result.verdicts.find(({ reward }) => reward === "watch");
    expect(own?.verdict).toBe("cannotTell");
    expect(lift).toEqual(own?.lift);
    expect(lift && "interval" in lift && lift.interval[0]).toBeGreaterThan(-0.15);
    expect(gateExitCode(result, { policy: "swap" })).toBe(0);
    expect(gateExitCode(result, { policy: "swap", reward: "like" })).toBe(0);
  });

  it("is not shown where the log is small, and then the gate stays closed", async () => {
    const result = await evaluated(rowsOf("small", 500, 0.6, 0.3), 0.02);
    expect(guard(result)).toMatchObject({
      outcome: "notShown",
      reason: { code: "guardrailOpen", facts: { margin: 0.02 } },
    });
    expect(gateExitCode(result, { policy: "swap", reward: "like" })).toBe(6);
  });

  it("is broken where the loss is shown to be larger, though the decision wins", async () => {
    const result = await evaluated(rowsOf("broken", 2500, 0.6, 0.7), 0.05);
    expect(result.verdicts.find(({ reward }) => reward === "like")?.verdict).toBe("better");
    expect(guard(result)).toMatchObject({ outcome: "broken", reason: { code: "guardrailBroken" } });
    expect(gateExitCode(result, { policy: "swap", reward: "like" })).toBe(5);
  });

  it("looks at losses upwards where lower is better", async () => {
    const lower = { column: "watch", better: "lower" };
    const rows = rowsOf("lower", 2500, 0.6, 0.7);
    expect(guard(await evaluated(rows, 0.05, lower)).outcome).toBe("held");
    const worse = rowsOf("upper", 2500, 0.6, 0.05);
    expect(guard(await evaluated(worse, 0.02, lower)).outcome).toBe("broken");
  });

  it("is held where both policies show the same list, and not told without a reward to move", async () => {
    const rows = rowsOf("same", 100, 0.6, 0.3);
    const same = rows.map((row) => ({ ...row, rank_a: row.position ?? null }));
    expect(guard(await evaluated(same, 0.01))).toMatchObject({ outcome: "held" });
    const none = rows.map((row) => ({ ...row, watch: row.position === 2n ? 1 : 0 }));
    expect(guard(await evaluated(none, 0.5))).toMatchObject({
      outcome: "notShown",
      lift: null,
      reason: { code: "guardrailNotIdentified", facts: { because: "noReward" } },
    });
  });

  it("that too few users or no check leave open names no evidence of a threat", async () => {
    const rows = rowsOf("both", 400, 0.3, 0.3);
    const two = rows.map((row) => ({ ...row, user: BigInt(Number(row.session) % 2) }));
    const few = guard(await evaluated(two, 0.9));
    expect(few.reason.facts.because).toBe("fewClusters");
    expect(few.reason.message).toMatch(
      /^The loss is not identified: The standard error is based on/,
    );
    const lists = { trajectory: null, user: null };
    const study = smallStudy({
      log: { rewards: { watch: "watch" }, ...lists },
      ...{ policies: { swap: { rank: "rank_a" } }, estimators: ["dcg"] },
      guardrails: { watch: { notWorseThan: 0.9 } },
    });
    const unexamined = guard(await evaluateRows(study, rows));
    expect(unexamined.reason.facts.because).toBe("checksNotRun");
    expect(unexamined.reason.message).not.toContain("signs");
  });

  it("is held by chance alone as rarely as the level says, where the loss is just the margin", async () => {
    const worlds = repetitions(6, 200);
    let held = 0;
    for (let world = 0; world < worlds; world++) {
      const result = await evaluated(rowsOf(`edge ${world}`, 300, 0.3, 0.5), lossOf(0.5));
      if (guard(result).outcome === "held") held += 1;
    }
    // One side of a 97.5 % interval: two lines share the level.
    expect(held).toBeLessThanOrEqual(0.0125 * worlds + 3 * Math.sqrt(0.0125 * worlds) + 0.5);
  });
});
