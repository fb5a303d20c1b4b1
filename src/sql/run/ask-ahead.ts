import { EngineError } from "../../errors.js";

/**
 * Gives what `job` gives. Where its results are still to be taken by others (`sumsMissing`), also asks what
 * `next` asks, so that both are printed in one round: `next` may guess what it needs to know of the results of
 * `job`. A wrong guess costs a round more and changes no number, since what `next` gives or throws is not used.
 */
export async function askingAhead<T>(
  job: () => Promise<T>,
  next: () => Promise<unknown>,
): Promise<T> {
  try {
    return await job();
  } catch (error) {
    if (error instanceof EngineError && error.code === "sumsMissing") {
      await next().catch(() => undefined);
    }
    throw error;
  }
}
