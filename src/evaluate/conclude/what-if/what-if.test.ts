import { describe, expect, it } from "vitest";
import { logColumns, randomLog } from "../../../../test/fixture/random-log.js";
import { rowOf, smallStudy, tallyRows } from "../../../../test/fixture/small-study.js";
import { type Depths, fitCurve } from "../../../fitting/index.js";
import { conclude } from "../conclude.js";
import type { Result, WhatIf, WhatIfCurve } from "../result.js";
import { alternativesOf } from "./alternatives.js";

const rows = randomLog("what if", { trajectories: 120, users: 40 });
const policies = { a: { rank: "rank_a" }, b: { rank: "rank_b" }, c: { exposure: "eps_t" } };

async function whatIf(more: object): Promise<{ result: Result; asked: readonly WhatIf[] }> {
  const study = smallStudy({
    log: {
      rewards: { like: "like" },
      day: "day",
      exposure: { column: "eps0", curve: { fit: "geometric", cutoff: 6 } },
    },
    policies,
    ...more,
  });
  const result = await conclude(await tallyRows(study, rows), { whatIf: true });
  return { result, asked: result.whatIf ?? [] };
}

/** The curve in use as it answers: its policies, and candidates with their differences. */
function used({ curves: [first] }: WhatIf): Extract<WhatIfCurve, { order: unknown }> {
  if (first === undefined || "none" in first) throw new Error(JSON.stringify(first));
  return first;
}

const names = (list: readonly { readonly policy: string }[]): readonly string[] =>
  list.map(({ policy }) => policy).sort();

describe("the label of the curve in use", () => {
  const labelOf = (depths: readonly number[]): string | undefined => {
    const own: Depths = {
      bucket: depths.map((_, i) => i % 20),
      depth: depths,
      censored: depths.map((depth) => Number(depth === 8)),
      trajectories: depths.map(() => 200),
    };
    const fit = fitCurve(own, { model: "geometric", to: 8 });
    if ("code" in fit) throw new Error(fit.message);
    const { curve } = fit;
    const known = { feed: null, aligned: true, origin: "log", file: null } as const;
    const fitted = { ...known, curve, fit, depths: own };
    return alternativesOf({ curve, fitted, reach: 8, confidence: 0.95 })[0]?.label;
  };

  it("says where it fits badly, as those of the others", () => {
    const half = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 1 : 8));
    expect(labelOf(half)).toMatch(
      /^geometric, as used \(fits badly: log p is off by up to \d\.\d\)$/,
    );
    const halving = Array.from({ length: 8 }, (_, i) => Array<number>(2 ** (7 - i)).fill(i + 1));
    expect(labelOf(halving.flat())).toBe("geometric, as used");
  });
});

describe("what other curves make of policies", () => {
  it("covers those that the estimator answers for, though another has no answer", async () => {
    const { result, asked } = await whatIf({ estimators: ["dcg"] });
    expect(result.verdicts.map(({ policy }) => policy)).toContain("c");
    const [only, ...more] = asked;
    if (only === undefined) throw new Error("nothing was asked");
    expect(more).toEqual([]);
    expect(names(used(only).policies)).toEqual(["a", "b", "logged"]);
    expect(names(used(only).differences)).toEqual(["a", "b"]);
    expect(names(only.tipping)).toEqual(["a", "b"]);
  });

  it("judges each by the estimator that decides on it", async () => {
    const { result, asked } = await whatIf({ estimators: ["dcg", "ips"] });
    const told = asked.map((each) => [each.estimator, names(used(each).differences)]);
    expect(told).toEqual([
      ["dcg", ["a", "b"]],
      ["ips", ["c"]],
    ]);
    for (const each of asked) {
      const { estimator, parameters, reward } = each;
      for (const { policy, value } of used(each).differences) {
        const row = rowOf(result.differences, { policy, estimator, parameters, reward });
        expect(value).toBeCloseTo(row.value, 10);
      }
    }
  });

  it("leaves out a policy whose numbers are withheld", async () => {
    const trained = { ...policies, a: { rank: "rank_a", trainedUntil: "2030-01-01" } };
    const { result, asked } = await whatIf({ policies: trained, estimators: ["dcg"] });
    expect(result.verdicts.flatMap((line) => (line.withheld ? line.policy : []))).toEqual(["a"]);
    const [line] = asked;
    for (const curve of line?.curves ?? []) {
      if ("none" in curve) throw new Error(JSON.stringify(curve));
      expect(names(curve.differences)).toEqual(["b"]);
      expect(curve.order).not.toContain("a");
    }
    expect(names(line?.tipping ?? [])).not.toContain("a");
    expect(JSON.stringify(used(line as WhatIf))).not.toContain('"a"');
  });

  it("says why, where no candidate has an answer", async () => {
    const { asked } = await whatIf({ policies: { c: policies.c }, estimators: ["dcg"] });
    expect(asked).toHaveLength(1);
    for (const curve of asked[0]?.curves ?? []) expect(curve).toHaveProperty("none");
  });

  it("says that it tries none on a sampled log, where it answered nothing", async () => {
    const study = smallStudy({
      log: { rewards: { like: "like" }, sampling: "kept" },
      policies: { a: policies.a },
      estimators: ["dcg"],
    });
    const kept = rows.map((row) => ({ ...row, kept: Number(row.session) % 2 === 0 ? 0.5 : 1 }));
    const columns = [...logColumns, { name: "kept", type: "double" } as const];
    const { whatIf: asked = [] } = await conclude(await tallyRows(study, kept, columns), {
      whatIf: true,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.curves.length).toBeGreaterThan(0);
    for (const curve of asked[0]?.curves ?? []) {
      expect(curve).toMatchObject({ none: { code: "whatIfSampled" } });
    }
  });
});
