import { describe, expect, it } from "vitest";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import { bindLog } from "../bind.js";
import { meaningOf } from "../canonical.js";
import { boundWith, canonicalValues, lawLog, surveyOf, usualColumns } from "../law-log.js";
import { summaryOf } from "../summary.js";
import { targetRank } from "./policies.js";

describe("beyond the list", () => {
  const columns = [
    ...usualColumns,
    { name: "played", type: "bigint" } as const,
    { name: "offered", type: "bigint" } as const,
  ];
  const rows = [
    [1n, 3n],
    [3n, 3n],
    [4n, 3n],
    [4n, 5n],
    [null, 3n],
  ].map(([played, offered], i) => ({
    session: BigInt(i),
    position: 1n,
    thing: "item",
    earned: i,
    played: played ?? null,
    offered: offered ?? null,
  }));
  const engine = createInterpreter({ log: rows }, { columns: { log: columns } });
  const boundTo = (listLength: string | number) => {
    const { spec } = boundWith(targetRank, "played", columns);
    const policies = { candidate: { rank: "played" } };
    return { engine, log: bindLog({ ...spec, listLength }, policies, undefined, columns) };
  };

  it.each([
    ["offered", ["1", "3", null, "4", null], 1, [1, 4]],
    [3, ["1", "3", null, null, null], 2, [1, 3]],
  ] as const)("of length %s counts as not shown", async (listLength, ranks, beyond, range) => {
    const made = boundTo(listLength);
    expect(await canonicalValues(made, "h_rank_0")).toEqual(ranks);
    const values = ranks.filter((rank) => rank !== null).length;
    const summary = summaryOf(made.log, await surveyOf(made), { name: "h_rank_0" });
    expect(summary).toMatchObject({ values, beyond, range });
    expect(meaningOf(made.log, "h_rank_0")).toBe(`rank:played:up to ${listLength}`);
  });
});

it("means its column, whichever policy names it", () => {
  expect(meaningOf(lawLog(targetRank, "bigint", [1n]).log, "h_rank_0")).toBe("rank:played");
});
