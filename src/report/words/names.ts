import type { Estimand } from "../../estimators/estimator.js";
import type { VerdictWord } from "../../evaluate/conclude/result.js";

export const verdictWords: Readonly<Record<VerdictWord, string>> = {
  better: "better",
  worse: "worse",
  cannotTell: "cannot tell",
  doNotTrust: "do not trust",
};

export const estimandWords: Readonly<Record<Estimand, string>> = {
  perTrajectory: "per trajectory",
  perImpression: "per impression",
};

/** "feed home", "all feeds pooled", or nothing where the log has one feed without a name. */
export function feedWords(feed: string | null): string | null {
  if (feed === null) return null;
  return feed === "*" ? "all feeds pooled" : `feed ${feed}`;
}

/** A camelCase name as words: `spaced("spanningDays")` is "spanning days". */
export function spaced(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => {
    return `${end} ${start.toLowerCase()}`;
  });
}
