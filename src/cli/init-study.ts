import { basename } from "node:path";
import type { LogProposal } from "../evaluate/propose/propose-log.js";
import type { ColumnProfile } from "../evaluate/survey/profile-log.js";
import type { InitAnswers } from "./init-answers.js";

/** What a study is written from: the files as the study names them, what was found and what was answered. */
export interface InitStudy {
  readonly proposal: LogProposal;
  readonly answers: InitAnswers;
  /** A path as the study names it. */
  readonly path: (file: string) => string;
}

export const when = (is: boolean, ...lines: readonly string[]): readonly string[] =>
  is ? lines : [];

export const namesOfFiles = (files: readonly string[], between = ", "): string =>
  files.map((file) => basename(file)).join(between);

export const columnOf = (
  { profile }: LogProposal,
  name: string | undefined,
): ColumnProfile | undefined => profile.columns.find((column) => column.name === name);

/** The log's rank as answered, and the ranks of policies whose own lowest one is 0. */
export function ranksFromZero(
  logProposal: LogProposal,
  { firstRank }: InitAnswers,
): readonly string[] {
  const { roles } = logProposal;
  const policies = Object.values(roles.policies)
    .map(({ rank }) => rank)
    .filter((name) => columnOf(logProposal, name)?.range?.[0] === 0);
  return [firstRank === 0 ? roles.log.rank : undefined, ...policies].filter(
    (name) => name !== undefined,
  );
}

/** Columns of the log that neither what was found nor an answer names. */
export const unusedColumns = ({ proposal, answers }: InitStudy): readonly string[] =>
  proposal.unused.filter(
    (name) => ![...answers.rewards, answers.trajectory, answers.listLength].includes(name),
  );

/** Whether a column that is not used might be a reward of rows: 0 and 1, or 1 and empty. */
export function mayBeReward(logProposal: LogProposal, name: string): boolean {
  const column = columnOf(logProposal, name);
  if (column === undefined || column.values === 0 || logProposal.wholes.includes(name))
    return false;
  const isMark =
    column.range?.[0] === 1 && column.range[1] === 1 && column.values < logProposal.profile.rows;
  return isFlag(column) || isMark;
}

/** Whether a column holds 0 and 1 alone, or truth values. */
export const isFlag = ({ type, range }: ColumnProfile): boolean =>
  type === "boolean" || (range?.[0] === 0 && range[1] === 1);

export const emptyRows = (logProposal: LogProposal, name: string): number =>
  logProposal.profile.rows - (columnOf(logProposal, name)?.values ?? logProposal.profile.rows);

/** Of a reward with 0 and 1, whose empty rows may be not known. */
export function hasZeros(logProposal: LogProposal, name: string): boolean {
  const column = columnOf(logProposal, name);
  return column?.distinct === 2 && isFlag(column);
}

/** Whether empty rows of a reward count as 0: of one that others have as 0 or 1 they may be not known. */
export const isZeroIfEmpty = (logProposal: LogProposal, name: string): boolean =>
  emptyRows(logProposal, name) > 0 && !hasZeros(logProposal, name);
