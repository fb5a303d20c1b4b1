import { readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { Command } from "commander";
import type { NamedResult } from "../../agreement/index.js";
import { reason, StudyError } from "../../errors.js";
import { onlineComparisonDocument, trackRecordDocument } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { declareOutput, readOutput, writeDocument } from "../output.js";
import { readResultFile } from "../read-result-file.js";
import { declareStudyFlags, readStudyFlags, studyFlagsGiven, withFlags } from "../study-flags.js";

const examples = `
The study names what policies earned where they ran: a table in online, with the columns
policy, day, reward, value, standardError and trajectories; or each policy's own log, in
policies.<name>.online.

A folder holds results of past tests (evaluate --format json), whose studies name online results in
either way; tables are read from where the study found them. How often was offline right?

Examples:
  $ hindcast compare study.yaml
  $ hindcast compare past-tests/
  $ hindcast compare study.yaml --html agreement.html
  $ hindcast compare study.yaml --format json --output agreement.json`;

/** `hindcast compare`: a study with online results → how far offline and online go together. */
export const compare: CommandModule = {
  declare(command: Command): Command {
    const input = "a study (.yaml, .json) with online results, or a folder of results";
    declareOutput(command.argument("<input>", input), "table")
      .option("--html <file>", "also write the page to this file")
      .option("--verbose", "in the table: over days as well, as on the page")
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
    const names = await resultsIn(session.path(input));
    if (names !== undefined) {
      const baseline = flags.text("baseline") === undefined ? [] : ["--baseline"];
      const ofStudy = [...studyFlagsGiven(flags), ...baseline];
      if (ofStudy.length > 0) throw withoutStudy(input, ofStudy);
      const { trackRecord, withOnlineTable } = await session.modules.agreement();
      const results: NamedResult[] = [];
      for (const name of names) {
        const { result } = await readResultFile(join(session.path(input), name));
        const named = { name: basename(name, extname(name)), result };
        results.push(await withOnlineTable(named, { signal: session.signal }));
      }
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

/** The results in a folder, by name; undefined where the path is not a folder. Throws for a folder without any. */
async function resultsIn(path: string): Promise<readonly string[] | undefined> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return undefined;
  const names = (await readdir(path)).filter((name) => extname(name).toLowerCase() === ".json");
  if (names.length > 0) return names.sort();
  const message = `${path} holds no result (.json); \`hindcast evaluate study.yaml --format json --output ${join(path, "test.json")}\` writes one.`;
  throw new StudyError(reason("notResult", message, { path }));
}

const withoutStudy = (input: string, flags: readonly string[]): StudyError =>
  new StudyError(
    reason(
      "flag",
      `${flags.join(", ")} say how to read a study, and ${input} is a folder of results, which needs none; leave them out.`,
    ),
  );
