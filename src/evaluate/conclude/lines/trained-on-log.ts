import { type Reason, reason } from "../../../errors.js";
import type { Study } from "../../../study/index.js";

interface Compared {
  readonly policy: string;
  readonly baseline: string;
}

/** Why a line's difference is no answer where rewards of its own days trained one of its policies. */
export function trainedOnLog(
  { policies }: Pick<Study, "policies">,
  { policy, baseline }: Compared,
  firstDay: string | null,
): Reason | undefined {
  if (firstDay === null) return undefined;
  const name = [policy, baseline].find((each) => isLater(policies[each]?.trainedUntil, firstDay));
  const until = name === undefined ? undefined : policies[name]?.trainedUntil;
  if (name === undefined || until === undefined) return undefined;
  const message = `Rewards until ${until} trained ${name}, and the log begins on ${firstDay}: what it learnt from rewards of this log comes back as a gain, and no log tells that from a true one. Evaluate later days, or train it on earlier ones.`;
  return reason("trainedOnLog", message, { policy: name, trainedUntil: until, firstDay });
}

const isLater = (until: string | undefined, firstDay: string): boolean =>
  until !== undefined && momentOf(until) > momentOf(firstDay);

/** Days of a log are of UTC, and so is what names no zone. */
function momentOf(text: string): number {
  if (!text.includes("T")) return Date.parse(`${text}T00:00:00Z`);
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}

/** As how many comparisons a line counts: every pair of those that its policies were chosen from. */
export const chosenFrom = ({ policies }: Pick<Study, "policies">, line: Compared): number =>
  [line.policy, line.baseline].reduce((all, name) => all * (policies[name]?.chosenFrom ?? 1), 1);
