import { EngineError, reason } from "../../errors.js";
import type { Engine } from "../../sql/engine.js";
import {
  apply,
  cast,
  column,
  count,
  type Expression,
  equal,
  indicator,
  isNull,
  max,
  not,
  or,
  sum,
} from "../../sql/expression.js";
import { from, group, type Named, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { Table } from "../../sql/run/table.js";
import { nameOfPart, partPattern, rowsOfPart } from "./pack.js";
import { sourceOf } from "./result-files.js";
import { endOf, textMark } from "./statement.js";

/** Where the rows of a statement stand in the result of a pack. */
export interface Part {
  readonly pack: string;
  readonly number: number;
  /** As many rows as it says that it has. */
  readonly rows: number;
  /** How often the row that opens it was found: once, unless a file was given twice. */
  readonly openings: number;
  /** Whether doubles of known steps are printed as so many; not by earlier versions. */
  readonly isInSteps: boolean;
  /** Whether some of its rows end before their last column. */
  readonly isCut: boolean;
}

interface PackResult {
  readonly marker: string;
  readonly files: readonly string[];
  readonly columns: readonly string[];
}

export const isPack = ({ marker, columns }: PackResult): boolean =>
  columns.some((name) => name.toLowerCase() === nameOfPart(marker).toLowerCase());

/** The parts of a pack by the markers of their statements. Throws EngineError where one is not there. */
export async function partsOf(
  reader: Engine,
  { marker: pack, files }: PackResult,
): Promise<ReadonlyMap<string, Part>> {
  const table = await openings(reader, pack, files);
  const parts = new Map<string, Part>();
  let many: number | undefined;
  for (let i = 0; i < table.rows; i++) {
    const [, marker, all, inSteps] =
      partPattern.exec((table.text("name", i) ?? "").slice(textMark.length)) ?? [];
    if (marker === undefined) throw incompletePack(files, parts.size, many);
    many = Number(all);
    parts.set(marker, {
      pack,
      number: table.number("part", i),
      rows: table.numberOrZero("told", i),
      openings: table.number("openings", i),
      isInSteps: inSteps !== undefined,
      isCut: table.number("cut", i) > 0,
    });
  }
  if (parts.size !== many) throw incompletePack(files, parts.size, many);
  return parts;
}

export const isOfPart = ({ pack, number }: Part): Expression =>
  apply(
    "and",
    equal(partNumber(pack), { kind: "bigint", value: BigInt(number) }),
    isNull(column(nameOfPart(pack))),
  );

const partNumber = (pack: string): Expression => cast(column(pack), "bigint");

function openings(reader: Engine, pack: string, files: readonly string[]): Promise<Table> {
  const [name, end] = [column("name_here"), column("end_here")];
  const read = select(from(sourceOf(files)), [
    ["part", partNumber(pack)],
    ["told_here", cast(column(rowsOfPart(pack)), "bigint")],
    ["name_here", column(nameOfPart(pack))],
    ["end_here", cast(column(endOf(pack)), "bigint")],
  ]);
  const isCut = or([isNull(end), not(equal(end, column("part")))]);
  const aggregates: readonly Named[] = [
    ["told", max(column("told_here"))],
    ["name", max(name)],
    ["openings", count(name)],
    ["cut", cast(sum(indicator(isCut)), "bigint")],
  ];
  return collect(reader, {
    purpose: "parts of results",
    relation: group(read, ["part"], aggregates),
    columns: [
      { name: "part", type: "bigint" },
      { name: "told", type: "bigint" },
      { name: "name", type: "text" },
      { name: "openings", type: "bigint" },
      { name: "cut", type: "bigint" },
    ],
  });
}

function incompletePack(
  files: readonly string[],
  starts: number,
  many: number | undefined,
): EngineError {
  const all = many === undefined ? "all" : `all ${many}`;
  const message = `Expected ${files.join(", ")} to hold the results of ${all} statements that were printed as one, but only those of ${starts} begin there. The result was cut off when it was saved, or a part is missing: save the whole result again, with its header.`;
  return new EngineError(
    "data",
    reason("resultIncomplete", message, { files: [...files], found: starts }),
  );
}
