import { engines, findEngine, optionFaults } from "../engines/index.js";
import type { KeepingEngine, KeepOptions } from "../engines/results/index.js";
import { LogError, reason, StudyError } from "../errors.js";
import { didYouMean } from "../numeric/index.js";
import type { Engine } from "../sql/index.js";
import type { EngineSpec } from "../study/index.js";

/** Names of the engines that a study may use. */
export const engineNames: readonly string[] = engines.map(({ name }) => name);

/**
 * Opens the engine that a study names: its name or address, or a mapping of name and options. The caller
 * closes it. Throws
 * StudyError for an unknown engine and for options that it does not have.
 */
export async function openEngine(spec: EngineSpec | string): Promise<Engine> {
  const { name, ...options } = typeof spec === "string" ? { name: spec } : (spec ?? {});
  if (typeof name !== "string") throw unknownEngine("");
  const member = findEngine(name);
  if (member === undefined) throw unknownEngine(name);
  const { short } = member;
  const isAddress = member.address?.test(name) === true && short !== undefined;
  const given = isAddress ? { ...options, [short]: name } : options;
  const faults = optionFaults(member, given);
  if (faults.length === 0) return member.open(given);
  throw new StudyError(
    faults.map((fault) => reason("engineOption", fault, { engine: member.name })),
  );
}

/** Opens the engine that a study names for one use, and closes it whatever happens. */
export async function withEngine<T>(
  spec: EngineSpec,
  use: (engine: Engine) => Promise<T>,
): Promise<T> {
  return closing(await openEngine(spec), use);
}

/** Uses an engine and closes it whatever happens. */
export async function closing<E extends Engine, T>(
  engine: E,
  use: (engine: E) => Promise<T>,
): Promise<T> {
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/**
 * Uses an engine whose finished statements are kept in a folder, and not run again where an earlier run kept them.
 * What was kept of a log that changed under the run is removed. The caller forgets it once it is not needed any more.
 */
export async function withKeptResults<T>(
  engine: Engine,
  options: KeepOptions,
  use: (engine: KeepingEngine) => Promise<T>,
): Promise<T> {
  if ((await engine.info()).inRounds === true) throw nothingToKeep();
  const { keepResults } = await import("../engines/results/index.js");
  return closing(await keepResults(engine, options), async (keeping) => {
    try {
      return await use(keeping);
    } catch (error) {
      if (error instanceof LogError && error.code === "logChanged") await keeping.forget();
      throw error;
    }
  });
}

const nothingToKeep = (): StudyError =>
  new StudyError(
    reason(
      "engineOption",
      "--resume keeps results of statements, and this study reads results of statements already; leave it out.",
      { engine: "results" },
    ),
  );

/** What was given for a name may be an address with a password: only a word is repeated. */
function unknownEngine(given: string): StudyError {
  const name = /^[\w-]+$/.test(given) ? given : `${/^[\w+.-]*/.exec(given)?.[0]}…`;
  const message = `engine must be one of ${engineNames.join(", ")}, or an address such as sc://host:15002 or https://host:8443; it is "${name}".${didYouMean(name, engineNames)}`;
  return new StudyError(reason("unknownEngine", message, { engine: name, engines: engineNames }));
}
