import { LogError, reason } from "../../errors.js";
import type { Stratum } from "../../log/strata.js";
import { ln } from "../../numeric/elementary/ln.js";
import { log1p } from "../../numeric/elementary/log1p.js";
import { membersOf } from "../../study/members.js";
import type { Study } from "../../study/study.js";
import type { LoggerSizes } from "./loggers.js";

/** A logging policy that is missing on a day by a chance below this did not run on that day. */
const byChance = 1e-6;

/** Policies are often drawn for a user: so many trajectories of a day count as one draw. */
const ofOneDraw = 10;

interface Place extends Pick<Stratum, "feed" | "day"> {
  /** Trajectories by logging policy. */
  readonly by: Map<string, number>;
}

/**
 * Throws a LogError where the study asks for an estimator that combines estimates of each logging policy, and one
 * of them did not run on a day of a feed on which others did: their estimates are then of different days.
 */
export function requireLoggersOnAllDays(study: Study, { strata }: LoggerSizes): void {
  const names = new Set(study.estimators.map(({ name }) => name));
  const members = membersOf(study).estimators.filter(({ needs }) => needs.includes("loggers"));
  const combining = members.find(
    ({ name, combinesLoggers }) => names.has(name) && combinesLoggers === true,
  )?.name;
  if (combining === undefined) return;
  const places = placesOf(strata);
  const gaps = places.flatMap((place) =>
    namesIn(places, place.feed)
      .filter((logger) => isAbsent(logger, place, places))
      .map((logger) => ({ logger, place })),
  );
  const [first] = gaps;
  if (first === undefined) return;
  const { logger, place } = first;
  const ofLogger = gaps.filter((gap) => gap.logger === logger && gap.place.feed === place.feed);
  const days = places.filter(({ feed }) => feed === place.feed).length;
  const others = total(place);
  const mixing = members
    .filter((member) => member.combinesLoggers !== true)
    .map(({ name }) => name);
  const inFeed = place.feed === null ? "" : ` of feed "${place.feed}"`;
  const message = `estimators: ${combining} combines what each logging policy says of the same days, and "${logger}" wrote no trajectory on ${ofLogger.length} of ${days} days${inFeed}, for example on ${place.day}, where others wrote ${others}. What to do: leave ${combining} out; ask in its place for what takes the shares of each day (${mixing.join(", ")}); or give the study the days on which all logging policies ran.`;
  const at = { feed: place.feed, day: place.day, others };
  const facts = { estimator: combining, logger, days: ofLogger.length, of: days, ...at };
  throw new LogError(reason("loggerAbsent", message, facts));
}

function placesOf(strata: LoggerSizes["strata"]): readonly Place[] {
  const places = new Map<string, Place>();
  for (const { feed, day, logger, rows } of strata) {
    if (day === null || logger === null || rows === 0) continue;
    const key = JSON.stringify([feed, day]);
    const place = places.get(key) ?? { feed, day, by: new Map() };
    place.by.set(logger, (place.by.get(logger) ?? 0) + rows);
    places.set(key, place);
  }
  return [...places.values()];
}

const namesIn = (places: readonly Place[], feed: string | null): readonly string[] => [
  ...new Set(places.filter((place) => place.feed === feed).flatMap(({ by }) => [...by.keys()])),
];

/** Whether none of a day's trajectories are a policy's, more often than its share of the feed's other days allows. */
function isAbsent(logger: string, place: Place, places: readonly Place[]): boolean {
  if (place.by.has(logger)) return false;
  const running = places.filter(({ feed, by }) => feed === place.feed && by.has(logger));
  const written = running.reduce((sum, { by }) => sum + (by.get(logger) ?? 0), 0);
  const share = written / (1 + running.reduce((sum, policy) => sum + total(policy), 0));
  return (total(place) / ofOneDraw) * log1p(-share) < ln(byChance);
}

const total = ({ by }: Place): number => [...by.values()].reduce((sum, rows) => sum + rows, 0);
