import type { Facts } from "../../errors.js";
import type { Danger, Finding } from "../danger.js";
import { eitherWay, insteadOf, scaleFacts, shiftFound, shiftThatFlips } from "../figures.js";
import type { Line } from "../line.js";
import { matters, type Reestimate } from "../shifted-by.js";

/** What the log shows of a danger: its sign, tested apart from the shift, and the difference allowing for it. */
export interface Sign {
  readonly code: Danger["code"];
  readonly reestimate: Reestimate;
  readonly established: boolean;
  /** What the log shows, up to "the difference is". */
  readonly sentence: string;
  readonly facts: Facts;
}

/** The call must survive the re-estimate; else it is refused where the sign is established, and withheld where not. */
export function findingOfSign(
  line: Line,
  { code, reestimate, established, sentence, facts }: Sign,
): Finding {
  const { alternative, survives } = reestimate;
  const difference = survives ? eitherWay(line, alternative) : insteadOf(line, alternative);
  return {
    code,
    effect: survives
      ? "watch"
      : established && matters(line, reestimate)
        ? "doNotTrust"
        : "cannotTell",
    binds: true,
    alternative,
    tipping: shiftThatFlips(line),
    measured: shiftFound(line, reestimate),
    message: `${sentence} ${difference}.`,
    facts: {
      ...facts,
      difference: alternative.difference,
      differenceSe: alternative.se,
      interval: alternative.interval,
      ...scaleFacts(line),
    },
  };
}
