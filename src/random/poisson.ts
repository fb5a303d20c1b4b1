import { exp } from "../numeric/elementary/exp.js";

/** A Poisson number by Knuth's product of uniforms, which `source` draws: short for small means. */
export function poisson(mean: number, source: { readonly next: () => number }): number {
  const floor = exp(-mean);
  let count = 0;
  for (let product = source.next(); product > floor; product *= source.next()) count++;
  return count;
}
