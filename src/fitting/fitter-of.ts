import { reason, StudyError } from "../errors.js";
import { nearestName } from "../numeric/nearest-name.js";
import type { Fitter } from "./fitter.js";
import { findFitter, fitters } from "./fitters.js";

/** The fitter of a model; throws a StudyError, with the nearest name, where there is none. */
export function fitterOf(model: string): Fitter {
  const found = findFitter(model);
  if (found !== undefined) return found;
  const names = fitters.map(({ name }) => name);
  const nearest = nearestName(model, names);
  const hint = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  throw new StudyError(
    reason(
      "unknownFitter",
      `A model to fit must be one of ${names.join(", ")}; it is ${JSON.stringify(model)}.${hint}`,
      { expected: names, came: model },
    ),
  );
}
