import { expect, it } from "vitest";
import { logColumns, randomLog } from "../../../test/fixture/random-log.js";
import { inMemory, smallStudy } from "../../../test/fixture/small-study.js";
import type { Engine } from "../../sql/engine.js";
import { readStudy } from "../../study/read-study.js";
import { bindSource } from "./bind-source.js";
import { mostExact } from "./bucketing.js";
import { countUsers } from "./count-users.js";
import { surveyLog } from "./survey-log.js";

const rows = randomLog("users", { trajectories: 30 });

/** An engine that notes what it is asked. */
function noting(asked: string[]): Engine {
  const engine = inMemory(rows, logColumns);
  return {
    ...engine,
    query: (plan, options) => {
      asked.push(plan.purpose);
      return engine.query(plan, options);
    },
  };
}

async function counted(structure: string, size: number) {
  const asked: string[] = [];
  const engine = noting(asked);
  const study = readStudy(smallStudy({ log: { structure } }));
  const connection = { engine, options: {} };
  const found = await surveyLog(connection, await bindSource(connection, study));
  asked.length = 0;
  const large = { ...found, summary: { ...found.summary, rows: size } };
  const users = await countUsers(connection, large);
  return { asked, total: users.total, scopes: await users.byScope(false) };
}

it("are not counted where many rows of a declared log would have to be grouped by user", async () => {
  const { asked, total, scopes } = await counted("declared", 2_000_000);
  expect({ asked, scopes }).toEqual({ asked: [], scopes: null });
  expect(total).toBeGreaterThan(mostExact);
});

it.each([
  ["check", 2_000_000],
  ["sample", 2_000_000],
  ["declared", 1000],
] as const)("are counted for structure %s with %d rows", async (structure, size) => {
  const { asked, total, scopes } = await counted(structure, size);
  const users = new Set(rows.map(({ user }) => user)).size;
  expect(asked.every((purpose) => purpose === "number of users")).toBe(true);
  expect({ total, whole: scopes?.[0]?.clusters }).toEqual({ total: users, whole: users });
});
