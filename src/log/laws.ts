import { collect } from "../sql/run/collect.js";
import type { Table } from "../sql/run/table.js";
import type { ColumnType, SourceColumn } from "../sql/source-column.js";
import { meaningOf } from "./canonical.js";
import { canonicalNames, impressions } from "./impressions.js";
import {
  boundedLog,
  boundWith,
  brokenRules,
  canonicalValues,
  insist,
  lawLog,
  ownColumn,
  samples,
  surveyOf,
  typesOf,
  usualColumns,
  type Value,
} from "./law-log.js";
import { type Constant, describeRole, type Role } from "./role.js";
import { roles } from "./roles/index.js";
import { examplePlan } from "./row-faults.js";
import { sampled } from "./structure.js";
import { summaryOf } from "./summary.js";

/** What holds for every role; throws an InternalError naming the role where it does not. */
export interface RoleLaw {
  readonly name: string;
  readonly check: (role: Role) => Promise<void>;
}

export const roleLaws: readonly RoleLaw[] = [
  { name: "its words say what it is", check: saysWhatItIs },
  { name: "NULL is refused or stays NULL", check: nullIsKept },
  { name: "NaN, infinities and fractions of whole numbers are refused", check: oddIsRefused },
  { name: "a value is refused where it lies outside, with an example row", check: boundsHold },
  { name: "two source columns give two fingerprints", check: meansItsColumn },
  { name: "renaming the source column changes no number", check: namesDoNotMatter },
  { name: "the survey knows every canonical column and its range", check: isSurveyed },
  { name: "a value above the role that bounds it counts as none", check: isBounded },
  { name: "the sample for checks keeps it where it says so", check: isKeptInSamples },
];

async function saysWhatItIs(role: Role): Promise<void> {
  const { purpose, without = "nothing" } = role.words;
  const isPhrase = purpose !== "" && !/[.;]$/.test(purpose) && !/[.;]$/.test(without);
  insist(isPhrase, role, "its words must be phrases without a stop", { words: describeRole(role) });
  insist(role.expected !== "", role, "it must say what it expects", {});
  insist(typesOf(role).length > 0, role, "it must accept a type that the laws can try", {});
}

/** A sound value of a role, where NULL stands in some of its rows. */
const withNull = (type: ColumnType): readonly Value[] => [samples[type]?.[0] ?? null, null];

async function nullIsKept(role: Role): Promise<void> {
  for (const type of typesOf(role)) {
    const made = lawLog(role, type, withNull(type));
    const broken = await brokenRules(role, made);
    const { missing } = role.refuses ?? {};
    const codes = broken.map(({ code }) => code);
    if (missing !== undefined) {
      insist(codes.includes(missing.code), role, "NULL must be refused", { type, codes });
    } else if (role.onDemand !== true) {
      const values = await canonicalValues(made, ownColumn(role));
      insist(values[1] === null, role, "NULL that is not refused must stay NULL", { type });
    }
  }
}

async function oddIsRefused(role: Role): Promise<void> {
  if (role.survey !== "whole" && role.survey !== "number") return;
  if (!role.accepts.includes("double")) return;
  const odd = [Number.NaN, Infinity, -Infinity, ...(role.survey === "whole" ? [1.5] : [])];
  for (const value of odd) {
    const broken = await brokenRules(role, lawLog(role, "double", [1, value]));
    const codes = broken.map(({ code }) => code);
    const fault = "a value that is not a number, or not whole, must be refused";
    insist(codes.includes(role.refuses?.outside?.code ?? "internal"), role, fault, {
      value: String(value),
      codes,
    });
  }
}

async function boundsHold(role: Role): Promise<void> {
  const { outside } = role.refuses ?? {};
  if (outside === undefined) return;
  const { low = -Infinity, high = Infinity, code } = outside;
  for (const type of typesOf(role)) {
    for (const value of samples[type] ?? []) {
      const made = lawLog(role, type, [value, value]);
      const isOutside = Number(value) < low || Number(value) > high || isOdd(role, value);
      const rule = (await brokenRules(role, made)).find((rowRule) => rowRule.code === code);
      const facts = { type, value: String(value), low, high };
      insist((rule !== undefined) === isOutside, role, "its bounds do not hold", facts);
      if (rule === undefined) continue;
      const example: Table = await collect(made.engine, examplePlan(made.log, rule));
      const shown = example.text("value");
      insist(shown === String(value), role, `the example shows ${shown}`, facts);
    }
  }
}

/** What no rank can be. */
const isOdd = ({ survey }: Role, value: Value): boolean =>
  survey === "whole" && !Number.isSafeInteger(Number(value));

