import type { CallOptions, Engine, Table } from "../../sql/index.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { TallyTable } from "../tally.js";
import type { LineRequest } from "./line-request.js";
import { rewardsByPair, viewsByPair } from "./pairs-of-lines.js";
import { readTable, withColumnsOf } from "./read-line-table.js";
import { lastRows, rewardsByDepth } from "./trajectories-of-lines.js";

/**
 * The tables that the dangers to a verdict read, by feed and group of users: rows and rewards by displayed
 * and target rank, trajectories by depth with what the target does to their last rows, and rewards by rank
 * and depth.
 */
export async function takeLineTables(
  engine: Engine,
  request: LineRequest,
  options?: CallOptions,
): Promise<Readonly<Record<string, TallyTable>>> {
  const asked = [
    ...request.targets.flatMap((target) => [
      viewsByPair(request, target),
      rewardsByPair(request, target),
    ]),
    lastRows(request),
    rewardsByDepth(request),
  ];
  const tables = await collectWide(
    engine,
    asked.map(({ plan }) => plan),
    options,
  );
  const read = asked.map(({ name, keys, columns }, at) => ({
    name,
    table: readTable(tables[at] as Table, keys, columns),
  }));
  const names = [...new Set(read.map(({ name }) => name))];
  return Object.fromEntries(
    names.map((name) => {
      const [first, ...others] = read
        .filter((each) => each.name === name)
        .map((each) => each.table);
      if (first === undefined) throw new RangeError(`No table ${name}.`);
      return [name, others.reduce(withColumnsOf, first)];
    }),
  );
}
