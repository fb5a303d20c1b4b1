import { expect } from "vitest";
import {
  type Engine,
  evaluate,
  HindcastError,
  type Result,
  readStudy,
  type StudyInput,
} from "../../src/index.js";
import { requireFinite } from "./require-finite.js";

type Mapping = Readonly<Record<string, unknown>>;

/** A study of a log as `goodRows` writes it. */
export function studyOf(source: unknown, changes: Mapping = {}): Mapping {
  const { log, ...rest } = changes;
  return {
    log: {
      source,
      trajectory: "session",
      item: "item",
      rank: "place",
      rewards: { like: "liked" },
      user: "visitor",
      exposure: { curve: { model: "log2" } },
      ...(log as Mapping | undefined),
    },
    policies: { candidate: { rank: "place2" } },
    ...rest,
  };
}

/** The answer, in which every number is finite. */
export async function answerTo(study: Mapping, engine: Engine): Promise<Result> {
  const result = await evaluate(readStudy(study), { engine });
  requireFinite(result);
  return result;
}

/** The typed error of a question that must be refused, in words without a stack or a statement. */
export async function refusalOf(study: Mapping, engine: Engine): Promise<HindcastError> {
  const ended = await evaluate(study as unknown as StudyInput, { engine }).then(
    (result) => result,
    (error: unknown) => error,
  );
  expect(ended).toBeInstanceOf(HindcastError);
  const error = ended as HindcastError;
  for (const { message, facts } of error.problems) {
    expect(message).toMatch(/^[^\n]{20,600}[.?]$/);
    expect(message).not.toMatch(/undefined|\[object|SELECT .* FROM|\bat .*\.[jt]s:\d/);
    requireFinite(facts);
  }
  return error;
}
