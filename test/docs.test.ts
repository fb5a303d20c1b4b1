import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { estimators } from "../src/estimators/index.js";
import { curves } from "../src/exposure/index.js";
import { parseStudy } from "../src/study/index.js";

const textOf = (name: string): Promise<string> =>
  readFile(new URL(`../${name}`, import.meta.url), "utf8");

const blocksOf = (text: string): readonly string[] =>
  [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, block = ""]) => block);

describe.each([
  ["README.md", 1],
  ["docs/study.md", 3],
])("%s", (name, least) => {
  it("shows studies that can be read", async () => {
    const studies = blocksOf(await textOf(name)).filter((block) => /^log:/m.test(block));
    expect(studies.length).toBeGreaterThanOrEqual(least);
    for (const study of studies) expect(() => parseStudy(study, name)).not.toThrow();
  });
});

describe("docs/study.md", () => {
  it("has a row for every estimator, curve and parameter of these", async () => {
    const text = await textOf("docs/study.md");
    for (const { name, parameters } of estimators) {
      expect(text).toMatch(new RegExp(`^\\| \`${name}\` \\|`, "m"));
      for (const { name: each } of parameters) {
        expect(text).toMatch(new RegExp(`^\\| \`${each}\` \\|`, "m"));
      }
    }
    for (const { name, parameters } of curves) {
      const row = new RegExp(`^\\| \`${name}\` \\|.*`, "m").exec(text)?.[0] ?? "no row";
      for (const { name: each } of parameters) expect(row).toContain(`\`${each}\``);
    }
  });

  it("has a row for every key of a study, its log and its engine", async () => {
    const text = await textOf("docs/study.md");
    const schema = JSON.parse(await textOf("schema/study.json"));
    const { log, engine } = schema.properties;
    const inEngine = engine.anyOf.find((form: { type?: string }) => form.type === "object");
    const keys = [schema, log, inEngine].flatMap(({ properties }) => Object.keys(properties));
    expect(keys).toContain("database");
    for (const key of keys) expect(text).toContain(`\n| \`${key}\` |`);
  });
});
