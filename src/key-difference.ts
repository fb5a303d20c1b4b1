/** How the keys of two tables differ that should be the same, as far as two samples of them show. */
export interface KeyDifference {
  /** A clause: `they differ by case, such as "U1" and "u1"`. */
  readonly words: string;
  /** A key of each side; they are one key but for the difference, where `shared` is above 0. */
  readonly pair: readonly [string, string];
  /** How many keys of the first sample are in the second but for the difference. */
  readonly shared: number;
}

/** A part of a key that tables write otherwise, and a key without it. */
interface Form {
  readonly name: string;
  readonly without: (key: string) => string;
}

const unquoted = (key: string): string => /^(["'])(.*)\1$/s.exec(key)?.[2] ?? key;
const whole = /^[+-]?\d+$/;

/** A whole number of 64 bits as the nearest double writes it. */
const asDouble = (key: string): string => (whole.test(key) ? String(Number(key)) : key);
const asUnsigned = (key: string): string =>
  whole.test(key) ? String(BigInt.asUintN(64, BigInt(key.replace(/^\+/, "")))) : key;

/** A number that a double wrote: 12.0, 1.2e+05. */
const asWhole = (key: string): string => {
  if (!/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(key) || whole.test(key)) return key;
  return Number.isInteger(Number(key)) ? String(Number(key)) : key;
};

const forms: readonly Form[] = [
  { name: "blanks around them", without: (key) => key.trim() },
  { name: "quotes around them", without: unquoted },
  { name: "case", without: (key) => key.toLowerCase() },
  { name: "zeros in front", without: (key) => key.replace(/^0+(?=[^.])/, "") },
  { name: "how a decimal number writes whole ones", without: asWhole },
  { name: "what a double leaves of digits beyond 2^53", without: asDouble },
  { name: "their sign: 64 bits with and without one", without: asUnsigned },
  { name: "hyphens", without: (key) => key.replaceAll("-", "") },
  { name: "what stands in front", without: (key) => key.replace(/^[^:/|#_-]*[:/|#_-]+(?=.)/, "") },
  { name: "letters in front", without: (key) => key.replace(/^\D+(?=\d)/, "") },
  { name: "an ending", without: (key) => key.replace(/(?<=.)\.[a-z]+\d*$/i, "") },
];

const everything: Form = {
  name: "more than one of case, blanks, quotes, zeros and what stands in front",
  without: (key) => {
    const plain = unquoted(key.trim()).toLowerCase();
    return asWhole(plain.replace(/^\D+(?=\d)/, "").replace(/^0+(?=[^.])/, ""));
  },
};

/**
 * The difference between keys of two tables that share none, or nearly none, but should; null where none of the
 * usual ones is seen. Samples find it by the keys that they share without it, so take all keys of one side, or
 * of both the least. `keyDifference(["U1"], ["u1"])` has the words `they differ by case, such as "U1" and "u1"`.
 */
export function keyDifference(
  ours: readonly string[],
  theirs: readonly string[],
): KeyDifference | null {
  const [own, others] = [new Set(ours), new Set(theirs)];
  const equal = countIn(own, others);
  const found = [...forms, everything].map((form) => sharedWithout(form, own, others));
  const most = Math.max(...found.map(({ shared }) => shared));
  // Later forms take more away, and so may find keys alike that are not.
  const first = found.find(({ shared }) => shared >= most / 2);
  if (first !== undefined && first.shared > equal) return first;
  return equal === 0 ? differentKinds(ours, theirs) : null;
}

const countIn = (own: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...own].reduce((count, key) => count + (others.has(key) ? 1 : 0), 0);

function sharedWithout(
  { name, without }: Form,
  own: ReadonlySet<string>,
  others: ReadonlySet<string>,
): KeyDifference {
  const known = new Map([...others].map((key) => [without(key), key]));
  let shared = 0;
  let pair: readonly [string, string] = ["", ""];
  for (const key of own) {
    const other = known.get(without(key));
    if (other === undefined) continue;
    shared += 1;
    if (pair[0] === "" && other !== key) pair = [key, other];
  }
  const words = `they differ by ${name}, such as ${JSON.stringify(pair[0])} and ${JSON.stringify(pair[1])}`;
  return { words, pair, shared };
}

/** Whole numbers on one side and none on the other: an index where an id is expected, or another column. */
function differentKinds(ours: readonly string[], theirs: readonly string[]): KeyDifference | null {
  const [first, other] = [ours[0], theirs[0]];
  if (first === undefined || other === undefined) return null;
  const [isWhole, isOtherWhole] = [ours, theirs].map((keys) =>
    keys.every((key) => whole.test(key)),
  );
  const hasNone = (keys: readonly string[]): boolean => !keys.some((key) => whole.test(key));
  if (!(isWhole && hasNone(theirs)) && !(isOtherWhole && hasNone(ours))) return null;
  const words = `those of one side are whole numbers and those of the other are not, such as ${JSON.stringify(first)} and ${JSON.stringify(other)}`;
  return { words, pair: [first, other], shared: 0 };
}
