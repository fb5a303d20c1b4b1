import { LogError, reason } from "../errors.js";
import { choiceOf } from "./conventions/index.js";
import type { Labels } from "./labels.js";
import { type Measure, measure } from "./measure.js";
import { itemOf } from "./read/lines.js";
import type { UserValues } from "./score.js";
import { paper } from "./settings.js";

export const summed = "sum";

const holdsNegative = ({ lines }: Labels): boolean => lines.value.some((grade) => grade < 0);

/** The measures that negative grades of the labels let be: the others divide by an ideal that they would bend. */
export function measurable(labels: Labels, measures: readonly Measure[]): readonly Measure[] {
  const refused = measures.filter(refusesNegative);
  if (refused.length === 0 || !holdsNegative(labels)) return measures;
  return measures.filter((item) => !refused.includes(item));
}

const refusesNegative = ({ metric, settings }: Measure): boolean =>
  metric.dividesByIdeal === true &&
  choiceOf("negatives", settings.negatives).refusedByIdeal === true;

/** Throws a LogError that names the first label whose grade a measure refuses. */
export function requireGrades(labels: Labels, measures: readonly Measure[]): void {
  const { lines } = labels;
  for (const item of measures) {
    if (item.settings.grades === paper.grades && !refusesNegative(item)) continue;
    const { holds } = choiceOf("grades", item.settings.grades);
    const isRefused = (grade: number): boolean =>
      !holds(grade) || (grade < 0 && refusesNegative(item));
    const at = lines.value.findIndex(isRefused);
    if (at >= 0) throw refused(lines, at, item);
  }
}

function refused(lines: Labels["lines"], at: number, { settings, text }: Measure): LogError {
  const grade = lines.value[at] ?? 0;
  const why = choiceOf("grades", settings.grades).holds(grade)
    ? `grades below 0 (negatives: ${settings.negatives}): a list could earn less than nothing. Take negatives: zero, measure DCG`
    : `grades that are not whole (grades: ${settings.grades}), as the tool of these conventions does or cuts their decimals off. Take grades: any, round or scale them`;
  const line = lines.line[at] ?? 0;
  const message = `${lines.name}, line ${line}: item "${itemOf(lines, at)}" of user "${lines.users[lines.user[at] ?? 0]}" has the grade ${grade}, and ${text} refuses ${why}, or, if only --explain-against refuses, explain against another tool.`;
  return new LogError(reason("gradeRefused", message, { file: lines.name, line, grade }));
}

/** A measure under which grades below 0 bring nothing, and the same with them taken away. */
export interface ClippedMeasure {
  readonly measure: Measure;
  readonly whole: Measure;
}

/** The measures that might be other numbers if grades below 0 took away. */
export function clippedOf(labels: Labels, measures: readonly Measure[]): readonly ClippedMeasure[] {
  if (!holdsNegative(labels)) return [];
  return measures.flatMap((item) => {
    const whole = measure(item.metric, item.cutoff, { ...item.settings, negatives: summed });
    return whole.text === item.text ? [] : [{ measure: item, whole }];
  });
}

/** How many users have another value if grades below 0 take away. */
export function usersClipped(userValues: UserValues, whole: UserValues): number {
  return userValues.values.reduce((count, value, user) => {
    const [per, other] = [userValues.per?.[user], whole.per?.[user]];
    const isSame = Object.is(value, whole.values[user]) && per === other;
    return isSame ? count : count + 1;
  }, 0);
}
