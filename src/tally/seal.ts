import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { reason, StudyError } from "../errors.js";

/** What a sealed header begins with: the place of the digest. Text within a header has its quotes escaped. */
const mark = utf8ToBytes('{"digest":"');
const none = "0".repeat(64);

/** The JSON of a header with a place for the digest of the file that it will be in. */
export const sealable = (header: object): string => JSON.stringify({ digest: none, ...header });

/** Writes the SHA-256 of a whole file, its own place as zeros, into the file's header. */
export function seal(file: ArrayBuffer): ArrayBuffer {
  const bytes = new Uint8Array(file);
  const at = placeIn(bytes);
  if (at !== undefined) bytes.set(digestOf(bytes, at), at);
  return file;
}

/** Throws a StudyError where a file is not as it was sealed; older files have no digest. */
export async function requireIntact(file: ArrayBuffer): Promise<void> {
  const bytes = new Uint8Array(file);
  const at = placeIn(bytes);
  if (at === undefined) return;
  const digest = await quickDigestOf(bytes, at);
  if (digest.every((byte, i) => byte === bytes[at + i])) return;
  const message =
    "its bytes are not those that were saved; it was damaged on its way. Copy it again from where it was saved, or take the tally again.";
  throw new StudyError(reason("noTally", message));
}

/** Where the digest is: after the last mark, as the header is at the end of the file. */
function placeIn(bytes: Uint8Array): number | undefined {
  const [first = 0] = mark;
  let at = bytes.lastIndexOf(first);
  while (at > 0) {
    const start = at;
    if (mark.every((byte, i) => byte === bytes[start + i])) break;
    at = bytes.lastIndexOf(first, at - 1);
  }
  const place = at + mark.length;
  return at > 0 && place + none.length <= bytes.length ? place : undefined;
}

/** `digestOf` by the platform's own code, which some pages of browsers do not have. */
async function quickDigestOf(bytes: Uint8Array<ArrayBuffer>, at: number): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle === undefined) return digestOf(bytes, at);
  const blank = bytes.slice();
  blank.set(utf8ToBytes(none), at);
  return utf8ToBytes(bytesToHex(new Uint8Array(await subtle.digest("SHA-256", blank))));
}

/** In hexadecimal digits, as text. */
function digestOf(bytes: Uint8Array, at: number): Uint8Array {
  const parts = [bytes.subarray(0, at), utf8ToBytes(none), bytes.subarray(at + none.length)];
  const hash = parts.reduce((made, part) => made.update(part), sha256.create());
  return utf8ToBytes(bytesToHex(hash.digest()));
}
