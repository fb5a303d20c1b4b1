import type { ReasonCode } from "../codes.js";
import { type Reason, reason } from "../errors.js";
import type { Plan } from "../sql/engine.js";
import {
  and,
  bigint,
  cast,
  column,
  count,
  countDistinct,
  double,
  equal,
  greater,
  isNull,
  less,
  max,
  min,
  not,
  text,
} from "../sql/expression.js";
import { plan } from "../sql/plan.js";
import { group, type Relation, select } from "../sql/relation.js";
import type { Table } from "../sql/run/table.js";
import { isOwnUser } from "./anonymous.js";
import type { BoundLog } from "./bind.js";
import { canonical, trajectoryKeys } from "./canonical.js";
import { impressions } from "./impressions.js";
import { columnOf, keyOf, type Role, type Single } from "./role.js";
import { readUse, roleNamed, sourceText, useOf } from "./role-use.js";
import type { RoleName } from "./roles/index.js";
import { describeSource } from "./sources/index.js";

export interface StructureFault {
  readonly count: "duplicates" | Single["count"];
  readonly code: ReasonCode;
  readonly role: Role;
  /** What is wrong with one trajectory and with several. */
  readonly says: readonly [one: string, several: string];
  /** What else there is to do about it. */
  readonly remedy?: string;
  /** The first of those among some rows, with two values that it should not hold together. */
  readonly example: (rows: Relation) => ExamplePlan;
}

type ExamplePlan = Plan<"trajectory" | "first" | "last">;

/** The faults that are refused: a displayed rank twice, and several values where roles allow one. */
export const structureFaults = (log: BoundLog): readonly StructureFault[] => [
  {
    count: "duplicates",
    code: "duplicateRank",
    role: roleNamed(log, "rank" satisfies RoleName),
    says: ["holds two items at one displayed rank", "hold two items at one displayed rank"],
    remedy: "read `select distinct` where rows are exact copies",
    example: duplicateExamplePlan,
  },
  ...log.roles.flatMap((role): StructureFault[] => {
    const { count, refusal } = role.single ?? {};
    if (count === undefined || refusal === undefined) return [];
    const example = (rows: Relation): ExamplePlan => differingExamplePlan(rows, role);
    return [{ count, role, example, ...refusal }];
  }),
];

/** Rows and items at the rank of an example of a rank that stands twice; undefined of a log that names no item. */
export function itemsAtRankPlan(
  { spec, rows }: BoundLog,
  example: Table<"trajectory" | "first" | "last">,
): Plan<"rows" | "items"> | undefined {
  const [trajectory, rank] = [example.text("trajectory"), example.text("first")];
  if (spec.item === undefined || spec.trajectory === undefined || spec.rank === undefined)
    return undefined;
  if (trajectory === null || rank === null) return undefined;
  const isThere = and([
    equal(cast(column(spec.trajectory), "text"), text(trajectory)),
    equal(cast(column(spec.rank), "double"), double(Number(rank))),
  ]);
  const there = select(rows, [["item", column(spec.item)]], { where: isThere });
  const counts = group(
    there,
    [],
    [
      ["found_rows", count()],
      ["found_items", countDistinct(column("item"))],
    ],
  );
  return plan(
    "items at a rank that stands twice",
    select(counts, [
      ["rows", cast(column("found_rows"), "double")],
      ["items", cast(column("found_items"), "double")],
    ]),
  );
}

/** A rank that stands twice because one item does: its rows seem to be events. */
export function ofEvents(fault: StructureFault, { spec }: BoundLog): StructureFault {
  const { trajectory = "session", item = "item", rank = "position" } = spec;
  const pivot = `log.source: { sql: "select ${trajectory}, ${item}, min(${rank}) as ${rank}, max(case when event = 'click' then 1 else 0 end) as click from … group by ${trajectory}, ${item}" }`;
  return {
    ...fault,
    says: [
      "holds one item twice at one displayed rank",
      "hold two rows at one displayed rank, one item twice among them",
    ],
    remedy: `where a row is an event (a view, a click), make one row of those of an item (${pivot}; hindcast init writes it), read \`select distinct\` where rows are exact copies`,
  };
}

