import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { findEngine } from "../engines/index.js";
import type { KeepingEngine, KeepOptions } from "../engines/results/index.js";
import { LogError, reason, StudyError } from "../errors.js";
import { addressWithoutSecrets } from "../secrets.js";
import type { Engine } from "../sql/engine.js";
import type { EngineSpec, Study } from "../study/study.js";
import { closing } from "./open-engine.js";

/**
 * Uses an engine whose finished statements are kept in a folder, and not run again where an earlier run kept them.
 * What was kept of a log that changed under the run is removed. Keys of users are kept only where the study lets
 * them stand in results. The caller forgets it once it is not needed any more.
 */
export async function withKeptResults<T>(
  engine: Engine,
  study: Pick<Study, "engine" | "privacy">,
  options: Pick<KeepOptions, "folder" | "say">,
  use: (engine: KeepingEngine) => Promise<T>,
): Promise<T> {
  if ((await engine.info()).inRounds === true) throw nothingToKeep(engine);
  const { keepResults } = await import("../engines/results/index.js");
  const whose = { place: placeOf(study.engine), keys: study.privacy.keys };
  return closing(await keepResults(engine, { ...options, ...whose }), async (keeping) => {
    try {
      return await use(keeping);
    } catch (error) {
      if (error instanceof LogError && error.code === "logChanged") await keeping.forget();
      throw error;
    }
  });
}

/** Where an engine looks up names: its address, database and the like, without what opens the door. */
function placeOf({ name, ...values }: EngineSpec): KeepOptions["place"] {
  const options = (findEngine(name)?.options ?? []).filter(
    ({ kind, place }) => kind === "address" || place === true,
  );
  const chosen = options.flatMap((option) => {
    const value = values[option.name];
    return value === undefined ? [] : [[option, value] as const];
  });
  const named = chosen.map(([option, value]) => [
    option.name,
    addressWithoutSecrets(String(value)),
  ]);
  const id = JSON.stringify([addressWithoutSecrets(name), named]);
  return {
    id: bytesToHex(sha256(utf8ToBytes(id))),
    files: chosen.flatMap(([{ kind }, value]) => (kind === "file" ? [String(value)] : [])),
  };
}

const nothingToKeep = ({ name }: Engine): StudyError =>
  new StudyError(
    reason(
      "engineOption",
      "--resume keeps results of statements, and this study reads results of statements already; leave it out.",
      { engine: name },
    ),
  );
