import { InternalError, UnsupportedError } from "../../errors.js";
import { dialects } from "../../sql/dialects/index.js";
import { interpreterDialect } from "../../sql/interpreter/dialect.js";
import type { Source } from "./source.js";

/** What holds for every kind of source; throws an InternalError naming the source where it does not. */
export interface SourceLaw {
  readonly name: string;
  readonly check: (source: Source) => void;
}

export const sourceLaws: readonly SourceLaw[] = [
  { name: "it reads what it writes", check: readsWhatItWrites },
  { name: "it refuses other values without throwing", check: refusesOthers },
  { name: "an engine reads it, and the others say what to name instead", check: isRead },
  { name: "its words name it", check: hasWords },
  { name: "every path in it can be placed", check: placesPaths },
];

function exampleOf(source: Source): object {
  const spec = source.read(source.example);
  insist(source, spec !== undefined && !("fault" in spec), "it does not read its own example");
  return spec ?? {};
}

function readsWhatItWrites(source: Source): void {
  const written = source.write(exampleOf(source));
  const again = source.read(written);
  insist(source, again !== undefined && !("fault" in again), `it does not read ${shown(written)}`);
  const twice = shown(source.write(again ?? {}));
  insist(source, twice === shown(written), `it writes ${shown(written)}, and then ${twice}`);
  insist(source, Object.keys(again ?? {}).join() === source.name, "its key is not its name");
}

function refusesOthers(source: Source): void {
  for (const value of [undefined, null, 42, true, "", [[]], [3]]) {
    const read = source.read(value);
    const isRefused = read === undefined || "fault" in read;
    insist(source, isRefused, `it reads ${shown(value)} as a source`);
  }
}

function isRead(source: Source): void {
  const ref = source.ref(exampleOf(source));
  const readers = [...dialects, interpreterDialect].filter((dialect) => {
    try {
      return typeof dialect.source(ref) === "string";
    } catch (error) {
      if (!(error instanceof UnsupportedError)) throw error;
      const sentences = error.message.split(". ").length;
      insist(source, sentences > 1, `${dialect.name} does not say what to name instead`);
      return false;
    }
  });
  insist(source, readers.length > 0, "no engine reads it");
}

function hasWords(source: Source): void {
  const { name, form, reads, isShort } = source;
  insist(
    source,
    isShort === true || form.includes(`{ ${name}: `),
    `its form "${form}" lacks its key`,
  );
  insist(source, reads !== "" && !reads.endsWith("."), "it does not say what it reads");
  insist(
    source,
    source.describe(exampleOf(source), "log.source") !== "",
    "messages cannot name it",
  );
}

function placesPaths(source: Source): void {
  const spec = exampleOf(source);
  const placed = source.place?.(spec, (file) => `/placed/${file}`);
  if (placed === undefined) return;
  const [before, after] = [source.ref(spec), source.ref(placed)].map(shown);
  insist(source, after !== before, "its paths stay where they were");
  insist(source, (after ?? "").includes("/placed/"), `its paths are not placed: ${after}`);
}

const shown = (value: unknown): string => JSON.stringify(value) ?? String(value);

function insist({ name }: Source, holds: boolean, fault: string): void {
  if (!holds) throw new InternalError(`The source ${name}: ${fault}.`);
}
