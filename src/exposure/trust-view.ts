import { apply, double, type Expression, lookup } from "../sql/expression.js";

/** Trust bias as expressions: of what is viewed at a rank, an item of relevance γ is rewarded with slope·γ + base. */
export interface TrustView {
  /** ε⁺ − ε⁻ at a rank. */
  readonly slopeAt: (rank: Expression) => Expression;
  /** ε⁻ at a rank. */
  readonly baseAt: (rank: Expression) => Expression;
}

/** ε⁺ and ε⁻ by rank; the last number of each holds for all deeper ranks. */
interface Tables {
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/** ε⁺ − ε⁻ and ε⁻ by rank, as far as the longer table goes: the last of each holds for all deeper ranks. */
export function trustByRank({ plus, minus }: Tables): {
  readonly slope: readonly number[];
  readonly base: readonly number[];
} {
  const ranks = Array.from({ length: Math.max(plus.length, minus.length) }, (_, i) => i);
  const base = ranks.map((rank) => atRank(minus, rank + 1));
  return { base, slope: ranks.map((rank) => atRank(plus, rank + 1) - (base[rank] ?? 0)) };
}

/** The number of a table at a rank, from 1 on; the last one beyond its end. */
export const atRank = (table: readonly number[], rank: number): number =>
  table[rank - 1] ?? table.at(-1) ?? 0;

/** Tables of ε⁺ and ε⁻ by rank, looked up. */
export function trustView(tables: Tables): TrustView {
  const { slope, base } = trustByRank(tables);
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
