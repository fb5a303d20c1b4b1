import { type Facts, InternalError } from "./errors.js";

/** What holds for every member of a kind: `check` throws an InternalError that names the member where it does not. */
export interface Law<M, Given extends readonly unknown[] = []> {
  readonly name: string;
  readonly check: (member: M, ...given: Given) => void;
}

/** Throws where something does not hold: what is wrong stands behind the member's name. */
export type Insist = (holds: boolean, fault: string, found?: Facts) => void;

/** The laws of a kind by their names. */
export function laws<M, Given extends readonly unknown[] = []>(of: {
  readonly nameOf: (member: M) => string;
  readonly laws: Readonly<Record<string, (member: M, insist: Insist, ...given: Given) => void>>;
}): readonly Law<M, Given>[] {
  return Object.entries(of.laws).map(([name, check]) => ({
    name,
    check: (member, ...given) => check(member, insistOn(of.nameOf(member)), ...given),
  }));
}

const insistOn =
  (name: string): Insist =>
  (holds, fault, found) => {
    if (holds) return;
    const facts = found === undefined ? "" : `: ${JSON.stringify(found)}`;
    throw new InternalError(`${name} ${fault}${facts}.`, found);
  };
