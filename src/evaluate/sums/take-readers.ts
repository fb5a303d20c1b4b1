import { listReadersIn } from "../../checks/list-readers.js";
import type { Connection } from "../../sql/engine.js";
import type { ComparisonRequest } from "../../tally/comparisons/comparison-request.js";
import { ofReaders, usersOfComparisons } from "../../tally/comparisons/comparison-shapes.js";
import { takeComparisonTables } from "../../tally/comparisons/take-comparison-tables.js";
import { readersAlone } from "../../tally/comparisons/users-by-ends.js";
import type { TallyTable } from "../../tally/tally.js";

type Tables = Readonly<Record<string, TallyTable>>;

/** The tables of comparisons of users alone who view nearly every list to its end; nothing is asked where there are none. */
export async function takeReaders(
  { engine, options }: Connection,
  comparisons: ComparisonRequest,
  tables: Tables,
): Promise<Tables> {
  const readers = listReadersIn(tables);
  if (readers === undefined) return {};
  const { size } = readers;
  const theirs = await takeComparisonTables(engine, readersAlone(comparisons, size), options);
  return Object.fromEntries(
    Object.entries(theirs)
      .filter(([name]) => name !== usersOfComparisons.name)
      .map(([name, table]) => [ofReaders(size, name), table]),
  );
}
