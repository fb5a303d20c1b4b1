import { type FactValue, InternalError } from "../errors.js";
import { asLogged, reordered, scaled } from "./changed-comparisons.js";
import type { Check, Figure, Finding } from "./check.js";
import type { Comparison } from "./comparison.js";
import { decisionOf } from "./decision-of.js";
import { withTables } from "./with-tables.js";

/** What holds for every check on every comparison; throws an InternalError that names its code where it does not. */
export interface CheckLaw {
  readonly name: string;
  readonly check: (check: Check, comparison: Comparison) => void;
}

export const checkLaws: readonly CheckLaw[] = [
  { name: "the logged policy is never blamed", check: sparesLogged },
  { name: "an alternative that shifts nothing blocks nothing", check: needsShift },
  { name: "the effect does not depend on which direction is better", check: isBlindToBetter },
  { name: "a reward in another unit changes no effect and scales the alternative", check: scales },
  { name: "the order of the groups of users is immaterial", check: isBlindToOrder },
  { name: "it binds wherever it refuses", check: bindsWhereItRefuses },
  { name: "a larger difference is not refused where a smaller one stands", check: isMonotone },
  { name: "facts and figures are kept by JSON, and alternatives are numbers", check: hasNumbers },
  { name: "it reads only the tables that it declares", check: readsWhatItDeclares },
  { name: "it speaks in a sentence, under its own code", check: speaks },
];

const refuses = ({ effect }: Finding): boolean =>
  effect === "cannotTell" || effect === "doNotTrust";

/** A refusal of the logged policy may only be of the log itself: without an alternative, whatever the ranks. */
function sparesLogged(check: Check, comparison: Comparison): void {
  const found = check.examine(asLogged(comparison));
  const own = check.examine(comparison);
  const { alternative } = found;
  const ofLog =
    alternative === undefined && JSON.stringify(found.facts) === JSON.stringify(own.facts);
  insist(!refuses(found) || ofLog, check, "refuses the logged policy", found);
  const scale = 1e-9 * (Math.abs(comparison.difference) + comparison.se);
  const is0 = alternative === undefined || Math.abs(alternative.difference) <= scale;
  insist(is0, check, "finds that the logged policy differs from itself", found);
}

function needsShift(check: Check, comparison: Comparison): void {
  for (const each of [comparison, asLogged(comparison)]) {
    const found = check.examine(each);
    const { alternative } = found;
    if (alternative === undefined) continue;
    const isSame = near(alternative.difference, each.difference);
    const isAsPrecise = alternative.se <= each.se * (1 + 1e-9);
    const blocks = isSame && isAsPrecise && refuses(found);
    insist(!blocks, check, "refuses a comparison whose difference it does not shift", found);
  }
}

function isBlindToBetter(check: Check, comparison: Comparison): void {
  const better = comparison.better === "higher" ? "lower" : "higher";
  const [one, other] = [check.examine(comparison), check.examine({ ...comparison, better })];
  insist(one.effect === other.effect, check, `differs where ${better} is better`, other);
}

function scales(check: Check, comparison: Comparison): void {
  const [one, other] = [check.examine(comparison), check.examine(scaled(comparison, 2))];
  insist(one.effect === other.effect, check, "has another effect on twice the reward", other);
  const [a, b] = [one.alternative, other.alternative];
  const doubles =
    (a === undefined && b === undefined) ||
    (near(b?.difference, 2 * (a?.difference ?? 0)) && near(b?.se, 2 * (a?.se ?? 0)));
  insist(doubles, check, "does not double its alternative with the reward", other);
  const measures = figuresOf(one).every((figure, at) => {
    const twice = figuresOf(other)[at];
    const times = figure.unit === "reward" ? 2 : 1;
    return near(twice?.value ?? 0, times * (figure.value ?? 0)) && twice?.unit === figure.unit;
  });
  insist(measures, check, "has a figure of another unit than it says", other);
}

