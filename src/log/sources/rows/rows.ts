import { reason, StudyError } from "../../../errors.js";
import { type MemoryTable, memoryTable } from "../../../sql/memory-table.js";
import type { Source } from "../source.js";

/** Rows in memory; a text stands for rows that a result of another process was computed from. */
export interface RowsSpec {
  readonly rows: MemoryTable | string;
}

const inMemory = /^\d+ rows in memory$/;

/** Rows of the calling program: an array of objects, or an object of equally long columns. */
export const rows: Source<RowsSpec> = {
  name: "rows",
  form: "{ rows: [{ column: value }] }",
  reads: "rows in memory: an array of objects, or an object of columns",
  value: "rows",
  example: [{ session: 1, position: 1, liked: 0.5 }],
  read(value) {
    if (typeof value === "string") return inMemory.test(value) ? { rows: value } : undefined;
    const table = memoryTable(value);
    return "fault" in table ? table : { rows: table };
  },
  write: ({ rows: held }) => (typeof held === "string" ? held : `${held.rows} rows in memory`),
  ref: ({ rows: held }) => ({
    kind: "rows",
    table: typeof held === "string" ? gone(held) : held,
  }),
  describe: ({ rows: held }) =>
    `the table of ${typeof held === "string" ? held : `${held.rows} rows in memory`}`,
};

/** Rows that only a result names: it can be concluded again, but not evaluated. */
function gone(held: string): MemoryTable {
  const columns = (): never => {
    const message = `log.source names ${held}, which another run held; a result does not keep them. Give the rows themselves: source: { rows: [ … ] }.`;
    throw new StudyError(reason("rowsGone", message));
  };
  return { name: "rows_gone", rows: Number.parseInt(held, 10), columns };
}
