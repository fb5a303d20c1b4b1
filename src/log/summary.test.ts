import { expect, it } from "vitest";
import { InternalError } from "../errors.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import { collect } from "../sql/run/collect.js";
import { type Table, tableOf } from "../sql/run/table.js";
import { bindLog } from "./bind.js";
import { readSummary } from "./read-summary.js";
import type { Role } from "./role.js";
import { roles } from "./roles/index.js";
import { listLength } from "./roles/logged.js";
import { rangesPlan, soundnessPlan } from "./summary-plans.js";

const columns = [
  { name: "session", type: "bigint" as const },
  { name: "position", type: "bigint" as const },
];
const spec = {
  source: { table: ["log"] },
  trajectory: "session",
  rank: "position",
  rewards: {},
  invalid: "refuse" as const,
  structure: "check" as const,
};
const log = bindLog(spec, {}, undefined, columns);

const ranges = (): Promise<Table> =>
  collect(
    createInterpreter({ log: [{ session: 1n, position: 2n }] }, { columns: { log: columns } }),
    rangesPlan(log),
  );

const without = (table: Table, name: string): Table =>
  tableOf(table.rows, new Map([...table.columns].filter(([each]) => each !== name)));

it("reads the counts and ranges of a survey", async () => {
  const summary = readSummary(log, await ranges(), undefined);
  expect(summary.rows).toBe(1);
  expect(summary.columns.h_rank).toMatchObject({ values: 1, range: [2, 2] });
});

it("takes a survey that lacks a column for no survey, and not for one of a sound empty column", async () => {
  const table = await ranges();
  for (const name of ["row_count_out", "h_rank_values_out", "h_rank_min_out"]) {
    expect([...table.columns.keys()]).toContain(name);
    expect(() => readSummary(log, without(table, name), undefined)).toThrow(InternalError);
  }
});

it("compares each role with the one that it may not be below, however many there are", async () => {
  const capacity = { ...listLength, name: "capacity", field: "capacity", alias: "h_capacity" };
  const members = [...roles, capacity as unknown as Role];
  const all = [
    ...columns,
    ...["offered", "room"].map((name) => ({ name, type: "bigint" as const })),
  ];
  const given = { ...spec, listLength: "offered", capacity: "room" };
  const both = bindLog(given, {}, undefined, all, members);
  const row = { session: 1n, position: 5n };
  const beyond = async (offered: bigint, room: bigint): Promise<number | null> => {
    const rows = [{ ...row, offered, room }];
    const engine = createInterpreter({ log: rows }, { columns: { log: all } });
    const plan = soundnessPlan(both);
    if (plan === undefined) throw new Error("expected a plan");
    const found = readSummary(
      both,
      await collect(engine, rangesPlan(both)),
      await collect(engine, plan),
    );
    return found.deepestBeyondList;
  };
  expect(await beyond(7n, 4n)).toBe(1);
  expect(await beyond(3n, 9n)).toBe(2);
  expect(await beyond(6n, 9n)).toBe(-1);
});
