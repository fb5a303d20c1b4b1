import type { Command } from "commander";
import { comparisonDocument } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { declareOutput, readOutput, writeDocument } from "../output.js";

const figures = ["figure2"] as const;

const examples = `
figure2: 111 EASE and 81 KUNN models on half of every user's items of MovieLens-1M, by DCG@100 and
nDCG@100 on the other half (Jeunen, Potapov and Ustimenko, KDD 2024, appendix). The ratings are
yours to fetch, from GroupLens; any file of lines user::item::rating::time will do, or a table of
these. Memory: 8 × 13 × items² bytes, 1.0 GB for MovieLens-1M, and some 0.4 GB more.

Examples:
  $ hindcast reproduce figure2 --ratings ratings.dat --html figure2.html
  $ hindcast reproduce figure2 --ratings ratings.csv.gz --format json`;

/** `hindcast reproduce`: a figure of the paper from a file of ratings. */
export const reproduce: CommandModule = {
  declare(command: Command): Command {
    return declareOutput(
      command
        .argument("<figure>", `what to reproduce: ${figures.join(", ")}`)
        .option("--ratings <file>", "ratings.dat, or a table of user, item, rating, time (.gz)"),
      "table",
    )
      .option("--html <file>", "also write the page to this file")
      .option("--full", "in the table: every model")
      .option("--threads <number>", "how many to use; default: one for each core")
      .addHelpText("after", examples);
  },
  async run([figure = ""], given, session) {
    const flags = readFlags(given);
    if (!figures.some((name) => name === figure)) {
      flags.fault("flag", `There is no ${figure} to reproduce; there is ${figures.join(", ")}.`);
    }
    const ratings = flags.text("ratings");
    if (ratings === undefined) flags.fault("flag", "--ratings must name a file of ratings.");
    const threads = flags.whole("threads", 1);
    const output = readOutput(flags, "table");
    flags.finish();
    await session.canWrite([output.file, output.html]);
    const { compareOnThreads, figureTwo, figureTwoSplit, readRatingsFile } =
      await session.modules.recommenders();
    const { held } = figureTwoSplit(await readRatingsFile(session.path(ratings ?? "")));
    const { signal } = session;
    const start = performance.now();
    const comparison = await session.long((onProgress) =>
      compareOnThreads(held, figureTwo, { signal, onProgress, ...(threads && { threads }) }),
    );
    await writeDocument(comparisonDocument(comparison), output, session);
    session.say(`${comparison.models.length} models in ${seconds(performance.now() - start)} s`);
    return exitCodes.answered.code;
  },
};

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
