import { readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { HindcastError, reason, StudyError } from "../errors.js";
import type { NamedInput, UnreadResult } from "../report/index.js";
import type { Output } from "./output.js";
import { isTally, readNamed } from "./read-input.js";
import type { Session } from "./session.js";

/** Results and tallies of a folder, and its files that hold none. */
export interface ResultsOfFolder {
  readonly inputs: readonly NamedInput[];
  readonly unread: readonly UnreadResult[];
}

/**
 * Reads every .json and .parquet of a folder. A tally whose result lies beside it under the same name is not read
 * again. Throws a StudyError where no file holds a result.
 */
export const resultsOfFolder = (
  folder: string,
  output: Pick<Output, "file" | "html">,
  session: Session,
): Promise<ResultsOfFolder> =>
  session.long(async (onProgress) => {
    const names = await namesIn(folder, output, session);
    return read(folder, names, output, session, (done) =>
      onProgress({ purpose: `reading of ${folder}`, fraction: done / names.length }),
    );
  });

async function read(
  folder: string,
  names: readonly string[],
  output: Pick<Output, "file" | "html">,
  session: Session,
  onRead: (done: number) => void,
): Promise<ResultsOfFolder> {
  const inputs: NamedInput[] = [];
  const unread: UnreadResult[] = [];
  for (const [done, name] of names.entries()) {
    onRead(done);
    const beside = inputs.find(({ file }) => isTally(name) && stemOf(file) === stemOf(name));
    if (beside !== undefined) {
      unread.push({ file: name, message: `${beside.file} beside it is the result, and is shown.` });
      continue;
    }
    try {
      inputs.push(await readNamed(join(folder, name), name, output, session));
    } catch (error) {
      if (session.signal.aborted || !(error instanceof HindcastError)) throw error;
      unread.push({ file: name, message: error.message });
    }
  }
  if (inputs.length === 0) throw noResult(folder, unread);
  return { inputs, unread };
}

const stemOf = (name: string): string => basename(name, extname(name));

/** Results before tallies, each by name. */
async function namesIn(
  folder: string,
  { file, html }: Pick<Output, "file" | "html">,
  { path }: Session,
): Promise<readonly string[]> {
  if (!(await isFolder(path(folder)))) throw noFolder(folder);
  const own = [file, html].flatMap((name) => (name === undefined ? [] : path(name)));
  const names = (await readdir(path(folder))).filter(
    (name) => /\.(?:json|parquet)$/i.test(name) && !own.includes(path(join(folder, name))),
  );
  const sorted = names.toSorted();
  return [...sorted.filter((name) => !isTally(name)), ...sorted.filter(isTally)];
}

export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

const noFolder = (folder: string): StudyError =>
  new StudyError(
    reason("flag", `--index takes a folder of results, and ${folder} is none.`, { path: folder }),
  );

function noResult(folder: string, unread: readonly UnreadResult[]): StudyError {
  const files = unread.map(({ file }) => file);
  const what =
    files.length === 0
      ? "holds no result (.json) and no saved tally (.parquet)"
      : `holds no result that can be read: ${unread[0]?.message}`;
  const message = `${folder} ${what}; \`hindcast evaluate study.yaml --format json --output ${join(folder, "november.json")}\` writes one.`;
  return new StudyError(reason("notResult", message, { path: folder, others: files }));
}
