import { expect, it } from "vitest";
import { collect, count, group, plan, select } from "../../../sql/index.js";
import { isFeed } from "../../feeds.js";
import { impressions } from "../../impressions.js";
import { lawLog } from "../../law-log.js";
import { feed } from "./feed.js";

it.each([
  ["text", ["home", "search", "home"], "home", 2],
  ["bigint", [1n, 2n, 2n], "2", 2],
  ["bigint", [1n, 2n, 2n], "home", 0],
  ["boolean", [true, false, true], "true", 2],
] as const)("of type %s: %s holds feed %s in %d rows", async (type, values, name, rows) => {
  const { log, engine } = lawLog(feed, type, values);
  const found = select(impressions(log), [["one", { kind: "bigint", value: 1n }]], {
    where: isFeed(log, name),
  });
  const counted = await collect(engine, plan("rows of a feed", group(found, [], [["n", count()]])));
  expect(counted.number("n")).toBe(rows);
});
