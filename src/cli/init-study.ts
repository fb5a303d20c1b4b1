import { basename } from "node:path";
import type { LogProposal } from "../evaluate/propose/propose-log.js";
import type { ColumnProfile } from "../evaluate/survey/profile-log.js";
import type { InitAnswers } from "./init-answers.js";

/** What a study is written from: the files as the study names them, what was found and what was answered. */
export interface InitStudy {
  readonly found: LogProposal;
  readonly answers: InitAnswers;
  /** A path as the study names it. */
  readonly path: (file: string) => string;
}

/** Lines that are said under a condition. */
export const when = (is: boolean, ...lines: readonly string[]): readonly string[] =>
  is ? lines : [];

export const namesOfFiles = (files: readonly string[], between = ", "): string =>
  files.map((file) => basename(file)).join(between);

export const columnOf = (
  { profile }: LogProposal,
  name: string | undefined,
): ColumnProfile | undefined => profile.columns.find((each) => each.name === name);

/** The log's rank as answered, and the ranks of policies whose own lowest one is 0. */
export function ranksFromZero(found: LogProposal, { firstRank }: InitAnswers): readonly string[] {
  const { roles } = found;
  const policies = Object.values(roles.policies)
    .map(({ rank }) => rank)
    .filter((name) => columnOf(found, name)?.range?.[0] === 0);
  return [firstRank === 0 ? roles.log.rank : undefined, ...policies].filter(
    (name) => name !== undefined,
  );
}

/** Whether a column holds 0 and 1 alone, or truth values. */
export const isFlag = ({ type, range }: ColumnProfile): boolean =>
  type === "boolean" || (range?.[0] === 0 && range[1] === 1);

export const emptyRows = (found: LogProposal, name: string): number =>
  found.profile.rows - (columnOf(found, name)?.values ?? found.profile.rows);

/** Of a reward with 0 and 1, whose empty rows may be not known. */
export function hasZeros(found: LogProposal, name: string): boolean {
  const column = columnOf(found, name);
  return column?.distinct === 2 && isFlag(column);
}

/** Whether empty rows of a reward count as 0: of one that others have as 0 or 1 they may be not known. */
export const isZeroIfEmpty = (found: LogProposal, name: string): boolean =>
  emptyRows(found, name) > 0 && !hasZeros(found, name);

/** A number with its thousands apart. */
