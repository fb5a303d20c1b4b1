import { apply, double, type Expression, lookup } from "../sql/expression.js";

/** Trust bias as expressions: of what is viewed at a rank, an item of relevance γ is rewarded with slope·γ + base. */
export interface TrustView {
  /** ε⁺ − ε⁻ at a rank. */
  readonly slopeAt: (rank: Expression) => Expression;
  /** ε⁻ at a rank. */
  readonly baseAt: (rank: Expression) => Expression;
}

/** Tables of ε⁺ and ε⁻ by rank, looked up; the last number of each holds for all deeper ranks. */
export function trustView(tables: {
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}): TrustView {
  const ranks = Array.from(
    { length: Math.max(tables.plus.length, tables.minus.length) },
    (_, i) => i,
  );
  const at = (list: readonly number[], rank: number): number => list[rank] ?? list.at(-1) ?? 0;
  const base = ranks.map((rank) => at(tables.minus, rank));
  const slope = ranks.map((rank) => at(tables.plus, rank) - at(tables.minus, rank));
  const read =
    (name: string, table: readonly number[]) =>
    (rank: Expression): Expression =>
      apply(
        "coalesce",
        lookup(`${name}(${table.join(",")})`, table, rank),
        double(table.at(-1) ?? 0),
      );
  return { slopeAt: read("trust slope", slope), baseAt: read("trust base", base) };
}
