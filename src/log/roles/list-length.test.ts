import { describe, expect, it } from "vitest";
import { bindLog } from "../bind.js";
import { meaningOf } from "../canonical.js";
import { boundWith, brokenRules, canonicalValues, lawLog, usualColumns } from "../law-log.js";
import { rowFault } from "../row-faults.js";
import { listLength, rank } from "./logged.js";

it.each([
  [[1n, 5n], 1n, []],
  [[3n, 5n], 3n, []],
  [[3n, 5n], 4n, ["rankBeyondList"]],
] as const)("%s for rows at rank %s breaks %s", async (lengths, position, codes) => {
  const made = lawLog(listLength, "bigint", lengths, { position });
  expect((await brokenRules(listLength, made)).map(({ code }) => code)).toEqual(codes);
});

describe("one number for all rows", () => {
  const given = (length: number, positions: readonly bigint[]) => {
    const made = lawLog(rank, "bigint", positions);
    const columns = [...usualColumns, { name: "played", type: "bigint" } as const];
    const { spec } = boundWith(rank, "played", columns);
    const log = bindLog({ ...spec, listLength: length }, {}, undefined, columns);
    return { engine: made.engine, log };
  };

  it("is a whole number in every row", async () => {
    const made = given(3, [1n, 3n]);
    expect(await canonicalValues(made, "h_length")).toEqual(["3", "3"]);
    expect(await brokenRules(listLength, made)).toEqual([]);
    expect(meaningOf(made.log, "h_length")).toBe("h_length:3");
  });

  it("refuses a row below it, and says which", async () => {
    const made = given(3, [1n, 4n]);
    const [rule, ...others] = await brokenRules(listLength, made);
    expect(others).toEqual([]);
    if (rule === undefined) throw new Error("not refused");
    const example = { trajectory: "0", rank: "4", value: "4" };
    const { code, message } = rowFault(made.log, rule, 1, example);
    expect(code).toBe("rankBeyondList");
    expect(message).toContain(
      'log.rank: 1 row of table log breaks a rule; column "played" must hold nothing above log.listLength, which is 3, for example in trajectory 0 it holds "4".',
    );
  });
});

it("is not compared with ranks that are not there", async () => {
  expect(await brokenRules(rank, lawLog(rank, "bigint", [9n]))).toEqual([]);
});
