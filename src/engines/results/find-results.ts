import { reason, StudyError } from "../../errors.js";
import type { Engine } from "../../sql/engine.js";
import { isPack, type Part, partsOf } from "./read-parts.js";
import { beginsAsResult, cutOff, readingWhole, resultFiles, sourceOf } from "./result-files.js";
import { markerPattern } from "./statement.js";

/** The result of one statement, in one file or in parts. */
export interface Result {
  readonly marker: string;
  readonly files: readonly string[];
  readonly columns: readonly string[];
  /** Where it stands in the result of several statements that were printed as one. */
  readonly part?: Part;
}

/**
 * Finds in files which statement each answers: its result by marker, several where it was saved alone and as a
 * part of others. Throws StudyError for a file that answers none.
 */
export async function findResults(
  reader: Engine,
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly Result[]>> {
  const byMarker = new Map<string, Result>();
  for (const file of await resultFiles(reader, paths)) {
    const columns = (await readingWhole([file], () => reader.describe(sourceOf([file])))).map(
      ({ name }) => name,
    );
    const markers = columns.filter((name) => markerPattern.test(name));
    const [marker] = markers;
    if (marker === undefined || markers.length > 1) {
      throw (await beginsAsResult(file)) ? cutOff([file]) : notAResult(file, columns);
    }
    const result = byMarker.get(marker.toLowerCase()) ?? { marker, columns, files: [] };
    requireSameColumns(result, file, columns);
    byMarker.set(marker.toLowerCase(), { ...result, files: [...result.files, file] });
  }
  const results = new Map<string, readonly Result[]>();
  for (const result of byMarker.values()) {
    for (const statement of await statementsIn(reader, result)) {
      const marker = statement.marker.toLowerCase();
      results.set(marker, [...(results.get(marker) ?? []), statement]);
    }
  }
  return results;
}

async function statementsIn(reader: Engine, result: Result): Promise<readonly Result[]> {
  if (!isPack(result)) return [result];
  const parts = await readingWhole(result.files, () => partsOf(reader, result));
  return [...parts].map(([marker, part]) => ({ ...result, marker, part }));
}

function notAResult(file: string, columns: readonly string[]): StudyError {
  const shown = columns.slice(0, 6).map((name) => `"${name}"`);
  const message = `--results: expected ${file} to be the result of one statement of \`hindcast sql\`, whose first column is called hindcast_…, but its columns are ${shown.join(", ")}${columns.length > 6 ? " …" : ""}. Save the whole result with its header.`;
  return new StudyError(reason("notAResult", message, { file, columns: columns.slice(0, 20) }));
}

/** Parts of one result have the columns of one statement. */
function requireSameColumns(result: Result, file: string, columns: readonly string[]): void {
  const [before, now] = [result.columns, columns].map(
    (names) => new Set(names.map((name) => name.toLowerCase())),
  ) as [Set<string>, Set<string>];
  const differing = [...before, ...now].filter((name) => !(before.has(name) && now.has(name)));
  if (differing.length === 0) return;
  const first = result.files[0] ?? "";
  const message = `--results: expected ${first} and ${file} to be parts of one result, since both have the column ${result.marker}, but only one of them has ${differing.slice(0, 6).join(", ")}. Save the whole result of the statement again, or leave out the file that is none.`;
  throw new StudyError(reason("resultsDiffer", message, { files: [first, file], differing }));
}
