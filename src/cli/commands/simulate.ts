import { extname } from "node:path";
import type { Command } from "commander";
import { stringify } from "yaml";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { formatTruth } from "../format-truth.js";
import { simulateInto } from "../simulate-into.js";

const examples = `
The truth is exact for the simulated sessions: no reward is drawn for it.

Examples:
  $ hindcast simulate --output log.parquet
  $ hindcast simulate --impressions 50000 --seed 7 --output small.parquet --study small.yaml`;

/** `hindcast simulate`: writes a log, and prints what is true of it. */
export const simulate: CommandModule = {
  declare(command: Command): Command {
    return command
      .requiredOption("-o, --output <file>", "the log to write (.parquet)")
      .option("--study <file>", "also write the study that reads it (.yaml, next to the log)")
      .option("--impressions <number>", "stop after so many impressions (default: all, over 1 M)")
      .option("--users <number>", "users to simulate, instead of --impressions")
      .option("--seed <number>", "the source of chance; the same seed writes the same bytes", "1")
      .addHelpText("after", examples);
  },
  async run(_words, given, session) {
    const flags = readFlags(given);
    const [impressions, users] = [flags.whole("impressions", 1), flags.whole("users", 1)];
    const seed = flags.whole("seed", 0) ?? 1;
    if (impressions !== undefined && users !== undefined) {
      flags.fault("flag", "--impressions and --users both say how much to simulate; give one.");
    }
    const output = flags.text("output") ?? "";
    if (extname(output).toLowerCase() !== ".parquet") {
      const came = JSON.stringify(output);
      flags.fault("flag", `--output must end in .parquet, as the log is Parquet; it is ${came}.`);
    }
    flags.finish();
    await session.canWrite([output, flags.text("study")]);
    const simulated = await simulateInto(output, { seed, impressions, users }, session);
    const study = flags.text("study");
    if (study !== undefined) await session.writeText(study, stringify(simulated.study));
    session.print(formatTruth(simulated.truth));
    return exitCodes.answered.code;
  },
};
