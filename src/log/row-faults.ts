import { type Reason, reason } from "../errors.js";
import type { Plan } from "../sql/engine.js";
import { cast, column } from "../sql/expression.js";
import { group, type Named, select } from "../sql/relation.js";
import type { BoundLog } from "./bind.js";
import { impressions } from "./impressions.js";
import { type RowRule, rowRules } from "./row-rules.js";
import { describeSource } from "./sources/index.js";
import { countWhere } from "./strata.js";

/** How many rows break each rule. */
export function ruleCountsPlan(log: BoundLog): Plan {
  const columns = rowRules(log).map((rule, i): Named => [`rule_${i}`, countWhere(rule.violated)]);
  return {
    purpose: "rows that break a rule",
    relation: group(impressions(log), [], columns),
    columns: columns.map(([name]) => ({ name, type: "bigint" })),
  };
}

/** The first row (by trajectory and rank) that breaks a rule, as the source wrote it. */
export function examplePlan(log: BoundLog, rule: RowRule): Plan {
  // Engines write doubles differently as text; as numbers they are the same.
  const type = log.types.get(rule.column) === "double" ? "double" : "text";
  const rows = impressions(log, [["h_raw", cast(column(rule.column), type)]]);
  const columns: readonly Named[] = [
    ["trajectory", cast(column("h_trajectory"), "text")],
    ["rank", cast(column("h_rank"), "text")],
    ["value", column("h_raw")],
  ];
  const order = ["h_trajectory", "h_rank", "h_raw"].map((name) => ({
    by: column(name),
    descending: false,
  }));
  const relation = select(rows, columns, { where: rule.violated, orderBy: order, limit: 1 });
  return {
    purpose: "an example row",
    relation,
    columns: columns.map(([name]) => ({ name, type: name === "value" ? type : "text" })),
  };
}

/** One broken rule in words: how many rows, where, what came, what was expected, what to do. */
export function rowFault(
  log: BoundLog,
  rule: RowRule,
  rows: number,
  example: {
    readonly trajectory: string | null;
    readonly rank: string | null;
    readonly value: string | null;
  },
): Reason {
  const where = describeSource(log.spec.source);
  const came = example.value === null ? "nothing (null)" : `"${example.value}"`;
  const at =
    log.spec.trajectory === undefined ? "" : ` in trajectory ${example.trajectory ?? "null"}`;
  const message = `${rule.role}: ${rows} ${rows === 1 ? "row" : "rows"} of ${where} ${rows === 1 ? "breaks" : "break"} a rule; column "${rule.column}" must hold ${rule.expected}, for example${at} it holds ${came}. What to do: ${rule.remedy}; or set log.invalid: excludeTrajectories.`;
  return reason(rule.code, message, {
    role: rule.role,
    column: rule.column,
    source: where,
    rows,
    expected: rule.expected,
    example: { ...example },
  });
}
