import { type Facts, reason, StudyError } from "../../errors.js";

export const optionError = (
  engine: string,
  message: string,
  facts: Facts = {},
  cause?: unknown,
): StudyError =>
  new StudyError(
    reason("engineOption", message, { engine, ...facts }),
    cause === undefined ? {} : { cause },
  );

// What a timer of Node can hold.
const longest = 2_147_483;

export function millisecondsOf(engine: string, name: string, seconds: number): number {
  if (seconds > 0 && seconds <= longest) return Math.ceil(1000 * seconds);
  const message = `Expected engine.${name} to be seconds above 0 and up to ${longest}, but got ${seconds}.`;
  throw optionError(engine, message);
}
