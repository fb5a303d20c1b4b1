import { type Reason, reason } from "../errors.js";
import type { Plan } from "../sql/engine.js";
import { cast, column } from "../sql/expression.js";
import { plan } from "../sql/plan.js";
import { group, type Named, select } from "../sql/relation.js";
import type { BoundLog } from "./bind.js";
import { canonical } from "./canonical.js";
import { impressions } from "./impressions.js";
import { type RowRule, rowRules } from "./row-rules.js";
import { describeSource } from "./sources/index.js";
import { countWhere } from "./strata.js";

export function ruleCountsPlan(log: BoundLog): Plan {
  const columns = rowRules(log).map((rule, i): Named => [`rule_${i}`, countWhere(rule.violated)]);
  return plan("rows that break a rule", group(impressions(log), [], columns));
}

const leaveOut: Readonly<Record<RowsOf, string>> = {
  log: "set log.invalid: excludeTrajectories, which leaves the whole trajectories of such rows out of every number",
  candidates:
    "leave the whole trajectories of such candidates out of the log (log.invalid looks at viewed rows alone)",
};

const { trajectory, rank } = canonical;
/** The column that a rule speaks of, as the source wrote it. */
const raw = "h_raw";

/** The first row (by trajectory and rank) that breaks a rule, as the source wrote it. */
export function examplePlan(log: BoundLog, rule: RowRule): Plan<"trajectory" | "rank" | "value"> {
  // Engines write doubles differently as text; as numbers they are the same.
  const type = log.types.get(rule.column) === "double" ? "double" : "text";
  const rows = impressions(log, [[raw, cast(column(rule.column), type)]]);
  const columns = [
    ["trajectory", cast(trajectory, "text")],
    ["rank", cast(rank, "text")],
    ["value", column(raw)],
  ] as const;
  const orderBy = [trajectory, rank, column(raw)].map((by) => ({ by, descending: false }));
  const relation = select(rows, columns, { where: rule.violated, orderBy, limit: 1 });
  return plan("an example row", relation);
}

/** What rows are: those of the log, or the candidates of its trajectories. */
export type RowsOf = "log" | "candidates";

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
  of: RowsOf = "log",
): Reason {
  const isTable = of === "candidates" && log.spec.candidates !== undefined;
  const where = describeSource(log.spec.source, isTable ? "log.candidates" : "log.source");
  const came = example.value === null ? "nothing (null)" : `"${example.value}"`;
  const at =
    log.spec.trajectory === undefined ? "" : ` in trajectory ${example.trajectory ?? "null"}`;
  const [one, several] = of === "candidates" ? ["candidate", "candidates"] : ["row", "rows"];
  const message = `${rule.role}: ${rows} ${rows === 1 ? `${one} of ${where} breaks` : `${several} of ${where} break`} a rule; column "${rule.column}" must hold ${rule.expected}, for example${at} it holds ${came}. What to do: ${rule.remedy}; or ${leaveOut[of]}.`;
  return reason(rule.code, message, {
    role: rule.role,
    column: rule.column,
    source: where,
    rows,
    expected: rule.expected,
    example: { ...example },
  });
}
