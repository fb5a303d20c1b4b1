import { bitOf, kindsOf, type TextKind, textPatterns } from "../../sql/text-types.js";

/** Runs a statement and gives its rows; all columns of which the caller makes use are named. */
export type Run = (
  sql: string,
  names: readonly string[],
) => Promise<readonly (readonly unknown[])[]>;

export type Kinds = ReadonlyMap<string, readonly TextKind[]>;

export interface KindSpelling {
  readonly identifier: (name: string) => string;
  /** Joins the bits of all rows. */
  readonly joined: (bits: string) => string;
  /** A condition: a text is whole what a pattern says, and of days and times, one that there is. */
  readonly matches: (kind: TextKind, value: string, pattern: string) => string;
}

/** The kind of a value, as a bit: 0 of NULL. Kinds that are likely are tried first. */
export type KindOf = (value: string, likely: readonly TextKind[]) => string;

export const kindOfText =
  ({ matches }: Pick<KindSpelling, "matches">, among: typeof textPatterns = textPatterns): KindOf =>
  (value, likely) => {
    const kinds = patternsFrom(likely, among).map(
      ([kind, pattern]) => `WHEN ${matches(kind, value, pattern)} THEN ${bitOf(kind)}`,
    );
    return `CASE WHEN ${value} IS NULL THEN 0 ${kinds.join(" ")} ELSE ${bitOf("text")} END`;
  };

/**
 * The likely kinds stand first. Whole numbers match the pattern of numbers too: where both are likely, that comes first,
 * and the type is the same.
 */
export function patternsFrom(
  likely: readonly TextKind[],
  among: typeof textPatterns = textPatterns,
): typeof textPatterns {
  const place = (kind: TextKind): number =>
    likely.includes(kind) ? (kind === "number" ? 0 : 1) : 2;
  return among.toSorted(([a], [b]) => place(a) - place(b));
}

export const isTime = (kind: TextKind): kind is "date" | "timestamp" | "zoned" =>
  kind === "date" || kind === "timestamp" || kind === "zoned";

/** Rows of which a column of text is known as such before all of them are read. */
const firstRows = 2048;

/** The kinds of the texts of each column, in all rows; of a column that is text, perhaps not all of them. */
export async function kindsIn(
  run: Run,
  { identifier, joined }: KindSpelling,
  all: string,
  names: readonly string[],
  kindOf: KindOf,
): Promise<Kinds> {
  const read = async (some: readonly string[], rows: string, likely: Kinds) => {
    if (some.length === 0) return [];
    const aliases = some.map((_, i) => `k${i}`);
    const sums = some.map(
      (name, i) => `${joined(kindOf(identifier(name), likely.get(name) ?? []))} AS ${aliases[i]}`,
    );
    const [bits = []] = await run(`SELECT ${sums.join(", ")} FROM ${rows}`, aliases);
    return some.map((name, i) => [name, kindsOf(Number(bits[i] ?? 0))] as const);
  };
  const first = new Map(await read(names, `(SELECT * FROM ${all} LIMIT ${firstRows})`, new Map()));
  const open = names.filter((name) => !first.get(name)?.includes("text"));
  return new Map([...first, ...(await read(open, all, first))]);
}
