import { cos } from "../numeric/elementary/cos.js";
import { ln } from "../numeric/elementary/ln.js";

/**
 * −ln(−ln u), a Gumbel number of u in (0, 1). Between 1⁄32 and 31⁄32 from a table of polynomials, within 1e-11 and in
 * a third of the time of two logarithms: every ranker needs one for every candidate.
 * `gumbelOf(0.5)` is 0.3665129.
 */
export function gumbelOf(u: number): number {
  if (u < edge || u > 1 - edge) return exact(u);
  const scaled = u * pieces;
  const piece = Math.floor(scaled);
  const x = scaled - piece - 0.5;
  const at = piece * terms;
  return (
    (table[at] as number) +
    x *
      ((table[at + 1] as number) +
        x *
          ((table[at + 2] as number) +
            x *
              ((table[at + 3] as number) +
                x * ((table[at + 4] as number) + x * (table[at + 5] as number)))))
  );
}

const exact = (u: number): number => -ln(-ln(u));

const [pieces, terms, edge] = [512, 6, 1 / 32];

/** By piece: the coefficients of the polynomial in x, from −½ to ½ over the piece, through six Chebyshev nodes. */
const table: Float64Array = new Float64Array(pieces * terms);
for (let piece = 0; piece < pieces; piece++) {
  const nodes = Array.from({ length: terms }, (_, i) => cos((Math.PI * (i + 0.5)) / terms) / 2);
  const values = nodes.map((x) => exact((piece + 0.5 + x) / pieces));
  table.set(interpolate(nodes, values), piece * terms);
}

/** The coefficients of the polynomial through these points, from Newton's divided differences. */
function interpolate(nodes: readonly number[], values: readonly number[]): readonly number[] {
  const divided = [...values];
  for (let order = 1; order < nodes.length; order++) {
    for (let i = nodes.length - 1; i >= order; i--) {
      const step = (nodes[i] as number) - (nodes[i - order] as number);
      divided[i] = ((divided[i] as number) - (divided[i - 1] as number)) / step;
    }
  }
  const sum: number[] = values.map(() => 0);
  for (let at = nodes.length - 1; at >= 0; at--) {
    for (let power = nodes.length - 1; power >= 0; power--) {
      const shifted = power === 0 ? (divided[at] as number) : (sum[power - 1] as number);
      sum[power] = shifted - (nodes[at] as number) * (sum[power] as number);
    }
  }
  return sum;
}
