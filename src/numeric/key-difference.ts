/** A key of each of two tables that have none in common, and in what they differ where that can be told. */
export interface KeyDifference {
  readonly key: string;
  readonly other: string;
  /** "by upper and lower case"; undefined for two keys that no simple change makes equal. */
  readonly words: string | undefined;
}

type Change = readonly [words: string, change: (key: string) => string];

/** What programs change in a key on its way into a file. */
const changes: readonly Change[] = [
  ["white space around them", (key) => key.replace(/^[\s\uFEFF\u200B]+|[\s\uFEFF\u200B]+$/gu, "")],
  ["quotes around them", (key) => key.replace(/^(['"])(.*)\1$/su, "$2")],
  ["their Unicode normal form", (key) => key.normalize("NFC")],
  ["upper and lower case", (key) => key.toLowerCase()],
  ["how a number is written (a decimal point, an exponent)", plainNumber],
  ["zeros in front", (key) => key.replace(/^0+(?=\d)/u, "")],
  [
    "hyphens and braces",
    (key) => (/^[-{}\da-f]{32,38}$/iu.test(key) ? key.replace(/[-{}]/gu, "") : key),
  ],
  ["a sign: 64 bits with and without one", unsigned],
  ["digits beyond 2^53, which a double rounds", rounded],
];

/** A whole number of 64 bits without a sign, and as the nearest double. */
function unsigned(key: string): string {
  return /^-?\d{16,20}$/u.test(key) ? String(BigInt.asUintN(64, BigInt(key))) : key;
}

function rounded(key: string): string {
  return /^-?\d{16,20}$/u.test(key) ? String(BigInt(Number(key))) : key;
}

/** `12.0` and `1.2e+1` as `12`; digits alone stay as they are. */
function plainNumber(key: string): string {
  if (!/^-?\d+(?:\.0+|(?:\.\d+)?e\+?\d+)$/iu.test(key)) return key;
  const value = Number(key);
  return Number.isSafeInteger(value) ? String(value) : key.replace(/\.0+$/u, "");
}

/**
 * In what the keys of two tables differ that have none in common: one simple change that makes keys equal (case,
 * zeros in front, a prefix …), else several of them at once. Undefined where one of the tables has no key.
 */
export function keyDifference(
  keys: readonly string[],
  others: readonly string[],
): KeyDifference | undefined {
  const [key, other] = [keys[0], others[0]];
  if (key === undefined || other === undefined) return undefined;
  const single = changes.flatMap(([words, change]) => equalAfter(keys, others, change, words));
  const first = single.toSorted((a, b) => b.pairs - a.pairs)[0];
  const kinds = [isNumber(keys), isNumber(others)];
  const isOne = kinds.includes(true) && kinds.includes(false);
  const words = isOne ? "in that one is a whole number" : undefined;
  return (
    first?.difference ?? afterAll(keys, others) ?? affixOf(keys, others) ?? { key, other, words }
  );
}

/** Whether keys are whole numbers; undefined where some are. */
function isNumber(keys: readonly string[]): boolean | undefined {
  const numbers = keys.filter((key) => /^-?\d+$/u.test(key)).length;
  return numbers === 0 ? false : numbers === keys.length ? true : undefined;
}

interface Equal {
  readonly difference: KeyDifference;
  readonly pairs: number;
}

/** The first keys that a change makes equal, and how many. */
function equalAfter(
  keys: readonly string[],
  others: readonly string[],
  change: (key: string) => string,
  words: string,
): readonly Equal[] {
  const changed = new Map(others.toReversed().map((other) => [change(other), other]));
  const equal = keys.flatMap((key) => {
    const other = changed.get(change(key));
    return other === undefined || other === key ? [] : [{ key, other, words: `by ${words}` }];
  });
  const [difference] = equal;
  return difference === undefined ? [] : [{ difference, pairs: equal.length }];
}

/** Keys that are equal after all changes, and the names of those changes that these need. */
function afterAll(keys: readonly string[], others: readonly string[]): KeyDifference | undefined {
  const all = (key: string): string => changes.reduce((text, [, change]) => change(text), key);
  const [equal] = equalAfter(keys, others, all, "");
  if (equal === undefined) return undefined;
  const { key, other } = equal.difference;
  const needed = changes.filter(([, change]) => change(key) !== key || change(other) !== other);
  return { key, other, words: `by ${needed.map(([words]) => words).join(" and by ")}` };
}

/** Text that stands before or behind the keys of one table: `user_12` and `12`. */
function affixOf(keys: readonly string[], others: readonly string[]): KeyDifference | undefined {
  return (
    affixed(keys, others, (key, other) => ({ key, other })) ??
    affixed(others, keys, (other, key) => ({ key, other })) ??
    prefixesOf(keys, others)
  );
}

type Sides = Pick<KeyDifference, "key" | "other">;

/** Text without which most of the longer keys, two at the least where there are so many, stand in the other table. */
function affixed(
  bare: readonly string[],
  longer: readonly string[],
  sides: (bare: string, longer: string) => Sides,
): KeyDifference | undefined {
  const there = new Set(bare);
  const lengths = new Set(bare.map((key) => key.length));
  const counts = new Map<string, { times: number; sides: Sides }>();
  const count = (words: string, core: string, whole: string): void => {
    const before = counts.get(words);
    if (before === undefined) counts.set(words, { times: 1, sides: sides(core, whole) });
    else before.times += 1;
  };
  for (const key of longer) {
    for (let at = 1; at < key.length; at++) {
      if (!lengths.has(at) && !lengths.has(key.length - at)) continue;
      const [front, back] = [key.slice(0, at), key.slice(at)];
      if (there.has(back) && /\D/u.test(front)) count(`by "${front}" in front`, back, key);
      if (there.has(front) && /\D/u.test(back)) count(`by "${back}" at the end`, front, key);
    }
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b.times - a.times);
  const least = Math.min(2, longer.length, bare.length);
  if (most === undefined || most[1].times < least) return undefined;
  return { ...most[1].sides, words: most[0] };
}

/** Keys whose digits are equal behind two prefixes: `user_12` and `u-12`. */
function prefixesOf(keys: readonly string[], others: readonly string[]): KeyDifference | undefined {
  const [front, back] = [letters(keys), letters(others)];
  if (front === "" || back === "" || front === back) return undefined;
  const words = `by what stands in front, "${front}" and "${back}"`;
  const there = new Set(others);
  const key = keys.find((candidate) => there.has(`${back}${candidate.slice(front.length)}`));
  if (key === undefined) return undefined;
  return { key, other: `${back}${key.slice(front.length)}`, words };
}

/** What stands before the first digit of all keys; empty where they differ in it or have no digit. */
function letters(keys: readonly string[]): string {
  const front = /^\D*(?=\d)/u.exec(keys[0] ?? "")?.[0] ?? "";
  return keys.every((key) => key.startsWith(front)) ? front : "";
}
