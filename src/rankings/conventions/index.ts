import { type Convention, chosen } from "./convention.js";
import { type ChoiceOf, type ConventionName, table } from "./table.js";

/** Every convention, in the order in which a measure's text names them. */
export const conventions: readonly Convention[] = Object.entries(table).map(
  ([name, row]: [string, Omit<Convention, "name">]) => ({ name, ...row }),
);

export const choiceOf = <Name extends ConventionName>(name: Name, choice: string): ChoiceOf<Name> =>
  chosen<ChoiceOf<Name>>(name, table[name].choices, choice);

export { introselectOrder } from "./introselect.js";
export type { ConventionName } from "./table.js";
