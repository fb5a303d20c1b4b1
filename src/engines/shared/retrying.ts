import { EngineError } from "../../errors.js";
import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import { pause } from "./pause.js";

const firstPause = 250;
const longestPause = 5000;
const mostDoublings = 6;
/** Milliseconds: enough for three tries. */
const usualPatience = 1750;

/**
 * The batches of a query. A retryable failure before the first batch starts it again, with growing pauses,
 * for `patience` milliseconds after the first of several failures; after the first batch a failure is final,
 * because rows would come twice. `begin` starts the query.
 */
export async function* retrying<T>(
  begin: () => AsyncIterable<T>,
  signal: AbortSignal | undefined,
  patience: () => number | undefined = () => undefined,
): AsyncGenerator<T> {
  let waited = 0;
  for (let attempt = 0; ; attempt++) {
    let hasBegun = false;
    try {
      for await (const batch of begin()) {
        hasBegun = true;
        yield batch;
      }
      return;
    } catch (error) {
      const whole = patience() ?? usualPatience;
      const isFinal = hasBegun || waited >= whole || signal?.aborted === true;
      if (isFinal || !(error instanceof EngineError && error.retryable)) throw error;
      const next = Math.min(
        firstPause * powerOfTwo(Math.min(attempt, mostDoublings)),
        longestPause,
        whole - waited,
      );
      waited += next;
      await pause(next, signal);
    }
  }
}
