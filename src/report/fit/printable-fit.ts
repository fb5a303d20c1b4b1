import type { FitResult, FittedFeed } from "../../evaluate/fit.js";
import { mapStrings } from "../say/map-strings.js";
import { printable } from "../say/printable.js";

/** The result with names from the log made printable; the depths of a curve are left as they are. */
export function printableFit({ feeds, ...rest }: FitResult): FitResult {
  return { ...rest, feeds: feeds.map(printableFeed) };
}

function printableFeed({ kept, ...report }: FittedFeed): FittedFeed {
  const mapped = mapStrings(report, printable);
  if ("code" in kept) return { ...mapped, kept: mapStrings(kept, printable) };
  return { ...mapped, kept: { ...kept, feed: mapped.feed } };
}
