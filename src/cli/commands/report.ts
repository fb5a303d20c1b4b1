import type { Command } from "commander";
import { reason, StudyError } from "../../errors.js";
import {
  type ReportDocument,
  resultDocument,
  resultsIndexDocument,
  sideBySideDocument,
} from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { type FlagReader, readFlags } from "../flag-reader.js";
import { liveOf } from "../live-of.js";
import { declareAnswer, declareOutput, type Output, readOutput, writeDocument } from "../output.js";
import { readInput, readNamed } from "../read-input.js";
import { isFolder, resultsOfFolder } from "../results-of-folder.js";
import type { Session } from "../session.js";

const examples = `
  $ hindcast report result.json --output page.html
  $ hindcast report november.parquet --output november.html
  $ hindcast report result.json --format markdown
  $ hindcast report result.json --table verdicts --output verdicts.parquet
  $ hindcast report november.json december.parquet --output both.html
  $ hindcast report results --index --output results/index.html`;

const notes = `
Several inputs stand side by side: what each says of every comparison, those first whose
verdicts differ, and what differs between their studies. --index makes one page of the results and
tallies of a folder: what each study said, day by day, and its lifts over time, with links to the
pages that lie beside them (november.html next to november.json). Files that cannot be read are
named on the page.`;

export const report: CommandModule = {
  examples,
  notes,
  declare(command: Command): Command {
    const input =
      "results (.json, of evaluate --format json) or saved tallies (.parquet); with --index a folder of them";
    return declareAnswer(declareOutput(command.argument("<input...>", input), "html")).option(
      "--index",
      "one page of all results of a folder",
    );
  },
  async run(inputs, values, session) {
    const flags = readFlags(values);
    const output = readOutput(flags, "html");
    const title = flags.text("title");
    const isIndex = readIndex(flags, inputs);
    if (output.table !== undefined && (isIndex || inputs.length > 1)) {
      flags.fault("flag", "--table is of a single result; give one input, without --index.");
    }
    flags.finish();
    await session.canWrite([output.file, output.html]);
    const [only = "", ...others] = inputs;
    if (isIndex || others.length > 0) {
      const document = await (isIndex ? indexOf : togetherOf)(inputs, { output, title, session });
      await writeDocument(document, output, session);
      return exitCodes.answered.code;
    }
    await requireFiles(inputs, session);
    const { result, truth, tally } = await readInput(only, session);
    const live =
      tally && liveOf(tally, result, { isWhole: output.full, title, file: only }, session);
    await writeDocument(resultDocument(result, truth, title), output, session, live);
    return exitCodes.answered.code;
  },
};

function readIndex(flags: FlagReader, inputs: readonly string[]): boolean {
  const isIndex = flags.isSet("index");
  if (isIndex && inputs.length > 1) {
    flags.fault("flag", `--index takes one folder of results; there are ${inputs.length} inputs.`);
  }
  return isIndex;
}

interface Asked {
  readonly output: Output;
  readonly title: string | undefined;
  readonly session: Session;
}

async function indexOf(
  [folder = ""]: readonly string[],
  { output, title, session }: Asked,
): Promise<ReportDocument> {
  const { inputs, unread } = await resultsOfFolder(folder, output, session);
  return resultsIndexDocument(inputs, unread, title);
}

const notIndexed = (folder: string): StudyError =>
  new StudyError(
    reason("notResult", `${folder} is a folder: --index makes one page of the results in it.`, {
      path: folder,
    }),
  );

async function requireFiles(inputs: readonly string[], { path }: Session): Promise<void> {
  for (const input of inputs) if (await isFolder(path(input))) throw notIndexed(input);
}

/** Several inputs side by side. */
async function togetherOf(
  inputs: readonly string[],
  { output, title, session }: Asked,
): Promise<ReportDocument> {
  await requireFiles(inputs, session);
  const named = [];
  for (const input of inputs) named.push(await readNamed(input, input, output, session));
  return sideBySideDocument(named, title);
}
