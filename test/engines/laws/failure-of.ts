import { EngineError } from "../../../src/errors.js";

/** The error that a question ends with; throws where it ends with an answer, or with another error. */
export async function failureOf(answer: Promise<unknown>): Promise<EngineError> {
  const ended = await answer.then(
    (value) => new Error(`It answered ${String(value)}.`),
    (error: unknown) => error,
  );
  if (ended instanceof EngineError) return ended;
  throw new Error(`Expected an EngineError, but got ${String(ended)}`, { cause: ended });
}
