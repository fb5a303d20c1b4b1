import * as z from "zod";
import { LOGGED, type PolicySpec } from "../log/log-spec.js";
import { type Field, leaf } from "./field.js";
import { asMapping, ownValue } from "./mapping.js";
import { named } from "./named.js";
import { addIssue, type Place, within } from "./place.js";

const name = leaf(z.string().min(1), "the name of a policy of the study", "The name of a policy.");
/** Which policy of the study each logging policy is. */
export const loggingPolicies: Field<Readonly<Record<string, string>>> = named(
  name,
  "a mapping from the values of the column log.loggingPolicy to names of policies, { morning: production }",
  "Which policy of the study each value of loggingPolicy stands for: its ranks or exposures must be known for all rows, those of the other logging policies too.",
);

/** Every logging policy must be a policy whose place of every row is known, and not the ranking as it was logged. */
export function checkLoggingPolicies(
  log: Readonly<Record<string, unknown>>,
  policies: Readonly<Record<string, PolicySpec>> | undefined,
  names: readonly string[],
  place: Place,
): void {
  const mapping = asMapping(ownValue(log, "loggingPolicies"));
  if (mapping === undefined) return;
  const section = within(place, "log");
  const here = within(section, "loggingPolicies");
  if (!Object.hasOwn(log, "loggingPolicy") && !Object.hasOwn(log, "logger")) {
    const role = "the column that says which policy wrote a row, since loggingPolicies names them";
    addIssue(within(section, "loggingPolicy"), {
      code: "missingKey",
      expected: role,
      came: undefined,
    });
  }
  const others = names.filter((name) => name !== LOGGED);
  for (const [key, came] of Object.entries(mapping)) {
    if (typeof came !== "string") continue;
    if (!others.includes(came)) {
      const listed = `one of the policies ${others.join(", ") || "(none are given)"}`;
      addIssue(within(here, key), {
        code: "unknownName",
        expected: listed,
        came,
        candidates: others,
      });
    } else if (isLogged(policies?.[came], log)) {
      const apart = "a policy by its own rank or exposure of every row";
      const because = `"${came}" has the column of the ranking as it was logged, which is another policy's in the rows of another`;
      addIssue(within(here, key), { code: "invalidValue", expected: apart, came, because });
    }
  }
}

function isLogged(policy: PolicySpec | undefined, log: Readonly<Record<string, unknown>>): boolean {
  if (policy === undefined) return false;
  const exposure = asMapping(ownValue(log, "exposure")) ?? {};
  const { rank, exposure: exposurePath } = policy;
  return (
    (rank !== undefined && rank === ownValue(log, "rank")) ||
    (rank === undefined &&
      exposurePath !== undefined &&
      exposurePath === ownValue(exposure, "column"))
  );
}
