import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { stringify } from "yaml";
import { modules } from "../src/cli/modules.js";
import type { Result } from "../src/evaluate/conclude/result.js";
import { html } from "../src/report/formats/html/markup.js";
import { formatHtml, formatText, resultDocument } from "../src/report/index.js";
import { type KnownAnswer, simulateDemo } from "../src/simulator/index.js";
import { runCommand } from "./fixture/run-command.js";

let cwd = "";
let result: Result;
let truth: readonly KnownAnswer[];

/** The demonstration with a sixteenth of its users, and of its policies those that a log misleads about. */
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-demo-"));
  const output = join(cwd, "log.parquet");
  const demo = await simulateDemo({ seed: 1, users: 5_000, output });
  const {
    "fresh-model": _,
    popularity,
    ...policies
  } = demo.study.policies as Record<string, unknown>;
  const study = { ...demo.study, policies, estimators: ["mean", "dcg"] };
  await writeFile(join(cwd, "study.yaml"), stringify(study));
  const words = ["evaluate", "study.yaml", "--format", "json"];
  const { stdout } = await runCommand(words, { cwd, modules });
  result = JSON.parse(stdout) as Result;
  truth = demo.truth;
});
afterAll(() => rm(cwd, { recursive: true }));

const verdictsOn = (policy: string) => result.verdicts.filter((each) => each.policy === policy);

it("refuses a harmful policy that its interval alone would call better", () => {
  const verdicts = verdictsOn("reranker");
  expect(verdicts.map(({ verdict, reason }) => [verdict, reason.code])).toEqual(
    verdicts.map(() => ["doNotTrust", "ranksAmongViewed"]),
  );
  for (const { reward, feed, interval, withheld } of verdicts) {
    const earned = (policy: string): number | undefined =>
      truth.find((each) => each.policy === policy && each.reward === reward && each.feed === feed)
        ?.value;
    expect(earned("reranker")).toBeLessThan(0.8 * (earned("logged") ?? 0));
    expect(interval).toBeNull();
    expect(withheld?.interval?.[0]).toBeGreaterThan(0);
  }
});

it("gives no number as the answer on a policy whose items the log does not hold", () => {
  expect(verdictsOn("new-catalogue").map(({ verdict, reason }) => [verdict, reason.code])).toEqual(
    verdictsOn("new-catalogue").map(() => ["cannotTell", "support"]),
  );
  const others = <Row extends { readonly policy: string }>(rows: readonly Row[]): readonly Row[] =>
    rows.filter(({ policy }) => policy !== "new-release");
  const without = {
    ...result,
    verdicts: others(result.verdicts),
    estimates: others(result.estimates),
    differences: others(result.differences),
  };
  const written = formatText(resultDocument(without, others(truth)));
  const rows = written
    .split("\n")
    .filter((line) => /^ +(dcg\S*.*)?(new-catalogue|reranker) /.test(line));
  expect(rows.length).toBeGreaterThanOrEqual(16);
  for (const row of rows)
    expect(row).toMatch(
      /not printed|withheld|at least|≥ |\* +-[\d.]+ to \+|against production|of the views|last viewed items|beyond the end of the list/,
    );
  expect(written).not.toMatch(/lift [+-]|would have earned|(BETTER|WORSE) /);
});

it("gives the least that a policy earns of whose views a few are not in the log, and the truth is in its interval", () => {
  const verdicts = verdictsOn("new-release").filter(({ missing }) => (missing?.share ?? 0) > 0);
  expect(verdicts.length).toBeGreaterThan(0);
  for (const { reward, feed, missing, set, interval, identified } of verdicts) {
    const earned = (policy: string): number =>
      truth.find((each) => each.policy === policy && each.reward === reward && each.feed === feed)
        ?.value ?? Number.NaN;
    const gain = earned("new-release") - earned("production");
    expect(identified).toBe("range");
    expect(missing).toMatchObject({ assumed: "unknownItems", oneSided: "least" });
    expect(missing?.share).toBeGreaterThan(0.01);
    expect(missing?.share).toBeLessThan(0.06);
    expect(interval?.[0]).toBeLessThan(gain);
    expect(interval?.[1]).toBeGreaterThan(gain);
    expect(set?.[1]).toBeGreaterThan(set?.[0] ?? Number.NaN);
  }
});

it("has a page that answers before its folds, says a warning once and compares no policy with itself", () => {
  const page = formatHtml(resultDocument(result, truth));
  expect(Buffer.byteLength(page)).toBeLessThan(400_000);
  const [open = "", folds = ""] = page.split('<div class="folds" id="rest">');
  expect(
    open.replace(/<details class="screen">[\s\S]*?<\/details>/g, "").split("<table>"),
  ).toHaveLength(2);
  expect([...folds.matchAll(/<details class="fold[^>]*><summary><h2>[^<]+<\/h2> \S/g)].length).toBe(
    folds.split('<details class="fold').length - 1,
  );
  for (const { message } of result.warnings) {
    expect(page.split(escaped(message)).length).toBeLessThanOrEqual(2);
  }
  const [, differences = ""] = folds.split('<div id="differences">');
  const [rows = ""] = differences.split('<details class="fold');
  expect(rows).toContain("reranker");
  expect(rows).not.toContain(">logged<");
});

const escaped = (text: string): string => html`${text}`.markup;
