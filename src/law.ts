import { type Facts, InternalError } from "./errors.js";

/** What holds for every member of a kind; `check` throws an InternalError that names the member where it does not. */
export interface Law<Member, Given extends readonly unknown[] = []> {
  readonly name: string;
  readonly check: (member: Member, ...given: Given) => void;
}

/** Throws an InternalError where something does not hold: "The model ease finds nothing: {"mean":0.5}." */
export type Insist = (
  holds: boolean,
  member: { readonly name: string },
  fault: string,
  found?: Facts,
) => void;

/** `insistOn("The model")` is for the laws of models. */
export const insistOn =
  (kind: string): Insist =>
  (holds, { name }, fault, found) => {
    if (holds) return;
    const shown = found === undefined ? "" : `: ${JSON.stringify(found)}`;
    throw new InternalError(`${kind} ${name} ${fault}${shown}.`, found);
  };
