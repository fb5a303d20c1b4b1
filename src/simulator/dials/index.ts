import { type Reason, reason, StudyError } from "../../errors.js";
import { didYouMean } from "../../numeric/nearest-name.js";
import { parameterFault } from "../../parameters.js";
import type { Step } from "../step.js";
import type { Dial } from "./dial.js";
import { dialsOfPlatforms } from "./platform.js";
import { dialsOfRows } from "./rows.js";
import { dialsOfUsers } from "./users.js";

/** Every dial, in the order of the assumptions. */
export const dials: readonly Dial[] = [...dialsOfUsers, ...dialsOfPlatforms, ...dialsOfRows];

/** What the dials of a world do that are not at 0. Throws a StudyError with every name and value that is wrong. */
export function stepsOf(values: Readonly<Record<string, number>>): readonly Step[] {
  const faults = dialFaults(values);
  if (faults.length > 0) throw new StudyError(faults);
  return dials.flatMap(({ name, steps }) => {
    const value = values[name] ?? 0;
    return value === 0 ? [] : [steps(value)];
  });
}

/** What is wrong with the dials of a world that logs exposures, or does not. */
export function dialFaults(
  values: Readonly<Record<string, number>>,
  exposures = true,
): readonly Reason[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const dial = dials.find((candidate) => candidate.name === name);
    if (dial === undefined) return [unknown(name)];
    const fault = parameterFault(
      { kind: "number", name: `dials.${name}`, purpose: "", ...dial.value },
      value,
    );
    if (fault !== undefined) return [fault];
    return value !== 0 && dial.needsExposures === true && !exposures ? [hidden(dial)] : [];
  });
}

function hidden({ name }: Dial): Reason {
  const message = `dials.${name} shows only in logged exposures, and this world logs none: give exposures: true (--exposures), or leave the dial at 0.`;
  return reason("world", message, { dial: name });
}

function unknown(name: string): Reason {
  const names = dials.map((dial) => dial.name);
  const message = `There is no dial ${JSON.stringify(name)}; the dials are ${names.join(", ")}.${didYouMean(name, names)}`;
  return reason("world", message, { expected: names, came: name });
}
