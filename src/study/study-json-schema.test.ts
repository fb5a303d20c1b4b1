import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { studyInputType } from "../../scripts/study-input-type.js";
import { estimators } from "../estimators/index.js";
import { curves } from "../exposure/index.js";
import { studySchema } from "./study-fields.js";
import { studyJsonSchema } from "./study-json-schema.js";

describe("schema/study.json", () => {
  const file = new URL("../../schema/study.json", import.meta.url);

  it("is current (npm run schema writes it)", () => {
    const committed: unknown = JSON.parse(readFileSync(file, "utf8"));
    expect(committed).toEqual(JSON.parse(JSON.stringify(studyJsonSchema())));
  });

  it("has the type StudyInput, which is current, too", () => {
    const type = new URL("../../schema/study-input.d.ts", import.meta.url);
    expect(readFileSync(type, "utf8")).toBe(studyInputType(studyJsonSchema()));
  });

  it("knows every member and every parameter", () => {
    const text = JSON.stringify(studyJsonSchema());
    for (const { name, parameters } of [...estimators, ...curves]) {
      expect(text).toContain(`"${name}"`);
      for (const parameter of parameters) expect(text).toContain(`"${parameter.name}":`);
    }
  });
});

describe("studySchema", () => {
  const log = { source: "a.csv", rewards: ["like"] };

  it.each([
    { log, confidence: 95 },
    { log, polices: {} },
    { log: { rewards: ["like"] } },
    { log, estimators: [{ dcg: { clip: -1 } }] },
    { log: { ...log, exposure: { curve: { model: "geometric", gamma: 1 } } } },
    { log: { ...log, exposure: { curve: { fit: "yulesimon" } } } },
  ])("refuses %j", (input) => {
    expect(studySchema.safeParse(input).success).toBe(false);
  });
});
