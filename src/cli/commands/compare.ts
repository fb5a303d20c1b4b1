import type { Command } from "commander";
import { onlineComparisonDocument } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { declareOutput, readOutput, writeDocument } from "../output.js";
import { declareStudyFlags, readStudyFlags, withFlags } from "../study-flags.js";

const examples = `
The study names what policies earned where they ran: a table in online, with the columns
policy, day, reward, value, standardError and trajectories; or each policy's own log, in
policies.<name>.online.

Examples:
  $ hindcast compare study.yaml
  $ hindcast compare study.yaml --html agreement.html
  $ hindcast compare study.yaml --format json --output agreement.json`;

/** `hindcast compare`: a study with online results → how far offline and online go together. */
export const compare: CommandModule = {
  declare(command: Command): Command {
    const input = "a study (.yaml, .json) with online results";
    declareOutput(command.argument("<input>", input), "table")
      .option("--html <file>", "also write the page to this file")
      .option("--confidence <level>", "level of the intervals, in (0, 1)")
      .option("--baseline <policy>", "the policy that the others are compared with");
    return declareStudyFlags(command).addHelpText("after", examples);
  },
  async run([input = ""], given, session) {
    const flags = readFlags(given);
    const output = readOutput(flags, "table");
    const confidence = flags.between("confidence", 0, 1);
    const changes = { ...readStudyFlags(flags), confidence, baseline: flags.text("baseline") };
    flags.finish();
    await session.canWrite([output.file, output.html]);
    const { readStudyFile } = await session.modules.study();
    const { withEngine } = await session.modules.evaluate();
    const { compareOnline } = await session.modules.agreement();
    const study = withFlags(await readStudyFile(session.path(input)), changes);
    const comparison = await withEngine(study.engine, (engine) =>
      session.long((onProgress) =>
        compareOnline(study, { engine, signal: session.signal, onProgress }),
      ),
    );
    await writeDocument(onlineComparisonDocument(comparison), output, session);
    return exitCodes.answered.code;
  },
};
