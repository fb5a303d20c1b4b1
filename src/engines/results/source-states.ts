import { EngineError, type EngineFailure } from "../../errors.js";
import { withoutSecrets } from "../../secrets.js";
import type { CallOptions, Engine } from "../../sql/engine.js";
import { column } from "../../sql/expression.js";
import { structuralKey } from "../../sql/passes/structural-key.js";
import { from, type SourceRef, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";

/** What an engine says of the version of a source: of its files, its parts or its rows. */
export interface SourceState {
  readonly source: SourceRef;
  readonly state: string;
}

export interface SourceStates {
  /** The state of a source when this run first asked; undefined where the engine cannot tell. */
  readonly of: (source: SourceRef, call?: CallOptions) => Promise<string | undefined>;
}

// A view has no columns that say when its rows were written, and a user may lack the right to ask.
const cannotTell: ReadonlySet<EngineFailure> = new Set(["syntax", "missing", "data", "auth"]);

/** The states of sources, each asked once: what is read later may only be newer than its state says. */
export function createSourceStates(engine: Engine): SourceStates {
  const asked = new Map<string, Promise<string | undefined>>();
  return {
    of: (source, call) => {
      const key = structuralKey(source);
      const known = asked.get(key) ?? ask(engine, source, call);
      asked.set(key, known);
      return known;
    },
  };
}

async function ask(
  engine: Engine,
  source: SourceRef,
  call: CallOptions = {},
): Promise<string | undefined> {
  const sql = engine.dialect.state?.(source);
  if (sql === undefined) return undefined;
  try {
    const table = await collect(
      engine,
      {
        purpose: "version of the log",
        relation: select(from({ kind: "sql", sql }), [["state", column("state")]]),
        columns: [{ name: "state", type: "text" }],
      },
      call,
    );
    const [state] = table.columns.get("state") ?? [];
    return state === null || state === undefined ? undefined : String(state);
  } catch (error) {
    if (error instanceof EngineError && cannotTell.has(error.failure)) return undefined;
    throw error;
  }
}

/** A source as a line names it. */
export function nameOf(source: SourceRef): string {
  if ("name" in source) return `the table ${source.name.join(".")}`;
  if ("paths" in source) return source.paths.map((path) => withoutSecrets(path)).join(", ");
  return "the log";
}
