import type { TallyTable } from "./tally.js";

/**
 * The names in a table of sums, of which it may lack some: keys beside the group of users, sums, and sums of each reward
 * (`0 squares`: its place in the study comes first) and of each policy (its name or column comes first).
 */
export interface Shape<
  Keys extends string,
  Sums extends string = never,
  OfReward extends string = never,
  OfPolicy extends string = never,
> {
  readonly keys: Keys;
  readonly sums: Sums;
  readonly ofReward: OfReward;
  readonly ofPolicy: OfPolicy;
}

export type AnyShape = Shape<string, string, string, string>;

export type KeyOf<S extends AnyShape> = S["keys"];
export type SumOf<S extends AnyShape> =
  | S["sums"]
  | `${number} ${S["ofReward"]}`
  | `${string} ${S["ofPolicy"]}`;

/** A table's name in a tally; the compiler alone knows its shape. */
export interface TableRef<S extends AnyShape = AnyShape> {
  readonly name: string;
  readonly shape?: S;
}

export interface TableOf<S extends AnyShape> extends Omit<TallyTable, "keys" | "columns"> {
  readonly keys: { readonly [Key in KeyOf<S> | "group"]?: TallyTable["keys"][string] };
  readonly columns: { readonly [Sum in SumOf<S>]?: TallyTable["columns"][string] };
}

export const tableIn = <S extends AnyShape>(
  tables: Readonly<Record<string, TallyTable>>,
  { name }: TableRef<S>,
): TableOf<S> | undefined => tables[name] as TableOf<S> | undefined;
