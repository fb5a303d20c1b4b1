import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { reason, StudyError } from "../../errors.js";
import type { Salt } from "../../log/salt.js";
import { saltText } from "../../secrets.js";
import { sandboxOf } from "../../study/sandbox-of.js";
import type { Study } from "../../study/study.js";
import { readWholeFile } from "../../whole-file.js";

const leastBytes = 16;
const advice = "Write one that nobody can guess: openssl rand -hex 32 > salt.txt";

/** The salt of a study, where it names one: of the file's bytes, but for line breaks and blanks at its ends. */
export async function readSaltFile({ privacy, engine }: Study): Promise<Salt | undefined> {
  const { saltFile: path } = privacy;
  if (path === undefined) return undefined;
  const read = await bytesOf(path, sandboxOf(engine));
  const secret = read.toString("latin1").trim();
  if (secret.length < leastBytes) {
    const came = `${path} holds ${secret.length}`;
    throw refused(`expected a secret of ${leastBytes} bytes or more; ${came}. ${advice}`, path);
  }
  const key = hexOf(`hindcast salt ${secret}`);
  return {
    text: saltText(key),
    fingerprint: hexOf(`fingerprint ${key}`).slice(0, 16),
  };
}

const hexOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

async function bytesOf(path: string, sandbox: readonly string[] | undefined): Promise<Buffer> {
  try {
    return await readWholeFile(path, { what: "a salt", mostMebibytes: 1, sandbox });
  } catch (cause) {
    if (cause instanceof StudyError) throw cause;
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const why = isMissing ? "there is no such file" : "it cannot be read";
    throw refused(`expected a file with a secret; ${why}: ${path}. ${advice}`, path, cause);
  }
}

const refused = (what: string, path: string, cause?: unknown): StudyError =>
  new StudyError(reason("unreadable", `privacy.saltFile: ${what}`, { path }), { cause });
