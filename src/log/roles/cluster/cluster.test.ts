import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { cluster } from "./cluster.js";

it.each([
  ["news", []],
  [null, ["clusterMissing"]],
])("%s breaks %j", async (value, codes) => {
  const made = lawLog(cluster, "text", ["sport", value]);
  expect((await brokenRules(cluster, made)).map(({ code }) => code)).toEqual(codes);
});
