import { allFeeds, hasFeed } from "../../inference/scope.js";
import { byText, type Stratum } from "../../log/strata.js";
import type { Study } from "../../study/study.js";
import type { Tally } from "../../tally/tally.js";

/** As the table has them: a sum of tallies holds the feeds and days of both. */
const strataOf = ({ tables }: Tally): readonly Stratum[] => tables.cells?.strata ?? [];

/** The feeds of a tally in order, then all of them together where the study pools them. */
export function feedsOf(tally: Tally, study: Study): readonly (string | null)[] {
  const feeds = [...new Set(strataOf(tally).map(({ feed }) => feed))];
  const sorted = feeds.sort((a, b) => byText(a ?? "", b ?? ""));
  return study.pool && sorted.length > 1 ? [...sorted, allFeeds] : sorted;
}

export const daysOfFeed = (tally: Tally, feed: string | null): readonly string[] =>
  [
    ...new Set(
      strataOf(tally)
        .filter((stratum) => hasFeed({ feed }, stratum.feed))
        .flatMap(({ day }) => (day === null ? [] : [day])),
    ),
  ].sort(byText);
