import type { Estimand } from "../../estimators/estimator.js";
import type { VerdictWord } from "../../evaluate/conclude/result.js";
import { showCount } from "../../numeric/index.js";

/** The four verdicts as people say them. */
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

/** "1 day", "1,024 trajectories": a number with its noun. */
export const counted = (count: number, noun: string): string =>
  `${showCount(count)} ${count === 1 ? noun : pluralOf(noun)}`;

const pluralOf = (noun: string): string =>
  /[^aeo]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;

/** A camelCase name as words: `spaced("spanningDays")` is "spanning days". */
export function spaced(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => {
    return `${end} ${start.toLowerCase()}`;
  });
}

/** A sentence with its first letter large. */
export function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
