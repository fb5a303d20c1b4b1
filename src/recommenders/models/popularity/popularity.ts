import { countsOf, rowOf, transpose } from "../../matrix.js";
import type { Model } from "../model.js";

/** The items that most users took, the same for all users but for what they had. */
export const popularity: Model = {
  name: "popularity",
  purpose: "the items that most users took",
  reference: "Cremonesi, Koren and Turrin (RecSys 2010), §4.1",
  parameters: [],
  learn: (train, grid) => ({
    tasks: 0,
    slot: 0,
    run: () => {},
    open() {
      const counts = countsOf(transpose(train));
      const scores = new Float64Array(train.width);
      return () => (user) => {
        scores.set(counts);
        for (const item of rowOf(train, user)) scores[item] = 0;
        return grid.map(() => scores);
      };
    },
  }),
};
