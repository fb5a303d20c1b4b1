import { stat } from "node:fs/promises";
import { dirname, extname, relative, sep } from "node:path";
import type { StudyTally } from "../evaluate/about.js";
import type { NamedInput } from "../report/index.js";
import { isParquet } from "./file-endings.js";
import { ofTallies } from "./of-tallies.js";
import type { Output } from "./output.js";
import { type ResultFile, readResultFile } from "./read-result-file.js";
import type { Session } from "./session.js";

export const isTally = (file: string): boolean => isParquet(file);

/** A result with what it was concluded from, where that is at hand. */
export interface ReportInput extends ResultFile {
  readonly tally?: StudyTally;
}

/** The result of a file: what evaluate wrote, or what a saved tally says. */
export async function readInput(
  file: string,
  { modules, path, signal }: Session,
): Promise<ReportInput> {
  if (!isTally(file)) return readResultFile(path(file));
  const { conclude, readTally } = await modules.evaluate();
  return ofTallies([file], async () => {
    const tally = await readTally(path(file));
    return { tally, result: await conclude(tally, { signal }) };
  });
}

/** The same under a name, with the page that lies beside the file. */
export async function readNamed(
  file: string,
  name: string,
  output: Pick<Output, "file" | "html">,
  session: Session,
): Promise<NamedInput> {
  const { result, truth } = await readInput(file, session);
  const page = await pageBeside(file, output, session);
  return { file: name, page, result, ...(truth && { truth }) };
}

/** `november.html` beside `november.json`, seen from the page that is written; null where there is none. */
async function pageBeside(
  file: string,
  { file: written, html }: Pick<Output, "file" | "html">,
  { path }: Session,
): Promise<string | null> {
  const page = path(`${file.slice(0, file.length - extname(file).length)}.html`);
  const own = [html, written].flatMap((name) => (name === undefined ? [] : path(name)));
  const isThere = await stat(page).then(
    (stats) => stats.isFile(),
    () => false,
  );
  if (!isThere || own.includes(page)) return null;
  const [first] = own;
  return relative(first === undefined ? path(".") : dirname(first), page)
    .split(sep)
    .join("/");
}
