import { access } from "node:fs/promises";
import type { Command } from "commander";
import { stringify } from "yaml";
import { reason, StudyError } from "../../errors.js";
import { measuredCurve, tails } from "../../exposure/index.js";
import { type ProposedRoles, proposeRoles } from "../../log/propose-study.js";
import { sourceRef } from "../../log/sources/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { declareLogFlags, readLogFlags, studyOfLog } from "../log-flags.js";
import type { Session } from "../session.js";

const examples = `
Proposes what the names of columns suggest: look at every line before you trust an answer.

Examples:
  $ hindcast init log.parquet
  $ hindcast init 'logs/*.csv' --trajectory visit --rank slot --output launch.yaml`;

/** `hindcast init`: files of a log → a study that names their columns, to be looked over. */
export const init: CommandModule = {
  declare(command: Command): Command {
    command
      .argument("<log...>", "files of a log (.parquet, .csv, .jsonl)")
      .option("-o, --output <file>", "the study to write; an existing file is kept", "study.yaml");
    return declareLogFlags(command).addHelpText("after", examples);
  },
  async run(files, given, session) {
    const flags = readFlags(given);
    const roles = readLogFlags(flags);
    const output = flags.text("output") ?? "study.yaml";
    flags.finish();
    await requireFree(output, session);
    const { withEngine } = await session.modules.evaluate();
    const study = studyOfLog(
      files.map((file) => session.path(file)),
      roles,
    );
    const columns = await withEngine(study.engine, (engine) =>
      engine.describe(sourceRef(study.log.source), { signal: session.signal }),
    );
    const named = Object.entries(roles).map(([key, column]) => [key, String(column)]);
    const proposed = proposeRoles(columns, Object.fromEntries(named));
    await session.writeText(output, textOf(files, proposed));
    const unused = columns.map(({ name }) => name).filter((name) => !isUsed(name, proposed));
    session.say(`wrote ${output}${unused.length === 0 ? "" : `; not used: ${unused.join(", ")}`}`);
    for (const each of proposed.missing) session.say(`to be named in it: log.${each}`);
    session.say(`Next: ${session.command} check ${output}`);
    return exitCodes.answered.code;
  },
};

async function requireFree(output: string, { path }: Session): Promise<void> {
  const isFree = await access(path(output)).then(
    () => false,
    () => true,
  );
  if (isFree) return;
  const message = `${output} exists and is kept. Name another file with --output, or remove it.`;
  throw new StudyError(reason("flag", message, { output }));
}

const isUsed = (name: string, { log, rewards, policies }: ProposedRoles): boolean =>
  [log, rewards, ...Object.values(policies)].some((part) => Object.values(part).includes(name));

function textOf(
  files: readonly string[],
  { log, rewards, policies, missing }: ProposedRoles,
): string {
  const curve = { fit: measuredCurve.name, tail: tails[0] };
  const [file = ""] = files;
  const study = {
    log: {
      source: files.length === 1 ? file : files,
      ...log,
      rewards,
      exposure: { curve },
    },
    policies,
  };
  const asked = [
    ...missing.map((each) => `Name log.${each}.`),
    ...(Object.keys(rewards).length === 0 ? ["Name at least one reward: { click: column }."] : []),
    ...(Object.keys(policies).length === 0
      ? ["Name policies: { candidate: { rank: column } }, the rank in the full candidate list."]
      : []),
  ];
  return [
    "# yaml-language-server: $schema=node_modules/hindcast/schema/study.json",
    "# Proposed by `hindcast init` from the names of columns: look at every line.",
    "# One row must be one item that was viewed, not one that was only offered (docs/study.md).",
    "# Ranks count from 1. Policies give the rank in the full candidate list, NULL if not shown.",
    "# Which curve fits: `hindcast fit` with this file compares the models.",
    ...asked.map((each) => `# TO DO: ${each}`),
    stringify(study),
  ].join("\n");
}
