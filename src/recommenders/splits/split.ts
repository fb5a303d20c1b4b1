import type { Interactions } from "../interactions.js";
import type { Parameter } from "../parameter.js";

/** A way to hold interactions out: which are the training part, the others being the labels. */
export interface Split {
  readonly name: string;
  readonly purpose: string;
  readonly reference: string;
  readonly parameters: readonly Parameter[];
  /** 1 where an interaction is of the training part, 0 where it is held out. */
  readonly training: (all: Interactions, given: Readonly<Record<string, number>>) => Uint8Array;
}

/** The places of every user's interactions, in the order of the file. */
export function historiesOf({ users, user }: Interactions): readonly Int32Array[] {
  const lists = users.map((): number[] => []);
  user.forEach((one, at) => {
    lists[one]?.push(at);
  });
  return lists.map((list) => Int32Array.from(list));
}
