import type { Dialect } from "../../sql/dialect.js";
import type { FilesRef, SourceRef, TextForm } from "../../sql/relation.js";

/** Files of text that a database reads, each source in one form. */
export interface TextFiles<Run> {
  readonly dialect: Dialect;
  /** What was found; undefined of other sources. */
  readonly formOf: (files: FilesRef) => TextForm | undefined;
  /** Finds the form of a source: once, and again where its files were written since. */
  readonly find: (files: FilesRef, run: Run) => Promise<void>;
}

export interface TextReader<Run> {
  readonly dialectOf: (formOf: (files: FilesRef) => TextForm | undefined) => Dialect;
  /** The form of files from all their rows; undefined where no table is in them. */
  readonly formOf: (run: Run, files: FilesRef) => Promise<TextForm | undefined>;
  /** Another text where the files were written again. */
  readonly stateOf: (run: Run, files: FilesRef) => Promise<string>;
}

export function createTextFiles<Run>(reader: TextReader<Run>): TextFiles<Run> {
  const forms = new Map<string, TextForm | undefined>();
  const searches = new Map<string, { readonly state: string; readonly form: Promise<void> }>();
  const formOf = (files: FilesRef): TextForm | undefined => forms.get(nameOf(files));
  return {
    dialect: reader.dialectOf(formOf),
    formOf,
    find: async function find(files, run): Promise<void> {
      const name = nameOf(files);
      const state = await reader.stateOf(run, files);
      const last = searches.get(name);
      // Where another call's search failed, it may have been that call which was cancelled.
      if (last?.state === state) return last.form.catch(() => find(files, run));
      const form = reader.formOf(run, files).then((value) => void forms.set(name, value));
      searches.set(name, { state, form });
      form.catch(() => searches.delete(name));
      return form;
    },
  };
}

const nameOf = ({ format, paths }: FilesRef): string => JSON.stringify([format, paths]);

export const textFilesIn = (sources: readonly SourceRef[]): readonly FilesRef[] =>
  sources.flatMap((source) =>
    source.kind === "files" && source.format !== "parquet" ? source : [],
  );
