import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { reason, StudyError } from "../../errors.js";
import { onlineComparisonDocument, trackRecordDocument } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { engineFlagsGiven } from "../engine-flags.js";
import { exitCodes } from "../exit-codes.js";
import { flagName, readFlags } from "../flag-reader.js";
import { declareOutput, readOutput, writeDocument } from "../output.js";
import { pastResults, withTables } from "../past-results.js";
import { declareStudyFlags, readStudyFlags, withFlags } from "../study-flags.js";

const examples = `
  $ hindcast compare study.yaml
  $ hindcast compare past-tests/
  $ hindcast compare past-tests/ --sandbox past-tests online
  $ hindcast compare study.yaml --html agreement.html
  $ hindcast compare study.yaml --format json --output agreement.json`;

const notes = `
The study names what policies earned where they ran: a table in online, with the columns
policy, day, reward, value, standardError and trajectories; or each policy's own log, in
policies.<name>.online.

A folder holds results of past tests (evaluate --format json), whose studies name online results in
either way; other files in it are left out. A result is data: a table that it names is read only
where --sandbox names the folders in which it lies, or where --engine names a server. How often was
offline right?`;

export const compare: CommandModule = {
  examples,
  notes,
  declare(command: Command): Command {
    const input = "a study (.yaml, .json) with online results, or a folder of results";
    declareOutput(command.argument("<input>", input), "table")
      .option("--confidence <level>", "level of the intervals, in (0, 1)")
      .option("--baseline <policy>", "the policy that the others are compared with");
    return declareStudyFlags(command);
  },
  async run([input = ""], values, session) {
    const flags = readFlags(values);
    const output = readOutput(flags, "table");
    const confidence = flags.between("confidence", 0, 1);
    const ofStudy = readStudyFlags(flags);
    const changes = { ...ofStudy, confidence, baseline: flags.text("baseline") };
    const leaveOut = ["structure", "baseline"].filter((name) => flags.text(name) !== undefined);
    const engine = engineFlagsGiven(flags).length > 0 ? ofStudy.engine : undefined;
    flags.finish();
    await session.canWrite([output.file, output.html]);
    if (await isFolder(session.path(input))) {
      if (leaveOut.length > 0) throw withoutStudy(input, leaveOut.map(flagName));
      const { trackRecord } = await session.modules.agreement();
      const results = await withTables(await pastResults(input, session), engine, session);
      await writeDocument(trackRecordDocument(trackRecord(results, confidence)), output, session);
      return exitCodes.answered.code;
    }
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

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

const withoutStudy = (input: string, flags: readonly string[]): StudyError =>
  new StudyError(
    reason(
      "flag",
      `${flags.join(", ")} say how to read a study, and ${input} is a folder of results, which needs none; leave them out.`,
    ),
  );
