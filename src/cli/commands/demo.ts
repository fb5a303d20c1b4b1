import { join } from "node:path";
import type { Command } from "commander";
import { stringify } from "yaml";
import type { Result } from "../../evaluate/conclude/result.js";
import { makeFolder } from "../../make-folder-file.js";
import {
  formatHtml,
  formatJson,
  formatText,
  resultDocument,
  type Truth,
} from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import type { Session } from "../session.js";
import { simulateInto } from "../simulate-into.js";

const FOLDER = "hindcast-demo";

const examples = `
  $ hindcast demo
  $ hindcast demo --impressions 100000 --seed 7 --output small`;

const notes = `
Writes log.parquet, study.yaml, result.json and report.html into the folder, replacing what an
earlier demo left there.`;

export const demo: CommandModule = {
  examples,
  notes,
  declare(command: Command): Command {
    return command
      .option("--impressions <number>", "about so many impressions (default: over 1 M)")
      .option("--seed <number>", "the source of chance", "1")
      .option("-o, --output <folder>", "where the files go", FOLDER);
  },
  async run(_words, values, session) {
    const flags = readFlags(values);
    const size = { impressions: flags.whole("impressions", 1), seed: flags.whole("seed", 0) ?? 1 };
    flags.finish();
    const folder = flags.text("output") ?? FOLDER;
    await makeFolder(session.path(folder));
    const simulated = await simulateInto(join(folder, "log.parquet"), size, session);
    const study = join(folder, "study.yaml");
    await session.writeText(study, stringify(simulated.study));
    const result = await evaluateStudy(study, session);
    await writeAnswers(folder, result, simulated.truth, session);
    session.print(
      formatText(resultDocument(result, simulated.truth), { ...session.terminal, brief: true }),
    );
    printNextSteps(folder, study, session);
    return exitCodes.answered.code;
  },
};

async function evaluateStudy(path: string, session: Session): Promise<Result> {
  const { readStudyFile } = await session.modules.study();
  const { withEngine, takeTally, conclude } = await session.modules.evaluate();
  const study = await readStudyFile(session.path(path));
  const { signal } = session;
  const tally = await withEngine(study.engine, (engine) =>
    session.long((onProgress) => takeTally(study, { engine, signal, onProgress })),
  );
  return conclude(tally, { signal });
}

async function writeAnswers(
  folder: string,
  result: Result,
  truth: readonly Truth[],
  session: Session,
): Promise<void> {
  const document = resultDocument(result, truth);
  await session.writeText(join(folder, "result.json"), formatJson(document));
  await session.writeText(join(folder, "report.html"), formatHtml(document));
}

function printNextSteps(folder: string, study: string, { say, command }: Session): void {
  say(`Next: ${command} explain ranksAmongViewed`);
  say(`      ${command} evaluate ${study} --verbose`);
  say(`      open ${join(folder, "report.html")}`);
}
