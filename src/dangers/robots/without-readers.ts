import type { Danger, Finding, Said } from "../danger.js";
import { figure } from "../figures.js";
import { defineDanger } from "../judged.js";
import { callOf, type Line, trigger } from "../line.js";
import type { ListReaders } from "../list-readers.js";
import { ownCurve, tableOf } from "../reading.js";
import { callBy } from "../reading-facts.js";
import type { Read } from "../readings.js";
import { reestimated } from "../shifted-by.js";
import { lineUnder, valueOfBase } from "../view-sums.js";

export const about: Pick<Danger, "code" | "title" | "purpose" | "spoilsOthers" | "reads"> = {
  code: "robots",
  title: "users who are not like the others",
  purpose:
    "A robot counts as a user: without users who view nearly every list to its end, and without the cluster that stands out by its trajectories or by its part of the error, the difference must be called the same.",
  spoilsOthers: false,
  reads: ["clusters", "readers"],
};

/** The difference without users who view nearly every list to its end. */
export const withoutReaders: Danger = defineDanger({
  ...about,
  reestimate: readOthers,
  read: (line) =>
    unread(line) ?? {
      untested: true,
      measured: figure(Number.NaN, "users", "no sign"),
      message: "No users view nearly every list to its end.",
    },
});

/** Robots are behind other readings that lose the study's call: where it is lost without them too, they are the reason. */
export function behindOthers(line: Line, found: Finding): Finding {
  const { readings = [] } = line;
  const [own, study] = ["robots", "study"].map((code) =>
    readings.find((each) => each.code === code),
  );
  if (found.effect !== "watch" || own === undefined || study === undefined) return found;
  const isLost =
    callOf(line, line.difference, line.se) === 0 && callBy(line, own) !== callBy(line, study);
  return isLost ? { ...found, effect: "cannotTell" } : found;
}

const wordsOf = ({ users, sessions, ended }: ListReaders): string =>
  `${users} users view nearly every list to its end (${ended} of ${sessions} lists of six slots or more), as robots do and people hardly`;

/** The difference without the users who view nearly every list to its end, with the others' own view rates. */
function readOthers(line: Line): Read | undefined {
  const { readers } = line;
  if (readers?.others === undefined || line.rows === "offered") return undefined;
  const others = { ...line, ...readers.others };
  const curveOf = (without?: number) =>
    line.curveIs === "given" ? line.curve : ownCurve(others, without);
  const { difference, se, shift } = reestimated(line, (without) =>
    lineUnder(others, curveOf(without), without),
  );
  const isAmount = tableOf(line.log.rewards, line.reward).least >= 0;
  const ofBase = valueOfBase({ ...others, curve: curveOf() }) / valueOfBase(line);
  const { users, sessions, ended } = readers;
  return {
    ...{ difference, se, shift },
    hasSign: Math.abs(shift.t) > trigger,
    isEstablished: false,
    says: `${wordsOf(readers)}: without them the difference is`,
    instead: "with them",
    ifSo: "if they are robots",
    ...(isAmount && ofBase > 0 && Number.isFinite(ofBase) && { ofBase }),
    remedy: "Look whether they are robots; log.source can leave them out.",
    facts: { users, sessions, ended },
  };
}

/** Such users of a tally that does not tell the difference without them. */
function unread(line: Line): Said | undefined {
  const { readers, rows } = line;
  if (readers === undefined || readers.others !== undefined || rows === "offered") return undefined;
  const { users, sessions, ended } = readers;
  return {
    untested: true,
    effect: "inconclusive",
    measured: figure(users, "users", `${users} users view nearly every list to its end`),
    message: `${wordsOf(readers)}, and the tally does not tell the difference without them. Evaluate the whole log at once.`,
    facts: { users, sessions, ended },
  };
}
