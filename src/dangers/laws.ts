import { type FactValue, InternalError } from "../errors.js";
import { asLogged, reordered, scaled } from "./changed-lines.js";
import type { Danger, Figure, Finding } from "./danger.js";
import { callOf, type Line } from "./line.js";
import { withTables } from "./line-tables.js";

/** What holds for every danger on every line; throws an InternalError that names its code where it does not. */
export interface DangerLaw {
  readonly name: string;
  readonly check: (danger: Danger, line: Line) => void;
}

export const dangerLaws: readonly DangerLaw[] = [
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
function sparesLogged(danger: Danger, line: Line): void {
  const found = danger.examine(asLogged(line));
  const own = danger.examine(line);
  const { alternative } = found;
  const ofLog =
    alternative === undefined && JSON.stringify(found.facts) === JSON.stringify(own.facts);
  insist(!refuses(found) || ofLog, danger, "refuses the logged policy", found);
  const scale = 1e-9 * (Math.abs(line.difference) + line.se);
  const is0 = alternative === undefined || Math.abs(alternative.difference) <= scale;
  insist(is0, danger, "finds that the logged policy differs from itself", found);
}

function needsShift(danger: Danger, line: Line): void {
  for (const each of [line, asLogged(line)]) {
    const found = danger.examine(each);
    const { alternative } = found;
    if (alternative === undefined) continue;
    const isSame = near(alternative.difference, each.difference);
    const isAsPrecise = alternative.se <= each.se * (1 + 1e-9);
    const blocks = isSame && isAsPrecise && refuses(found);
    insist(!blocks, danger, "refuses a line whose difference it does not shift", found);
  }
}

function isBlindToBetter(danger: Danger, line: Line): void {
  const better = line.better === "higher" ? "lower" : "higher";
  const [one, other] = [danger.examine(line), danger.examine({ ...line, better })];
  insist(one.effect === other.effect, danger, `differs where ${better} is better`, other);
}

function scales(danger: Danger, line: Line): void {
  const [one, other] = [danger.examine(line), danger.examine(scaled(line, 2))];
  insist(one.effect === other.effect, danger, "has another effect on twice the reward", other);
  const [a, b] = [one.alternative, other.alternative];
  const doubles =
    (a === undefined && b === undefined) ||
    (near(b?.difference, 2 * (a?.difference ?? 0)) && near(b?.se, 2 * (a?.se ?? 0)));
  insist(doubles, danger, "does not double its alternative with the reward", other);
  const measures = figuresOf(one).every((figure, at) => {
    const twice = figuresOf(other)[at];
    const times = figure.unit === "reward" ? 2 : 1;
    return near(twice?.value ?? 0, times * (figure.value ?? 0)) && twice?.unit === figure.unit;
  });
  insist(measures, danger, "has a figure of another unit than it says", other);
}

function isBlindToOrder(danger: Danger, line: Line): void {
  const [one, other] = [danger.examine(line), danger.examine(reordered(line))];
  insist(one.effect === other.effect, danger, "depends on the order of the groups", other);
  const [a, b] = [one, other].map((found) => [
    ...numbersIn({ ...found.facts, ...found.alternative }),
    ...figuresOf(found).map(({ value }) => value ?? 0),
  ]);
  const isSame = a?.every((value, at) => near(b?.[at], value)) ?? false;
  insist(isSame, danger, "has numbers that depend on the order of the groups", other);
}

function bindsWhereItRefuses(danger: Danger, line: Line): void {
  const found = danger.examine(line);
  insist(found.binds || !refuses(found), danger, "refuses without a sign in the log", found);
}

/** Severity is monotone: of calls on one side, those further from 0 survive what nearer ones do. */
function isMonotone(danger: Danger, line: Line): void {
  const side = line.difference < 0 ? -1 : 1;
  const called = [3, 9, 81]
    .map((errors) => ({ ...line, difference: side * errors * line.se }))
    .filter((each) => callOf(each, each.difference, each.se) === side);
  const found = called.map((each) => danger.examine(each));
  for (const [at, each] of found.entries()) {
    const stands = found.slice(0, at).some((nearer) => !refuses(nearer));
    insist(!(stands && refuses(each)), danger, "refuses what stands where it is smaller", each);
  }
}

function hasNumbers(danger: Danger, line: Line): void {
  const found = danger.examine(line);
  const { facts, alternative } = found;
  insist(isPlain(facts), danger, "has a fact that JSON does not keep", found);
  const isKeptWhole = figuresOf(found).every((each) => isPlain({ ...each }));
  insist(isKeptWhole, danger, "has a figure that JSON does not keep", found);
  const { difference = 0, se = 0 } = alternative ?? {};
  const isNumber = Number.isFinite(difference) && Number.isFinite(se) && se >= 0;
  insist(isNumber, danger, "has an alternative that is not a number", found);
}

function speaks(danger: Danger, line: Line): void {
  const found = danger.examine(line);
  insist(found.code === danger.code, danger, `speaks as ${found.code}`, found);
  const isSentence = /\S.*[.)]$/s.test(found.message);
  const texts = [found.message, ...figuresOf(found).map(({ words }) => words)];
  const isWhole = texts.every(
    (text) => text !== "" && !/NaN|Infinity|undefined|\bnull\b/.test(text),
  );
  insist(isSentence && isWhole, danger, "does not speak in a sentence", found);
}

/** Every other table that a line may lack changes nothing. */
function readsWhatItDeclares(danger: Danger, line: Line): void {
  const found = danger.examine(withTables(line, danger.reads ?? []));
  const isSame = JSON.stringify(found) === JSON.stringify(danger.examine(line));
  insist(isSame, danger, "reads a table that it does not declare", found);
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

function insist(holds: boolean, danger: Danger, what: string, found: Finding): void {
  if (holds) return;
  throw new InternalError(`${danger.code} ${what}: ${JSON.stringify(found)}`);
}
