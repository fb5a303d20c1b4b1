import type { ColumnNames } from "./columns.js";
import { readCsv } from "./csv.js";
import { readJsonLines } from "./json-lines.js";
import type { Lines, LinesKind } from "./lines.js";
import { readParquet } from "./parquet.js";
import { fileFault } from "./refuse.js";
import { readTrec } from "./trec.js";

/** A form in which runs and labels are written. */
interface FileForm {
  readonly name: string;
  readonly endings: readonly string[];
  readonly read: (
    name: string,
    kind: LinesKind,
    bytes: Uint8Array,
    columns: ColumnNames,
  ) => Lines | Promise<Lines>;
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const forms = {
  parquet: { name: "Parquet", endings: [".parquet"], read: readParquet },
  json: {
    name: "JSON lines",
    endings: [".jsonl", ".ndjson"],
    read: (name, kind, bytes, columns) => readJsonLines(name, kind, textOf(bytes), columns),
  },
  csv: {
    name: "CSV",
    endings: [".csv", ".tsv"],
    read: (name, kind, bytes, columns) => readCsv(name, kind, textOf(bytes), columns),
  },
  trec: {
    name: "TREC",
    endings: [],
    read: (name, kind, bytes) => readTrec(name, kind, bytes),
  },
} as const satisfies Readonly<Record<string, FileForm>>;

/** What a file's first bytes look like; a text that is nothing else is taken for TREC's. */
function seen(bytes: Uint8Array): FileForm {
  const start = textOf(bytes.subarray(0, 400)).replace(/^\uFEFF/, "");
  if (start.startsWith("PAR1")) return forms.parquet;
  if (/^\s*[[{]/.test(start)) return forms.json;
  const [first = ""] = start.trimStart().split("\n", 1);
  const isTable = /[,;]/.test(first) || (first.includes("\t") && /^[a-z_"]+\t/i.test(first));
  const isBlank = first.trim().split(/\s+/).length >= 4;
  return isTable && !isBlank ? forms.csv : forms.trec;
}

/**
 * Reads a run or labels: by the file's ending, and by its first bytes where the ending names no form
 * (.txt, .run, .qrels, stdin). Throws a LogError with the lines that cannot be read, and where a file is empty
 * or is not what its ending says.
 */
export async function readLines(
  name: string,
  kind: LinesKind,
  bytes: Uint8Array,
  columns: ColumnNames = {},
): Promise<Lines> {
  const looks = seen(bytes);
  const ending = /\.[^./\\]+$/.exec(name.replace(/\.gz$/i, ""))?.[0].toLowerCase() ?? "";
  const said = Object.values<FileForm>(forms).find(({ endings }) => endings.includes(ending));
  const isText = (form: FileForm): boolean => form !== forms.parquet;
  if (bytes.length === 0) throw empty(name, kind);
  if (said !== undefined && (isText(said) !== isText(looks) || isOther(said, looks))) {
    const message = `${name} ends in ${ending}, and its first bytes are those of ${looks.name}. Rename it, or give it as ${looks.name === forms.trec.name ? ".txt" : looks.endings[0]}.`;
    throw fileFault("fileKind", name, message);
  }
  const lines = await (said ?? looks).read(name, kind, bytes, columns);
  if (lines.size === 0) throw empty(name, kind);
  return lines;
}

const isOther = (said: FileForm, looks: FileForm): boolean =>
  (said === forms.json) !== (looks === forms.json);

const empty = (name: string, kind: LinesKind): Error =>
  fileFault(
    "emptyFile",
    name,
    kind === "run"
      ? `${name} lists no item: a run needs a line for every item that it recommends.`
      : `${name} holds no label, so that nothing can be measured.`,
  );
