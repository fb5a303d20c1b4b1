import type { Choice, Convention } from "../convention.js";

export interface Ideal extends Choice {
  /** The grades of the ideal list, best first, of what was listed and of the labels; both best first. */
  readonly of: (listed: Float64Array, labels: Float64Array) => Float64Array;
}

const bestFirst = (grades: Float64Array): Float64Array =>
  Float64Array.from(grades).sort((a, b) => b - a);

/** What the best possible list of a user is, before it is cut. */
export const ideal: Convention<Ideal> = {
  name: "ideal",
  purpose: "the list that nDCG divides by",
  choices: [
    { name: "labels", purpose: "all labels of the user, best first", of: (_, labels) => labels },
    {
      name: "listed",
      purpose: "the items of the list itself, best first",
      of: (listed) => bestFirst(listed),
    },
    {
      name: "asMany",
      purpose: "the best labels, as many as the list has items",
      of: (listed, labels) => labels.subarray(0, listed.length),
    },
  ],
};
