import { constants, openSync } from "node:fs";
import { stat } from "node:fs/promises";
import { Socket } from "node:net";
import { addAbortSignal, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { mebibyte, readWholeFile, tooLarge, type WholeFile } from "./whole-file.js";

/** A file or a pipe whose bytes come in parts, between which they can be stopped. */
export interface StreamedFile extends Omit<WholeFile, "sandbox"> {
  readonly signal?: AbortSignal | undefined;
}

/**
 * The bytes of a file, of a pipe or, by the name "-", of stdin. Throws StudyError where there are more than the
 * limit, or for a device; what the system says is thrown as it is.
 */
export async function readFileOrPipe(path: string, limits: StreamedFile): Promise<Buffer> {
  if (path === "-") return collected(process.stdin, "stdin", limits);
  if (!(await stat(path)).isFIFO()) return readWholeFile(path, limits);
  // Opened without waiting for a writer, in which a thread of the system would hang.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return collected(new Socket({ fd, readable: true, writable: false }), path, limits);
}

export const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** What gzip packed. Throws StudyError where it is more than the limit; what zlib says is thrown as it is. */
export function unpacked(packed: Uint8Array, path: string, limits: StreamedFile): Promise<Buffer> {
  const stream = createGunzip({ chunkSize: mebibyte });
  stream.end(packed);
  return collected(stream, path, { ...limits, what: `${limits.what}, unpacked,` });
}

async function collected(
  stream: Readable,
  path: string,
  { what, mostMebibytes = 256, signal }: StreamedFile,
): Promise<Buffer> {
  if (signal !== undefined) addAbortSignal(signal, stream);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostMebibytes * mebibyte) throw tooLarge(path, what, mostMebibytes, "more");
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}
