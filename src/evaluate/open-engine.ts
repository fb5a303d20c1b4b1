import { engines, findEngine, optionFaults } from "../engines/index.js";
import { reason, StudyError } from "../errors.js";
import { didYouMean } from "../numeric/nearest-name.js";
import type { Engine } from "../sql/engine.js";
import type { EngineSpec } from "../study/study.js";

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
  const values = isAddress ? { ...options, [short]: name } : options;
  const faults = optionFaults(member, values);
  if (faults.length === 0) return member.open(values);
  throw new StudyError(
    faults.map((fault) => reason("engineOption", fault, { engine: member.name })),
  );
}

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

/** What was given for a name may be an address with a password: only a word is repeated. */
function unknownEngine(text: string): StudyError {
  const name = /^[\w-]+$/.test(text) ? text : `${/^[\w+.-]*/.exec(text)?.[0]}…`;
  const message = `engine must be one of ${engineNames.join(", ")}, or an address such as sc://host:15002 or https://host:8443; it is "${name}".${didYouMean(name, engineNames)}`;
  return new StudyError(reason("unknownEngine", message, { engine: name, engines: engineNames }));
}
