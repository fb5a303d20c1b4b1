import type { ScopeKey } from "../../inference/scope.js";
import { eachInTurn } from "../each-in-turn.js";
import { type Contrast, compareAll, type Missing, unadjusted } from "./difference-rows.js";
import { daysOfFeed, feedsOf } from "./feeds-of.js";
import type { OpenTally } from "./open-tally.js";
import type { Answered, DifferenceRow } from "./result.js";
import {
  type AnsweredQuestion,
  answerQuestion,
  clustersIn,
  readScope,
  type ScopeReader,
} from "./scope-reader.js";

/** The questions of a study answered in one scope, and compared with the baseline. */
export interface ScopeAnswers {
  readonly reader: ScopeReader;
  readonly clusters: number | null;
  readonly answered: readonly AnsweredQuestion[];
  readonly compared: readonly (Contrast | Missing)[];
}

/** The answers of each feed: over all days first, then day by day. */
export async function answerFeeds(
  base: OpenTally,
  feeds: readonly (string | null)[],
  byDay: boolean,
): Promise<readonly (readonly ScopeAnswers[])[]> {
  const answers: (readonly ScopeAnswers[])[] = [];
  for (const feed of feeds) {
    const days = byDay ? daysOfFeed(base.tally, feed) : [];
    const scopes: ScopeAnswers[] = [];
    for (const day of [null, ...days]) scopes.push(await answerScope(base, { feed, day }));
    answers.push(scopes);
  }
  return answers;
}

async function answerScope(base: OpenTally, key: ScopeKey): Promise<ScopeAnswers> {
  const { fingerprintOf, all, sampling } = base.questions;
  const { tally, inPairs, propagated, about } = base;
  const reader = readScope(tally, fingerprintOf, key, inPairs, propagated, sampling);
  const answered = await eachInTurn(
    all,
    (question) => answerQuestion(reader, question, about.survey.largest),
    base.signal,
  );
  const clusters = clustersIn(base, reader);
  const compared = compareAll(answered, base.study.baseline, clusters);
  return { reader, clusters, answered, compared };
}

/** Differences with the errors of the rows that were seen, not those of a comparison's test under its hypothesis. */
export async function differencesAsSeen(
  base: OpenTally,
  byDay: boolean,
): Promise<readonly Answered<DifferenceRow>[]> {
  const answers = await answerFeeds(base, feedsOf(base.tally, base.study), byDay);
  return answers
    .flat()
    .flatMap(({ compared }) => compared.map((row) => unadjusted(row, base.inference)));
}

/** `differencesAsSeen` over all days and day by day, as if fitted curves were known. */
export const differencesByKnownCurves = (
  base: OpenTally,
): Promise<readonly Answered<DifferenceRow>[]> =>
  differencesAsSeen({ ...base, propagated: () => (answer) => answer }, true);
