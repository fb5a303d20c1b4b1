import { isReason, type Reason, reason, StudyError } from "../errors.js";
import type { DaysReader } from "../evaluate/conclude/answers-on.js";
import type { OnlineResultsSpec } from "../log/online-results.js";
import { ln } from "../numeric/elementary/ln.js";
import { median } from "../numeric/quantile.js";
import { showStatistic } from "../numeric/show-number.js";
import type { OnlineArm } from "./online-arm.js";

const words = { perTrajectory: "per trajectory", perImpression: "per viewed impression" } as const;

/**
 * A warning for each reward whose online values lie near the logged mean in the other unit and far from it in the one
 * that the study says: no policy multiplies what a session earns by the length of a session. Throws a
 * StudyError with them where the study says no unit and no policy's values lie near the mean in the one that is read.
 */
export function checkUnits(
  arms: readonly OnlineArm[],
  reader: DaysReader,
  { unit }: Pick<OnlineResultsSpec, "unit">,
): readonly Reason[] {
  const [used, isSaid] = [unit ?? "perTrajectory", unit !== undefined];
  const doubts: Reason[] = [];
  const problems = reader.feeds.flatMap(({ feed, days }) => {
    return reader.means(feed, days).flatMap((row): readonly Reason[] => {
      if (row.estimand !== "perTrajectory" || isReason(row.answer)) return [];
      const onlineArms = arms.filter(
        (arm) => arm.feed === feed && arm.reward === row.reward && !arm.isLog,
      );
      if (onlineArms.length === 0) return [];
      const [{ value: logged }, views] = [row.answer, reader.viewsPerTrajectory];
      const values = onlineArms.map(({ overall }) => overall.value);
      const isFar = values.every((value) => awayFrom(value, used, logged, views) > far);
      if (isFar && isOther(median(values), used, logged, views)) {
        return [otherUnit(row.reward, median(values), used, logged, views, isSaid)];
      }
      const some = onlineArms.filter(({ overall }) => isOther(overall.value, used, logged, views));
      if (some.length === 0) return [];
      const online = median(some.map(({ overall }) => overall.value));
      const names = some.map(({ policy }) => policy);
      doubts.push(otherUnit(row.reward, online, used, logged, views, isSaid, names));
      return [];
    });
  });
  if (problems.length > 0 && unit === undefined) throw new StudyError(problems);
  return [...problems, ...doubts];
}

type Unit = keyof typeof words;

/** Beyond a factor of 1.6 a policy is not taken to move a mean. */
const far = ln(1.6);

const otherOf = (used: Unit): Unit =>
  used === "perTrajectory" ? "perImpression" : "perTrajectory";

/** How far a value lies from the logged mean in a unit, as the size of the logarithm of their ratio. */
function awayFrom(online: number, unit: Unit, perTrajectory: number, views: number): number {
  const mean = unit === "perTrajectory" ? perTrajectory : perTrajectory / views;
  return Math.abs(ln(online / mean));
}

function isOther(online: number, used: Unit, perTrajectory: number, views: number): boolean {
  const distance = awayFrom(online, used, perTrajectory, views);
  return distance > far && awayFrom(online, otherOf(used), perTrajectory, views) < distance / 2;
}

/** Of some policies alone where `policies` names them. */
function otherUnit(
  reward: string,
  online: number,
  used: Unit,
  perTrajectory: number,
  views: number,
  isSaid: boolean,
  policies: readonly string[] = [],
): Reason {
  const other = otherOf(used);
  const means = { perTrajectory, perImpression: perTrajectory / views };
  const named = policies.slice(0, 3).map((name) => `"${name}"`);
  const whose =
    named.length === 0
      ? ""
      : ` of ${named.join(", ")}${policies.length > 3 ? ` and ${policies.length - 3} more` : ""}`;
  const message = `The online results${whose} lie around ${showStatistic(online)}; the log has ${showStatistic(means.perTrajectory)} ${words.perTrajectory} and ${showStatistic(means.perImpression)} ${words.perImpression}. They are read as ${words[used]} and look as if they were ${words[other]}. If they are, write online: { results: …, unit: ${other} }${isSaid ? "" : `; if they are right as they stand, unit: ${used} says so`}.`;
  return reason("onlineUnit", message, { reward, online, ...means, policies });
}
