import { expect, it } from "vitest";
import { randomLog } from "../../test/fixture/random-log.js";
import { evaluateRows, smallStudy } from "../../test/fixture/small-study.js";
import { ofFeed } from "./of-feed.js";

it("has the rows of a feed as the whole result has them, and no other's", async () => {
  const study = smallStudy({ log: { feed: "feed" } });
  const whole = await evaluateRows(study, randomLog("of a feed", { feeds: 2, trajectories: 120 }));
  const one = ofFeed(whole, "2");
  expect(one.verdicts).toEqual(whole.verdicts.filter(({ feed }) => feed === "2"));
  expect(one.verdicts.length).toBeGreaterThan(0);
  expect(new Set(one.estimates.map(({ feed }) => feed))).toEqual(new Set(["2"]));
  expect(one.log).toBe(whole.log);
  expect(JSON.stringify(one)).not.toContain('"feed":"1"');
});
