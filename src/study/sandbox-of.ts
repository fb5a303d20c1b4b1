import type { EngineSpec } from "./study.js";

/** The only folders that files of a study may lie in, where its engine is given some. */
export const sandboxOf = ({ sandbox }: EngineSpec): readonly string[] | undefined =>
  Array.isArray(sandbox) ? sandbox.map(String) : undefined;
