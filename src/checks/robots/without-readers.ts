import { decisionBy } from "../alternative-facts.js";
import type { Check, Finding, PlainFinding } from "../check.js";
import type { Comparison, Reestimate } from "../comparison.js";
import { decisionOf, trigger } from "../decision-of.js";
import { figure } from "../figures.js";
import { defineCheck } from "../judged.js";
import type { ListReaders } from "../list-readers.js";
import { ownCurve } from "../log-curve.js";
import { reestimated } from "../shifted-by.js";
import { tableOf } from "../tables.js";
import { comparisonUnder, valueOfBase } from "../view-sums.js";

export const about: Pick<Check, "code" | "title" | "purpose" | "spoilsOthers" | "reads"> = {
  code: "robots",
  title: "robots and outlying users",
  purpose:
    "A robot counts as a user: without users who view nearly every list to its end, and without the cluster that stands out by its trajectories or by its part of the error, the verdict must be the same.",
  spoilsOthers: false,
  reads: ["clusters", "readers"],
};

/** The difference without users who view nearly every list to its end. */
export const withoutReaders: Check = defineCheck({
  ...about,
  reestimate: readOthers,
  read: (comparison) =>
    unread(comparison) ?? {
      untested: true,
      measured: figure(Number.NaN, "users", "no evidence"),
      message: "No users view nearly every list to its end.",
    },
});

/** Robots are behind other alternatives that change the study's verdict: where it changes without them too, they are the reason. */
export function behindOthers(comparison: Comparison, found: Finding): Finding {
  const { alternatives = [] } = comparison;
  const [own, study] = ["robots", "study"].map((code) =>
    alternatives.find((reading) => reading.code === code),
  );
  if (found.effect !== "watch" || own === undefined || study === undefined) return found;
  const isLost =
    decisionOf(comparison, comparison.difference, comparison.se) === 0 &&
    decisionBy(comparison, own) !== decisionBy(comparison, study);
  return isLost ? { ...found, effect: "cannotTell" } : found;
}

const wordsOf = ({ users, sessions, ended }: ListReaders): string =>
  `${users} users view nearly every list to its end (${ended} of ${sessions} lists of six slots or more), as robots do and people hardly ever do`;

/** The difference without the users who view nearly every list to its end, with the others' own view rates. */
function readOthers(comparison: Comparison): Reestimate | undefined {
  const { readers } = comparison;
  if (readers?.others === undefined || comparison.rows === "offered") return undefined;
  const others = { ...comparison, ...readers.others };
  const curveOf = (without?: number) =>
    comparison.curveIs === "given" ? comparison.curve : ownCurve(others, without);
  const { difference, se, shift } = reestimated(comparison, (without) =>
    comparisonUnder(others, curveOf(without), without),
  );
  const isAmount = tableOf(comparison.log.rewards, comparison.reward).least >= 0;
  const ofBase = valueOfBase({ ...others, curve: curveOf() }) / valueOfBase(comparison);
  const { users, sessions, ended } = readers;
  return {
    ...{ difference, se, shift },
    hasSign: Math.abs(shift.t) > trigger,
    isEstablished: false,
    says: `${wordsOf(readers)}: without them the difference is`,
    instead: "with them",
    ifSo: "if they are robots",
    ...(isAmount && ofBase > 0 && Number.isFinite(ofBase) && { ofBase }),
    remedy: "Check whether they are robots; log.source can leave them out.",
    facts: { users, sessions, ended },
  };
}

/** Such users of a tally that does not tell the difference without them. */
function unread(comparison: Comparison): PlainFinding | undefined {
  const { readers, rows } = comparison;
  if (readers === undefined || readers.others !== undefined || rows === "offered") return undefined;
  const { users, sessions, ended } = readers;
  return {
    untested: true,
    effect: "inconclusive",
    measured: figure(users, "users", `${users} users view nearly every list to its end`),
    message: `${wordsOf(readers)}, and the tally does not hold the sums without them. Evaluate the whole log at once.`,
    facts: { users, sessions, ended },
  };
}
