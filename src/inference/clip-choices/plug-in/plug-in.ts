import { square } from "../../../numeric/index.js";
import type { ClipChoice } from "../clip-choice.js";

/** The least bias² + se², the bias taken as the distance from the first point. */
export const plugIn: ClipChoice = {
  name: "plugIn",
  purpose: "the least mean squared error, the bias read off the unclipped estimate",
  reference: "docs/methods.md, Clipping",
  choose: (points) => {
    const [first] = points;
    const errors = points.map(({ value, se }) => square(value - (first?.value ?? 0)) + square(se));
    return errors.indexOf(Math.min(...errors));
  },
};
