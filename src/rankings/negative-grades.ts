import { LogError, reason } from "../errors.js";
import { choiceOf } from "./conventions/index.js";
import type { Labels } from "./join.js";
import { type Measure, measure } from "./measure.js";
import { itemOf } from "./read/lines.js";
import type { UserValues } from "./score.js";

/** The choice of `negatives` under which grades below 0 take away. */
export const summed = "sum";

const holdsNegative = ({ lines }: Labels): boolean => lines.value.some((grade) => grade < 0);

/** The measures that negative grades of the labels let be: the others divide by an ideal that they would bend. */
export function measurable(labels: Labels, measures: readonly Measure[]): readonly Measure[] {
  const refused = measures.filter(refusesNegative);
  if (refused.length === 0 || !holdsNegative(labels)) return measures;
  return measures.filter((each) => !refused.includes(each));
}

const refusesNegative = ({ metric, settings }: Measure): boolean =>
  metric.dividesByIdeal === true &&
  choiceOf("negatives", settings.negatives).refusedByIdeal === true;

/** Throws a LogError where a measure refuses the grades below 0 that the labels hold. */
export function requireNoNegative(labels: Labels, measures: readonly Measure[]): void {
  const refused = measures.find((each) => !measurable(labels, [each]).includes(each));
  if (refused === undefined) return;
  const { lines } = labels;
  const at = lines.value.findIndex((grade) => grade < 0);
  const line = lines.line[at] ?? 0;
  const message = `${lines.name}, line ${line}: item "${itemOf(lines, at)}" of user "${lines.users[lines.user[at] ?? 0]}" has the grade ${lines.value[at]}, and ${refused.text} refuses grades below 0 (negatives: ${refused.settings.negatives}): a list could earn less than nothing. Take negatives: zero, measure DCG, or, if only --explain-against refuses, explain against another tool.`;
  throw new LogError(reason("negativeGrade", message, { file: lines.name, line }));
}

/** A measure under which grades below 0 bring nothing, and the same with them taken away. */
export interface Clipped {
  readonly measure: Measure;
  readonly whole: Measure;
}

/** The measures that might be other numbers if grades below 0 took away. */
export function clippedOf(labels: Labels, measures: readonly Measure[]): readonly Clipped[] {
  if (!holdsNegative(labels)) return [];
  return measures.flatMap((each) => {
    const whole = measure(each.metric, each.cutoff, { ...each.settings, negatives: summed });
    return whole.text === each.text ? [] : [{ measure: each, whole }];
  });
}

/** How many users have another value if grades below 0 take away. */
export function usersClipped(own: UserValues, whole: UserValues): number {
  return own.values.reduce((count, value, user) => {
    const [per, other] = [own.per?.[user], whole.per?.[user]];
    const isSame = Object.is(value, whole.values[user]) && per === other;
    return isSame ? count : count + 1;
  }, 0);
}
