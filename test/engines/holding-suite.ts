import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine, Plan } from "../../src/sql/engine.js";
import { relationsIn } from "../../src/sql/relation.js";
import { goldenSuite } from "./golden/golden-suite.js";
import type { OpenEngine, UnderTest } from "./under-test/under-test.js";

/** One of so many questions of the golden suite, by the seed, on an engine that holds the rows of every log, however few. */
export function holdingSuite(under: UnderTest, opened: () => OpenEngine, shares = 5): void {
  describe("gives the golden numbers of rows that are held", () => {
    let engine: Engine | undefined;
    let keeping = 0;
    beforeAll(async () => {
      const holds = await opened().running.connect({ hold: true });
      const query: Engine["query"] = (plan, call) => {
        if (keepsRows(plan)) keeping++;
        return holds.query(plan, call);
      };
      const info: Engine["info"] = async () => ({ ...(await holds.info()), holdsFrom: 0 });
      engine = { ...holds, query, info };
    });
    afterAll(() => engine?.close());

    const held = (): OpenEngine => {
      if (engine === undefined) throw new Error(`${under.name} is not open.`);
      return { ...opened(), engine };
    };
    goldenSuite({ ...under, shares }, held);
    it("by statements that keep rows", () => {
      expect(engine?.release).toBeDefined();
      expect(keeping).toBeGreaterThan(0);
    });
  });
}

const keepsRows = ({ relation }: Plan): boolean =>
  relationsIn(relation).some((each) => each.kind === "select" && each.keep !== undefined);
