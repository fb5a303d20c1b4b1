import { extname, join } from "node:path";
import type { Command } from "commander";
import { stringify } from "yaml";
import type { Truth } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { collected, type FlagReader, readFlags } from "../flag-reader.js";
import type { Session } from "../session.js";
import { simulateInto } from "../simulate-into.js";
import { readWorldRequest, simulateWorld } from "../simulate-world.js";

const examples = `
  $ hindcast simulate --preset feed --trajectories 2e6 --output world
  $ hindcast simulate --preset feed --dial depthByTrait=0.8 --dial rewardByTrait=1 --output world
  $ hindcast simulate --output log.parquet
  $ hindcast simulate --impressions 50000 --seed 7 --output small.parquet --study small.yaml`;

const notes = `
With --preset a folder: impressions.parquet (the log of the first arm of an A/B test, with the
ranks of the others), online.parquet (what each arm saw per feed and day), truth.json, and
study.yaml, which evaluate reads. Dials break one assumption each (--dial carryOver=0.5); at 0,
which is the default, all of them hold. A name that is not a dial lists those that are.

Without --preset one file, the log of the demonstration.`;

export const simulate: CommandModule = {
  examples,
  notes,
  declare(command: Command): Command {
    return command
      .requiredOption("-o, --output <place>", "the log to write (.parquet); with --preset a folder")
      .option("--preset <world>", "simulate this world into a folder: feed, demo")
      .option("--trajectories <number>", "about so many trajectories in the log (with --preset)")
      .option(
        "--dial <name=number>",
        "break an assumption (with --preset); repeatable",
        collected,
        [],
      )
      .option("--candidates", "also write every candidate, with predictions (with --preset)")
      .option("--exposures", "log the exposures of every policy: slow (with --preset)")
      .option("--threads <number>", "threads that play (with --preset; default: one for each core)")
      .option("--study <file>", "also write the study that reads it (.yaml, next to the log)")
      .option("--impressions <number>", "about so many impressions (default: over 1 M)")
      .option("--users <number>", "users to simulate, instead of --impressions or --trajectories")
      .option("--seed <number>", "the source of chance; the same seed writes the same bytes", "1");
  },
  async run(_words, values, session) {
    const flags = readFlags(values);
    const preset = flags.text("preset");
    if (preset === undefined) await writeDemoLog(flags, session);
    else await writeWorld(preset, flags, session);
    return exitCodes.answered.code;
  },
};

async function writeWorld(preset: string, flags: FlagReader, session: Session): Promise<void> {
  const seed = flags.whole("seed", 0) ?? 1;
  const request = readWorldRequest(preset, flags, seed);
  const folder = flags.text("output") ?? "";
  flags.finish();
  const { outcome, world } = await simulateWorld(folder, request, session);
  const { knownAnswers } = await session.modules.simulator();
  session.print(formatTruth(knownAnswers(world, outcome.truth)));
  session.say(`Next: ${session.command} evaluate ${join(folder, "study.yaml")}`);
}

const ofWorlds = ["trajectories", "threads"];

async function writeDemoLog(flags: FlagReader, session: Session): Promise<void> {
  const [impressions, users] = [flags.whole("impressions", 1), flags.whole("users", 1)];
  const seed = flags.whole("seed", 0) ?? 1;
  if (impressions !== undefined && users !== undefined) {
    flags.fault("flag", "--impressions and --users both say how much to simulate; give one.");
  }
  const isOfWorld =
    ofWorlds.some((name) => flags.text(name) !== undefined) ||
    flags.texts("dial").length > 0 ||
    flags.isSet("candidates") ||
    flags.isSet("exposures");
  if (isOfWorld) {
    flags.fault(
      "flag",
      "--trajectories, --dial, --candidates, --exposures and --threads are for a world; give --preset feed too.",
    );
  }
  const output = flags.text("output") ?? "";
  if (extname(output).toLowerCase() !== ".parquet") {
    const came = JSON.stringify(output);
    flags.fault("flag", `--output must end in .parquet, as the log is Parquet; it is ${came}.`);
  }
  flags.finish();
  await session.canWrite([output, flags.text("study")]);
  const simulated = await simulateInto(output, { seed, impressions, users }, session);
  const study = flags.text("study");
  if (study !== undefined) await session.writeText(study, stringify(simulated.study));
  session.print(formatTruth(simulated.truth));
}

function formatTruth(truths: readonly Truth[]): string {
  const header = ["policy", "reward", "feed", "truth per trajectory"];
  const rows = truths.map(({ policy, reward, feed, value }) => [
    policy,
    reward,
    feed ?? "(all)",
    value.toPrecision(6),
  ]);
  const table = [header, ...rows];
  const widths = header.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const lines = table.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  "));
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}
