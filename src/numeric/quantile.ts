/** A quantile by linear interpolation between order statistics; NaN of no values. `quantile([1, 2, 4], 0.5)` is 2. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low === high ? low : low + (at - Math.floor(at)) * (high - low);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
