import { EngineError } from "../../errors.js";
import type { Batch } from "../../sql/engine.js";
import { pause } from "./pause.js";

const attempts = 4;
const firstPause = 250;

/**
 * The batches of a query. A retryable failure before the first batch starts it again, up to three times
 * with growing pauses; after the first batch a failure is final, because rows would come twice. `begin`
 * starts the query.
 */
export async function* retrying(
  begin: () => AsyncIterable<Batch>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch> {
  for (let attempt = 1; ; attempt++) {
    let given = false;
    try {
      for await (const batch of begin()) {
        given = true;
        yield batch;
      }
      return;
    } catch (error) {
      const isFinal = given || attempt === attempts || signal?.aborted === true;
      if (isFinal || !(error instanceof EngineError && error.retryable)) throw error;
      await pause(firstPause * 2 ** (attempt - 1), signal);
    }
  }
}
