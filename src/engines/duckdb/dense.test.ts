import { describe, expect, it } from "vitest";
import { sql } from "../../../test/fixture/run-relation.js";
import { column, count } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { createDuckdbEngine } from "./index.js";

describe("a dense plan", () => {
  it("may use an array of many places for its groups, and other plans after it may not", async () => {
    const engine = await createDuckdbEngine({ threads: 1 });
    const rows = sql(
      "SELECT range % 7 AS a, current_setting('perfect_ht_threshold')::BIGINT AS bits FROM range(100)",
    );
    const bits = plan(
      "bits",
      select(group(rows, ["bits"], [["n", count()]]), [["bits", column("bits")]]),
      {
        bits: "bigint",
      },
    );
    const setting = async (isDense: boolean): Promise<number> =>
      (await collect(engine, { ...bits, isDense })).number("bits");
    try {
      expect(await setting(false)).toBe(12);
      expect(await setting(true)).toBe(20);
      expect(await setting(false)).toBe(12);
    } finally {
      await engine.close();
    }
  });
});
