import { extname } from "node:path";
import type { Command } from "commander";
import { resultDocument } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
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
    const { result, truth } = await readInput(input, session);
    await writeDocument(resultDocument(result, truth, title), output, session);
    return exitCodes.answered.code;
  },
};

async function readInput(input: string, { modules, path, signal }: Session): Promise<ResultFile> {
  if (extname(input).toLowerCase() !== ".parquet") return readResultFile(path(input));
  const { conclude, readTally } = await modules.evaluate();
  return ofTallies([input], async () => ({
    result: await conclude(await readTally(path(input)), { signal }),
  }));
}
