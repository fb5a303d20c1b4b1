/** Bytes of gzip. */
export const gzip = (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  through(bytes, new CompressionStream("gzip"));

/** What bytes of gzip hold. */
export const gunzip = (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  through(bytes, new DecompressionStream("gzip"));

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await packed.arrayBuffer());
}
