import { expect, it } from "vitest";
import type { Plan, Progress } from "../engine.js";
import { count } from "../expression.js";
import { createInterpreter } from "../interpreter/interpreter.js";
import { from, group } from "../relation.js";
import { collectAll } from "./collect.js";

it("tells how many statements are planned before the first begins", async () => {
  const engine = createInterpreter({ log: [{ x: 1n }] }, { columns: { log: [] } });
  const plan: Plan = {
    purpose: "size",
    relation: group(from({ kind: "table", name: ["log"] }), [], [["many", count()]]),
    columns: [{ name: "many", type: "bigint" }],
  };
  const told: Progress[] = [];
  const tables = await collectAll(engine, [plan, undefined, plan], {
    onProgress: (progress) => told.push(progress),
  });
  expect(tables.map((table) => table?.rows)).toEqual([1, undefined, 1]);
  expect(told[0]).toEqual({ purpose: "size", planned: 2 });
  expect(told.filter(({ begins }) => begins === true)).toHaveLength(2);
  await collectAll(engine, [undefined], { onProgress: () => expect.unreachable() });
});
