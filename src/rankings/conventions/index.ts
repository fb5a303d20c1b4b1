import { type Choice, type Convention, chosen } from "./convention.js";
import {
  type Discount,
  discount,
  type Empty,
  empty,
  type Gain,
  type Grades,
  gain,
  grades,
  type Ideal,
  ideal,
  type Missing,
  missing,
  type Negatives,
  negatives,
  type PrecisionBy,
  precisionBy,
  type RecallBy,
  recallBy,
  type Scores,
  scores,
} from "./table.js";
import { type Ties, ties } from "./ties.js";

interface ByName {
  readonly gain: Convention<Gain>;
  readonly negatives: Convention<Negatives>;
  readonly discount: Convention<Discount>;
  readonly ideal: Convention<Ideal>;
  readonly grades: Convention<Grades>;
  readonly scores: Convention<Scores>;
  readonly ties: Convention<Ties>;
  readonly empty: Convention<Empty>;
  readonly missing: Convention<Missing>;
  readonly precisionBy: Convention<PrecisionBy>;
  readonly recallBy: Convention<RecallBy>;
}

const byName: ByName = {
  gain,
  negatives,
  discount,
  ideal,
  grades,
  scores,
  ties,
  empty,
  missing,
  precisionBy,
  recallBy,
};

/** Every convention, in the order in which a measure's text names them. */
export const conventions: readonly Convention[] = Object.values(byName);

export type ConventionName = keyof ByName;
type ChoiceOf<Name extends ConventionName> = ByName[Name]["choices"][number];

/** The choice that a measure made, with what it does. */
export const choiceOf = <Name extends ConventionName>(
  name: Name,
  choice: string,
): ChoiceOf<Name> & Choice => chosen(byName[name] as Convention<ChoiceOf<Name>>, choice);

export { introselectOrder } from "./introselect.js";
