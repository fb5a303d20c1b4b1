import type { LogProposal } from "../evaluate/index.js";
import type { InitAnswers } from "./init-answers.js";

/** What a study is written from: the files as the study names them, what was found and what was answered. */
export interface InitStudy {
  readonly found: LogProposal;
  readonly answers: InitAnswers;
  /** A path as the study names it. */
  readonly path: (file: string) => string;
}

/** The log's rank as answered, and the ranks of policies whose own lowest one is 0. */
export function ranksFromZero(
  { roles, profile }: LogProposal,
  { firstRank }: InitAnswers,
): readonly string[] {
  const startsAtZero = (name: string | undefined): boolean =>
    profile.columns.find((each) => each.name === name)?.range?.[0] === 0;
  const policies = Object.values(roles.policies).map(({ rank }) => rank);
  return [firstRank === 0 ? roles.log.rank : undefined, ...policies.filter(startsAtZero)].filter(
    (name) => name !== undefined,
  );
}

/** A number with its thousands apart. */
export const grouped = (n: number): string => n.toLocaleString("en-US");
