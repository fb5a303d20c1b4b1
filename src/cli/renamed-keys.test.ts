import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fixtureResult, survival, verdict } from "../../test/fixture/fixture-result.js";
import { readResultFile } from "./read-result-file.js";

it("reads the keys and codes of earlier versions", async () => {
  const { check, applies, holds, ...found } = survival({ applies: true, holds: true });
  const numbers = {
    value: 0.01,
    set: [0.01, 0.01],
    interval: [0, 0.02],
    shift: null,
    shiftSe: null,
  };
  const missing = {
    ...{ share: 0.1, shareOfBaseline: null, of: "candidate", unknownShare: 0.1 },
    ...{ assumed: "declared", rate: 0.2, range: [0.1, 0.3], average: 0.25, atNothing: -0.02 },
    ...{ turns: { positiveAbove: 0.3, negativeBelow: 0.05, zeroAt: 0.1 }, oneSided: null },
  };
  const result = fixtureResult();
  const [row] = result.differences;
  const [whatIf] = result.whatIf ?? [];
  const [reason] = result.diagnostics;
  const old = {
    ...result,
    verdicts: [
      {
        ...verdict({ verdict: "cannotTell" }),
        reason: { code: "dangersNotExamined", message: "…", facts: {} },
        survives: [
          {
            ...found,
            danger: check,
            binds: applies,
            survives: holds,
            facts: { mostOfItems: 0.01 },
          },
        ],
        readings: [{ ...numbers, danger: "study", role: "lead" }],
        missing,
      },
    ],
    differences: [{ ...row, reading: "curve" }],
    diagnostics: [{ ...reason, compares: ["a", "b"] }],
    whatIf: [
      {
        ...whatIf,
        curves: [
          {
            ...{ kind: "family", label: "another", policies: [], order: [], sameOrder: true },
            differences: [{ policy: "candidate", value: 0.01, reading: "better" }],
          },
        ],
        tipping: whatIf?.tipping.map(({ verdict: reading, ...rest }) => ({ ...rest, reading })),
      },
    ],
  };
  const folder = await mkdtemp(join(tmpdir(), "hindcast-old-"));
  try {
    const file = join(folder, "old.json");
    await writeFile(file, JSON.stringify(old));
    const read = (await readResultFile(file)).result;
    expect(read.verdicts[0]).toMatchObject({
      reason: { code: "checksNotRun" },
      checks: [{ check, applies, holds, facts: { mostFallOfItems: 0.01 } }],
      alternatives: [{ check: "study", role: "lead" }],
      missing: {
        ...{ side: "candidate", unknownItemsShare: 0.1, rewardPerView: 0.2 },
        ...{ rewardRange: [0.1, 0.3], averageReward: 0.25, differenceAtZero: -0.02 },
        thresholds: { positiveAbove: 0.3 },
      },
    });
    expect(read.differences[0]).toMatchObject({ estimatedBy: "curve" });
    expect(read.diagnostics[0]).toMatchObject({ policies: ["a", "b"] });
    expect(read.whatIf?.[0]).toMatchObject({
      curves: [{ differences: [{ verdict: "better" }] }],
      tipping: whatIf?.tipping,
    });
    expect(JSON.stringify(read)).not.toMatch(/"(danger|binds|survives|readings?|compares)":/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
