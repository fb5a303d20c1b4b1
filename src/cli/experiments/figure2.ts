import { comparisonDocument } from "../../report/index.js";
import type { Experiment } from "./experiment.js";

export const figure2: Experiment = {
  name: "figure2",
  help: `figure2: 111 EASE and 81 KUNN models on half of every user's items of MovieLens-1M, by DCG@100 and
nDCG@100 on the other half (Jeunen, Potapov and Ustimenko, KDD 2024, appendix). The ratings are
yours to fetch, from GroupLens; any file of lines user::item::rating::time will do, or a table of
these. Memory: 4 × 13 × items² bytes, .5 GB for MovieLens-1M, and some .5 GB more.`,
  flags: ["ratings", "threads"],
  read: (flags) => {
    const ratings = flags.text("ratings");
    if (ratings === undefined) flags.fault("flag", "--ratings must name a file of ratings.");
    const threads = flags.whole("threads", 1);
    return async (session) => {
      const { compareOnThreads, figureTwo, figureTwoSplit, readRatingsFile } =
        await session.modules.recommenders();
      const { signal } = session;
      const { held } = figureTwoSplit(await readRatingsFile(session.path(ratings ?? ""), signal));
      const start = performance.now();
      const comparison = await session.long((onProgress) =>
        compareOnThreads(held, figureTwo, { signal, onProgress, ...(threads && { threads }) }),
      );
      const seconds = (performance.now() - start) / 1000;
      session.say(`${comparison.models.length} models in ${seconds.toFixed(1)} s`);
      return comparisonDocument({ ...comparison, seconds });
    };
  },
};
