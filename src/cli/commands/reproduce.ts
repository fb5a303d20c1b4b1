import type { Command } from "commander";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { experiments } from "../experiments/index.js";
import { flagName, readFlags } from "../flag-reader.js";
import { declareOutput, readOutput, writeDocument } from "../output.js";

const names = experiments.map(({ name }) => name);

const examples = `
  $ hindcast reproduce table1
  $ hindcast reproduce table2 --html table2.html
  $ hindcast reproduce figure1 --weeks 10 --seed 7 --format json
  $ hindcast reproduce figure2 --ratings ratings.dat --html figure2.html`;

const notes = `
${experiments.map(({ help }) => help).join("\n\n")}`;

export const reproduce: CommandModule = {
  examples,
  notes,
  declare(command: Command): Command {
    return declareOutput(
      command
        .argument("<experiment>", `what to reproduce: ${names.join(", ")}`)
        .option("--ratings <file>", "ratings.dat, or a table of user, item, rating, time (.gz)"),
      "table",
    )
      .option("--full", "in the table: everything that the page has")
      .option("--threads <number>", "how many to use for figure2; default: one for each core")
      .option("--seed <number>", "the source of chance of simulated weeks; default: 1")
      .option("--weeks <number>", "how many weeks to simulate")
      .option("--users <number>", "how many users each week has");
  },
  async run([name = ""], values, session) {
    const flags = readFlags(values);
    const experiment = experiments.find((entry) => entry.name === name);
    if (experiment === undefined) {
      flags.fault("flag", `There is no ${name} to reproduce; there is ${names.join(", ")}.`);
    }
    const others = experiments.flatMap((entry) => entry.flags);
    const foreign = [...new Set(others)].filter(
      (flag) => experiment?.flags.includes(flag) === false && flags.text(flag) !== undefined,
    );
    if (foreign.length > 0) {
      flags.fault(
        "flag",
        `${name} does not read ${foreign.map(flagName).join(", ")}; leave it out.`,
      );
    }
    const run = experiment?.read(flags);
    const output = readOutput(flags, "table");
    flags.finish();
    await session.canWrite([output.file, output.html]);
    if (run === undefined) return exitCodes.answered.code;
    await writeDocument(await run(session), output, session);
    return exitCodes.answered.code;
  },
};