/** A fault in words: how many trajectories, where, two values of one of them, what to do. */
export function describeFault(
  log: BoundLog,
  { code, role, says, remedy }: StructureFault,
  trajectories: number,
  example: Table<"trajectory" | "first" | "last">,
): Reason {
  const where = describeSource(log.spec.source);
  const use = useOf(log, role.name);
  const column = use === undefined ? role.field : sourceText(use);
  const exampleOf = (name: "first" | "last"): string =>
    typeOfExample(role) === "double"
      ? String(example.number(name))
      : (example.text(name) ?? "null");
  const [trajectory, first, last] = [
    example.text("trajectory") ?? "null",
    exampleOf("first"),
    exampleOf("last"),
  ];
  const isNone = (value: string): boolean =>
    role.whereNull !== undefined && isOwnUser(log, value, trajectory);
  const [one, other] = [first, last].map((value) => (isNone(value) ? null : value));
  const shown = (value: string | null = null): string =>
    value === null ? "nothing (null)" : `"${value}"`;
  const values = first === last ? `"${first}" twice` : `${shown(one)} and ${shown(other)}`;
  const who =
    trajectories === 1
      ? `1 trajectory of ${where} ${says[0]}`
      : `${trajectories} trajectories of ${where} ${says[1]}`;
  const more = remedy === undefined ? "" : ` ${remedy},`;
  const { trajectory: key } = log.spec;
  const remedyOfRows =
    one === null || other === null
      ? ` give all rows the value that some have (log.source: { sql: "select * replace (max(${column}) over (partition by ${key}) as ${column}) from …" }),`
      : "";
  const message = `log.${keyOf(role)}: ${who}; column "${column}" holds ${values} in trajectory ${trajectory}, for example. What to do: check log.trajectory (column "${log.spec.trajectory}") and log.feed,${remedyOfRows}${more} or set log.invalid: excludeTrajectories.`;
  return reason(code, message, {
    column,
    source: where,
    trajectories,
    example: { trajectory, first: one ?? null, last: other ?? null },
  });
}

/** The first trajectory that holds a displayed rank twice, and that rank (as `first` and `last`). */
function duplicateExamplePlan(rows: Relation): ExamplePlan {
  const byRank = group(rows, [...trajectoryKeys, canonical.rank.name], [["times", count()]]);
  const twice = greater(column("times"), bigint(1n));
  const relation = select(
    byRank,
    [
      ["key", canonical.trajectory],
      ["low", canonical.rank],
      ["high", canonical.rank],
    ],
    { where: twice },
  );
  return examplePlan(relation);
}

/** The first trajectory in which a column differs between rows, and its ends there. */
function differingExamplePlan(rows: Relation, role: Role): ExamplePlan {
  const differing = columnOf(role);
  const ends = group(rows, trajectoryKeys, [
    ["least", min(differing)],
    ["most", max(differing)],
  ]);
  const relation = select(
    ends,
    [
      ["key", canonical.trajectory],
      ["low", column("least")],
      ["high", column("most")],
    ],
    { where: less(column("least"), column("most")) },
  );
  return examplePlan(relation, typeOfExample(role));
}

/** Engines write doubles differently as text. */
const typeOfExample = ({ survey }: Role): "double" | "text" =>
  survey === "number" ? "double" : "text";

function examplePlan(relation: Relation, as: "double" | "text" = "text"): ExamplePlan {
  const orderBy = ["key", "low"].map((name) => ({ by: column(name), descending: false }));
  const columns = [
    ["trajectory", cast(column("key"), "text")],
    ["first", cast(column("low"), as)],
    ["last", cast(column("high"), as)],
  ] as const;
  return plan("an example trajectory", select(relation, columns, { orderBy, limit: 1 }));
}

const itemColumn = "e_item";

/** The first trajectory in which a policy's rank stands twice, that rank, and where rows have items two of them. */
export function twiceAtTargetPlan(
  log: BoundLog,
  policy: number,
): Plan<"trajectory" | "rank" | "one" | "other"> {
  const target = canonical.targetRank(policy);
  const use = useOf(log, "item");
  const item = use === undefined ? target : column(itemColumn);
  const more = use === undefined ? [] : [[itemColumn, readUse(use)] as const];
  const byRank = group(
    select(
      impressions(log, more),
      [
        ...trajectoryKeys.map((name) => [name, column(name)] as const),
        [target.name, target],
        ["item", item],
      ],
      { where: not(isNull(target)) },
    ),
    [...trajectoryKeys, target.name],
    [
      ["times", count()],
      ["low", min(column("item"))],
      ["high", max(column("item"))],
    ],
  );
  const twice = select(
    byRank,
    [
      ["key", canonical.trajectory],
      ["rank", target],
      ["low", column("low")],
      ["high", column("high")],
    ],
    { where: greater(column("times"), bigint(1n)) },
  );
  const orderBy = ["key", "rank"].map((name) => ({ by: column(name), descending: false }));
  const columns = [
    ["trajectory", cast(column("key"), "text")],
    ["rank", cast(column("rank"), "text")],
    ["one", cast(column("low"), "text")],
    ["other", cast(column("high"), "text")],
  ] as const;
  return plan("an example of a target rank twice", select(twice, columns, { orderBy, limit: 1 }));
}

/** What the example shows: "item 7 stands twice in trajectory s1, at rank 3". */
export function describeTwice(
  { spec }: BoundLog,
  example: Table<"trajectory" | "rank" | "one" | "other">,
): string {
  const [trajectory, rank, one, other] = (["trajectory", "rank", "one", "other"] as const).map(
    (name) => example.text(name) ?? "null",
  );
  const where = `trajectory ${trajectory}`;
  if (spec.item === undefined) return `rank ${rank} stands twice in ${where}`;
  return one === other
    ? `item "${one}" stands twice in ${where}, at rank ${rank}`
    : `items "${one}" and "${other}" of ${where} are both at rank ${rank}`;
}
