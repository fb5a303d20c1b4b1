import * as z from "zod";
import { studySchema } from "./study-fields.js";

/** JSON Schema (draft 7, which editors complete from) of a study file, members' parameters included. */
export function studyJsonSchema(): object {
  const described = studySchema.meta({
    title: "Hindcast study",
    description: "What to evaluate: the log, the policies and the estimators.",
  });
  return z.toJSONSchema(described, { target: "draft-7", io: "input" });
}
