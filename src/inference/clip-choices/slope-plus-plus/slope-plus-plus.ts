import type { ClipChoice } from "../clip-choice.js";

/** The last point i with |θ_i − θ_j| ≤ width_i + (√6 − 1)·width_j for every earlier j. */
export const slopePlusPlus: ClipChoice = {
  name: "slopePlusPlus",
  purpose: "as slope, with sharper constants",
  reference: "Tucker and Lee (2021)",
  choose: (points) => {
    const contradicts = points.findIndex(({ value, width }, i) =>
      points
        .slice(0, i)
        .some((before) => Math.abs(value - before.value) > width + factor * before.width),
    );
    return contradicts < 0 ? points.length - 1 : contradicts - 1;
  },
};

const factor = Math.sqrt(6) - 1;
