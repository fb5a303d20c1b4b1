import { rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { LOGGED } from "../log/log-spec.js";
import { makeFolder } from "../make-folder-file.js";
import { writeWhole } from "../part-file.js";
import { type Outcome, type OutcomeRow, sumOutcome } from "./outcome.js";
import { type SimulateOptions, simulate } from "./simulate.js";
import { loggerOf, type World } from "./world.js";
import { candidateColumns, impressionColumns, onlineColumns } from "./world-columns.js";
import { worldFiles, worldStudy } from "./world-study.js";
import { openParquetPart, type ParquetPart } from "./write-parquet-file.js";

/** Where a world is written to, and who hears of it. */
export interface WorldFolderOptions extends SimulateOptions {
  readonly folder: string;
  readonly onProgress?: (progress: { readonly rows: number }) => void;
}

/**
 * Simulates a world into a folder: the log, what each arm saw online, what is true, a study that reads them, and the
 * candidates where they are wanted. Either all files are there in the end, or those that were there before: on an
 * error, and when the signal fires, nothing half-written is left. Throws a StudyError where the folder cannot be
 * written to, the disk is full or the world cannot be.
 */
export async function writeWorldFolder(
  world: World,
  { folder, onProgress, ...options }: WorldFolderOptions,
): Promise<Outcome> {
  options.signal?.throwIfAborted();
  const made = await makeFolder(folder);
  try {
    return await writeFiles(world, folder, options, onProgress);
  } catch (error) {
    // A folder in which something else stands by now is left alone.
    if (made) await rmdir(folder).catch(() => {});
    throw error;
  }
}

function writeFiles(
  world: World,
  folder: string,
  options: SimulateOptions,
  onProgress: WorldFolderOptions["onProgress"],
): Promise<Outcome> {
  const names = Object.values(worldFiles).filter(
    (name) => name !== worldFiles.candidates || options.candidates === true,
  );
  return writeAllWhole(
    names.map((name) => join(folder, name)),
    async (parts) => {
      const partOf = (name: string): string => parts[names.indexOf(name as never)] ?? "";
      const outcome = await playInto(world, options, partOf, folder, onProgress);
      await writeOnline(outcome, partOf(worldFiles.online), folder);
      await writeFile(partOf(worldFiles.truth), truthText(world, options.seed, outcome));
      const study = worldStudy(world, options.candidates === true);
      await writeFile(partOf(worldFiles.study), stringify(study));
      options.signal?.throwIfAborted();
      return outcome;
    },
  );
}

/** Writes several files so that each appears only when all are whole. */
function writeAllWhole<T>(
  paths: readonly string[],
  write: (parts: readonly string[]) => Promise<T>,
  parts: readonly string[] = [],
): Promise<T> {
  const [path, ...rest] = paths;
  if (path === undefined) return write(parts);
  return writeWhole(path, (part) => writeAllWhole(rest, write, [...parts, part]));
}

async function playInto(
  world: World,
  options: SimulateOptions,
  partOf: (name: string) => string,
  folder: string,
  onProgress: WorldFolderOptions["onProgress"],
): Promise<Outcome> {
  const open = (name: string): Promise<ParquetPart> =>
    openParquetPart(partOf(name), join(folder, name));
  const log = await open(worldFiles.impressions);
  const candidates = options.candidates === true ? await open(worldFiles.candidates) : null;
  const sum = sumOutcome(world);
  try {
    for await (const batch of simulate(world, options)) {
      sum.add(batch);
      await log.write(impressionColumns(world, batch.impressions));
      if (batch.candidates) await candidates?.write(candidateColumns(world, batch.candidates));
      onProgress?.({ rows: log.rows() });
    }
    await log.finish();
    await candidates?.finish();
  } finally {
    await log.close();
    await candidates?.close();
  }
  return sum.outcome();
}

async function writeOnline({ online }: Outcome, part: string, folder: string): Promise<void> {
  const file = await openParquetPart(part, join(folder, worldFiles.online));
  try {
    await file.write(onlineColumns(online));
    await file.finish();
  } finally {
    await file.close();
  }
}

function truthText(world: World, seed: number, { truth }: Outcome): string {
  const overall = knownAnswers(world, truth);
  const days = truth.filter(({ day }) => day !== null).map(named);
  return `${JSON.stringify({ world, seed, truth: overall, days }, null, 2)}\n`;
}

/** What every policy earns over all days; the logging policy also under the name that stands for it in results. */
export function knownAnswers(world: World, truth: readonly OutcomeRow[]): readonly KnownAnswer[] {
  const rows = truth.filter(({ day }) => day === null).map(named);
  const logged = rows.filter(({ policy }) => policy === loggerOf(world).name);
  return [...rows, ...logged.map((row) => ({ ...row, policy: LOGGED }))];
}

/** A true mean reward per trajectory. */
export interface KnownAnswer {
  readonly policy: string;
  readonly feed: string;
  readonly day: string | null;
  readonly reward: string;
  readonly value: number;
  readonly standardError: number | null;
  readonly trajectories: number;
}

const named = ({
  policy,
  feed,
  day,
  reward,
  mean,
  standardError,
  trajectories,
}: OutcomeRow): KnownAnswer => ({
  policy,
  feed,
  day,
  reward,
  value: mean,
  standardError,
  trajectories,
});
