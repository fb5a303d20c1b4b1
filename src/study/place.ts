import type { ReasonCode } from "../codes.js";
import { type Reason, reason } from "../errors.js";
import { nearestName } from "../numeric/nearest-name.js";
import type { Members } from "./members.js";
import { quoteValue } from "./quote-value.js";

export type Key = string | number;

export interface StudyIssue {
  readonly keys: readonly Key[];
  readonly reason: Reason;
}

/** Where a reader stands in a study, and the one list in which every mistake is noted. */
export interface Place {
  readonly keys: readonly Key[];
  readonly issues: StudyIssue[];
  /** What names in the study may stand for. */
  readonly members: Members;
}

/** What is wrong at a place: what was expected and what came. */
export interface Mistake {
  readonly code: ReasonCode;
  readonly expected: string;
  readonly came: unknown;
  /** Valid names, of which the nearest to `came` is offered. */
  readonly candidates?: readonly string[];
  /** The name that is not one of them, where it is a part of `came`. */
  readonly misspelt?: string;
  /** The rest of the sentence, where the expectation does not explain itself. */
  readonly because?: string;
}

export const within = (place: Place, ...keys: readonly Key[]): Place => ({
  ...place,
  keys: [...place.keys, ...keys],
});

/** Notes a mistake; returns undefined, so that a reader can end with it. */
export function addIssue(place: Place, mistake: Mistake): undefined {
  const path = writePath(place.keys);
  const { code, expected, candidates = [], because } = mistake;
  const came = quoteValue(mistake.came);
  const { misspelt = mistake.came } = mistake;
  const nearest = typeof misspelt === "string" ? nearestName(misspelt, candidates) : undefined;
  const sentence = [
    `${path}: expected ${expected}`,
    `came ${came}`,
    ...(because === undefined ? [] : [because]),
    ...(nearest === undefined ? [] : [`did you mean ${JSON.stringify(nearest)}?`]),
  ].join("; ");
  const message = nearest === undefined ? `${sentence}.` : sentence;
  const facts = { path, expected, came, ...(nearest === undefined ? {} : { nearest }) };
  place.issues.push({ keys: place.keys, reason: reason(code, message, facts) });
  return undefined;
}

export const addMissing = (place: Place, expected: string): undefined =>
  addIssue(place, { code: "missingKey", expected, came: undefined });

/** Notes a name that is not among those of a kind: "one of the rewards like, watch". */
export function addUnknownName(
  place: Place,
  kind: string,
  candidates: readonly string[],
  came: string,
): undefined {
  const expected = `one of the ${kind} ${candidates.join(", ")}`;
  return addIssue(place, { code: "unknownName", expected, came, candidates });
}

/** `log.rewards["watch time"]`, `estimators[2].dcg.clip`; "the study" where there are no keys. */
export function writePath(keys: readonly Key[]): string {
  if (keys.length === 0) return "the study";
  return keys.map(writeKey).join("").replace(/^\./, "");
}

function writeKey(key: Key): string {
  if (typeof key === "number") return `[${key}]`;
  return /^[\p{L}\p{N}_$-]+$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
