import { UnsupportedError } from "../../errors.js";
import { type Insist, type Law, laws } from "../../laws.js";
import { dialects } from "../../sql/dialects/index.js";
import { interpreterDialect } from "../../sql/interpreter/dialect.js";
import type { Source } from "./source.js";

export const sourceLaws: readonly Law<Source>[] = laws({
  nameOf: ({ name }) => `The source ${name}:`,
  laws: {
    "it reads what it writes": readsWhatItWrites,
    "it refuses other values without throwing": refusesOthers,
    "an engine reads it, and the others say what to name instead": isRead,
    "its words name it": hasWords,
    "every path in it can be placed": placesPaths,
  },
});

function exampleOf(source: Source, insist: Insist): object {
  const spec = source.read(source.example);
  insist(spec !== undefined && !("fault" in spec), "it does not read its own example");
  return spec ?? {};
}

function readsWhatItWrites(source: Source, insist: Insist): void {
  const written = source.write(exampleOf(source, insist));
  const again = source.read(written);
  insist(again !== undefined && !("fault" in again), `it does not read ${shown(written)}`);
  const twice = shown(source.write(again ?? {}));
  insist(twice === shown(written), `it writes ${shown(written)}, and then ${twice}`);
  insist(Object.keys(again ?? {}).join() === source.name, "its key is not its name");
}

function refusesOthers(source: Source, insist: Insist): void {
  for (const value of [undefined, null, 42, true, "", [[]], [3]]) {
    const read = source.read(value);
    const isRefused = read === undefined || "fault" in read;
    insist(isRefused, `it reads ${shown(value)} as a source`);
  }
}

function isRead(source: Source, insist: Insist): void {
  const ref = source.ref(exampleOf(source, insist));
  const readers = [...dialects, interpreterDialect].filter((dialect) => {
    try {
      return typeof dialect.source(ref) === "string";
    } catch (error) {
      if (!(error instanceof UnsupportedError)) throw error;
      const sentences = error.message.split(". ").length;
      insist(sentences > 1, `${dialect.name} does not say what to name instead`);
      return false;
    }
  });
  insist(readers.length > 0, "no engine reads it");
}

function hasWords(source: Source, insist: Insist): void {
  const { name, form, reads, isShort } = source;
  insist(isShort === true || form.includes(`{ ${name}: `), `its form "${form}" lacks its key`);
  insist(reads !== "" && !reads.endsWith("."), "it does not say what it reads");
  insist(
    source.describe(exampleOf(source, insist), "log.source") !== "",
    "messages cannot name it",
  );
}

function placesPaths(source: Source, insist: Insist): void {
  const spec = exampleOf(source, insist);
  const placed = source.place?.(spec, (file) => `/placed/${file}`);
  if (placed === undefined) return;
  const [before, after] = [source.ref(spec), source.ref(placed)].map(shown);
  insist(after !== before, "its paths stay where they were");
  insist((after ?? "").includes("/placed/"), `its paths are not placed: ${after}`);
}

const shown = (value: unknown): string => JSON.stringify(value) ?? String(value);
