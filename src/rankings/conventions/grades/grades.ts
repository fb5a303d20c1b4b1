import type { Choice, Convention } from "../convention.js";

export interface Grades extends Choice {
  /** Whether the tool can hold such a grade; a label that it cannot is an error. */
  readonly holds: (grade: number) => boolean;
}

/** Which grades a tool can hold. */
export const grades: Convention<Grades> = {
  name: "grades",
  purpose: "which grades there may be",
  choices: [
    { name: "any", purpose: "any numbers", holds: () => true },
    { name: "whole", purpose: "whole numbers; others are refused", holds: Number.isInteger },
  ],
};
