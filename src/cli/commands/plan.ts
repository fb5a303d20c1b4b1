import { extname } from "node:path";
import type { Command } from "commander";
import type { StudyTally } from "../../evaluate/about.js";
import type { Plan } from "../../planning/index.js";
import { planDocument } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { ofTallies } from "../of-tallies.js";
import { declareOutput, readOutput, writeDocument } from "../output.js";
import type { Session } from "../session.js";
import { declareStudyFlags, readStudyFlags, studyFlagsGiven, withFlags } from "../study-flags.js";

const examples = `
  $ hindcast plan november.parquet
  $ hindcast plan study.yaml --lift 0.02 --power 0.9
  $ hindcast plan november.parquet --html plan.html --open`;

export const plan: CommandModule = {
  examples,
  declare(command: Command): Command {
    const input = "a study (.yaml, .json) or a saved tally (.parquet)";
    declareOutput(command.argument("<input>", input), "table")
      .option(
        "--power <chance>",
        "the chance with which a difference is to be found, 0.8 if not given",
      )
      .option("--lift <share>", "a relative difference to plan for: 0.02 is 2 %")
      .option("--confidence <level>", "level of the tests over all comparisons, in (0, 1)")
      .option("--baseline <policy>", "the policy that the others are compared with");
    return declareStudyFlags(command);
  },
  async run([input = ""], values, session) {
    const flags = readFlags(values);
    const output = { ...readOutput(flags, "table"), verbose: true };
    const power = flags.between("power", 0, 1);
    const lift = flags.between("lift", 0, Infinity);
    const confidence = flags.between("confidence", 0, 1);
    const baseline = flags.text("baseline");
    const isTally = extname(input).toLowerCase() === ".parquet";
    const ofLog = isTally ? studyFlagsGiven(flags) : [];
    if (ofLog.length > 0) {
      flags.fault(
        "flag",
        `${ofLog.join(", ")} say how to read a log, and ${input} is a tally, which needs none; leave them out.`,
      );
    }
    readStudyFlags(flags);
    flags.finish();
    await session.canWrite([output.file, output.html]);
    const chosen = { confidence, baseline };
    const { planOf } = await session.modules.planning();
    const made = async (): Promise<Plan> =>
      planOf(
        isTally
          ? await (await session.modules.evaluate()).readTally(session.path(input))
          : await take(input, values, chosen, session),
        {
          ...(power !== undefined && { power }),
          ...(lift !== undefined && { lift }),
          ...(confidence !== undefined && { confidence }),
          ...(baseline !== undefined && { baseline }),
          signal: session.signal,
        },
      );
    const result = await (isTally ? ofTallies([input], made) : made());
    await writeDocument(planDocument(result), output, session);
    return exitCodes.answered.code;
  },
};

async function take(
  input: string,
  flags: Readonly<Record<string, unknown>>,
  chosen: { readonly confidence: number | undefined; readonly baseline: string | undefined },
  session: Session,
): Promise<StudyTally> {
  const { readStudyFile } = await session.modules.study();
  const { withEngine, takeTally } = await session.modules.evaluate();
  const read = await readStudyFile(session.path(input));
  const study = withFlags(read, { ...readStudyFlags(readFlags(flags)), ...chosen });
  return withEngine(study.engine, (engine) =>
    session.long((onProgress) => takeTally(study, { engine, signal: session.signal, onProgress })),
  );
}
