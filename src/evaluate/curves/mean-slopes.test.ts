import { beforeAll, describe, expect, it } from "vitest";
import { randomLog } from "../../../test/fixture/random-log.js";
import { smallStudy, tallyRows } from "../../../test/fixture/small-study.js";
import { InternalError } from "../../errors.js";
import { depthsTable } from "../../tally/take-depths.js";
import type { TallyColumn, TallyTable } from "../../tally/tally.js";
import type { StudyTally } from "../about.js";
import { conclude } from "../conclude/conclude.js";
import { restoreNumbers } from "../conclude/withhold-numbers.js";

const study = smallStudy({
  log: { rewards: { watch: "watch" }, exposure: { curve: { fit: "geometric", cutoff: 6 } } },
  policies: { a: { rank: "rank_a" } },
  estimators: ["dcg", "ndcg"],
});

let tally: StudyTally;
beforeAll(async () => {
  tally = await tallyRows(study, randomLog("slopes", { trajectories: 80, notShown: 0.1 }));
});

type Change = (table: TallyTable, name: string) => TallyTable | undefined;

/** The tally with its tables changed, or left out. */
const changed = (change: Change): StudyTally => ({
  ...tally,
  tables: Object.fromEntries(
    Object.entries(tally.tables).flatMap(([name, table]) => {
      const found = change(table, name);
      return found === undefined ? [] : [[name, found]];
    }),
  ),
});

const inColumns = (
  table: TallyTable,
  change: (column: TallyColumn) => TallyColumn,
): TallyTable => ({
  ...table,
  columns: Object.fromEntries(
    Object.entries(table.columns).map(([mark, column]) => [mark, change(column)]),
  ),
});

describe("a tally of fitted curves", () => {
  it.each([
    ["slopes", (name: string) => name === "slopes"],
    ["pairs", (name: string) => name.startsWith("pairs")],
    ["depths", (name: string) => name === depthsTable],
  ])("without its %s is refused, not answered as if the curve were known", async (_, isLeftOut) => {
    const less = changed((table, name) => (isLeftOut(name) ? undefined : table));
    expect(Object.keys(less.tables).length).toBeLessThan(Object.keys(tally.tables).length);
    await expect(conclude(less)).rejects.toThrow(InternalError);
  });

  it("whose pairs lack any of their sums is refused", async () => {
    const pairs = Object.entries(tally.tables).filter(([name]) => name.startsWith("pairs"));
    const marks = pairs.flatMap(([, { columns }]) => Object.keys(columns));
    expect(marks.length).toBeGreaterThan(1);
    for (const mark of marks) {
      const less = changed((table, name) => {
        const { [mark]: _, ...columns } = table.columns;
        return name.startsWith("pairs") ? { ...table, columns } : table;
      });
      await expect(conclude(less), mark).rejects.toThrow(InternalError);
    }
  });

  it("counts both parts of the sums by pairs", async () => {
    const halved = changed((table, name) =>
      name.startsWith("pairs")
        ? inColumns(table, ({ combine, hi, lo }) => ({
            combine,
            hi: hi.map((value, row) => (value + (lo?.[row] ?? 0)) / 2),
            lo: hi.map((value, row) => (value + (lo?.[row] ?? 0)) / 2),
          }))
        : table,
    );
    const errors = async (of: StudyTally): Promise<readonly number[]> =>
      (await conclude(of)).estimates
        .map(restoreNumbers)
        .map((row) => ("value" in row ? row.se : Number.NaN));
    const wanted = await errors(tally);
    expect(wanted.some((se) => se > 0)).toBe(true);
    (await errors(halved)).forEach((se, i) => {
      expect(se).toBeCloseTo(wanted[i] ?? Number.NaN, 12);
    });
  });
});
