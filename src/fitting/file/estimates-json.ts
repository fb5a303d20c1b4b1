import { isReasonCode } from "../../codes.js";
import { type Reason, reason, StudyError } from "../../errors.js";
import type { FittedParameter } from "../../exposure/curve.js";
import { fieldsOf, listOf, numberOf, textOf, unreadable } from "./json-fields.js";

export const estimatesOf = (json: unknown): readonly FittedParameter[] =>
  listOf(json, "estimates").map(estimateOf);

function estimateOf(json: unknown): FittedParameter {
  const { name, value, se, plainSe } = fieldsOf(json, "An estimate");
  const called = textOf(name, "name", "the name of a parameter");
  const error = typeof se === "number" ? se : reasonOf(se);
  return {
    name: called,
    value: numberOf(value, called),
    se: error,
    ...(plainSe === undefined ? {} : { plainSe: numberOf(plainSe, "plainSe") }),
  };
}

function reasonOf(json: unknown): Reason {
  const { code, message } = fieldsOf(json, "se");
  if (isReasonCode(code) && typeof message === "string") return reason(code, message);
  throw unreadable("se", "a standard error or the reason why there is none", json);
}

const tolerance = 1e-6;

/** Whether a file's estimates are, to a millionth, those that its data give. */
export const agree = (
  estimates: readonly FittedParameter[],
  others: readonly FittedParameter[],
): boolean =>
  estimates.length === others.length &&
  estimates.every(({ name, value }, at) => {
    const other = others[at];
    return name === other?.name && Math.abs(value - other.value) <= tolerance * Math.abs(value);
  });

export const editedFit = (model: string): StudyError =>
  new StudyError(
    reason(
      "editedFit",
      `The file's parameters of ${model} are not those that its counts of trajectories give: somebody edited it. Fit again, or give the parameters in the study instead of a file.`,
      { model },
    ),
  );
