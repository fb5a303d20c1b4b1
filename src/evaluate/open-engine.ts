import { reason, StudyError } from "../errors.js";
import { nearestName } from "../numeric/index.js";
import type { Engine } from "../sql/index.js";
import type { EngineSpec } from "../study/index.js";

interface EngineMember {
  readonly name: string;
  readonly load: (spec: EngineSpec) => Promise<Engine>;
}

/** Every engine; its code is loaded when a study names it. */
const engines: readonly EngineMember[] = [
  {
    name: "duckdb",
    load: async ({ name: _, ...options }) =>
      (await import("../engines/duckdb/index.js")).createDuckdbEngine(options),
  },
];

/** Names of the engines that a study may use. */
export const engineNames: readonly string[] = engines.map(({ name }) => name);

/** Opens the engine of a study; the caller closes it. */
export async function openEngine(spec: EngineSpec): Promise<Engine> {
  const member = engines.find(({ name }) => name === spec.name);
  if (member !== undefined) return member.load(spec);
  const nearest = nearestName(spec.name, engineNames);
  const hint =
    nearest === undefined ? `there are ${engineNames.join(", ")}` : `did you mean "${nearest}"?`;
  const message = `engine "${spec.name}" is not known; ${hint}`;
  throw new StudyError(
    reason("unknownEngine", message, { engine: spec.name, engines: engineNames }),
  );
}
