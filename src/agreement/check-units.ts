import { isReason, type Reason, reason, StudyError } from "../errors.js";
import type { DaysReader } from "../evaluate/index.js";
import type { OnlineResultsSpec } from "../log/online-results.js";
import { median, showStatistic } from "../numeric/index.js";
import type { OnlineArm } from "./online-arm.js";

const words = { perTrajectory: "per trajectory", perImpression: "per viewed impression" } as const;

/**
 * A warning for each reward whose online values lie near the logged mean in the other unit and far from it in the one
 * that the study says: no policy multiplies what a session earns by the length of a session. Throws a
 * StudyError with them where the study says no unit. Where only some policies look like that, a warning for each.
 */
export function checkUnits(
  arms: readonly OnlineArm[],
  reader: DaysReader,
  { unit }: Pick<OnlineResultsSpec, "unit">,
): readonly Reason[] {
  const used = unit ?? "perTrajectory";
  const doubts: Reason[] = [];
  const problems = reader.feeds.flatMap(({ feed, days }) => {
    return reader.means(feed, days).flatMap((row): readonly Reason[] => {
      if (row.estimand !== "perTrajectory" || isReason(row.answer)) return [];
      const own = arms.filter(
        (arm) => arm.feed === feed && arm.reward === row.reward && !arm.isLog,
      );
      if (own.length === 0) return [];
      const [{ value: logged }, views] = [row.answer, reader.viewsPerTrajectory];
      const online = median(own.map(({ overall }) => overall.value));
      if (isOther(online, used, logged, views)) {
        return [otherUnit(`of ${row.reward}`, row.reward, online, used, logged, views)];
      }
      for (const { policy, overall } of own) {
        if (!isOther(overall.value, used, logged, views)) continue;
        const what = `of ${row.reward} of "${policy}"`;
        doubts.push(otherUnit(what, row.reward, overall.value, used, logged, views));
      }
      return [];
    });
  });
  if (problems.length > 0 && unit === undefined) throw new StudyError(problems);
  return [...problems, ...doubts];
}

type Unit = keyof typeof words;

function isOther(online: number, used: Unit, perTrajectory: number, views: number): boolean {
  const perImpression = perTrajectory / views;
  const [own, other] =
    used === "perTrajectory" ? [perTrajectory, perImpression] : [perImpression, perTrajectory];
  const away = (mean: number): number => Math.abs(Math.log(online / mean));
  return away(own) > Math.log(1.6) && away(other) < away(own) / 2;
}

function otherUnit(
  what: string,
  reward: string,
  online: number,
  used: Unit,
  perTrajectory: number,
  views: number,
): Reason {
  const other: Unit = used === "perTrajectory" ? "perImpression" : "perTrajectory";
  const means = { perTrajectory, perImpression: perTrajectory / views };
  const message = `The online results ${what} lie around ${showStatistic(online)}; the log has ${showStatistic(means.perTrajectory)} ${words.perTrajectory} and ${showStatistic(means.perImpression)} ${words.perImpression}. They are read as ${words[used]} and look as if they were ${words[other]}: say which they are in online: { results: …, unit: ${other} }.`;
  return reason("onlineUnit", message, { reward, online, ...means });
}
