import { reason, StudyError } from "../errors.js";
import { nearestName } from "../numeric/index.js";
import type { Engine } from "../sql/index.js";
import type { EngineSpec } from "../study/index.js";

type Options = Omit<EngineSpec, "name">;

interface EngineMember {
  readonly name: string;
  /** Addresses that name the engine by themselves. */
  readonly address?: RegExp;
  /** The options that it has, and those of them without which it cannot be opened. */
  readonly options: readonly (keyof Options)[];
  readonly needs?: readonly (keyof Options)[];
  readonly load: (options: Options) => Promise<Engine>;
}

/** Every engine; its code is loaded when a study names it. */
const engines: readonly EngineMember[] = [
  {
    name: "duckdb",
    options: ["threads", "memoryLimit", "tempDirectory", "database"],
    load: async (options) =>
      (await import("../engines/duckdb/index.js")).createDuckdbEngine(options),
  },
  {
    name: "spark",
    address: /^sc:\/\//i,
    options: ["url", "tokenFile", "ca", "headers", "timeout", "connectTimeout"],
    needs: ["url"],
    load: async ({ url = "", ...options }) =>
      (await import("../engines/spark/index.js")).createSparkEngine({ ...options, url }),
  },
  {
    name: "clickhouse",
    address: /^https?:\/\//i,
    options: [
      "url",
      "user",
      "passwordFile",
      "headers",
      "settings",
      "database",
      "timeout",
      "connectTimeout",
    ],
    needs: ["url"],
    load: async ({ url = "", ...options }) =>
      (await import("../engines/clickhouse/index.js")).createClickhouseEngine({ ...options, url }),
  },
  {
    name: "sums",
    options: ["files"],
    needs: ["files"],
    load: async ({ files = [] }) =>
      (await import("../engines/results/index.js")).createResultsEngine({ files }),
  },
];

/** Names of the engines that a study may use. */
export const engineNames: readonly string[] = engines.map(({ name }) => name);

/** Opens the engine of a study; the caller closes it. Throws StudyError for options that it does not have. */
export async function openEngine(spec: EngineSpec): Promise<Engine> {
  const { name, ...options } = spec;
  const byAddress = engines.find(({ address }) => address?.test(name));
  const member = byAddress ?? engines.find((each) => each.name === name);
  if (member === undefined) throw unknownEngine(name);
  const given = byAddress === undefined ? options : { ...options, url: name };
  requireOptions(member, given);
  return member.load(given);
}

/** What was given for a name may be an address with a password: only a word is repeated. */
function unknownEngine(given: string): StudyError {
  const name = /^[\w-]+$/.test(given) ? given : `${/^[\w+.-]*/.exec(given)?.[0]}…`;
  const nearest = nearestName(name, engineNames);
  const hint =
    nearest === undefined
      ? `there are ${engineNames.join(", ")}, and addresses like sc://host:15002 or https://host:8443`
      : `did you mean "${nearest}"?`;
  const message = `engine "${name}" is not known; ${hint}`;
  return new StudyError(reason("unknownEngine", message, { engine: name, engines: engineNames }));
}

function requireOptions({ name, options, needs = [] }: EngineMember, given: Options): void {
  const keys = Object.keys(given) as (keyof Options)[];
  const problems = [
    ...keys
      .filter((key) => !options.includes(key))
      .map((key) => `engine ${name} has no option "${key}"; it has ${options.join(", ")}`),
    ...needs
      .filter((key) => given[key] === undefined)
      .map(
        (key) =>
          `engine ${name} needs ${key === "url" ? `its address: engine: { ${name}: … }` : key}`,
      ),
  ];
  if (problems.length === 0) return;
  throw new StudyError(
    problems.map((problem) => reason("engineOption", problem, { engine: name })),
  );
}
