import { extname } from "node:path";
import type { Command } from "commander";
import type { FitResult } from "../../evaluate/fit.js";
import {
  describeRefusal,
  fitDocument,
  formatHtml,
  formatJson,
  type ReportFormat,
} from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { declareFitFlags, type FitFlags, readFitFlags } from "../fit-request-flags.js";
import { type FlagReader, readFlags } from "../flag-reader.js";
import {
  checkInputs,
  declareLogFlags,
  isStudy,
  type LogRoles,
  readInputs,
  readLogFlags,
  requireRoles,
} from "../log-flags.js";
import { declarePage, formatList, readFormat, readPage } from "../output.js";
import { declareResume, folderOfRun, type KeptRun, onKeeping } from "../resuming.js";
import type { Session } from "../session.js";
import { declareStudyFlags, readStudyFlags, type StudyFlags, withFlags } from "../study-flags.js";

const examples = `
  $ hindcast fit study.yaml --output fit.json --html fit.html
  $ hindcast fit log.parquet --trajectory session_id --rank position --user user_id
  $ hindcast fit 'logs/*.parquet' --trajectory id --rank rank --list-length offered --feed surface
  $ hindcast fit study.yaml --model table --tail yuleSimon --format json`;

const notes = `
Without --model the curve that the study asks for is kept, else the recommended one. A study takes
what was kept by log.exposure.curve: { file: fit.json }, with its standard error.

Exit codes: 0 every feed has a curve, 2 some feed has none, 1 and 4 as for the other commands.`;

export const fit: CommandModule = {
  examples,
  notes,
  declare(command: Command): Command {
    command
      .argument("<input...>", "a study (.yaml, .json), or files of a log (.parquet, .csv, .jsonl)")
      .option("-f, --format <name>", `${formatList()}; default: table`)
      .option("-o, --output <file>", "keep the curves in this file (.json), for studies")
      .option("--confidence <level>", "level of the intervals, in (0, 1)");
    return declareLogFlags(declareStudyFlags(declareFitFlags(declareResume(declarePage(command)))));
  },
  async run(inputs, values, session) {
    const options = readOptions(inputs, readFlags(values));
    await session.canWrite([options.output, options.html]);
    const { answer, kept } = await fitted(inputs, options, session);
    return kept.until(() => write(answer, options, session));
  },
};

interface Options {
  readonly format: ReportFormat;
  readonly output: string | undefined;
  readonly html: string | undefined;
  readonly link: string | undefined;
  readonly page: string | undefined;
  readonly curve: FitFlags;
  readonly roles: LogRoles;
  readonly study: StudyFlags;
  readonly resume: boolean;
}

function readOptions(inputs: readonly string[], flags: FlagReader): Options {
  const format = readFormat(flags, "table");
  const options = {
    format,
    output: flags.text("output"),
    ...readPage(flags, format),
    curve: readFitFlags(flags),
    roles: readLogFlags(flags),
    study: { ...readStudyFlags(flags), confidence: flags.between("confidence", 0, 1) },
    resume: flags.isSet("resume"),
  };
  checkInputs(inputs, options.roles, flags);
  const { output } = options;
  if (output !== undefined && extname(output).toLowerCase() !== ".json") {
    flags.fault("flag", `--output keeps curves as JSON and must end in .json; it is "${output}".`);
  }
  flags.finish();
  return options;
}

async function fitted(
  inputs: readonly string[],
  { curve, roles, study: flags, resume, output, html }: Options,
  session: Session,
): Promise<{ readonly answer: FitResult; readonly kept: KeptRun }> {
  const { withEngine, fitLog } = await session.modules.evaluate();
  const read = await readInputs(inputs, roles, session);
  const study = withFlags(read, flags);
  const folder = resume ? folderOfRun(output ?? html, inputs[0] ?? "") : undefined;
  return withEngine(study.engine, async (opened) => {
    if (!inputs.some(isStudy)) await requireRoles(study, opened);
    return onKeeping(opened, { study, folder }, session, (engine) => {
      const { signal } = session;
      const request = { engine, signal, ...curve };
      return session.long((onProgress) => fitLog(study, { ...request, onProgress }));
    });
  });
}

async function write(
  result: FitResult,
  { format, output, html, link, page }: Options,
  session: Session,
): Promise<number> {
  const document = fitDocument(result);
  const { deliver } = session.effects;
  if (deliver !== undefined) await deliver(document, { link });
  else session.print(format.format(document, { ...session.terminal, link }));
  const refusals = result.feeds.map(describeRefusal).filter((refusal) => refusal !== null);
  const isNone = refusals.length === result.feeds.length;
  if (html !== undefined) await session.writeText(html, formatHtml(document));
  if (page !== undefined) session.show(page);
  if (output !== undefined && !isNone) await session.writeText(output, formatJson(document));
  for (const path of session.keptFiles()) session.say(`wrote ${path}`);
  for (const { message } of result.log.warnings) session.say(`warning: ${message}`);
  for (const refusal of refusals) session.say(`error: ${refusal}`);
  if (output !== undefined && isNone) {
    session.say(`${output} was not written: there is no curve to keep.`);
  }
  return refusals.length > 0 ? exitCodes.log.code : exitCodes.answered.code;
}
