import { expect, it } from "vitest";
import { reportedResult, survival, verdict } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import type { Verdict } from "../../../evaluate/conclude/result.js";
import { doubts } from "./doubts.js";

const bent = reason("ranksAmongViewed", "The ranks were taken among the viewed items.");
const open = reason("intervalHoldsZero", "The interval holds 0.");
const ofPlaces = (of: Partial<Verdict>): readonly Verdict[] =>
  ["like", "watch"].flatMap((reward) => ["1", "2"].map((feed) => verdict({ ...of, reward, feed })));
const of = (...verdicts: readonly Verdict[]) => written(doubts, reportedResult({ verdicts }));

it("has a card for each policy and reason, the gravest first", () => {
  const { html } = of(
    ...ofPlaces({ policy: "newer", verdict: "cannotTell", reason: open }),
    ...ofPlaces({ policy: "bent", verdict: "doNotTrust", reason: bent }),
    ...ofPlaces({ policy: "sound" }),
  );
  const cards = [...html.matchAll(/<li class="(\w+)"><h3>.*?<\/span> (\w+) <span[^>]*>([^<]*)</g)];
  expect(cards.map(([, ...card]) => card)).toEqual([
    ["doNotTrust", "bent", "4 comparisons"],
    ["cannotTell", "newer", "4 comparisons"],
  ]);
  expect(html).toContain("The ranks were taken among the viewed items. <code>ranksAmongViewed");
});

it("names the reward and the feeds where these are all of its lines", () => {
  const [first, second, third] = ofPlaces({ verdict: "cannotTell", reason: open });
  if (!first || !second || !third) throw new Error("no lines");
  expect(of(first).html).toContain(">like, feed 1<");
  expect(of(first, second).html).toContain(">like, 2 feeds<");
  expect(of(first, second, third).html).toContain(">3 comparisons<");
});

it("names a call as such, whose number a reading of the log excludes", () => {
  const doubt = survival({ effect: "watch", interval: [5, 6], message: "Sessions have holes." });
  expect(of(verdict({ checks: [doubt] })).html).toMatch(/judged better[\s\S]*Sessions have holes/);
});

it("is of the page alone, and not there where nothing is in doubt", () => {
  expect(of(verdict()).html).toBe("");
  const { text, markdown, csv } = of(verdict({ verdict: "cannotTell", reason: open }));
  expect([text, markdown, csv]).toEqual(["", "", []]);
});

it("has the figures of all of its lines, and says of which it speaks where these say other words", () => {
  const [first, second] = ofPlaces({ verdict: "cannotTell" });
  if (!first || !second) throw new Error("no lines");
  const said = (message: string) => ({ reason: reason("intervalHoldsZero", message) });
  const both = of(
    { ...first, ...said("Of 2 % it holds 0.") },
    { ...second, ...said("Of 3 % it holds 0.") },
  );
  expect(both.html).toContain("Of 2 % / 3 % it holds 0. <code>");
  const apart = of({ ...first, ...said("It holds 0.") }, { ...second, ...said("It holds all.") });
  expect(apart.html).toContain("It holds 0. (For like, feed 1; the others differ.) <code>");
});
