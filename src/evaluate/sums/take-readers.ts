import { listReadersIn } from "../../dangers/list-readers.js";
import type { Connection } from "../../sql/engine.js";
import type { LineRequest } from "../../tally/lines/line-request.js";
import { ofReaders, usersOfLines } from "../../tally/lines/line-shapes.js";
import { takeLineTables } from "../../tally/lines/take-line-tables.js";
import { readersAlone } from "../../tally/lines/users-by-ends.js";
import type { TallyTable } from "../../tally/tally.js";

type Tables = Readonly<Record<string, TallyTable>>;

/** The tables of lines of users alone who view nearly every list to its end; nothing is asked where there are none. */
export async function takeReaders(
  { engine, options }: Connection,
  lines: LineRequest,
  tables: Tables,
): Promise<Tables> {
  const readers = listReadersIn(tables);
  if (readers === undefined) return {};
  const { size } = readers;
  const own = await takeLineTables(engine, readersAlone(lines, size), options);
  return Object.fromEntries(
    Object.entries(own)
      .filter(([name]) => name !== usersOfLines.name)
      .map(([name, table]) => [ofReaders(size, name), table]),
  );
}
