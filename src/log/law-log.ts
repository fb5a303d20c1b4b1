import { type Facts, InternalError } from "../errors.js";
import type { Engine } from "../sql/engine.js";
import { cast, column } from "../sql/expression.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import type { Row } from "../sql/interpreter/value.js";
import { plan } from "../sql/plan.js";
import { select } from "../sql/relation.js";
import { collect } from "../sql/run/collect.js";
import type { Table } from "../sql/run/table.js";
import type { ColumnType, SourceColumn } from "../sql/source-column.js";
import { columnTypes } from "../sql/type-of.js";
import { type BoundLog, bindLog } from "./bind.js";
import { impressions } from "./impressions.js";
import type { LogSpec, PolicySpec } from "./log-spec.js";
import { readSummary } from "./read-summary.js";
import { columnOf, type Role } from "./role.js";
import { roleNamed } from "./role-use.js";
import { roles } from "./roles/index.js";
import { ruleCountsPlan } from "./row-faults.js";
import { type RowRule, rowRules } from "./row-rules.js";
import type { Summary } from "./summary.js";
import { rangesPlan, soundnessPlan } from "./summary-plans.js";

export type Value = Row[string];

/** Values that a column of a type may hold, of which a role may refuse some. */
export const samples: Readonly<Partial<Record<ColumnType, readonly Value[]>>> = {
  bigint: [1n, 0n, 2n, -1n, 7n],
  double: [1, 0.5, 0, 2, -1, 1.5, 1e-80, 7, 1e101],
  boolean: [true, false],
  text: ["2026-11-01", "2026-11-02"],
  date: ["2026-11-01", "2026-11-02"],
};

/** The types that a role accepts and that the laws have values of. */
export const typesOf = ({ accepts }: Role): readonly ColumnType[] =>
  accepts.filter((type) => samples[type] !== undefined);

/** The columns of every log of the laws; the one that plays the role comes in addition. */
export const usualColumns: readonly SourceColumn[] = [
  { name: "session", type: "bigint" },
  { name: "position", type: "bigint" },
  { name: "thing", type: "text" },
  { name: "earned", type: "double" },
];

/** A log of two rows a trajectory in which a column plays a role, and the rows' values of it. */
export interface LawLog {
  readonly log: BoundLog;
  readonly engine: Engine;
}

interface LawLogOptions {
  /** What the column that plays the role is called. */
  readonly name?: string;
  readonly keyed?: boolean;
  /** The displayed rank of all rows. */
  readonly position?: bigint;
}

export function lawLog(
  role: Role,
  type: ColumnType,
  values: readonly Value[],
  { name = "played", keyed = true, position = 1n }: LawLogOptions = {},
): LawLog {
  const columns: readonly SourceColumn[] = [...usualColumns, { name, type }];
  const rows = values.map(
    (value, i): Row => ({
      session: BigInt(Math.floor(i / 2)),
      position,
      thing: `item ${i}`,
      earned: i / 2,
      [name]: value,
    }),
  );
  const engine = createInterpreter({ log: rows }, { columns: { log: columns } });
  return { log: boundWith(role, name, columns, keyed), engine };
}

/** Binds a study that names the column (or number) under the role's key. */
export function boundWith(
  role: Role,
  source: string | number,
  columns: readonly SourceColumn[],
  keyed = true,
): BoundLog {
  const use = { [role.field]: source };
  const inSection = (section: Role["in"]): object => (role.in === section ? use : {});
  const spec = {
    source: { table: ["log"] },
    ...(keyed ? { trajectory: "session" } : {}),
    rank: "position",
    item: "thing",
    rewards: { earned: { column: "earned", better: "higher", ...inSection("reward") } },
    invalid: "refuse",
    structure: "check",
    ...inSection("log"),
  } as LogSpec;
  const policies: Record<string, PolicySpec> =
    role.in === "policy" ? { candidate: use as PolicySpec } : {};
  const exposure = role.in === "exposure" ? String(source) : undefined;
  return bindLog(spec, policies, exposure, columns, membersWith(role));
}

/** The same log where one number plays another role, in the log or in every policy. */
export function boundedLog(by: Role, { log, engine }: LawLog, most: number): LawLog {
  const { field, in: section } = roleNamed(log, by.name);
  const values = { [field]: most };
  const spec = section === "log" ? { ...log.spec, ...values } : log.spec;
  const ofPolicy = section === "policy" ? values : {};
  const policies = Object.fromEntries(
    log.policies.map(({ name, ...policy }) => [name, { ...policy, ...ofPolicy }]),
  );
  const columns = [...log.types].map(([name, type]) => ({ name, type }));
  return { log: bindLog(spec, policies, log.exposure, columns, log.roles), engine };
}

/** The list with the role in the place of the member of its name, or at the end. */
function membersWith(role: Role): readonly Role[] {
  const isListed = roles.some(({ name }) => name === role.name);
  return isListed
    ? roles.map((member: Role) => (member.name === role.name ? role : member))
    : [...roles, role];
}

export const ownColumn = (role: Role): string => columnOf(role, 0).name;

/** The values of a canonical column, row by row: numbers where they are DOUBLE, else as text. */
export async function canonicalValues(
  { log, engine }: LawLog,
  name: string,
): Promise<readonly (number | string | null)[]> {
  const rows = impressions(log, [["law_row", column("earned")]]);
  const isDouble = columnTypes(rows).get(name) === "double";
  const value = isDouble ? column(name) : cast(column(name), "text");
  const order = { by: column("law_row"), descending: false };
  const read = select(rows, [["value", value]], { orderBy: [order], limit: 100 });
  const table = await collect(engine, plan("values of a role", read));
  return isDouble
    ? Array.from({ length: table.rows }, (_, row) => table.numberOrNull("value", row))
    : table.texts("value");
}

export async function surveyOf({ log, engine }: LawLog): Promise<Summary> {
  const sound = soundnessPlan(log);
  const ranges = await collect(engine, rangesPlan(log));
  return readSummary(log, ranges, sound === undefined ? undefined : await collect(engine, sound));
}

/** The rules that rows break. Throws where the survey leaves no room for one that is broken. */
export async function brokenRules(role: Role, made: LawLog): Promise<readonly RowRule[]> {
  const summary = await surveyOf(made);
  const counts: Table = await collect(made.engine, ruleCountsPlan(made.log));
  return rowRules(made.log).filter((rule, i) => {
    if (counts.numberOrZero(`rule_${i}`) === 0) return false;
    insist(rule.suspect(summary), role, `the survey does not suspect "${rule.code}"`, {});
    return true;
  });
}

/** Throws an InternalError naming the role unless a law holds. */
export function insist(holds: boolean, role: Role, fault: string, facts: Facts): void {
  if (holds) return;
  throw new InternalError(`${role.name}: ${fault}: ${JSON.stringify(facts)}.`, facts);
}
