import { describe, expect, it } from "vitest";
import { inMemory } from "../../../test/fixture/small-study.js";
import { createRandom } from "../../random/create-random.js";
import type { Row } from "../../sql/interpreter/value.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { readStudy } from "../../study/read-study.js";
import { foldTally } from "../../tally/fold.js";
import { conclude } from "../conclude/conclude.js";
import { evaluate } from "../evaluate.js";
import { takeTally } from "../take-tally.js";

const robot = "crawler 7";
const columns: readonly SourceColumn[] = [
  { name: "user", type: "text" },
  ...["session", "position", "moved"].map((name) => ({ name, type: "bigint" as const })),
  { name: "like", type: "double" },
];

/** 60 people with ten sessions each, and one user with 120 who likes whatever the candidate moves up. */
function drawn(): readonly Row[] {
  const random = createRandom("frequent");
  return Array.from({ length: 720 }, (_, session) => {
    const isRobot = session >= 600;
    const viewed = isRobot || random.next() < 0.5 ? [1n, 2n] : [1n];
    return viewed.map((position) => ({
      user: isRobot ? robot : `person ${session % 60}`,
      session: BigInt(session),
      position,
      moved: 3n - position,
      like: isRobot ? (position === 2n ? 1 : 0) : random.next() < 0.3 ? 1 : 0,
    }));
  }).flat();
}

const study = (more: object): object => ({
  log: {
    source: { table: "log" },
    trajectory: "session",
    rank: "position",
    user: "user",
    rewards: { like: "like" },
    exposure: { curve: { table: [1, 0.5] } },
  },
  policies: { moved: { rank: "moved" } },
  estimators: ["dcg"],
  ...more,
});

const engine = inMemory(drawn(), columns);

describe("the key of a user on whom a verdict rests", () => {
  it("is in no result unless the study allows it", async () => {
    const result = await evaluate(readStudy(study({})), { engine });
    const found = result.verdicts[0]?.checks?.find(({ check }) => check === "robots");
    expect(found?.applies).toBe(true);
    expect(found?.message).toMatch(/^One user accounts for/);
    expect(JSON.stringify(result)).not.toContain(robot);
    const tally = await takeTally(readStudy(study({})), { engine });
    expect(JSON.stringify(tally.about)).not.toContain(robot);
  });

  it("stands in the sentence and the facts where it does, also of a tally", async () => {
    const allowed = study({ privacy: { keys: true } });
    const tally = await takeTally(readStudy(allowed), { engine });
    for (const result of [await evaluate(readStudy(allowed), { engine }), await conclude(tally)]) {
      const found = result.verdicts[0]?.checks?.find(({ check }) => check === "robots");
      expect(found?.facts.key).toBe(robot);
      expect(found?.message).toMatch(/^User "crawler 7" accounts for/);
      expect(JSON.stringify(result)).not.toContain("person ");
    }
    expect(tally.buckets).toMatchObject({ frequent: [{ key: robot }] });
  });

  it("is in no tally whose users are in groups", async () => {
    const allowed = study({ privacy: { keys: true } });
    const folded = foldTally(await takeTally(readStudy(allowed), { engine }), 128);
    expect(JSON.stringify(folded)).not.toContain(robot);
    expect(JSON.stringify(await conclude(folded))).not.toContain(robot);
  });
});