function isBlindToOrder(check: Check, comparison: Comparison): void {
  const [one, other] = [check.examine(comparison), check.examine(reordered(comparison))];
  insist(one.effect === other.effect, check, "depends on the order of the groups", other);
  const [a, b] = [one, other].map((found) => [
    ...numbersIn({ ...found.facts, ...found.alternative }),
    ...figuresOf(found).map(({ value }) => value ?? 0),
  ]);
  const isSame = a?.every((value, at) => near(b?.[at], value)) ?? false;
  insist(isSame, check, "has numbers that depend on the order of the groups", other);
}

function bindsWhereItRefuses(check: Check, comparison: Comparison): void {
  const found = check.examine(comparison);
  insist(found.applies || !refuses(found), check, "refuses without a sign in the log", found);
}

/** Severity is monotone: of decisions on one side, those further from 0 hold where nearer ones do. */
function isMonotone(check: Check, comparison: Comparison): void {
  const side = comparison.difference < 0 ? -1 : 1;
  const called = [3, 9, 81]
    .map((errors) => ({ ...comparison, difference: side * errors * comparison.se }))
    .filter((each) => decisionOf(each, each.difference, each.se) === side);
  const found = called.map((each) => check.examine(each));
  for (const [at, each] of found.entries()) {
    const stands = found.slice(0, at).some((nearer) => !refuses(nearer));
    insist(!(stands && refuses(each)), check, "refuses what stands where it is smaller", each);
  }
}

function hasNumbers(check: Check, comparison: Comparison): void {
  const found = check.examine(comparison);
  const { facts, alternative } = found;
  insist(isPlain(facts), check, "has a fact that JSON does not keep", found);
  const isKeptWhole = figuresOf(found).every((figure) => isPlain({ ...figure }));
  insist(isKeptWhole, check, "has a figure that JSON does not keep", found);
  const { difference = 0, se = 0 } = alternative ?? {};
  const isNumber = Number.isFinite(difference) && Number.isFinite(se) && se >= 0;
  insist(isNumber, check, "has an alternative that is not a number", found);
}

function speaks(check: Check, comparison: Comparison): void {
  const found = check.examine(comparison);
  insist(found.code === check.code, check, `speaks as ${found.code}`, found);
  const isSentence = /\S.*[.)]$/s.test(found.message);
  const texts = [found.message, ...figuresOf(found).map(({ words }) => words)];
  const isWhole = texts.every(
    (text) => text !== "" && !/NaN|Infinity|undefined|\bnull\b/.test(text),
  );
  insist(isSentence && isWhole, check, "does not speak in a sentence", found);
}

/** Every other table that a comparison may lack changes nothing. */
function readsWhatItDeclares(check: Check, comparison: Comparison): void {
  const found = check.examine(withTables(comparison, check.reads ?? []));
  const isSame = JSON.stringify(found) === JSON.stringify(check.examine(comparison));
  insist(isSame, check, "reads a table that it does not declare", found);
}

const figuresOf = ({ tipping, measured }: Finding): readonly Figure[] =>
  tipping === null ? [measured] : [measured, tipping];

const near = (value: number | undefined, wanted: number): boolean =>
  value !== undefined && Math.abs(value - wanted) <= 1e-7 * Math.max(1e-3, Math.abs(wanted));

function numbersIn(facts: Readonly<Record<string, FactValue>>): readonly number[] {
  return Object.values(facts).flatMap((value) => (typeof value === "number" ? [value] : []));
}

const isPlain = (facts: Finding["facts"]): boolean =>
  JSON.stringify(JSON.parse(JSON.stringify(facts))) === JSON.stringify(facts) &&
  Object.values(facts).every(isKept);

function isKept(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isKept);
  return value === null || ["string", "boolean"].includes(typeof value) || Number.isFinite(value);
}

function insist(holds: boolean, check: Check, what: string, found: Finding): void {
  if (holds) return;
  throw new InternalError(`${check.code} ${what}: ${JSON.stringify(found)}`);
}
