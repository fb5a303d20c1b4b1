import { log10 } from "./elementary/log-in-base.js";

/**
 * Decimals at which `spread`, a standard error, shows two significant digits: 3 for 0.012. Without
 * a spread, the value's own size decides (four significant digits).
 */
export function decimalsFor(spread: number | null, value: number): number {
  const usable = spread !== null && Number.isFinite(spread) && spread > 0;
  if (!usable && value === 0) return 0;
  const digits = usable ? 1 - exponent(spread) : 3 - exponent(value);
  return Math.min(12, Math.max(0, digits));
}

function exponent(value: number): number {
  return Number.isFinite(value) && value !== 0 ? Math.floor(log10(Math.abs(value))) : 0;
}
