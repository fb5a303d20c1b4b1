import { reason, StudyError } from "../errors.js";
import type { Engine } from "../sql/engine.js";
import { membersWith, type OwnMembers } from "../study/members.js";
import { readStudy } from "../study/read-study.js";
import type { Study } from "../study/study.js";
import { withEngine } from "./open-engine.js";

/** A study as it was read, or the reading of an object in the shape of a study file. Throws StudyError. */
export function studyOf(input: unknown, members?: OwnMembers): Study {
  if (!isStudy(input)) return readStudy(input, members === undefined ? {} : { members });
  return members === undefined ? input : { ...input, members: membersWith(members) };
}

/** A study as read has its estimators expanded into requests; a user's object never has. */
function isStudy(input: unknown): input is Study {
  if (typeof input !== "object" || input === null || !("exposure" in input)) return false;
  return "estimators" in input && "estimands" in input && "engine" in input;
}

/**
 * Uses the caller's engine, which stays open, or the study's own, which is opened and closed. Throws StudyError
 * for a value that is not an engine.
 */
export async function onEngine<T>(
  study: Study,
  engine: Engine | undefined,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  if (engine === undefined) return withEngine(study.engine, use);
  requireEngine(engine);
  return use(engine);
}

function requireEngine(engine: unknown): void {
  const isEngine =
    typeof engine === "object" &&
    engine !== null &&
    "query" in engine &&
    typeof engine.query === "function";
  if (isEngine) return;
  const message =
    'Expected the option engine to be an open engine, such as await openEngine("duckdb") returns. Leave it out to use the engine that the study names.';
  throw new StudyError(reason("unknownEngine", message, { came: typeof engine }));
}
