import { describe, expect, it } from "vitest";
import { from } from "../../../src/sql/relation.js";
import { collect } from "../../../src/sql/run/collect.js";
import type { OpenEngine, UnderTest } from "../under-test/under-test.js";

/** A query of a study reads and computes: what does more is refused by name before it is run. */
export function effectsLaw(
  { effects = [], readings = [], rights }: UnderTest,
  opened: () => OpenEngine,
): void {
  describe.runIf(effects.length > 0)("a query that does more than read", () => {
    it.each(effects)("is refused by its %s: %s", async (called, sql) => {
      const { engine } = opened();
      const source = { kind: "sql", sql } as const;
      const columns = [{ name: "a", type: "bigint" as const }];
      const plan = { relation: from(source), columns, purpose: "test" };
      const refused = {
        code: "functionRefused",
        message: expect.stringContaining(`calls ${called}`),
      };
      await expect(engine.describe(source)).rejects.toMatchObject(refused);
      await expect(collect(engine, plan)).rejects.toMatchObject(refused);
      await expect(engine.explain(plan)).rejects.toMatchObject(refused);
    });
  });

  it.runIf(rights !== undefined)("what its user may do beyond reading is said", async () => {
    expect(await opened().engine.rights?.()).toMatch(rights ?? "");
  });

  it.each(readings)("a query that reads and computes is answered: %s", async (sql) => {
    const columns = await opened().engine.describe({ kind: "sql", sql });
    expect(columns.map(({ name }) => name)).toEqual(["a"]);
  });
}
