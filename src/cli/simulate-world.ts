import { stat } from "node:fs/promises";
import { join } from "node:path";
import { reason, StudyError } from "../errors.js";
import { showCount } from "../numeric/show-number.js";
import type { Outcome, World } from "../simulator/index.js";
import type { FlagReader } from "./flag-reader.js";
import type { Session } from "./session.js";

/** A world of the command line: a preset by name, and what flags change of it. */
export interface WorldRequest {
  readonly preset: string;
  readonly trajectories: number | undefined;
  readonly users: number | undefined;
  readonly dials: Readonly<Record<string, number>>;
  readonly exposures: boolean;
  readonly candidates: boolean;
  readonly threads: number | undefined;
  readonly seed: number;
}

export function readWorldRequest(preset: string, flags: FlagReader, seed: number): WorldRequest {
  const dials = flags.texts("dial").flatMap((text) => readDial(text, flags));
  const twice = dials.find(([name], at) => dials.findIndex(([other]) => other === name) < at);
  if (twice !== undefined) flags.fault("flag", `--dial ${twice[0]} is given twice; give it once.`);
  const request = {
    preset,
    trajectories: flags.whole("trajectories", 1),
    users: flags.whole("users", 1),
    dials: Object.fromEntries(dials),
    exposures: flags.isSet("exposures"),
    candidates: flags.isSet("candidates"),
    threads: flags.whole("threads", 1),
    seed,
  };
  if (request.trajectories !== undefined && request.users !== undefined) {
    flags.fault("flag", "--trajectories and --users both say how much to simulate; give one.");
  }
  if (flags.text("impressions") !== undefined || flags.text("study") !== undefined) {
    flags.fault(
      "flag",
      "--impressions and --study are for a single file; with --preset give --trajectories, and find the study in the folder.",
    );
  }
  return request;
}

function readDial(text: string, flags: FlagReader): readonly (readonly [string, number])[] {
  const [name = "", ...rest] = text.split("=");
  const size = rest.join("=");
  const value = size.trim() === "" ? Number.NaN : Number(size);
  if (Number.isFinite(value)) return [[name, value]];
  const came = JSON.stringify(text);
  flags.fault("flag", `--dial must be name=number, such as carryOver=0.5; it is ${came}.`);
  return [];
}

export async function simulateWorld(
  folder: string,
  request: WorldRequest,
  session: Session,
): Promise<{ readonly outcome: Outcome; readonly world: World }> {
  const { presetWorld, writeWorldFolder } = await session.modules.simulator();
  const study = join(session.path(folder), "study.yaml");
  if ((await stat(study).catch(() => undefined))?.isFile() === true) {
    const message = `${join(folder, "study.yaml")} exists, and is kept with its log. Name another folder with --output, or remove this one.`;
    throw new StudyError(reason("flag", message));
  }
  const { preset, candidates, seed, threads } = request;
  const { users, trajectories, dials, exposures } = request;
  const world = presetWorld(preset, {
    ...(users !== undefined && { users }),
    ...(trajectories !== undefined && { trajectories }),
    dials,
    exposures,
  });
  const outcome = await session.long((onProgress) =>
    writeWorldFolder(world, {
      folder: session.path(folder),
      seed,
      candidates,
      ...(threads !== undefined && { threads }),
      signal: session.signal,
      onProgress: ({ rows }) => onProgress({ purpose: "simulating impressions", rows }),
    }),
  );
  session.kept(folder);
  const { impressions, trajectories: lists } = outcome;
  const [rows, sessions] = [impressions, lists].map(showCount);
  session.say(`simulated ${rows} impressions in ${sessions} trajectories into ${folder}`);
  return { outcome, world };
}
