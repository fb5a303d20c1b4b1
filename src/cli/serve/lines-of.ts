/** The lines of a stream of UTF-8, parted by line feeds alone: JSON may hold U+2028 and U+2029 as they are. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<string, undefined, undefined> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const chunk of chunks) {
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const parts = text.split("\n");
    for (const end of parts.slice(0, -1)) {
      yield [...begun, end].join("");
      begun = [];
    }
    begun.push(parts.at(-1) ?? "");
  }
  const last = begun.join("") + decoder.decode();
  if (last !== "") yield last;
}
