import { TextDecoder } from "node:util";
import { EngineError, reason } from "../../errors.js";

/** The lines of a body, as many as have come; the last one may lack its line break. */
export async function* lines(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  for await (const chunk of body) {
    const parts = (rest + decode(decoder, chunk)).split("\n");
    rest = parts.pop() ?? "";
    if (parts.length > 0) yield parts;
  }
  rest += decode(decoder);
  if (rest !== "") yield [rest];
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw notUtf8(cause);
  }
}

// Replacement characters would make one key of two.
function notUtf8(cause: unknown): EngineError {
  const message =
    "A text of the source is not valid UTF-8. Correct the rows, or read it as hex(…) in a source of yours: log.source: { sql: … }.";
  return new EngineError("data", reason("textUnreadable", message, { engine: "clickhouse" }), {
    cause,
  });
}
