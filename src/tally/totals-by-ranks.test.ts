import { describe, expect, it } from "vitest";
import { columns, randomLog } from "../../test/carried/random-log.js";
import { inMemory } from "../../test/fixture/small-study.js";
import type { Component } from "../estimators/estimator.js";
import { requestOf } from "../evaluate/ask/tally-request.js";
import { bindSource } from "../evaluate/survey/bind-source.js";
import { withSurvey } from "../evaluate/survey/with-survey.js";
import { canonical, isFeed } from "../log/index.js";
import { addDoubleDouble } from "../numeric/index.js";
import {
  apply,
  caseWhen,
  column,
  divide,
  double,
  type Expression,
  isNull,
  lookup,
  type Row,
  times,
} from "../sql/index.js";
import { readStudy } from "../study/index.js";
import { fingerprintOf } from "./columns.js";
import { createRankCounts, takeSums } from "./index.js";

const curve = [1, 0.7, 0.5, 0.35, 0.25, 0.2];
const study = readStudy({
  log: {
    source: { table: "log" },
    trajectory: "session",
    user: "user",
    rank: "position",
    day: "day",
    feed: "feed",
    rewards: { like: "like" },
    exposure: { curve: { table: curve } },
  },
  policies: { a: { rank: "rank_a" }, b: { rank: "rank_b" } },
});
const none = { hi: 0, lo: 0 };
const dials = { days: 3, feeds: 2, holes: 0.2 };

/** The sums of a log, with totals counted by ranks or added up row by row. */
async function sumsOf(rows: readonly Row[], counted: boolean, daysSpan = false) {
  const queries: string[] = [];
  const own = inMemory(rows, columns);
  const engine: typeof own = {
    ...own,
    query: (plan, options) => {
      queries.push(plan.purpose);
      return own.query(plan, options);
    },
  };
  const connection = { engine, options: {} };
  const log = await bindSource(connection, study);
  const at = (name: string, table: readonly number[]): Expression =>
    apply("coalesce", lookup(`p${table[1]}`, table, column(name)), double(0));
  // Feeds have curves of their own.
  const steep = curve.map((p) => p * p);
  const p = (name: string): Expression =>
    caseWhen([{ when: isFeed(log, "2"), then: at(name, steep) }], at(name, curve));
  const w = divide(p("h_rank_0"), p(canonical.rank.name));
  const components = {
    sum: { over: "rows", value: w },
    squares: { over: "rows", value: times(w, w), totalOnly: true },
    largest: { over: "rows", value: w, combine: "max", totalOnly: true },
    rows: { over: "rows", value: double(1) },
    hidden: {
      over: "rows",
      value: caseWhen([{ when: isNull(column("h_rank_0")), then: double(1) }], double(0)),
    },
    rewards: { over: "rewarded", value: times(canonical.reward(0), w) },
  } as const satisfies Record<string, Component>;
  return withSurvey(connection, study, log, async (found) => {
    queries.length = 0;
    const base = {
      ...requestOf(study, found, { kind: "hashed", count: 128, key: "bigint" }),
      components: Object.values(components),
    };
    const counts = createRankCounts(engine, base, found.strata.length);
    const request = counted ? { ...base, rankCounts: counts } : base;
    const sums = await takeSums(engine, request, 100, async () => ({ daysSpan }));
    const columnOf = (name: keyof typeof components) => {
      const taken = sums.table.columns[fingerprintOf(log, components[name])];
      if (taken === undefined) throw new Error(name);
      return taken;
    };
    const totals = (name: keyof typeof components): readonly number[] =>
      sums.table.strata.map((_, stratum) => {
        const { combine, hi, lo } = columnOf(name);
        const own = [...hi.keys()].filter((cell) => sums.table.stratum[cell] === stratum);
        const values = own.map((cell) => (hi[cell] ?? 0) + (lo?.[cell] ?? 0));
        return values.reduce((a, b) => (combine === "max" ? Math.max(a, b) : a + b), 0);
      });
    return { sums, columnOf, totals, queries };
  });
}

describe("totals that are counted by ranks", () => {
  it.each([0, 0.2])(
    "are those added up row by row, %s of the items not shown",
    async (notShown) => {
      const rows = randomLog("totals", { ...dials, notShown });
      const [counted, added] = [await sumsOf(rows, true), await sumsOf(rows, false)];
      expect(counted.totals("largest")).toEqual(added.totals("largest"));
      expect(counted.totals("squares")).toEqual(
        added.totals("squares").map((total) => expect.closeTo(total, 12)),
      );
      expect(added.totals("squares").every((total) => total > 1)).toBe(true);
      expect(Object.keys(counted.sums.table.columns).sort()).toEqual(
        Object.keys(added.sums.table.columns).sort(),
      );
      for (const name of ["sum", "rows", "hidden", "rewards"] as const) {
        expect(counted.columnOf(name), name).toEqual(added.columnOf(name));
      }
      const hidden = added.totals("hidden").reduce((a, b) => a + b, 0);
      expect(hidden > 0).toBe(notShown > 0);
    },
  );

  it("are read once for squares and largest values", async () => {
    const { queries } = await sumsOf(randomLog("totals", dials), true);
    const views = queries.filter((purpose) => purpose.startsWith("views by"));
    expect(views.length).toBe(1);
  });

  it("stand on the first day of trajectories that run over midnight", async () => {
    const rows = randomLog("midnight", { ...dials, overnight: 0.5 });
    const [counted, added] = [await sumsOf(rows, true, true), await sumsOf(rows, false, true)];
    expect(counted.totals("squares")).toEqual(
      added.totals("squares").map((total) => expect.closeTo(total, 12)),
    );
  });

  it("add up over shards as if of one log", async () => {
    const rows = randomLog("shards", { ...dials, days: 1, feeds: 1 });
    const half = rows.filter((row) => Number(row.session) % 2 === 0);
    const rest = rows.filter((row) => Number(row.session) % 2 === 1);
    const [whole, a, b] = await Promise.all(
      [rows, half, rest].map(async (each) => {
        const { hi, lo } = (await sumsOf(each, true)).columnOf("squares");
        return { hi: hi[0] ?? 0, lo: lo?.[0] ?? 0 };
      }),
    );
    expect(addDoubleDouble(a ?? none, b ?? none)).toEqual(whole);
  });
});
