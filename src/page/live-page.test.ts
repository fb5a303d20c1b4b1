import { beforeAll, describe, expect, it } from "vitest";
import { randomLog } from "../../test/fixture/random-log.js";
import { smallStudy, tallyRows } from "../../test/fixture/small-study.js";
import type { StudyTally } from "../evaluate/about.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import { daysToChoose } from "../evaluate/conclude/on-days.js";
import { openTally } from "../evaluate/conclude/open-tally.js";
import { formatHtml, formatJson, formatMarkdown, resultDocument } from "../report/index.js";
import { answersOf } from "./answers.js";
import { offeredBy } from "./controls.js";
import { livePage, weightOf } from "./live-page.js";
import { fromBase64 } from "./pack/base64.js";
import { unpackTally } from "./pack/pack-tally.js";
import { rangesOf } from "./ranges.js";
import { verdictsOf, withoutChecks } from "./verdicts.js";

describe("livePage", () => {
  let tally: StudyTally;
  beforeAll(async () => {
    tally = await tallyRows(smallStudy(), randomLog(1));
  });

  const held = async (blocks: Readonly<Record<string, string>>): Promise<StudyTally> =>
    unpackTally(fromBase64(blocks.tally ?? ""));

  it("holds groups of users, and no more than 128", async () => {
    expect(tally.buckets.kind).toBe("exact");
    const { blocks, data } = await livePage(tally, await conclude(tally));
    const { buckets } = await held(blocks);
    expect(buckets).toMatchObject({ kind: "hashed", count: data.groups });
    expect(data.groups).toBeLessThanOrEqual(128);
    expect(data).toMatchObject({ isRun: false, isWhole: true });
  });

  it("answers as the tally that it holds", async () => {
    const { blocks, data } = await livePage(tally, await conclude(tally), { title: "T" });
    const own = await held(blocks);
    const answers = answersOf(own, data);
    const chosen = { confidence: 0.9, adjust: "holm" };
    const result = await conclude(own, chosen);
    const document = resultDocument(result);
    const state = { confidence: "0.9", adjust: "holm" };
    expect(await answers.text(state, "json")).toBe(formatJson(document));
    const shown = await answers.show(state);
    expect(shown).toMatchObject({ title: "T · Hindcast" });
    expect(shown.main).toContain("<h1>T</h1>");
    const markdown = await answers.text(state, "markdown");
    expect(markdown).toMatch(
      /\n\nChanged settings are computed from \d+ groups of users: .* standard errors are accurate to about \d+ %\.\n$/,
    );
    expect(await answersOf(own, { ...data, isRun: true }).text(state, "markdown")).toBe(
      formatMarkdown(resultDocument(result, undefined, "T")),
    );
  });

  it("answers by bootstrapT, as the command line does", async () => {
    const { blocks, data } = await livePage(tally, await conclude(tally));
    const own = await held(blocks);
    const made = await conclude(own, { interval: "bootstrapT" });
    expect(await answersOf(own, data).text({ interval: "bootstrapT" }, "json")).toBe(
      formatJson(resultDocument(made)),
    );
    expect(JSON.stringify(made.differences)).not.toBe(
      JSON.stringify((await conclude(own)).differences),
    );
  });

  it("takes a prior and margins of guardrails", async () => {
    const { blocks, data } = await livePage(tally, await conclude(tally));
    const answers = answersOf(await held(blocks), data);
    const text = await answers.text({ prior: "0.05", guardrails: "0.02" }, "json");
    const { study, guardrails } = JSON.parse(text);
    expect(study.prior).toEqual({ lift: { sd: 0.05 } });
    expect(guardrails.length).toBeGreaterThan(0);
    for (const each of guardrails) expect(each.notWorseThan).toBe(0.02);
  });

  it("answers for days, and offers them where there are several", async () => {
    const log = { day: "day" };
    const ofDays = await tallyRows(smallStudy({ log }), randomLog("page", { days: 4 }));
    const { blocks, data } = await livePage(ofDays, await conclude(ofDays));
    const own = await held(blocks);
    const state = { from: "2026-11-02", to: "2026-11-03" };
    expect(await answersOf(own, data).text(state, "json")).toBe(
      formatJson(resultDocument(await conclude(own, { days: state }))),
    );
    const from = { from: "2026-11-02" };
    const some = await livePage(ofDays, await conclude(ofDays, { days: from }), {
      base: { days: from },
    });
    expect(await answersOf(own, some.data).text({ to: "2026-11-03" }, "json")).toBe(
      await answersOf(own, data).text(state, "json"),
    );
    const names = (await livePage(tally, await conclude(tally))).data.offered.map(
      ({ name }) => name,
    );
    expect(names).not.toContain("from");
  });

  it("answers without the tables of checks for the ranges that it holds", async () => {
    const log = { day: "day" };
    const whole = await tallyRows(smallStudy({ log }), randomLog("page", { days: 4 }));
    const [result, base] = [await conclude(whole), await openTally(whole, {})];
    const ranges = rangesOf(daysToChoose(whole));
    const grounds = { base, result, days: [], ranges };
    const { data } = await livePage(whole, result);
    const more = ranges.map(({ range }) => ({ ...data.own, days: range }));
    const verdicts = await verdictsOf(whole, [data.own], { more, most: 1e9 });
    const offered = offeredBy(grounds, false);
    const answers = answersOf(withoutChecks(whole), { ...data, isWhole: false, offered }, verdicts);
    const control = offered.find(({ name }) => name === "days");
    expect(control?.choices.map(({ value }) => value)).toEqual([
      "",
      "2026-11-01..2026-11-02",
      "2026-11-03..2026-11-04",
    ]);
    const days = { from: "2026-11-01", to: "2026-11-02" };
    expect(await answers.text({ days: "2026-11-01..2026-11-02" }, "json")).toBe(
      formatJson(resultDocument(await conclude(whole, { days }))),
    );
    await expect(
      answers.show({ days: "2026-11-01..2026-11-02", confidence: "0.9" }),
    ).rejects.toThrow("not for both changes at once");
  });

  it("says on the page how large it is, and of what", async () => {
    const result = await conclude(tally);
    const live = await livePage(tally, result);
    const page = formatHtml(resultDocument(result), { live });
    const said = /loads nothing: ([\d.]+) MB: (document .*)\.<\/footer>/.exec(page);
    expect(Number(said?.[1])).toBeCloseTo(page.length / 1e6, 1);
    expect(weightOf(page, live)).toMatch(/ MB: document .* MB, script .* MB, tally .* MB$/);
    const sizes = [...(said?.[2] ?? "").matchAll(/[\d.]+/g)].map(Number);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeCloseTo(Number(said?.[1]), 1);
  });

  it("tries other curves where the reader or the run does", async () => {
    const result = await conclude(tally);
    const { blocks, data } = await livePage(tally, result, { base: { whatIf: true } });
    const own = await held(blocks);
    const made = await conclude(own, { confidence: 0.9, whatIf: true });
    expect(await answersOf(own, data).text({ confidence: "0.9" }, "json")).toBe(
      formatJson(resultDocument(made)),
    );
    const other = (await livePage(tally, result)).data;
    expect(await answersOf(own, other).text({ confidence: "0.9", curves: "yes" }, "json")).toBe(
      formatJson(resultDocument(made)),
    );
  });

  it("offers what the study asks for, and has the run's choice", async () => {
    const base = { baseline: "a", confidence: 0.8 };
    const { data } = await livePage(tally, await conclude(tally, base), { base });
    const offered = new Map(data.offered.map((each) => [each.name, each]));
    const values = (name: string) => offered.get(name)?.choices.map(({ value }) => value);
    expect(offered.get("baseline")?.own).toBe("a");
    expect(values("baseline")).toEqual(expect.arrayContaining(["a", "b", "logged"]));
    expect(values("confidence")).toEqual(["0.8", "0.9", "0.95", "0.99"]);
    expect(values("decide")?.join()).toContain("snips");
    expect(offered.get("decide")?.choices).toHaveLength(3);
  });

  it("offers without the tables of checks nothing whose dangers it cannot look at", async () => {
    const result = await conclude(tally);
    const grounds = { base: await openTally(tally, {}), result, days: [], ranges: [] };
    const names = (hasChecks: boolean) => offeredBy(grounds, hasChecks).map(({ name }) => name);
    expect(names(true)).toEqual(expect.arrayContaining(["baseline", "decide", "adjust"]));
    expect(names(false).filter((name) => name !== "curves")).toEqual(["confidence"]);
    const { data } = await livePage(tally, result);
    const without = answersOf(tally, { ...data, isWhole: false }, { of: [] });
    await expect(without.show({ baseline: "logged" })).rejects.toThrow(
      "Written with --full it has them",
    );
  });

  it("stands in a page whose policy allows the one script, and says how large it is", async () => {
    const result = await conclude(tally);
    const truth = [{ policy: "</script><b>", reward: "like", feed: null, value: 1 }];
    const live = await livePage(tally, result, { truth });
    const page = formatHtml(resultDocument(result), { live });
    expect(page).toContain(`script-src 'sha256-${live.hash}'; worker-src blob:; img-src blob:"`);
    expect(page.match(/<\/script>/g)).toHaveLength(4);
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)[^"\s]*\.js/);
    expect(weightOf(page, live)).toMatch(
      /^\d\.\d\d MB: document \d\.\d\d MB, script 0\.[34]\d MB, tally 0\.\d\d MB$/,
    );
  });
});
