import { writeFile } from "node:fs/promises";
import { reason, StudyError } from "../errors.js";
import { privateMode, writeWhole } from "../part-file.js";
import { readWholeFile, tallyFile } from "../whole-file.js";
import { clustersIn, groupUsers } from "./fold.js";
import { expectedSmall, smallGroups } from "./small-groups.js";
import { noBucket, type Tally } from "./tally.js";
import { withoutOrder } from "./without-order.js";

/** What a saved tally holds of users: its clusters, where the log names no user. */
export interface SavedTally {
  readonly rowsOf: "user" | "group";
  /** How many clusters the log has; null where the tally cannot know, as after adding. */
  readonly clusters: number | null;
  /** Groups that hold any. */
  readonly groups: number;
  /** Groups of fewer than 5 clusters; null where the tally cannot know. */
  readonly small: number | null;
  /** Where `small` is not known and `clusters` is: how many such groups chance lets expect. */
  readonly expectedSmall?: number;
}

/**
 * Saves a tally as one Parquet file; the file appears under its name only when it is whole. It holds sums of groups
 * of users (`groupUsers`: 1,024 or fewer, of 5 users or more each), so that it can be passed around; with `keepUsers`
 * a row a user as the tally has them (`withoutOrder`), which is personal data. Values are the same either way; standard
 * errors made from groups are known to about 6 % (128 groups) or 2 % (1,024). Only the file's owner may read it. Returns
 * what the file holds; throws a StudyError where it cannot be written.
 *
 * @example
 * const { groups } = await saveTally(await takeTally(study), "monday.parquet"); // 128 of 3,000 users
 */
export async function saveTally(
  tally: Tally,
  path: string,
  { keepUsers = false }: { readonly keepUsers?: boolean } = {},
): Promise<SavedTally> {
  const saved = keepUsers ? withoutOrder(tally) : groupUsers(tally);
  // What writes files and what reads them loads where a tally is saved or read: most studies do neither.
  const { encodeTally } = await import("./encode-tally.js");
  try {
    const mode = await privateMode(path);
    await writeWhole(path, (part) => writeFile(part, new Uint8Array(encodeTally(saved)), { mode }));
    return heldBy(tally, saved);
  } catch (cause) {
    if (cause instanceof StudyError) throw cause;
    throw unusable(`Cannot write the tally ${path}`, path, cause);
  }
}

function heldBy(whole: Tally, saved: Tally): SavedTally {
  const { buckets, tables } = saved;
  const clusters = clustersIn(saved);
  if (buckets.kind === "exact") {
    const count = buckets.hashes.length;
    return { rowsOf: "user", clusters: count, groups: count, small: count };
  }
  const numbers = new Set(tables.cells?.bucket);
  numbers.delete(noBucket);
  const small = smallGroups(whole.buckets, buckets.count);
  const isExpected = small === null && clusters !== null;
  return {
    rowsOf: "group",
    clusters,
    groups: numbers.size,
    small,
    ...(isExpected && { expectedSmall: expectedSmall(clusters, buckets.count) }),
  };
}

/** Reads a tally that `saveTally` wrote. Throws a StudyError where the file is missing or is not a tally. */
export async function readTally<About>(path: string): Promise<Tally<About>> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await readWholeFile(path, tallyFile));
  } catch (cause) {
    if (cause instanceof StudyError) throw cause;
    throw unusable(`Cannot read the tally ${path}`, path, cause);
  }
  const { decodeTally } = await import("./decode-tally.js");
  try {
    return await decodeTally<About>(bytes.buffer);
  } catch (cause) {
    throw unusable(`${path} is not a tally that hindcast saved`, path, cause);
  }
}

function unusable(what: string, path: string, cause: unknown): StudyError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StudyError(reason("tallyFile", `${what}: ${why}`, { path }), { cause });
}
