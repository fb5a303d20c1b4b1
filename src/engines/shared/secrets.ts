import { closeSync, constants, openSync, readFileSync, readSync, statSync } from "node:fs";
import { optionError } from "./option-error.js";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Addressee {
  /** As in `engine.name`. */
  readonly engine: string;
  readonly url: string;
  /** Of an address what says which server it is, fit for print. */
  readonly placeOf: (url: string) => string;
}

/**
 * The first of the variables that holds something. A study may name any server, so the environment says for which its
 * credentials are: `HINDCAST_CLICKHOUSE_URL` and the like. Throws StudyError where they are for another or for none.
 */
export function credentialOf(
  environment: Environment,
  variables: readonly string[],
  { engine, url, placeOf }: Addressee,
): string | undefined {
  const variable = variables.find((name) => environment[name]);
  if (variable === undefined) return undefined;
  const naming = `HINDCAST_${engine.toUpperCase()}_URL`;
  const named = environment[naming];
  const [owner, place] = [named ? placeIn(named, placeOf) : undefined, placeOf(url)];
  if (owner === place) return environment[variable];
  const whose = owner === undefined ? "names no server" : `is for ${owner} (${naming})`;
  const message = `${variable} in the environment ${whose}, and engine.url names ${place}: it is not sent there. If this server may have it, set ${naming}=${place} beside it; if not, correct engine.url or unset ${variable}.`;
  throw optionError(engine, message, { variable });
}

function placeIn(url: string, placeOf: Addressee["placeOf"]): string | undefined {
  try {
    return placeOf(url);
  } catch {
    return undefined;
  }
}

/** The one line of a file that holds a secret: a file of other kinds is none, and is not sent to a server. */
export function secretIn(path: string, engine: string, option: string): string {
  const text = contentOf(path, engine, option).replace(/\r?\n$/, "");
  if (!/[\r\n\0]/.test(text) && text.length <= mostCharacters) return text;
  const message = `Expected engine.${option} to be a file with one line and nothing else, but "${path}" holds more.`;
  throw optionError(engine, message, { path });
}

const mostCharacters = 16_384;

const mostBytes = 2 ** 20;

/** The text of a small file that an option names, or of a pipe of the shell: a device would never end. */
export function contentOf(path: string, engine: string, option: string): string {
  try {
    const stats = statSync(path);
    const isSmall = stats.isFile() && stats.size <= mostBytes;
    if (!isSmall && !stats.isFIFO())
      throw new Error(`no regular file of at most ${mostBytes} bytes`);
    return stats.isFIFO() ? textOfPipe(path) : readFileSync(path, "utf8");
  } catch (cause) {
    const message = `Expected engine.${option} to be a file of at most 1 MiB that can be read, but "${path}" is not. Correct the path, or grant read access.`;
    throw optionError(engine, message, { path }, cause);
  }
}

/** How long a pipe may take to have a writer, and how long that may take to write, in milliseconds. */
const patience = { writer: 2_000, text: 120_000 };
const pause = 20;

/** The text of a pipe of the shell. One that nobody writes to would keep the process from hearing a signal for ever. */
function textOfPipe(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const read = Buffer.alloc(mostBytes + 1);
  let [length, waited, hasWriter] = [0, 0, false];
  try {
    for (;;) {
      const count = readSome(file, read, length);
      hasWriter ||= count === undefined || count > 0;
      length += count ?? 0;
      if (length > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
      if (count === 0 && length > 0) return read.toString("utf8", 0, length);
      if (count !== undefined && count > 0) continue;
      if (waited >= (hasWriter ? patience.text : patience.writer))
        throw new Error("a pipe to which nobody writes");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
      waited += pause;
    }
  } finally {
    closeSync(file);
  }
}

/** Bytes that are there, 0 where no writer is; undefined where one has written nothing yet. */
function readSome(file: number, into: Buffer, from: number): number | undefined {
  try {
    return readSync(file, into, from, into.length - from, null);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EAGAIN") return undefined;
    throw cause;
  }
}
