import { describe, expect, it } from "vitest";
import { fixtureFit } from "../../../test/fixture/fixture-fit.js";
import { difference, estimate, fixtureResult } from "../../../test/fixture/fixture-result.js";
import { fitDocument } from "../documents/fit.js";
import { resultDocument } from "../documents/result.js";
import type { ReportFormat } from "./format.js";
import { reportFormats } from "./index.js";
import { type FormatSample, formatLaws } from "./laws.js";

const notNumbers = resultDocument(
  fixtureResult({
    estimates: [estimate(Number.NaN, Number.POSITIVE_INFINITY)],
    differences: [difference(Number.NaN, Number.POSITIVE_INFINITY)],
  }),
);
const samples: readonly FormatSample[] = [
  { document: resultDocument(fixtureResult()), notNumbers },
  { document: fitDocument(fixtureFit()), notNumbers },
];

describe.each(reportFormats.map((format) => [format.name, format] as const))("%s", (_, format) => {
  it.each(formatLaws.map((law) => [law.name, law] as const))("%s", (_name, law) => {
    for (const sample of samples) law.check(format, sample);
  });
});

it("no two formats share a name", () => {
  expect(new Set(reportFormats.map(({ name }) => name)).size).toBe(reportFormats.length);
});

describe("the laws catch", () => {
  const sound: ReportFormat = {
    name: "bent",
    extension: ".bent",
    purpose: "to be caught",
    format: ({ title }) => `${title}\n`,
  };
  const hold = (changes: Partial<ReportFormat>): (() => void) => {
    return () => {
      for (const law of formatLaws) {
        for (const sample of samples) law.check({ ...sound, ...changes }, sample);
      }
    };
  };
  let written = 0;

  it("nothing in a sound format", () => {
    expect(hold({})).not.toThrow();
  });

  it.each<[string, Partial<ReportFormat>, RegExp]>([
    ["one that counts what it writes", { format: () => `${++written}\n` }, /renderings.*differ/],
    ["one without a line break at the end", { format: ({ title }) => title }, /line break/],
    [
      "one that leaves documents without elements without a line break",
      { format: ({ chapters }) => (chapters.length === 0 ? "" : "text\n") },
      /line break/,
    ],
    [
      "one that prints NaN",
      {
        format: ({ json }) =>
          `${(json as { estimates?: [{ value?: number }] }).estimates?.[0].value}\n`,
      },
      /prints NaN|prints undefined/,
    ],
    ["a name of two words", { name: "bent page" }, /one word/],
    ["an extension without its dot", { extension: "bent" }, /with a dot/],
  ])("%s", (_, changes, message) => {
    expect(hold(changes)).toThrow(message);
  });
});
