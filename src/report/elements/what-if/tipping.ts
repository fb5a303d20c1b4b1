import type { Reading, Tipping } from "../../../evaluate/conclude/result.js";
import { decimalsFor, showCount, showNumber } from "../../../numeric/index.js";

/**
 * Where a reading turns: "candidate stays better until rho falls to 0.34, and then cannot be told from
 * production (121 standard errors away; 1.20 in use)."
 */
export function describeTipping(tipping: Tipping, baseline: string): string {
  const { policy, reading, used, at, becomes, from, to } = tipping;
  const parameter = tipping.parameter.includes(" ")
    ? `the ${tipping.parameter}`
    : tipping.parameter;
  const stays = `${policy} ${holding(reading, baseline)}`;
  if (at === null || becomes === null) {
    const decimals = decimalsApart(from, used);
    const [low, high, now] = [from, to, used].map((value) => showNumber(value, decimals));
    return `${stays} for any ${tipping.parameter} from ${low} to ${high} (${now} in use).`;
  }
  const decimals = decimalsApart(at, used);
  const moves = at < used ? "falls" : "rises";
  const [end, now] = [at, used].map((value) => showNumber(value, decimals));
  return `${stays} until ${parameter} ${moves} to ${end}, and then ${turned(becomes, baseline)} (${describeErrors(tipping)}${now} in use).`;
}

const holding = (reading: Reading, baseline: string): string =>
  reading === "cannotTell" ? `cannot be told from ${baseline}` : `stays ${reading}`;

const turned = (reading: Reading, baseline: string): string =>
  reading === "cannotTell" ? `cannot be told from ${baseline}` : `is ${reading}`;

/** Decimals that keep two numbers apart and show two digits of the first. */
function decimalsApart(value: number, other: number): number {
  const size = Math.abs(value - other);
  return Math.max(2, decimalsFor(size, other), decimalsFor(null, value) - 2);
}

function describeErrors({ standardErrors: count }: Tipping): string {
  if (count === null || !Number.isFinite(count)) return "";
  return `${count < 10 ? count.toFixed(1) : showCount(Math.round(count))} standard errors away; `;
}
