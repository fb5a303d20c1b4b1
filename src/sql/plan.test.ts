import { expect, expectTypeOf, it } from "vitest";
import { InternalError } from "../errors.js";
import { bigint, cast, column, count, greater, max, sum } from "./expression.js";
import { createInterpreter } from "./interpreter/interpreter.js";
import { plan } from "./plan.js";
import { from, group, join, type Named, select } from "./relation.js";
import { collect } from "./run/collect.js";
import { tableOf } from "./run/table.js";

const log = from({ kind: "table", name: ["log"] });
const engine = createInterpreter({
  log: [
    { feed: "home", reward: 0.5 },
    { feed: "home", reward: null },
    { feed: "search", reward: 0.25 },
  ],
});
const rows = select(log, [
  ["feed", cast(column("feed"), "text")],
  ["reward", cast(column("reward"), "double")],
]);
const byFeed = group(
  rows,
  ["feed"],
  [
    ["views", count()],
    ["total", sum(column("reward"))],
  ],
);

it("derives names and types from the relation, and reads them by name", async () => {
  const feeds = plan("feeds", byFeed);
  expect(feeds.columns).toEqual([
    { name: "feed", type: "text" },
    { name: "views", type: "bigint" },
    { name: "total", type: "double" },
  ]);
  const table = await collect(engine, feeds);
  expect(table.texts("feed")).toEqual(["home", "search"]);
  expect([...table.numbers("views")]).toEqual([2, 1]);
  expect(table.number("total", 1)).toBe(0.25);
  expect(table.text("views")).toBe("2");
});

it("does not compile with a misspelt column, and throws where the compiler cannot know", async () => {
  const table = await collect(engine, plan("feeds", byFeed));
  expectTypeOf(table.number).parameter(0).toEqualTypeOf<"feed" | "views" | "total">();
  // @ts-expect-error: the column is called "views"
  expect(() => table.number("veiws")).toThrow(InternalError);
  // @ts-expect-error: the relation gives no such column
  expect(() => plan("feeds", byFeed, { rewards: "double" })).not.toThrow();
  const made = [1, 2].map((i): Named => [`sum_${i}`, sum(column("reward"))]);
  const sums = await collect(engine, plan("sums", group(rows, [], made)));
  expectTypeOf(sums.number).parameter(0).toEqualTypeOf<string>();
  expect(sums.number("sum_2")).toBe(0.75);
  expect(() => sums.number("sum_3")).toThrow('"sum_3" in a result, but it has "sum_1", "sum_2"');
});

it("reads NULL and missing rows as 0 or null only where it is told so", () => {
  const table = tableOf<"n" | "t">(
    1,
    new Map([
      ["n", [null]],
      ["t", ["x"]],
    ]),
  );
  expect([table.numberOrZero("n"), table.numberOrNull("n")]).toEqual([0, null]);
  expect([table.text("n"), table.numberOrZero("n", 1), table.text("t", 1)]).toEqual([
    null,
    0,
    null,
  ]);
  expect(() => table.number("t")).toThrow(InternalError);
});

it("refuses NULL where a number must stand, and names the statement and the column", () => {
  const table = tableOf<"n">(2, new Map([["n", [1n, null]]]), "sums of rows");
  const isRefused = expect.objectContaining({
    failure: "data",
    code: "nullInResult",
    message: expect.stringContaining('column "n" of "sums of rows"'),
  });
  expect(() => table.number("n", 1)).toThrow(isRefused);
  expect(() => table.numbers("n")).toThrow(isRefused);
  expect(table.number("n")).toBe(1);
});

it("takes the type of a source's own column as declared, and refuses what it cannot know", async () => {
  const own = select(log, [["feed", column("feed")]]);
  expect(() => plan("feeds", own)).toThrow("only the engine knows");
  expect((await collect(engine, plan("feeds", own, { feed: "text" }))).text("feed")).toBe("home");
  expect(() => plan("feeds", byFeed, { views: "text" })).toThrow("is declared");
  expect(() => plan("rows", log)).toThrow("name its columns");
});

it("refuses types that do not come back: truths, days, and sums of BIGINTs, which engines widen", () => {
  const views = cast(column("reward"), "bigint");
  const truth = greater(bigint(1n), bigint(0n));
  expect(() => plan("truth", select(rows, [["yes", truth]]))).toThrow("boolean");
  expect(() => plan("sum", group(rows, [], [["views", sum(views)]]))).toThrow("Cast it");
  const narrow = group(rows, [], [["views", cast(sum(views), "bigint")]]);
  expect(plan("sum", narrow).columns).toEqual([{ name: "views", type: "bigint" }]);
});

it("knows the types of both sides of a join", () => {
  const best = select(group(rows, ["feed"], [["best", max(column("reward"))]]), [
    ["own", column("feed")],
    ["best", column("best")],
  ]);
  const both = join("left", rows, best, [["feed", "own"]]);
  const columns = ["own", "best", "reward"].map((name): Named => [name, column(name)]);
  expect(plan("both", select(both, columns)).columns.map(({ type }) => type)).toEqual([
    "text",
    "double",
    "double",
  ]);
});
