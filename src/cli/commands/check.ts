import type { Command } from "commander";
import { checkDocument } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import {
  checkInputs,
  declareLogFlags,
  isStudy,
  missingRoles,
  readInputs,
  readLogFlags,
  withProposedRoles,
} from "../log-flags.js";
import { declareOutput, readOutput, writeDocument } from "../output.js";
import { declareStudyFlags, readStudyFlags, withFlags } from "../study-flags.js";

const examples = `
  $ hindcast check study.yaml
  $ hindcast check log.parquet --trajectory session_id --rank position
  $ hindcast check study.yaml --full     every duplicate target rank, not a sample of them
  $ hindcast check study.yaml --format json`;

const notes = `
Exit codes: 0 usable, 2 not usable as it is, 1 and 4 as for the other commands.`;

export const check: CommandModule = {
  examples,
  notes,
  declare(command: Command): Command {
    command
      .argument("<input...>", "a study (.yaml, .json), or files of a log (.parquet, .csv, .jsonl)")
      .option("--full", "check all target ranks for duplicates, not a sample");
    declareOutput(command, "table");
    return declareLogFlags(declareStudyFlags(command));
  },
  async run(inputs, values, session) {
    const flags = readFlags(values);
    const roles = readLogFlags(flags);
    checkInputs(inputs, roles, flags);
    const studyFlags = readStudyFlags(flags);
    const output = readOutput(flags, "table");
    flags.finish();
    await session.canWrite([output.file, output.html]);
    const { withEngine, check: survey, proposeLog } = await session.modules.evaluate();
    const request = withFlags(await readInputs(inputs, roles, session), studyFlags);
    const { signal } = session;
    const full = flags.isSet("full");
    const report = await withEngine(request.engine, async (engine) => {
      const isLog = !inputs.some(isStudy);
      const study = isLog
        ? await withProposedRoles(request, { engine, options: { signal } }, proposeLog)
        : request;
      const missing = isLog ? await missingRoles(study, engine) : [];
      const checkReport = await session.long((onProgress) =>
        survey(study, { engine, signal, onProgress, full }),
      );
      const rights = await engine.rights?.({ signal });
      if (rights !== undefined) session.say(rights);
      return missing.length === 0
        ? checkReport
        : { ...checkReport, log: null, supports: [], problems: missing };
    });
    await writeDocument(checkDocument(report), output, session);
    return report.problems.length > 0 ? exitCodes.log.code : exitCodes.answered.code;
  },
};
