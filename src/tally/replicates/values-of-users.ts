import type { Table } from "../../sql/run/table.js";
import { strataOfRows } from "../strata-of-rows.js";
import type { TallyTable } from "../tally.js";
import { abreast, type UserKey, type UserValues } from "./replicate-sums.js";

/** A column of the tally, and those of a result that are added up to it. */
export interface BinnedColumn {
  readonly fingerprint: string;
  readonly aliases: readonly string[];
}

/** A result with a row a user and stratum. */
export interface ResultByUser {
  readonly table: Table;
  readonly columns: readonly BinnedColumn[];
}

export interface StratifiedValues extends UserValues {
  readonly strata: TallyTable["strata"];
  /** By column and stratum, the place among the values of a user. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/**
 * What users have in every column and stratum, 0 where a stratum lacks them; users and strata are those of the first
 * result. Users stand in the order of their keys, whatever order the engine returned.
 */
export function valuesOfUsers(results: readonly ResultByUser[]): StratifiedValues {
  const read = results.map(({ table, columns }) => readResult(table, columns));
  const strata = read[0]?.strata ?? [];
  const { keys, rowsOf } = placeUsers(read.map(({ users }) => users));
  const { places, width } = placesOf(read, strata);
  const values = new Float64Array(keys.length * width);
  read.forEach((part, result) => {
    addResult(values, width, part, rowsOf(result), strata, places);
  });
  return { keys, width, values, strata, places };
}

interface PlacedUsers {
  readonly keys: readonly UserKey[];
  /** By row of a result the place of its user; -1 of users that the first result lacks. */
  readonly rowsOf: (result: number) => Int32Array;
}

function placeUsers(results: readonly (readonly UserKey[])[]): PlacedUsers {
  const met = new Map<UserKey, number>();
  const [first = [], ...others] = results;
  const rows = [
    Int32Array.from(first, (key) => {
      const place = met.get(key) ?? met.size;
      if (place === met.size) met.set(key, place);
      return place;
    }),
    ...others.map((userKeys) => Int32Array.from(userKeys, (key) => met.get(key) ?? -1)),
  ];
  const keys = sortedKeys([...met.keys()]);
  const sorted = new Int32Array(keys.length);
  keys.forEach((key, place) => {
    sorted[met.get(key) ?? 0] = place;
  });
  return { keys, rowsOf: (result) => (rows[result] ?? none).map((user) => sorted[user] ?? -1) };
}

/** Numbers by size, texts by their signs; either order is the same for every engine. */
const sortedKeys = (keys: readonly UserKey[]): readonly UserKey[] =>
  keys.every((key) => typeof key === "number")
    ? [...Float64Array.from(keys).sort()]
    : keys.map(String).sort();

const none = new Int32Array(0);

interface ReadResult {
  readonly strata: TallyTable["strata"];
  readonly stratum: Int32Array;
  readonly users: readonly UserKey[];
  readonly columns: readonly {
    readonly fingerprint: string;
    readonly parts: readonly Float64Array[];
  }[];
}

function readResult(table: Table, columns: readonly BinnedColumn[]): ReadResult {
  const { strata, at } = strataOfRows(table);
  return {
    strata,
    stratum: at,
    users: keysIn(table),
    columns: columns.map(({ fingerprint, aliases }) => ({
      fingerprint,
      parts: aliases.map((alias) => table.numbers(alias)),
    })),
  };
}

function keysIn(table: Table): readonly UserKey[] {
  const keys = table.columns.get("cluster");
  return keys instanceof Float64Array ? [...keys] : table.texts("cluster").map(String);
}

/** Columns with as many zeros as each other are mostly of one reward and stratum: they stand together. */
function placesOf(
  read: readonly ReadResult[],
  strata: TallyTable["strata"],
): Pick<StratifiedValues, "places" | "width"> {
  const cells = read.flatMap((part) => {
    const placed = placesIn(part, strata);
    return part.columns.flatMap(({ fingerprint, parts: [first] }) => {
      const nonzero = new Float64Array(strata.length);
      first?.forEach((value, row) => {
        const stratum = placed[part.stratum[row] ?? 0] ?? -1;
        if (value !== 0) nonzero[stratum] = (nonzero[stratum] ?? 0) + 1;
      });
      return strata.map((_, stratum) => ({ fingerprint, stratum, nonzero: nonzero[stratum] ?? 0 }));
    });
  });
  const places = new Map<string, number[]>();
  cells
    .toSorted((a, b) => a.nonzero - b.nonzero)
    .forEach(({ fingerprint, stratum }, place) => {
      const slots = places.get(fingerprint) ?? [];
      slots[stratum] = place;
      places.set(fingerprint, slots);
    });
  return { places, width: Math.ceil(cells.length / abreast) * abreast };
}

/** Where the strata of a result stand among those of the first. */
function placesIn(part: ReadResult, strata: TallyTable["strata"]): readonly number[] {
  const places = new Map(strata.map((stratum, place) => [JSON.stringify(stratum), place]));
  return part.strata.map((stratum) => places.get(JSON.stringify(stratum)) ?? -1);
}

/** Adds a result row by row: the values of a user stand together, those of another far away. */
function addResult(
  values: Float64Array,
  width: number,
  part: ReadResult,
  users: Int32Array,
  strata: TallyTable["strata"],
  places: StratifiedValues["places"],
): void {
  const parts = part.columns.flatMap(({ fingerprint, parts: all }) =>
    all.map((values) => ({ values, to: places.get(fingerprint) ?? [] })),
  );
  const lists = parts.map((part) => part.values);
  const to = placesIn(part, strata).map(
    (stratum) => stratum >= 0 && Int32Array.from(parts, (part) => part.to[stratum] ?? 0),
  );
  for (let row = 0; row < users.length; row++) {
    const from = (users[row] as number) * width;
    const inUser = to[part.stratum[row] as number];
    if (from < 0 || !inUser) continue;
    for (let k = 0; k < lists.length; k++) {
      const place = from + (inUser[k] as number);
      (values[place] as number) += (lists[k] as Float64Array)[row] as number;
    }
  }
}
