import { describe, expect, it } from "vitest";
import { StudyError } from "../../errors.js";
import type { Engine } from "../../sql/engine.js";
import { column } from "../../sql/expression.js";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import type { Row } from "../../sql/interpreter/value.js";
import { select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { ColumnType } from "../../sql/source-column.js";
import { type BoundLog, bindLog } from "../bind.js";
import { withoutInvalid } from "../exclude.js";
import { impressions } from "../impressions.js";
import type { LogSpec } from "../log-spec.js";
import { readSummary } from "../read-summary.js";
import { examplePlan, rowFault, ruleCountsPlan } from "../row-faults.js";
import { rowRules } from "../row-rules.js";
import { rangesPlan } from "../summary-plans.js";

const spec: LogSpec = {
  source: { table: ["log"] },
  trajectory: "session",
  rank: "rank",
  rewards: {},
  censored: "cut",
  invalid: "refuse",
  structure: "check",
};

const columnsWith = (type: ColumnType) =>
  [
    { name: "session", type: "bigint" },
    { name: "rank", type: "bigint" },
    { name: "cut", type },
  ] as const;

const boundTo = (type: ColumnType, changes: Partial<LogSpec> = {}): BoundLog =>
  bindLog({ ...spec, ...changes }, {}, undefined, columnsWith(type));

/** Trajectories of two rows that hold these values. */
function engineOf(type: ColumnType, cuts: readonly (number | boolean | null)[]): Engine {
  const log = cuts.map(
    (cut, i): Row => ({
      session: BigInt(Math.floor(i / 2)),
      rank: BigInt((i % 2) + 1),
      cut: typeof cut === "number" ? BigInt(cut) : cut,
    }),
  );
  return createInterpreter({ log }, { columns: { log: columnsWith(type) } });
}

async function valuesIn(
  engine: Engine,
  relation: ReturnType<typeof impressions>,
): Promise<readonly unknown[]> {
  const table = await collect(engine, {
    purpose: "values",
    relation: select(relation, [["cut", column("h_censored")]]),
    columns: [{ name: "cut", type: "bigint" }],
  });
  return [...(table.columns.get("cut") ?? [])].map((cut) => (cut === null ? null : Number(cut)));
}

const theRule = (log: BoundLog) => {
  const i = rowRules(log).findIndex(({ code }) => code === "censoredInvalid");
  const rule = rowRules(log)[i];
  if (rule === undefined) throw new Error("The log has no rule for log.censored.");
  return { i, rule };
};

describe("the role censored", () => {
  it.each([
    ["bigint", [0, 0, 0, 1]],
    ["boolean", [false, false, false, true]],
  ] as const)("is read as 0 and 1 from a column of type %s", async (type, cuts) => {
    const log = boundTo(type);
    expect(await valuesIn(engineOf(type, cuts), impressions(log))).toEqual([0, 0, 0, 1]);
  });

  it("is NULL, and has no rule, where the log does not have it", async () => {
    const { censored: _, ...rest } = spec;
    const log = bindLog(rest, {}, undefined, columnsWith("bigint"));
    expect(await valuesIn(engineOf("bigint", [0, 1]), impressions(log))).toEqual([null, null]);
    expect(rowRules(log).map(({ code }) => code)).not.toContain("censoredInvalid");
  });

  it.each(["text", "double", "decimal", "date", "timestamp", "other"] as const)(
    "is refused in a column of type %s",
    (type) => {
      const bind = (): BoundLog => boundTo(type);
      expect(bind).toThrow(StudyError);
      expect(bind).toThrow(
        /^log\.censored needs a column of true and false, or of whole numbers 0 and 1; "cut" in table log holds .+ Cast it with log\.source: \{ sql: "select …" \}\.$/,
      );
    },
  );

  it("of a column that does not exist is told the nearest one", () => {
    const bind = (): BoundLog => boundTo("bigint", { censored: "cutt" });
    expect(bind).toThrow(
      'log.censored names column "cutt", which table log does not have; did you mean "cut"?',
    );
  });

  it("tells rows apart where no trajectory has a key", () => {
    const { trajectory: _, ...rest } = spec;
    const key = (given: LogSpec): string => {
      const rows = impressions(bindLog(given, {}, undefined, columnsWith("bigint")));
      const columns = rows.kind === "select" ? rows.columns : [];
      const [, found] = columns.find(([name]) => name === "h_trajectory") ?? [];
      return JSON.stringify(found);
    };
    const { censored: __, ...without } = rest;
    expect(key(rest)).toContain('"cut"');
    expect(key(without)).not.toContain('"cut"');
  });
});

describe("the rule of censored rows", () => {
  it.each([
    ["bigint", [0, 0, 2, 1, 0, -1], 2, '"2"', [0, 0]],
    ["bigint", [0, 1, 0, null, 0, 0], 1, "nothing (null)", [0, 1, 0, 0]],
    ["boolean", [true, true, null, null, false, true], 2, "nothing (null)", [1, 1, 0, 1]],
  ] as const)("is broken in a column of %s: %j", async (type, cuts, rows, came, kept) => {
    const [log, engine] = [boundTo(type), engineOf(type, cuts)];
    const { i, rule } = theRule(log);
    const counts = await collect(engine, ruleCountsPlan(log), {});
    expect(counts.columns.get(`rule_${i}`)).toEqual([BigInt(rows)]);
    const example = await collect(engine, examplePlan(log, rule), {});
    const at = (name: string): string | null => {
      const value = example.columns.get(name)?.[0] ?? null;
      return value === null ? null : String(value);
    };
    const [trajectory, rank, value] = [at("trajectory"), at("rank"), at("value")];
    const { message } = rowFault(log, rule, rows, { trajectory, rank, value });
    expect(message).toContain(`log.censored: ${rows} row`);
    expect(message).toContain(`in trajectory 1 it holds ${came}. What to do: have log.source`);
    expect(await valuesIn(engine, withoutInvalid(log))).toEqual(kept);
  });

  it.each([
    ["bigint", [0, 1, 0, 0], false],
    ["bigint", [1, 1], false],
    ["bigint", [0, 2], true],
    ["bigint", [-1, 0], true],
    ["bigint", [0, null], true],
    ["bigint", [null, null], true],
    ["boolean", [true, false], false],
    ["boolean", [true, null], true],
  ] as const)(
    "is looked at only where ranges leave doubt: in a column of %s: %j",
    async (type, cuts, doubt) => {
      const [log, engine] = [boundTo(type), engineOf(type, cuts)];
      const summary = readSummary(log, await collect(engine, rangesPlan(log), {}), undefined);
      expect(theRule(log).rule.suspect(summary)).toBe(doubt);
    },
  );
});
