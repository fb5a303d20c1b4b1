import { extname } from "node:path";
import type { Command } from "commander";
import type { StudyTally } from "../../evaluate/about.js";
import { resultDocument } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { liveOf } from "../live-of.js";
import { ofTallies } from "../of-tallies.js";
import { declareAnswer, declareOutput, readOutput, writeDocument } from "../output.js";
import { type ResultFile, readResultFile } from "../read-result-file.js";
import type { Session } from "../session.js";

const examples = `
Examples:
  $ hindcast report result.json --output page.html
  $ hindcast report november.parquet --output november.html
  $ hindcast report result.json --format markdown`;

export const report: CommandModule = {
  declare(command: Command): Command {
    const input = "a result (.json, of evaluate --format json) or a saved tally (.parquet)";
    return declareAnswer(declareOutput(command.argument("<input>", input), "html")).addHelpText(
      "after",
      examples,
    );
  },
  async run([input = ""], values, session) {
    const flags = readFlags(values);
    const output = readOutput(flags, "html");
    const title = flags.text("title");
    flags.finish();
    await session.canWrite([output.file, output.html]);
    const { result, truth, tally } = await readInput(input, session);
    const live = tally && liveOf(tally, result, { isWhole: output.full, title }, session);
    await writeDocument(resultDocument(result, truth, title), output, session, live);
    return exitCodes.answered.code;
  },
};

interface ReportInput extends ResultFile {
  /** What the result was concluded from, where that is at hand. */
  readonly tally?: StudyTally;
}

async function readInput(input: string, { modules, path, signal }: Session): Promise<ReportInput> {
  if (extname(input).toLowerCase() !== ".parquet") return readResultFile(path(input));
  const { conclude, readTally } = await modules.evaluate();
  return ofTallies([input], async () => {
    const tally = await readTally(path(input));
    return { tally, result: await conclude(tally, { signal }) };
  });
}
