import type { Command } from "commander";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";

const examples = `
  $ hindcast serve --stdio`;

const notes = `
Other programs speak with it: a line of JSON for each message, on stdin and stdout. A program asks
for a command, gets statements, runs them on a connection of its own, and sends the rows back.
docs/serve.md has the messages. It ends when stdin ends, and what runs is stopped.`;

export const serve: CommandModule = {
  examples,
  notes,
  declare: (command: Command) => command.option("--stdio", "speak on stdin and stdout (needed)"),
  async run(_, values, { effects }) {
    const flags = readFlags(values);
    if (!flags.isSet("stdio")) {
      flags.fault("flag", "--stdio is needed: messages come on stdin and go to stdout.");
    }
    flags.finish();
    await effects.serve?.(effects);
    return exitCodes.answered.code;
  },
};
