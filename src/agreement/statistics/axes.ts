import { type Reason, reason } from "../../errors.js";
import type { Pair } from "../pair.js";
import type { Agreement } from "./statistic.js";

export interface Axes {
  readonly online: readonly number[];
  readonly offline: readonly number[];
}

/** The two sides, or the reason why nothing can be said of so few pairs or of a side that does not vary. */
export function axesOf(pairs: readonly Pair[], least: number): Axes | Reason {
  if (pairs.length < least) return tooFewPairs(pairs.length, least);
  const online = pairs.map((pair) => pair.online.value);
  const offline = pairs.map((pair) => pair.offline.value);
  if (isConstant(online)) return doesNotVary("online");
  if (isConstant(offline)) return doesNotVary("offline");
  return { online, offline };
}

export const tooFewPairs = (pairs: number, least: number): Reason =>
  reason(
    "tooFewPairs",
    `${pairs === 1 ? "1 pair" : `${pairs} pairs`} of an online and an offline result: this takes at least ${least}. Give more days or more policies with online results.`,
    { pairs, least },
  );

const isConstant = (values: readonly number[]): boolean =>
  values.every((value) => value === values[0]);

function doesNotVary(side: "online" | "offline"): Reason {
  const message = `The ${side} results are all equal, so that nothing can go together with them.`;
  return reason("noVariation", message, { side });
}

/** What is made of a correlation; squares that underflow leave none. */
export const correlated = <Found>(
  axes: Found | null,
  of: (axes: Found) => Agreement,
): Agreement | Reason => (axes === null ? doesNotVary("offline") : of(axes));
