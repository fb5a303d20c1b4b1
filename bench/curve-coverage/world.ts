import type { CurveSpec } from "../../src/exposure/curve.js";
import { survival } from "../../src/simulator/index.js";

/** A feed whose position bias is known, and the models that are to find it again. */
export interface Feed {
  readonly name: string;
  readonly curve: CurveSpec;
  /** The parametric model of the curve's own family, and its parameter. */
  readonly model: string;
  readonly parameter: { readonly name: string; readonly value: number };
}

export const feeds: readonly Feed[] = [
  {
    name: "1",
    curve: { model: "yuleSimon", parameters: { rho: 1.2 } },
    model: "yuleSimon",
    parameter: { name: "rho", value: 1.2 },
  },
  {
    name: "2",
    curve: { model: "geometric", parameters: { gamma: 0.85 } },
    model: "geometric",
    parameter: { name: "gamma", value: 0.85 },
  },
];

/** How long lists are, every length as likely as another, and whether the log says so. */
export interface Lists {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly logged: boolean;
}

export const long: Lists = { name: "long lists", from: 100, to: 100, logged: false };
export const short: Lists = { name: "lists of 5–15", from: 5, to: 15, logged: true };

/** Ranks are shuffled within blocks of so many: no policy moves an item out of its block. */
export const blockSize = 8;
/** Chance that the logger puts a block into its best order; else the order is random. */
export const sureOfItself = 0.4;

const likeChances: readonly number[] = [0.5, 0.5, 0.36, 0.36, 0.24, 0.24, 0.12, 0.12];

/** The chance that the mean user likes item `at` of a block; items are numbered from the best. */
export const quality = (block: number, at: number): number => (likeChances[at] ?? 0) * 0.9 ** block;

/** How many items block number `block` of a list holds. */
export const sizeOf = (block: number, listLength: number): number =>
  Math.max(0, Math.min(blockSize, listLength - blockSize * block));

/** The true curve down to the end of the longest list. */
export const curveOf = (feed: Feed, lists: Lists): Float64Array => survival(feed.curve, lists.to);