async function meansItsColumn(role: Role): Promise<void> {
  const [type = "double"] = typesOf(role);
  const columns = [...usualColumns, { name: "one", type }, { name: "two", type }];
  const givens = ["one", "two", ...(role.constant === undefined ? [] : twoOf(role.constant))];
  const meanings = givens.map((source) =>
    meaningOf(boundWith(role, source, columns), ownColumn(role)),
  );
  const all = [...meanings, ...otherMeanings(role, columns)];
  insist(new Set(all).size === all.length, role, "two columns mean the same", { meanings });
}

const twoOf = ({ low, whole }: Constant): readonly number[] => [low, low + (whole ? 1 : 0.5)];

/** What the other roles mean that name the same column. */
function otherMeanings(role: Role, columns: readonly SourceColumn[]): readonly string[] {
  const others = roles.filter((member: Role) => member.name !== role.name);
  return others.flatMap((other: Role) => {
    const log = boundWith(
      other,
      "one",
      columns.map((column) => retyped(column, other)),
    );
    return [meaningOf(log, ownColumn(other))];
  });
}

const retyped = (column: SourceColumn, { accepts: [type = "double"] }: Role): SourceColumn =>
  column.name === "one" ? { ...column, type } : column;

async function namesDoNotMatter(role: Role): Promise<void> {
  for (const type of typesOf(role)) {
    const values = samples[type] ?? [];
    for (const keyed of [true, false]) {
      const [one, other] = ["played", "a renamed column"].map((name) =>
        lawLog(role, type, values, { name, keyed }),
      );
      if (one === undefined || other === undefined) continue;
      for (const name of canonicalNames(one.log)) {
        const [before, after] = [
          await canonicalValues(one, name),
          await canonicalValues(other, name),
        ];
        const isSame = before.every((value, i) => Object.is(value, after[i]));
        insist(isSame, role, `renaming its column changes ${name}`, { type, keyed });
      }
      const surveys = [await surveyOf(one), await surveyOf(other)].map((summary) =>
        JSON.stringify(summary),
      );
      insist(surveys[0] === surveys[1], role, "renaming its column changes the survey", { type });
    }
  }
}

async function isSurveyed(role: Role): Promise<void> {
  for (const type of typesOf(role)) {
    const made = lawLog(role, type, [...(samples[type] ?? []), null]);
    const summary = await surveyOf(made);
    for (const name of canonicalNames(made.log)) summaryOf(made.log, summary, { name });
    if (role.onDemand === true) continue;
    const name = ownColumn(role);
    const { values, range } = summaryOf(made.log, summary, { name });
    const present = (await canonicalValues(made, name)).filter((value) => value !== null);
    const facts = { type, values, present: present.length };
    insist(values === present.length, role, "the survey miscounts its values", facts);
    if (role.survey !== "whole" && role.survey !== "number") continue;
    const [low, high] = range ?? [Infinity, -Infinity];
    // Fractions of whole numbers, which are refused, read as 0.
    const numbers = present.map(Number).filter((value) => role.survey === "number" || value !== 0);
    const isWithin = numbers.every((value) => value >= low && value <= high);
    insist(isWithin, role, "the survey's range does not hold its values", { ...facts, low, high });
  }
}

/** Largest value that the law's bound allows. */
const bound = 2;

async function isBounded(role: Role): Promise<void> {
  for (const [type, by] of typesOf(role).flatMap((type) =>
    (role.atMost ?? []).map((by) => [type, by] as const),
  )) {
    const values = (samples[type] ?? []).filter((value) => Number.isSafeInteger(Number(value)));
    const free = lawLog(role, type, values);
    const made = boundedLog(by, free, bound);
    const name = ownColumn(role);
    const [before, after] = [await canonicalValues(free, name), await canonicalValues(made, name)];
    const expected = before.map((value) => (Number(value) > bound ? null : value));
    const isSame = expected.every((value, at) => Object.is(value, after[at]));
    insist(isSame, role, "a value above its bound must count as none", { type, after });
    const { beyond } = summaryOf(made.log, await surveyOf(made), { name });
    const above = before.filter((value) => Number(value) > bound).length;
    insist(beyond === above, role, "the survey miscounts values above its bound", { type, above });
  }
}

async function isKeptInSamples(role: Role): Promise<void> {
  const [type = "double"] = typesOf(role);
  const { log } = lawLog(role, type, []);
  const rows = sampled(log, impressions(log));
  const kept = rows.kind === "select" ? rows.columns.map(([name]) => name) : [];
  const isKept = kept.includes(ownColumn(role));
  insist(isKept === (role.isSampled === true), role, "the sample does not do as it says", { kept });
}
